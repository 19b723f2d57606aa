// Package percent reads and writes percent-encodings (RFC 3986 §2.1). Functions take text in which each "%" begins a
// percent-encoding, unless they say otherwise, and return octets, or text with other percent-encodings. The package
// must not know references and their components: its callers decide which characters to encode or decode.
package percent

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
)

// AppendUpperHex appends s with the hexadecimal digits of its percent-encodings in upper
// case.
func AppendUpperHex(dst []byte, s string) []byte {
	for {
		i := strings.IndexByte(s, '%')
		if i < 0 || i+3 > len(s) {
			return append(dst, s...)
		}
		dst = append(append(dst, s[:i]...), '%', UpperHexDigit(s[i+1]), UpperHexDigit(s[i+2]))
		s = s[i+3:]
	}
}

// Triplet returns the octet of the percent-encoding that s begins with. It returns false
// if s does not begin with one.
func Triplet(s string) (byte, bool) {
	if len(s) < 3 || s[0] != '%' {
		return 0, false
	}
	high, low := hexValues[s[1]], hexValues[s[2]]
	return high<<4 | low&15, high|low < 16
}

// hexValues has the value of each HEXDIG of either case, and 255 for other bytes. Branches on digits and letters
// would often be mispredicted.
var hexValues = func() (t [256]byte) {
	for i := range t {
		if t[i] = 255; chars.IsHex(byte(i)) {
			t[i] = chars.HexValue(byte(i))
		}
	}
	return t
}()

// UpperHex has the hexadecimal digits in upper case.
const UpperHex = "0123456789ABCDEF"

// Encode returns s with every byte percent-encoded (RFC 3986 §2.1).
func Encode(s string) string {
	return string(Append(make([]byte, 0, 3*len(s)), s))
}

// Append appends s with every byte percent-encoded in upper case.
func Append(dst []byte, s string) []byte {
	for i := range len(s) {
		dst = append(dst, Triplets[s[i]]...)
	}
	return dst
}

// UpperHexDigit returns a hexadecimal digit in upper case.
func UpperHexDigit(c byte) byte {
	if 'a' <= c && c <= 'f' {
		return c - 0x20
	}
	return c
}

// BadUTF8 calls found for each longest run of percent-encodings whose octets are not
// part of valid UTF-8 (RFC 3629). A character that is not percent-encoded ends a
// sequence of octets, even if its own octets would continue the sequence.
func BadUTF8(s string, found func(start, end int)) {
	start := -1 // start of a run
	endRun := func(at int) {
		if start >= 0 {
			found(start, at)
			start = -1
		}
	}
	for i := 0; ; {
		k := strings.IndexByte(s[i:], '%')
		if k != 0 {
			endRun(i)
		}
		if k < 0 {
			return
		}
		i += k
		var buf [63]byte // octets cut off at its end are read again
		octets := AppendOctets(buf[:0], s[i:min(len(s), i+3*len(buf))])
		switch n := len(octets); {
		case n == 0: // an octet of ASCII, or none
			endRun(i)
			i++
		case utf8.Valid(octets):
			endRun(i)
			i += 3 * n
		default:
			for len(octets) > 0 && (n < len(buf) || utf8.FullRune(octets)) {
				r, w := utf8.DecodeRune(octets)
				if r != utf8.RuneError || w > 1 {
					endRun(i)
				} else if start < 0 {
					start = i
				}
				octets, i = octets[w:], i+3*w
			}
		}
	}
}

// OctetAt returns the octet of the percent-encoding that is s[i:i+3]. It does not check
// that there is one.
func OctetAt(s string, i int) byte { return chars.HexValue(s[i+1])<<4 | chars.HexValue(s[i+2]) }

// AppendOctets appends the octets beyond ASCII of the percent-encodings that s begins with.
func AppendOctets(dst []byte, s string) []byte {
	for len(s) >= len("%E4%B8%AD") && s[0] == '%' {
		// The eight bytes after the first "%", then the values of their digits as [chars.HexValue] makes them, then
		// those of each octet put together, in the bytes 1, 4 and 7.
		w := chars.Load64(s, 1)
		v := w&0x0F0F0F0F0F0F0F0F + w>>6&0x0101010101010101*9
		v |= v << 12
		if w&(0xFF<<16|0xFF<<40) != '%'<<16|'%'<<40 || v&(0x80<<8|0x80<<32|0x80<<56) != 0x80<<8|0x80<<32|0x80<<56 {
			break
		}
		dst, s = append(dst, byte(v>>8), byte(v>>32), byte(v>>56)), s[9:]
	}
	for ; len(s) >= len("%E4") && s[0] == '%' && s[1] >= '8'; s = s[3:] {
		dst = append(dst, OctetAt(s, 0))
	}
	return dst
}

