package chars

import (
	"strings"
	"unicode/utf8"
)

// uriByte tells which bytes may stand in a URI: unreserved, reserved and "%"
// (RFC 3986 §2). That the grammar says the same is tested.
var UriByte = func() (t [256]bool) {
	for i := '!'; i <= '~'; i++ {
		t[i] = !strings.ContainsRune(excluded, i)
	}
	return t
}()

// excludedByte tells which bytes of ASCII are not in uriByte.
var ExcludedByte = func() (t [256]bool) {
	for i := range utf8.RuneSelf {
		t[i] = !UriByte[i]
	}
	return t
}()

// excluded are the printable characters of ASCII that URIs do not allow, but for
// the space: RFC 3987 §3.1.
const excluded = "<>\"{}|\\^`"

// printableExcluded reports whether a byte is of the list of RFC 3987 §3.1:
// printable ASCII that URIs do not allow.
func PrintableExcluded(b byte) bool { return ' ' <= b && b < 0x7F && !UriByte[b] }
