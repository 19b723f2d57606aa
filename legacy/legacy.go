// Package legacy has conversions of documents that RFC 3987 has replaced or does not know: the encoding and decoding
// algorithms of 2001 for any text, and those of legacy extended IRIs (LEIRIs), which XML specifications use.
package legacy

import (
	"cmp"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/ref/spec"
)

// An Option changes what [Encode] and [Decode] do: WithOctets of package charset, in this module. A nil Option has no
// effect.
type Option func(convert.Charset) convert.Charset

func charsetOf(opts []Option) convert.Charset { return convert.Applied(convert.Charset{}, opts) }

func optionsOf(opts []iri.IRIOption) convert.IRIOptions {
	return convert.OptionsOf(convert.IRIOptions{}, opts, iri.IRIOption.IRI)
}

// Encode is the "IRI encoding algorithm" of 24 September 2001 (uri@w3.org): it
// percent-encodes, in UTF-8, every character that is not ASCII, control characters, the
// space and < > " { } | \ ^ `. It does not change # % [ and ]. The hex digits of all
// percent-encodings, new and existing, are in upper case. The text need not be an IRI.
// Encoding the result again does not change it.
//
// The error is a *[iri.ConvertError]: a "%" without two hex digits after it (code
// "pct-encoded"), or bytes that are not UTF-8 ("utf-8").
func Encode(s string, opts ...Option) (string, error) {
	out, err := convert.EncodeFrom(charsetOf(opts), s)
	return out, iri.PublicError(err)
}

// Decode is the "IRI decoding algorithm" of 24 September 2001 (uri@w3.org), for
// display only: it decodes every percent-encoding except "%25" to its byte. The result
// need not be UTF-8, and it can have other components than s.
//
// The error is a *[iri.ConvertError]: a "%" without two hex digits after it (code
// "pct-encoded").
func Decode(s string, opts ...Option) (string, error) {
	out, err := convert.DecodeTo(charsetOf(opts), s)
	return out, iri.PublicError(err)
}

// FromLEIRI parses s as a LEIRI-reference and converts it to an IRI-reference (3987bis
// §6.2, §4 of the W3C Note). It percent-encodes each character that LEIRIs allow in its
// component and IRIs do not, with hex digits in upper case, and changes nothing else. Bidi
// formatting characters are percent-encoded too: the grammar of IRIs allows them, but RFC
// 3987 §4.1 forbids them. The result conforms to RFC 3987. The error is a *[iri.ConvertError]
// that wraps a *[iri.ParseError].
//
// The Note says: "Conversion from a LEIRI to an IRI or a URI must be performed only when
// absolutely necessary and as late as possible in a processing chain".
//
// For strings that are not LEIRIs see [EscapeLEIRI].
func FromLEIRI(s string, opts ...iri.IRIOption) (iri.Ref, error) {
	o := optionsOf(opts)
	r, err := convert.FromLEIRI(s, o)
	if err != nil {
		return iri.Ref{}, iri.PublicError(err)
	}
	return (*iri.Spec)(cmp.Or(o.Target, spec.RFC3987)).Reference().Parse(r.Text)
}

// AppendFromLEIRI is like [FromLEIRI] but appends the text of the result to dst.
// It does not allocate if dst has room. On an error it returns dst unchanged.
func AppendFromLEIRI(dst []byte, s string, opts ...iri.IRIOption) ([]byte, error) {
	out, err := convert.AppendFromLEIRI(dst, s, optionsOf(opts))
	return out, iri.PublicError(err)
}

// EscapeLEIRI carries out the conversion of [FromLEIRI] on any string: "generic LEIRI software
// should not check LEIRIs for conformance" (the Note). It percent-encodes the same characters,
// and bytes that are not UTF-8, and leaves what else the grammar has no place for. The result
// conforms if it has no such characters; for a LEIRI it is that of FromLEIRI.
func EscapeLEIRI(s string) string { return convert.EscapeLEIRI(s) }
