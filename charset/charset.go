// Package charset has the character encodings that documents had before UTF-8, as options
// of package [iri]: for a query that is sent in the charset of its document, for text that
// is not UTF-8, and for percent-encodings whose octets are not UTF-8.
//
//	sjis, err := charset.Parse("shift_jis")
//	u, err := iri.ToURI("http://example.jp/?q=日本", charset.WithQuery(sjis))
//	// http://example.jp/?q=%93%FA%96%7B
//
// The tables of all charsets are in this package, so that a program that does not import it
// does not have them.
package charset

import (
	"fmt"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/change/charsets"
	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/legacy"
)

// A Charset is a character encoding of documents. It is a comparable value. The zero
// Charset is UTF-8.
type Charset struct{ charset convert.Charset }

// Parse returns the charset of a name, without regard to case. The names are the labels of
// the WHATWG Encoding Standard, except those of the encoding "replacement", which cannot
// decode text.
func Parse(name string) (Charset, error) {
	c, err := charsets.Parse(name)
	if err != nil {
		err = fmt.Errorf("iri: %w", err)
	}
	return Charset{c}, err
}

// String returns the name of the charset in the Encoding Standard.
func (c Charset) String() string { return c.charset.String() }

// IsUnicode reports whether the charset is UTF-8 or UTF-16. Text in a Unicode charset is
// never normalized (RFC 3987 §3.1 step 1c), and its queries are encoded in UTF-8 (3987bis
// §3.5).
func (c Charset) IsUnicode() bool { return c.charset.IsUnicode() }

// WithQuery says that the IRI stands in a document in the charset. If it is not a Unicode
// charset and the scheme is http or https, the characters of the query are percent-encoded
// in that charset and not in UTF-8 (3987bis §3.5). Other schemes and components are not
// affected. Every octet of such a character is percent-encoded, even if it is the code of an
// ASCII letter. A character that the charset does not have is a finding with the code
// "charset".
func WithQuery(c Charset) iri.URIOption {
	return convert.URIFunc(func(o convert.URIOptions) convert.URIOptions { o.Query = c.charset; return o })
}

// WithText says that the string that [iri.Prepare] takes is text in the charset. If it is not a
// Unicode charset, the text is normalized to NFC (RFC 3987 §3.1 step 1b). Bytes that the
// charset does not define are findings with the code "charset".
func WithText(c Charset) iri.PrepareOption {
	return convert.PrepareFunc(func(o convert.PrepareOptions) convert.PrepareOptions { o.Charset = c.charset; return o })
}

// WithOctets says that the text that [legacy.Encode] takes is in the charset, and that the octets
// that [legacy.Decode] decodes are, as servers wrote them before UTF-8 (RFC 3987 §7.7).
//
// Encode normalizes text that is not in a Unicode charset to NFC (step 2 of its algorithm),
// and its findings have the offsets of bytes in that text. The result of Decode is UTF-8.
// Bytes that the charset does not define are findings with the code "charset".
func WithOctets(c Charset) legacy.Option {
	return func(convert.Charset) convert.Charset { return c.charset }
}

// DecodeText brings text of the charset to UTF-8, in NFC if that is not a Unicode charset (RFC 3987 §3.1 step 1b), for
// [iri.EncodeComponent]: "systems that generate resource identifiers should make the appropriate transformations"
// (§7.4). The error, for bytes that the charset does not define, is a *[iri.ConvertError] with their offsets.
func (c Charset) DecodeText(text string) (string, error) {
	out, err := convert.DecodeText(c.charset, text)
	return out, iri.PublicError(err)
}
