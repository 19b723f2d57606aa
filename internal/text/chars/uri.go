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

// notURI is 0 for the bytes that may stand in a URI, and has a bit for the two kinds that may not.
var notURI = func() (t [256]uint8) {
	for i, may := range UriByte {
		switch {
		case i >= utf8.RuneSelf:
			t[i] = beyondASCII
		case !may:
			t[i] = excludedASCII
		}
	}
	return t
}()

const (
	beyondASCII = 1 << iota
	excludedASCII
)

// notURI8 returns the bits of [notURI] that eight bytes have, from an offset on.
func notURI8(s string, i int) uint8 {
	b := s[i : i+8]
	return notURI[b[0]] | notURI[b[1]] | notURI[b[2]] | notURI[b[3]] | notURI[b[4]] | notURI[b[5]] | notURI[b[6]] | notURI[b[7]]
}

// NotURI returns the offset of the first byte of s that may not stand in a URI, because it is not ASCII or only
// LEIRIs may have it, or len(s).
func NotURI(s string) int {
	i := 0
	for i+8 <= len(s) && notURI8(s, i) == 0 {
		i += 8
	}
	for i < len(s) && notURI[s[i]] == 0 {
		i++
	}
	return i
}

// IsExcluded reports whether a byte is ASCII that may not stand in a URI.
func IsExcluded(b byte) bool { return notURI[b] == excludedASCII }

// HasExcluded reports whether s has ASCII that no URI has and LEIRIs may have.
func HasExcluded(s string) bool {
	i, seen := 0, uint8(0)
	for ; i+8 <= len(s); i += 8 {
		seen |= notURI8(s, i)
	}
	for ; i < len(s); i++ {
		seen |= notURI[s[i]]
	}
	return seen&excludedASCII != 0
}

// excluded holds the printable ASCII characters other than the space that URIs do not
// allow: RFC 3987 §3.1.
const excluded = "<>\"{}|\\^`"

// PrintableExcluded reports whether a byte is in the list of RFC 3987 §3.1: printable
// ASCII that URIs do not allow.
func PrintableExcluded(b byte) bool { return ' ' <= b && b < 0x7F && !UriByte[b] }
