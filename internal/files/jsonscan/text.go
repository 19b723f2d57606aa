package jsonscan

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
)

// A Value is the range of a value in its line. The zero Value is a missing one.
type Value struct{ Start, End int }

// SkipSpace returns the offset of the first byte from line[i] on that is not white space of JSON.
func SkipSpace(line []byte, i int) int {
	for i < len(line) && (line[i] == ' ' || line[i] == '\t' || line[i] == '\r' || line[i] == '\n') {
		i++
	}
	return i
}

// String returns the text of the string at v, decoded into the buffer if it has escapes, and the buffer. The text is
// valid until the line or the buffer changes.
func String(line []byte, v Value, buf []byte) ([]byte, string) {
	raw := line[v.Start+1 : v.End-1]
	if bytes.IndexByte(raw, '\\') < 0 {
		return buf, chars.UnsafeString(raw)
	}
	buf = Unquote(buf[:0], raw)
	return buf, chars.UnsafeString(buf)
}

// Unquote appends the decoded text of raw, the inside of a well-formed JSON string. A backslash in raw is always
// followed by the rest of its escape; an escaped quote, slash or backslash is the character itself.
func Unquote(b, raw []byte) []byte {
	for i := 0; i < len(raw); {
		n := bytes.IndexByte(raw[i:], '\\')
		if n < 0 {
			return append(b, raw[i:]...)
		}
		b = append(b, raw[i:i+n]...)
		i += n
		c := raw[i+1]
		switch c {
		case 'b':
			c = '\b'
		case 'f':
			c = '\f'
		case 'n':
			c = '\n'
		case 'r':
			c = '\r'
		case 't':
			c = '\t'
		case 'u':
			r, n := Rune(raw[i:])
			b = appendRune(b, r)
			i += n
			continue
		}
		b = append(b, c)
		i += 2
	}
	return b
}

// Rune reads a \u escape at the start of b, or two that are a surrogate pair. It
// returns the character and the length of the escape.
func Rune(b []byte) (rune, int) {
	r, ok := chars.HexNumber(b[2:], 4)
	if !ok {
		return utf8.RuneError, 2
	}
	// A high surrogate and a low one are one character; each of the two escapes has six bytes.
	if utf16.IsSurrogate(r) && len(b) >= 12 && b[6] == '\\' && b[7] == 'u' {
		if low, ok := chars.HexNumber(b[8:], 4); ok {
			if p := utf16.DecodeRune(r, low); p != utf8.RuneError {
				return p, 12
			}
		}
	}
	return r, 6
}

// appendRune appends r as UTF-8. An escape can name a surrogate, which UTF-8 cannot encode. It is encoded like other
// characters: the three bytes are not valid UTF-8, so the check reports them at their position. U+FFFD would hide the
// fault.
func appendRune(b []byte, r rune) []byte {
	if utf16.IsSurrogate(r) {
		return append(b, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
	}
	return utf8.AppendRune(b, r)
}

// Unit is the unit of [json.EscJSON]: it returns the length of the byte or escape at the start of raw, and the length
// of its decoded text.
func Unit(raw []byte) (rawLen, textLen int) {
	if raw[0] != '\\' || len(raw) < 2 {
		return 1, 1
	}
	if raw[1] != 'u' {
		return 2, 1
	}
	r, n := Rune(raw)
	return n, chars.RuneLen(r)
}
