// Package uchar reads the escapes \uXXXX and \UXXXXXXXX, as N-Triples, Turtle and YAML have them (RDF 1.1 N-Triples §7,
// UCHAR). In comes a text, out come characters, or what is wrong with an escape and how to write it.
package uchar

import (
	"fmt"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
)

// Decode reads a UCHAR at the start of b. It returns the character and the length of
// the UCHAR, or 0 if there is none or if it does not stand for a character.
func Decode(b []byte) (rune, int) {
	if len(b) < 2 {
		return 0, 0
	}
	n := 4
	switch b[1] {
	case 'u':
	case 'U':
		n = 8
	default:
		return 0, 0
	}
	r, ok := chars.HexNumber(b[2:], n)
	if !ok || r < 0 || r > utf8.MaxRune || utf16.IsSurrogate(r) {
		return 0, 0
	}
	return r, 2 + n
}

// Fault returns the length of what begins like a UCHAR at the start of b and is not
// one, and why. slash is what to write for a backslash that stands for itself.
func Fault(b []byte, slash string) (n int, why string) {
	digits := 4
	if b[1] == 'U' {
		digits = 8
	}
	for n = 2; n < 2+digits; n++ {
		if _, ok := chars.HexNumber(b[min(n, len(b)):], 1); !ok {
			break
		}
	}
	written := string(b[:n])
	if n == 2 {
		return n, written + " without hexadecimal digits is not an escape: if the backslash is that of a path, write " +
			slash
	}
	why = written + " is not a character: an escape is \\uXXXX or \\UXXXXXXXX, up to \\U0010FFFF, and no surrogate"
	if high, ok := chars.HexNumber(b[2:], 4); ok && n == 6 && len(b) > 8 && b[6] == '\\' {
		if low, ok := chars.HexNumber(b[8:], 4); ok && utf16.DecodeRune(high, low) != utf8.RuneError {
			return 12, string(b[:12]) + " is how JSON writes a character: write " +
				fmt.Sprintf("\\U%08X", utf16.DecodeRune(high, low))
		}
	}
	return n, why
}

// Bad returns the offset of the first "\u" or "\U" that does not start a UCHAR, or
// -1. Other backslashes, also two that stand together, stand for themselves: the check of
// the IRI reports them.
func Bad(raw []byte) int {
	for at := 0; at < len(raw)-1; at++ {
		if raw[at] != '\\' {
			continue
		}
		if raw[at+1]|0x20 == 'u' {
			if _, n := Decode(raw[at:]); n == 0 {
				return at
			}
		}
		at++
	}
	return -1
}
