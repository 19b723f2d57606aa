// Package jsonscan finds the positions of values in a text of JSON, and decodes its strings.
package jsonscan

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
)

// MaxDepth is how deep arrays and objects may be nested. encoding/json has the same limit.
const MaxDepth = 10000

// Members finds members of objects, and checks the syntax by RFC 8259 as json.Valid does, except that bytes that are
// not UTF-8 are allowed in strings. It does both in one pass: json.Valid and a search for each member take ten times
// as long.
type Members struct {
	names     []string // the names of the members to find
	Found     []Value  // their values in the object that was scanned last; zero if missing
	First     []string // the first names of paths
	Any       bool     // a path can start with any name
	Hits      []Member // the members of that object with which paths start
	unescaped []byte   // the buffer for names that have escapes
}

// A Member is a member of an object.
type Member struct{ Name, Value Value }

// New returns Members that finds the members with these names.
func New(names ...string) Members {
	return Members{names: names, Found: make([]Value, len(names))}
}

// Line returns the value of a line, or false if the line is not one value. If the value is an object, it finds its
// members.
func (s *Members) Line(line []byte) (v Value, ok bool) {
	v.Start = SkipSpace(line, 0)
	if v.Start < len(line) && line[v.Start] == '{' {
		v.End = s.Object(line, v.Start, 1)
	} else {
		v.End = End(line, v.Start, 0)
	}
	return v, v.End > 0 && SkipSpace(line, v.End) == len(line)
}

// Object returns the end of the object that starts at line[i], or 0 if it is not well-formed, and finds its members.
// If two have the same name, Found has the last one, as in encoding/json, and Hits has both. depth is the number of
// arrays and objects around its members.
func (s *Members) Object(line []byte, i, depth int) int {
	clear(s.Found)
	s.Hits = s.Hits[:0]
	return s.items(line, i, depth)
}

// items is Object for an object or an array. With a nil receiver it finds no members.
func (s *Members) items(line []byte, i, depth int) int {
	closing := line[i] + 2 // "]" or "}": both come two after the opening bracket in ASCII
	if i = SkipSpace(line, i+1); i < len(line) && line[i] == closing {
		return i + 1
	}
	for {
		name, escaped := Value{Start: i}, false
		if closing == '}' {
			if name.End, escaped = StringEnd(line, i); name.End == 0 {
				return 0
			}
			if i = SkipSpace(line, name.End); i >= len(line) || line[i] != ':' {
				return 0
			}
			i = SkipSpace(line, i+1)
		}
		v := Value{i, End(line, i, depth)}
		if v.End == 0 {
			return 0
		}
		if s != nil { // only Object has a receiver, so there is a name
			s.member(line[name.Start+1:name.End-1], escaped, Member{name, v})
		}
		var more bool
		if i, more = Comma(line, v.End, closing); !more {
			return i
		}
	}
}

// member records a member whose name is written as key.
func (s *Members) member(key []byte, escaped bool, m Member) {
	if escaped {
		s.unescaped = Unquote(s.unescaped[:0], key)
		key = s.unescaped
	}
	for k, name := range s.names {
		if string(key) == name {
			s.Found[k] = m.Value
		}
	}
	if s.Any || slices.ContainsFunc(s.First, func(name string) bool { return string(key) == name }) {
		s.Hits = append(s.Hits, m)
	}
}

// End returns the end of the value that starts at line[i], or 0 if there is none. depth is the number of arrays and
// objects around it.
func End(line []byte, i, depth int) int {
	if i >= len(line) {
		return 0
	}
	switch line[i] {
	case '"':
		end, _ := StringEnd(line, i)
		return end
	case '{', '[':
		if depth >= MaxDepth {
			return 0
		}
		return (*Members)(nil).items(line, i, depth+1)
	case 't':
		return scanWord(line, i, "true")
	case 'f':
		return scanWord(line, i, "false")
	case 'n':
		return scanWord(line, i, "null")
	}
	return NumberEnd(line, i)
}

// Items calls item for each element of the well-formed array, or member of the object, at line[i], with the name,
// which is zero for an element, and the start of the value. It returns the end; more is the last result of item.
func Items(line []byte, i int, item func(name Value, at int) (end int, more bool)) (end int, more bool) {
	closing := line[i] + 2 // "]" or "}": both come two after the opening bracket in ASCII
	if i = SkipSpace(line, i+1); line[i] == closing {
		return i + 1, true
	}
	for {
		var name Value
		if closing == '}' {
			name.Start = i
			name.End, _ = StringEnd(line, i)
			i = SkipSpace(line, SkipSpace(line, name.End)+1) // past the colon
		}
		if end, more = item(name, i); !more {
			return end, false
		}
		if i, more = Comma(line, end, closing); !more {
			return i, true
		}
	}
}

