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

// ExcludedByte tells which ASCII bytes may not stand in a URI.
var ExcludedByte = func() (t [256]bool) {
	for i := range utf8.RuneSelf {
		t[i] = !UriByte[i]
	}
	return t
}()

// HasExcluded reports whether s has ASCII that no URI has and LEIRIs may have.
func HasExcluded(s string) bool {
	for i := range len(s) {
		if ExcludedByte[s[i]] {
			return true
		}
	}
	return false
}

// excluded holds the printable ASCII characters other than the space that URIs do not
// allow: RFC 3987 §3.1.
const excluded = "<>\"{}|\\^`"

// PrintableExcluded reports whether a byte is in the list of RFC 3987 §3.1: printable
// ASCII that URIs do not allow.
func PrintableExcluded(b byte) bool { return ' ' <= b && b < 0x7F && !UriByte[b] }
