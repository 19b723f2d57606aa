// Package encodings finds encodings by their names: those of the WHATWG Encoding Standard
// (https://encoding.spec.whatwg.org) and of IANA, as golang.org/x/text reads and writes them, and UTF-32.
package encodings

import (
	"fmt"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode/utf32"

	"github.com/rfc3987/iri/internal/text/quote"
)

// An Encoding is an encoding with its name. The same name gives the same Encoding.
type Encoding struct {
	encoding.Encoding
	name string
}

// Get returns the encoding with a label of the standard, without regard to case and to space around it. It fails for
// unknown labels, and for those of the encoding "replacement", which cannot decode text. It also knows UTF-32, which
// XML has (XML 1.0 Appendix F) and the standard does not: utf-32le, utf-32be, and utf-32, which is little-endian as
// utf-16 is there.
func Get(label string) (Encoding, error) {
	switch name := strings.ToLower(strings.TrimSpace(label)); name {
	case "utf-32be":
		return Encoding{utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM), name}, nil
	case "utf-32le", "utf-32":
		return Encoding{utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM), "utf-32le"}, nil
	}
	e, err := htmlindex.Get(strings.TrimSpace(label))
	if err != nil || e == encoding.Replacement {
		return Encoding{}, fmt.Errorf("unknown charset %s: use a name of the WHATWG Encoding Standard, such as shift_jis",
			quote.Quote(label))
	}
	name, err := htmlindex.Name(e)
	return Encoding{e, name}, err
}

// GetIANA returns the encoding with a label in the registry of IANA, if the standard knows the label: "it is
// RECOMMENDED that character encodings registered with IANA be referred to using their registered names" (XML 1.0
// §4.3.3). In iso-8859-1 the byte 0x80 is U+0080, which the standard reads as the euro sign. If x/text has no table
// for the label, as for gb2312, it returns the encoding of the standard.
func GetIANA(label string) (Encoding, error) {
	std, err := Get(label)
	if err != nil {
		return std, err
	}
	e, err := ianaindex.MIME.Encoding(label)
	if err != nil || e == nil {
		return std, nil
	}
	name, err := ianaindex.MIME.Name(e)
	return Encoding{e, strings.ToLower(name)}, err
}

// Name returns the name of the encoding in lower case.
func (e Encoding) Name() string { return e.name }

// IsUnicode reports whether the encoding is one of Unicode.
func (e Encoding) IsUnicode() bool { return strings.HasPrefix(e.name, "utf-") }

// Single reports whether each byte is a character.
func (e Encoding) Single() bool {
	_, ok := e.Encoding.(*charmap.Charmap)
	return ok
}
