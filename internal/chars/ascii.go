package chars

import (
	"math/bits"
	"strings"
	"unicode/utf8"
)

// nonASCII returns the offset of the first byte of s that is not ASCII, or len(s).
func NonASCII(s string) int {
	i := 0
	for ; i+8 <= len(s); i += 8 {
		b := s[i : i+8]
		w := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
			uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
		if w &= 0x8080808080808080; w != 0 {
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

// load64 returns the eight bytes at an offset, which must be there.
func Load64(s string, i int) uint64 {
	b := s[i : i+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// isHex reports whether a byte is a HEXDIG of either case.
func IsHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

// hexValue returns the value of a HEXDIG of either case.
func HexValue(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}

// isUnreserved reports whether a byte is one of unreserved = ALPHA / DIGIT / "-" /
// "." / "_" / "~" (RFC 3986 §2.3).
func IsUnreserved(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '.' || c == '_' || c == '~'
}

// indexBidiFormatting returns where the first of the characters that RFC 3987
// §4.1 forbids stands (LRM, RLM, LRE, RLE, PDF, LRO, RLO), -1 if there is none.
// In UTF-8 they all begin with E2 80.
func IndexBidiFormatting(s string) int {
	for from := 0; ; {
		i := strings.Index(s[from:], "\xe2\x80")
		if i < 0 || from+i+2 >= len(s) {
			return -1
		}
		from += i
		if r, _ := utf8.DecodeRuneInString(s[from:]); IsBidiFormatting(r) {
			return from
		}
		from += 2
	}
}

// isBidiFormatting reports whether RFC 3987 §4.1 forbids the character in an IRI.
func IsBidiFormatting(r rune) bool {
	return r == 0x200E || r == 0x200F || 0x202A <= r && r <= 0x202E
}

func IsLetter(b byte) bool { return b|0x20-'a' < 26 }

func IsDigit(b byte) bool { return b-'0' < 10 }

func IsASCII[T string | []byte](s T) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

func HasUpper(s string) bool {
	for i := 0; i < len(s); i++ {
		if isUpper(s[i]) {
			return true
		}
	}
	return false
}

// hasUpperHost is hasUpper but for percent-encodings, whose letters are digits.
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

func LowerASCII(b []byte) {
	for i, c := range b {
		if isUpper(c) {
			b[i] = c | 0x20
		}
	}
}

// lowerHost is lowerASCII but for percent-encodings.
func LowerHost(b []byte) {
	for i := 0; i < len(b); i++ {
		if b[i] == '%' {
			i += 2
		} else if isUpper(b[i]) {
			b[i] |= 0x20
		}
	}
}
