// Package jsonw writes JSON strings. It takes strings, which need not be UTF-8, and appends JSON to a byte slice,
// which for large output is faster than encoding/json. Rare values use encoding/json, see [AppendValue].
//
// The package escapes only the characters that RFC 8259 §7 requires to be escaped, and those of [Escaped]. It must
// not know what the strings mean.
package jsonw

import (
	"encoding/base64"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
)

const hex = "0123456789abcdef"

// AppendString appends s to b as a JSON string. A byte that is not part of valid
// UTF-8 becomes U+FFFD.
func AppendString(b []byte, s string) []byte {
	b, _ = appendString(b, s)
	return b
}

// isPlain reports whether eight bytes are all ASCII that needs no escape in a string.
func isPlain(w uint64) bool {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	// Each subtraction sets the highest bit of a byte that is smaller, and perhaps of bytes after it.
	return (w|(w-' '*ones)|((w^'"'*ones)-ones)|((w^'\\'*ones)-ones))&high == 0
}

// appendString is AppendString, and reports whether s is valid UTF-8.
func appendString(b []byte, s string) (_ []byte, valid bool) {
	b, valid = append(b, '"'), true
	done := 0 // s[:done] has been appended
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				b = append(b, s[done:i]...)
				b = append(b, "\uFFFD"...)
				done, valid = i+1, false
			}
			if Escaped(r) {
				b = appendEscape(append(b, s[done:i]...), r)
				done = i + n
			}
			i += n
			continue
		case c >= ' ' && c != '"' && c != '\\':
			for i++; i+8 <= len(s) && isPlain(chars.Load64(s, i)); {
				i += 8
			}
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
	return append(append(b, s[done:]...), '"'), valid
}

// Escaped reports whether a character is written as an escape although JSON does not require it: the controls U+0080
// to U+009F, which terminals interpret, U+2028 and U+2029, which like U+0085 end a line for many programs, and bidi
// formatting characters, which change the order in which the JSON is shown.
func Escaped(r rune) bool {
	switch {
	case r < 0x600:
		return 0x80 <= r && r <= 0x9F
	case r < 0x2000:
		return r == 0x61C
	}
	return r == 0x200E || r == 0x200F || 0x2028 <= r && r <= 0x202E || 0x2066 <= r && r <= 0x2069
}

func appendEscape(b []byte, r rune) []byte {
	return append(b, '\\', 'u', hex[r>>12], hex[r>>8&15], hex[r>>4&15], hex[r&15])
}

// Escape returns JSON that another package has written, with the characters of [Escaped] escaped.
func Escape(json []byte) []byte {
	var b []byte
	done := 0
	for i := 0; i < len(json); {
		r, n := utf8.DecodeRune(json[i:])
		if Escaped(r) {
			b = appendEscape(append(b, json[done:i]...), r)
			done = i + n
		}
		i += n
	}
	if done == 0 {
		return json
	}
	return append(b, json[done:]...)
}

// AppendText appends a member with this name and the string s, without a comma. If s is not UTF-8, it appends a
// second member, whose name ends with "Base64" and whose value has the bytes of s, so that nothing is lost. The name
// must not need escapes.
func AppendText(b []byte, name, s string) []byte {
	b = append(b, '"')
	b = append(b, name...)
	b, valid := appendString(append(b, '"', ':'), s)
	if valid {
		return b
	}
	b = append(b, ',', '"')
	b = append(b, name...)
	b = append(b, `Base64":"`...)
	return append(base64.StdEncoding.AppendEncode(b, []byte(s)), '"')
}
