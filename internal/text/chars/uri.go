package chars

import (
	"strings"
	"unicode/utf8"
)

// UriByte tells which bytes may stand in a URI: unreserved, reserved and "%" (RFC 3986
// §2). A test compares it with the grammar.
var UriByte = func() (t [256]bool) {
	for i := '!'; i <= '~'; i++ {
		t[i] = !strings.ContainsRune(excluded, i)
	}
	return t
}()

// A Kind says of bytes what keeps a text from being a URI in normal form. The kinds of a text are those of its bytes.
type Kind uint8

const (
	BeyondASCII   Kind = 1 << iota // not in a URI
	ExcludedASCII                  // ASCII that is not in a URI; LEIRIs may have it
	PercentSign                    // "%"
	UpperASCII                     // "A" to "Z"
	Tilde                          // "~"

	NotInURI = BeyondASCII | ExcludedASCII
)

// Kinds has the kind of each byte, 0 for most of those that may stand in a URI.
var Kinds = func() (t [256]Kind) {
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

// KindsOf returns the kinds of the bytes of s.
func KindsOf(s string) (k Kind) {
	if len(s) < 8 {
		for i := range len(s) {
			k |= Kinds[s[i]]
		}
		return k
	}
	last := s[len(s)-8:] // some of them are read twice
	for ; len(s) > 8; s = s[8:] {
		k |= kindsOf8(s)
	}
	return k | kindsOf8(last)
}

// kindsOf8 returns the kinds of the first eight bytes of s.
func kindsOf8(s string) Kind {
	return Kinds[s[0]] | Kinds[s[1]] | Kinds[s[2]] | Kinds[s[3]] | Kinds[s[4]] | Kinds[s[5]] | Kinds[s[6]] | Kinds[s[7]]
}

// NotURI returns the offset of the first byte of s that may not stand in a URI, because it is not ASCII or only
// LEIRIs may have it, or len(s).
func NotURI(s string) int {
	i := 0
	for i < len(s) && Kinds[s[i]]&NotInURI == 0 {
		i++
	}
	return i
}

// IsExcluded reports whether a byte is ASCII that may not stand in a URI.
func IsExcluded(b byte) bool { return Kinds[b] == ExcludedASCII }

// excluded holds the printable ASCII characters other than the space that URIs do not
// allow: RFC 3987 §3.1.
const excluded = "<>\"{}|\\^`"

// PrintableExcluded reports whether a byte is in the list of RFC 3987 §3.1: printable
// ASCII that URIs do not allow.
func PrintableExcluded(b byte) bool { return ' ' <= b && b < 0x7F && !UriByte[b] }
