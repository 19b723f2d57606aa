// Package jsonw writes JSON by appending, for output that is too much for
// encoding/json. Its strings hold what they are given: only what RFC 8259 §7
// demands is escaped, and what many readers of lines take for the end of one,
// since a line has to stay a line: U+0085, U+2028 and U+2029.
package jsonw

import (
	"encoding/base64"
	"math/bits"
	"unicode/utf8"
)

const hex = "0123456789abcdef"

// AppendString appends s to b as a JSON string. A byte that is not part of valid
// UTF-8 becomes U+FFFD.
func AppendString(b []byte, s string) []byte {
	return append(AppendContent(append(b, '"'), s), '"')
}

// piece is how much of a long string [AppendStringFull] writes at a time. Base64
// takes three bytes at a time.
const piece = 3 << 14

// AppendStringFull is [AppendString] for a string that may be very long: after each
// piece it gives what there is of the output to full, which returns what to append
// the next piece to. full may be nil.
func AppendStringFull(b []byte, s string, full func([]byte) []byte) []byte {
	b = append(b, '"')
	for full != nil && len(s) > piece {
		n := piece
		for k := range utf8.UTFMax {
			if utf8.RuneStart(s[piece-k]) {
				n = piece - k // between characters
				break
			}
		}
		b = full(AppendContent(b, s[:n]))
		s = s[n:]
	}
	return append(AppendContent(b, s), '"')
}

// AppendContent appends what stands between the quotes of [AppendString]. A string may
// be written in pieces that end between characters.
func AppendContent(b []byte, s string) []byte {
	done := 0
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				b = append(b, s[done:i]...)
				b = append(b, "\uFFFD"...)
				done = i + 1
			}
			if r == 0x85 || r == 0x2028 || r == 0x2029 {
				b = append(b, s[done:i]...)
				b = append(b, '\\', 'u', hex[r>>12], hex[r>>8&15], hex[r>>4&15], hex[r&15])
				done = i + n
			}
			i += n
			continue
		case c >= ' ' && c != '"' && c != '\\':
			i = special(s, i+1)
			continue
		}
		b = append(b, s[done:i]...)
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, `\n`...)
		case '\r':
			b = append(b, `\r`...)
		case '\t':
			b = append(b, `\t`...)
		default:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
		i++
		done = i
	}
	return append(b, s[done:]...)
}

// special returns the offset of the first byte of s from i on that may not be a
// character which stands for itself, or the end. It looks at eight bytes at a time:
// one gets the highest bit if it is beyond ASCII, if there is not a space to take
// from it, or if it does not differ from " or \, so that there is no one to take
// from the difference.
func special(s string, i int) int {
	const ones = 0x0101010101010101
	for ; i+8 <= len(s); i += 8 {
		b := s[i : i+8]
		w := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
			uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
		high := w | (w - ' '*ones) | ((w ^ '"'*ones) - ones) | ((w ^ '\\'*ones) - ones)
		if high &= 0x80 * ones; high != 0 {
			return i + bits.TrailingZeros64(high)/8
		}
	}
	return i
}

// AppendText appends a member without a comma: the name and s. If s is not UTF-8
// a second member follows, with "Base64" at the end of its name and the bytes of
// s, so that nothing is lost. The name is not escaped.
func AppendText(b []byte, name, s string) []byte { return AppendTextFull(b, name, s, nil) }

// AppendTextFull is [AppendText] for a text that may be very long; see
// [AppendStringFull].
func AppendTextFull(b []byte, name, s string, full func([]byte) []byte) []byte {
	b = append(b, '"')
	b = append(b, name...)
	b = append(b, '"', ':')
	b = AppendStringFull(b, s, full)
	if utf8.ValidString(s) {
		return b
	}
	b = append(b, ',', '"')
	b = append(b, name...)
	b = append(b, `Base64":"`...)
	for full != nil && len(s) > piece {
		b = full(base64.StdEncoding.AppendEncode(b, []byte(s[:piece])))
		s = s[piece:]
	}
	b = base64.StdEncoding.AppendEncode(b, []byte(s))
	return append(b, '"')
}
