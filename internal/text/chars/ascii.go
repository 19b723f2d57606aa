// Package chars knows single characters and words: classes of ASCII characters, and the properties that Unicode gives
// to characters (unidata*_gen.go, which internal/make/unigen writes). Functions get a character or a text, and return
// its classes, properties and scripts. The package must not know references or rules: its callers decide what a
// property means for an IRI.
package chars

import (
	"math/bits"
	"strings"
	"unsafe"
)

// UnsafeString returns a string that shares the memory of b. It must not be used after b changes.
func UnsafeString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// NonASCII returns the offset of the first byte of s that is not ASCII, or len(s).
func NonASCII(s string) int {
	i := 0
	for ; i+8 <= len(s); i += 8 {
		if w := Load64(s, i) & 0x8080808080808080; w != 0 {
			return i + bits.TrailingZeros64(w)/8
		}
	}
	for ; i < len(s); i++ {
		if s[i] >= 0x80 {
			break
		}
	}
	return i
}

// Load64 returns the eight bytes from an offset on, the first one in the lowest bits. s
// must have that many.
func Load64(s string, i int) uint64 {
	b := s[i : i+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// IsHex reports whether a byte is a HEXDIG of either case.
func IsHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

// HexValue returns the value of a HEXDIG of either case.
func HexValue(c byte) byte { return c&15 + c>>6*9 }

// IsUnreserved reports whether a byte is one of unreserved = ALPHA / DIGIT / "-" /
// "." / "_" / "~" (RFC 3986 §2.3).
func IsUnreserved(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '.' || c == '_' || c == '~'
}

// IsBidiFormatting reports whether RFC 3987 §4.1 forbids the character in an IRI.
func IsBidiFormatting(r rune) bool {
	return r == 0x200E || r == 0x200F || 0x202A <= r && r <= 0x202E
}

// IsLetter reports whether a byte is an ASCII letter.
func IsLetter(b byte) bool { return b|0x20-'a' < 26 }

// IsDigit reports whether a byte is an ASCII digit.
func IsDigit(b byte) bool { return b-'0' < 10 }

// IsLDH reports whether a byte is an ASCII letter, a digit or a hyphen. LDH labels (RFC 5890 §2.3.1), in which DNS
// ignores case, and names of rules (RFC 5234 §4) consist of these.
func IsLDH(b byte) bool { return IsLetter(b) || IsDigit(b) || b == '-' }

// IndexOther returns the offset of the first byte of s that is neither an ASCII letter, nor a
// digit, nor one of more; -1 if there is none.
func IndexOther(s, more string) int {
	for i := range len(s) {
		if b := s[i]; !IsLetter(b) && !IsDigit(b) && strings.IndexByte(more, b) < 0 {
			return i
		}
	}
	return -1
}

// IsASCII reports whether all bytes of s are ASCII.
func IsASCII[T string | []byte](s T) bool {
	i := 0
	for ; i+8 <= len(s); i += 8 {
		if b := s[i : i+8]; b[0]|b[1]|b[2]|b[3]|b[4]|b[5]|b[6]|b[7] >= 0x80 {
			return false
		}
	}
	for ; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// isUpper reports whether a byte is an ASCII letter in upper case.
func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

// HasUpper reports whether s has an ASCII letter in upper case.
func HasUpper(s string) bool {
	for i := 0; i < len(s); i++ {
		if isUpper(s[i]) {
			return true
		}
	}
	return false
}

// HasUpperHost is like [HasUpper], but ignores letters in percent-encodings, which are digits.
func HasUpperHost(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] == '%' {
			i += 2
		} else if isUpper(s[i]) {
			return true
		}
	}
	return false
}

// LowerASCII changes the ASCII letters of b to lower case.
func LowerASCII(b []byte) {
	for i, c := range b {
		if isUpper(c) {
			b[i] |= 0x20
		}
	}
}

// Lower returns s with ASCII letters in lower case. It does not allocate if there is nothing to
// change.
func Lower(s string) string {
	if !HasUpper(s) {
		return s
	}
	b := []byte(s)
	LowerASCII(b)
	return string(b)
}

// LoweredHost returns a host with letters outside of percent-encodings in lower case. It does not allocate if nothing
// changes.
func LoweredHost(host string) string {
	if !HasUpperHost(host) {
		return host
	}
	b := []byte(host)
	LowerHost(b)
	return string(b)
}

// LowerHost is like [LowerASCII], but does not change percent-encodings.
func LowerHost(b []byte) {
	for i := 0; i < len(b); i++ {
		if b[i] == '%' {
			i += 2
		} else if isUpper(b[i]) {
			b[i] |= 0x20
		}
	}
}

// HexNumber returns the value of the n hex digits at the start of b, or false if there are
// fewer.
func HexNumber(b []byte, n int) (rune, bool) {
	if len(b) < n {
		return 0, false
	}
	var r rune
	for _, c := range b[:n] {
		if !IsHex(c) {
			return 0, false
		}
		r = r<<4 | rune(HexValue(c))
	}
	return r, true
}