// AppendDecoded appends s with its percent-encodings decoded, except those of ASCII that is not unreserved.
func AppendDecoded(dst []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '%' && i+2 < len(s) {
			n := len(dst)
			if dst = AppendOctets(dst, s[i:]); len(dst) > n { // mostly a word in another script
				i += (len(dst)-n)*len("%E4") - 1
				continue
			}
			if octet := OctetAt(s, i); chars.IsUnreserved(octet) {
				c, i = octet, i+len("41")
			}
		}
		dst = append(dst, c)
	}
	return dst
}

// Decode returns s with its percent-encodings decoded.
func Decode(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			b.WriteByte(OctetAt(s, i))
			i += 2
		} else {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// highBits are the bits of eight bytes that are set where a byte is not ASCII.
const highBits = 0x8080808080808080

// EncodedLen returns the length of s once every byte that is not ASCII is
// percent-encoded.
func EncodedLen(s string) int {
	n, i := 0, 0
	for ; i+8 <= len(s); i += 8 {
		n += bits.OnesCount64(chars.Load64(s, i) & highBits)
	}
	if i > 0 { // the rest of s is in the highest bytes of its last eight
		n += bits.OnesCount64(chars.Load64(s, len(s)-8) >> (8 * (8 + i - len(s))) & highBits)
	} else {
		for ; i < len(s); i++ {
			n += int(s[i] >> 7)
		}
	}
	return len(s) + 2*n
}

// AppendNonASCII appends s with every byte that is not ASCII percent-encoded in upper case: steps 2.1 to 2.3 of RFC
// 3987 §3.1. It makes a URI from an IRI, also on each line of a file. It does not check s. It does not allocate if
// dst has room for three times the length of s.
func AppendNonASCII(dst []byte, s string) []byte {
	i := chars.NonASCII(s)
	if i == len(s) {
		return append(dst, s...)
	}
	if cap(dst)-len(dst) < 3*len(s) {
		dst = slices.Grow(dst, EncodedLen(s))
	}
	return appendNonASCII(dst, s, i)
}

// Encoded returns s with every byte that is not ASCII percent-encoded, as [AppendNonASCII] does, if n is its
// [EncodedLen].
func Encoded(s string, n int) string {
	return chars.UnsafeString(appendNonASCII(make([]byte, 0, n), s, chars.NonASCII(s)))
}

// appendNonASCII is [AppendNonASCII] if dst has room; i is the offset of the first byte that is not ASCII.
func appendNonASCII(dst []byte, s string, i int) []byte {
	at := len(dst)
	b := dst[:cap(dst)]
	at += copy(b[at:], s[:i])
	// A branch per byte mispredicts on text that is not ASCII. So store four bytes and
	// advance by one or three, as long as there is room: each of the last four bytes of s
	// has at least one.
	for ; i+3 < len(s); i++ {
		c := s[i]
		binary.LittleEndian.PutUint32(b[at:at+4], tripletWords[c])
		at += 1 + int(c>>7)*2
	}
	for ; i < len(s); i++ {
		w := tripletWords[s[i]]
		b[at] = byte(w)
		at++
		if s[i] >= utf8.RuneSelf {
			b[at], b[at+1] = byte(w>>8), byte(w>>16)
			at += 2
		}
	}
	return b[:at]
}

// AppendForURI is like [AppendNonASCII] and also percent-encodes the ASCII characters
// that URIs do not allow and LEIRIs do. Each "%" of s must begin a percent-encoding.
func AppendForURI(dst []byte, s string) []byte {
	for i := range len(s) {
		if chars.UriByte[s[i]] {
			dst = append(dst, s[i])
		} else {
			dst = append(dst, Triplets[s[i]]...)
		}
	}
	return dst
}

// EncodeFunc percent-encodes the bytes of s[start:] for which a function returns true.
func EncodeFunc(s string, start int, encode func(byte) bool) string {
	var b []byte
	done := 0
	for i := start; i < len(s); i++ {
		if encode(s[i]) {
			if b == nil {
				b = make([]byte, 0, 3*len(s)-2*i)
			}
			b = append(append(b, s[done:i]...), Triplets[s[i]]...)
			done = i + 1
		}
	}
	if b == nil {
		return s
	}
	return chars.UnsafeString(append(b, s[done:]...))
}

// tripletWords has for every byte the text that AppendNonASCII writes, in the low bytes of a word: the byte itself if
// it is ASCII, its percent-encoding if not.
var tripletWords = func() (t [256]uint32) {
	for i, p := range Triplets {
		if t[i] = uint32(i); i >= utf8.RuneSelf {
			t[i] = uint32(p[0]) | uint32(p[1])<<8 | uint32(p[2])<<16
		}
	}
	return t
}()

// Triplets has the percent-encoding of every byte, in upper case (RFC 3986 §2.1).
var Triplets = func() (t [256]string) {
	b := make([]byte, 0, 3*len(t))
	for i := range t {
		b = append(b, '%', UpperHex[i>>4], UpperHex[i&15])
	}
	all := string(b) // one string for all, because every program makes it at its start
	for i := range t {
		t[i] = all[3*i : 3*i+3]
	}
	return t
}()
