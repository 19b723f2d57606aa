package chars

import (
	"strings"
	"unicode/utf8"
)

// UriByte is true for the bytes that a URI may have: unreserved, reserved and "%" (RFC 3986 §2). A test compares it
// with the grammar.
var UriByte = func() (t [256]bool) {
	for i := '!'; i <= '~'; i++ {
		t[i] = !strings.ContainsRune(excluded, i)
	}
	return t
}()

// A Trait is a property of a byte that keeps a text from being a URI in normal form. The traits of a text are the
// union of those of its bytes.
type Trait uint8

const (
	BeyondASCII   Trait = 1 << iota // not in a URI
	ExcludedASCII                   // ASCII that is not in a URI; LEIRIs may have it
	PercentSign                     // "%"
	UpperASCII                      // "A" to "Z"
	Tilde                           // "~"

	NotInURI = BeyondASCII | ExcludedASCII
)

// Traits has the trait of each byte; most bytes that a URI may have have none, 0.
var Traits = func() (t [256]Trait) {
	for i, may := range UriByte {
		switch {
		case i >= utf8.RuneSelf:
			t[i] = BeyondASCII
		case !may:
			t[i] = ExcludedASCII
		case i == '%':
			t[i] = PercentSign
		case isUpper(byte(i)):
			t[i] = UpperASCII
		case i == '~':
			t[i] = Tilde
		}
	}
	return t
}()

// TraitsOf returns the traits of the bytes of s.
func TraitsOf(s string) (k Trait) {
	if len(s) < 8 {
		for i := range len(s) {
			k |= Traits[s[i]]
		}
		return k
	}
	last := s[len(s)-8:] // may overlap with bytes that the loop reads
	for ; len(s) > 8; s = s[8:] {
		k |= traitsOf8(s)
	}
	return k | traitsOf8(last)
}

// traitsOf8 returns the traits of the first eight bytes of s.
func traitsOf8(s string) Trait {
	return Traits[s[0]] | Traits[s[1]] | Traits[s[2]] | Traits[s[3]] | Traits[s[4]] | Traits[s[5]] | Traits[s[6]] |
		Traits[s[7]]
}

// NotURI returns the offset of the first byte of s that a URI must not have, because it is not ASCII or only LEIRIs
// may have it, or len(s).
func NotURI(s string) int {
	i := 0
	for i < len(s) && Traits[s[i]]&NotInURI == 0 {
		i++
	}
	return i
}

// IsExcluded reports whether a byte is ASCII that a URI must not have.
func IsExcluded(b byte) bool { return Traits[b] == ExcludedASCII }

// excluded has the printable ASCII characters other than the space that URIs do not allow: RFC 3987 §3.1.
const excluded = "<>\"{}|\\^`"

// PrintableExcluded reports whether a byte is in the list of RFC 3987 §3.1: printable
// ASCII that URIs do not allow.
func PrintableExcluded(b byte) bool { return ' ' <= b && b < 0x7F && !UriByte[b] }
