package percent

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
)

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