// Comma reads the text between members or elements. After a comma it returns the start of the next one and true;
// after the closing bracket, its end and false; otherwise 0.
func Comma(line []byte, i int, closing byte) (next int, more bool) {
	i = SkipSpace(line, i)
	switch {
	case i >= len(line):
		return 0, false
	case line[i] == ',':
		return SkipSpace(line, i+1), true
	case line[i] == closing:
		return i + 1, false
	}
	return 0, false
}

// StringEnd returns the end of the string that starts at line[i], or 0 if there is none, and whether it has escapes.
func StringEnd(line []byte, i int) (end int, escaped bool) {
	if i >= len(line) || line[i] != '"' {
		return 0, false
	}
	for i++; ; {
		if i = SkipPlain(line, i); i >= len(line) {
			return 0, false
		}
		switch line[i] {
		case '"':
			return i + 1, escaped
		case '\\':
		default:
			return 0, false // a control character
		}
		escaped = true
		if i+1 >= len(line) {
			return 0, false
		}
		switch line[i+1] {
		case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			i += 2
		case 'u':
			if i+6 > len(line) {
				return 0, false
			}
			if _, ok := chars.HexNumber(line[i+2:], 4); !ok {
				return 0, false
			}
			i += 6
		default:
			return 0, false
		}
	}
}

// ones has eight bytes with the value 1.
const ones = 0x0101010101010101

// SkipPlain returns the offset of the first quote, backslash or control character from line[i] on, len(line) if there
// is none. It tests eight bytes at a time: a zero byte in a word shows as its high bit in (w - 0x01…) &^ w & 0x80…, and
// a byte below the space in (w - 0x20…) &^ w & 0x80…. The lowest such bit is exact: a byte that borrows from the next
// ones is one of these itself. The first byte of the line is the lowest of the word.
func SkipPlain(line []byte, i int) int {
	const highs = ones << 7
	for ; i+8 <= len(line); i += 8 {
		w := binary.LittleEndian.Uint64(line[i:])
		quote := w ^ '"'*ones
		slash := w ^ '\\'*ones
		found := ((quote-ones)&^quote | (slash-ones)&^slash | (w-' '*ones)&^w) & highs
		if found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	for ; i < len(line); i++ {
		if c := line[i]; c == '"' || c == '\\' || c < ' ' {
			break
		}
	}
	return i
}

func scanWord(line []byte, i int, word string) int {
	if len(line)-i >= len(word) && string(line[i:i+len(word)]) == word {
		return i + len(word)
	}
	return 0
}

// NumberEnd returns the end of the number that starts at line[i], or 0 if there is none.
func NumberEnd(line []byte, i int) int {
	if i < len(line) && line[i] == '-' {
		i++
	}
	switch {
	case i < len(line) && line[i] == '0': // digits after it are not a part of the number, and nothing may follow there
		i++
	default:
		if i = scanDigits(line, i); i == 0 {
			return 0
		}
	}
	if i < len(line) && line[i] == '.' {
		if i = scanDigits(line, i+1); i == 0 {
			return 0
		}
	}
	if i < len(line) && line[i]|0x20 == 'e' {
		if i++; i < len(line) && (line[i] == '+' || line[i] == '-') {
			i++
		}
		i = scanDigits(line, i)
	}
	return i
}

// scanDigits returns the end of the digits that start at line[i], or 0 if there are none.
func scanDigits(line []byte, i int) int {
	start := i
	for i < len(line) && '0' <= line[i] && line[i] <= '9' {
		i++
	}
	if i == start {
		return 0
	}
	return i
}

// Fault returns the offset where a text stops being JSON, and a message.
func Fault(text []byte) (at int, message string) {
	var v json.RawMessage
	err := json.Unmarshal(text, &v)
	if err == nil {
		return len(text), ""
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		at = min(max(int(syntax.Offset)-1, 0), len(text))
		if strings.Contains(err.Error(), "unexpected end") {
			at = len(text)
		}
	}
	if at < len(text) && text[at] == '\n' && strings.Contains(err.Error(), "string") {
		return at, `a string has no line end: write \n for it (RFC 8259 §7)`
	}
	return at, err.Error()
}

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
