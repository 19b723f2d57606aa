package percent

import (
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/chars"
)

// appendUpperHex appends s with the hex digits of its percent-encodings in upper
// case.
func AppendUpperHex(dst []byte, s string) []byte {
	for {
		i := strings.IndexByte(s, '%')
		if i < 0 || i+3 > len(s) {
			return append(dst, s...)
		}
		dst = append(dst, s[:i]...)
		dst = append(dst, '%', UpperHexDigit(s[i+1]), UpperHexDigit(s[i+2]))
		s = s[i+3:]
	}
}

// indexFrom returns an index in s of one in s[from:], the length of s for -1.
func IndexFrom(s string, from, index int) int {
	if index < 0 {
		return len(s)
	}
	return from + index
}

// triplet returns the octet of the percent-encoding that s begins with.
func Triplet(s string) (byte, bool) {
	if len(s) < 3 || s[0] != '%' || !chars.IsHex(s[1]) || !chars.IsHex(s[2]) {
		return 0, false
	}
	return chars.HexValue(s[1])<<4 | chars.HexValue(s[2]), true
}

const UpperHex = "0123456789ABCDEF"

// percentEncode returns s with every byte percent-encoded (RFC 3986 §2.1).
func Encode(s string) string {
	return string(Append(make([]byte, 0, 3*len(s)), s))
}

// appendEncoded appends s with every byte percent-encoded in upper case.
func Append(dst []byte, s string) []byte {
	for i := range len(s) {
		dst = append(dst, Triplets[s[i]]...)
	}
	return dst
}

func UpperHexDigit(c byte) byte {
	if 'a' <= c && c <= 'f' {
		return c - 0x20
	}
	return c
}

// badUTF8 calls found for each longest run of percent-encodings whose octets are
// no part of UTF-8 (RFC 3629). Characters that stand as they are end a sequence,
// though their octets might continue it: they are characters, not octets.
func BadUTF8(s string, found func(start, end int)) {
	start := -1
	for i := strings.IndexByte(s, '%'); i >= 0 && i+3 <= len(s); {
		var buf [utf8.UTFMax]byte
		n := 0
		for n < len(buf) && i+3*n+3 <= len(s) && s[i+3*n] == '%' {
			buf[n] = OctetAt(s, i+3*n)
			n++
		}
		r, w := utf8.DecodeRune(buf[:n])
		if r == utf8.RuneError && w == 1 {
			if start < 0 {
				start = i
			}
		} else if start >= 0 {
			found(start, i)
			start = -1
		}
		i += 3 * w
		if i < len(s) && s[i] == '%' {
			continue
		}
		if start >= 0 {
			found(start, i)
			start = -1
		}
		k := strings.IndexByte(s[i:], '%')
		if k < 0 {
			return
		}
		i += k
	}
	if start >= 0 {
		found(start, len(s))
	}
}

// unhexPair returns the byte that the percent-encoding at s[i:i+3] stands for.
func OctetAt(s string, i int) byte { return chars.HexValue(s[i+1])<<4 | chars.HexValue(s[i+2]) }

// percentDecode returns s with its percent-encodings, which must be whole, decoded
// (RFC 3986 §2.1).
func Decode(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			b = append(b, OctetAt(s, i))
			i += 2
		} else {
			b = append(b, s[i])
		}
	}
	return string(b)
}
