package markup

import (
	"bytes"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
)

// Predefined returns the text of a character reference or of an entity of XML itself.
func Predefined(name []byte) (string, bool) {
	switch string(name) {
	case "amp":
		return "&", true
	case "lt":
		return "<", true
	case "gt":
		return ">", true
	case "quot":
		return "\"", true
	case "apos":
		return "'", true
	}
	if digits, ok := bytes.CutPrefix(name, []byte("#")); ok && len(digits) > 0 {
		base := rune(10)
		if h, ok := bytes.CutPrefix(digits, []byte("x")); ok {
			digits, base = h, 16
		}
		r := rune(0)
		for i := range digits {
			d, ok := chars.HexNumber(digits[i:i+1], 1)
			if !ok || d >= base || r > utf8.MaxRune {
				return "", false
			}
			r = r*base + d
		}
		if isXMLChar(r) {
			return string(r), len(digits) > 0
		}
	}
	return "", false
}

// isXMLChar reports whether a code point is one of Char (XML §2.2).
func isXMLChar(r rune) bool {
	return utf8.ValidRune(r) && (r >= ' ' || r == '\t' || r == '\n' || r == '\r') && r != 0xFFFE && r != 0xFFFF
}

// NextOf finds bytes in a text from left to right. at is where the first one stands from the last offset that was asked
// for.
type NextOf struct {
	Char byte
	at   int
}

// From returns the offset of the first byte in text[i:], the length of text if there is none.
func (n *NextOf) From(text []byte, i int) int {
	if n.at < i || i == 0 {
		if n.at = bytes.IndexByte(text[i:], n.Char); n.at < 0 {
			n.at = len(text) - i
		}
		n.at += i
	}
	return n.at
}
