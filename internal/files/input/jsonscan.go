package input

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/rfc3987/iri/internal/text/chars"
)

// maxJSONDepth is how deep arrays and objects may nest; encoding/json has the same limit.
const maxJSONDepth = 10000

// jsonMembers finds members of objects. It checks the syntax by RFC 8259 as json.Valid
// does, but allows bytes that are not UTF-8 in strings. One pass does both: json.Valid and a
// walk for each member take ten times as long.
type jsonMembers struct {
	names     []string     // of the members that are wanted
	found     []jsonValue  // their values in the object that was scanned last; zero if missing
	first     []string     // those with which paths start
	any       bool         // a path can start with any name
	hits      []jsonMember // the members in that object with which paths start
	unescaped []byte       // the buffer for names that have escapes
}

// A jsonMember is a member of an object.
type jsonMember struct{ name, value jsonValue }

// newJSONMembers looks for the members with these names.
func newJSONMembers(names ...string) jsonMembers {
	return jsonMembers{names: names, found: make([]jsonValue, len(names))}
}

// line returns the value that is the line, false if the line is not JSON. If the value is an
// object, its members are found.
func (s *jsonMembers) line(line []byte) (v jsonValue, ok bool) {
	v.start = skipSpace(line, 0)
	if v.start < len(line) && line[v.start] == '{' {
		v.end = s.object(line, v.start, 1)
	} else {
		v.end = scanValue(line, v.start, 0)
	}
	return v, v.end > 0 && skipSpace(line, v.end) == len(line)
}

// object returns the end of the object that starts at line[i], 0 if it is not well-formed,
// and finds its members. If two have the same name, found has the last one, as in encoding/json, and
// hits has both. depth is the number of arrays and objects around its members. A nil
// receiver finds no members.
func (s *jsonMembers) object(line []byte, i, depth int) int {
	if s != nil {
		clear(s.found)
		s.hits = s.hits[:0]
	}
	if i = skipSpace(line, i+1); i < len(line) && line[i] == '}' {
		return i + 1
	}
	for {
		name := jsonValue{start: i}
		var escaped bool
		if name.end, escaped = scanString(line, i); name.end == 0 {
			return 0
		}
		if i = skipSpace(line, name.end); i >= len(line) || line[i] != ':' {
			return 0
		}
		i = skipSpace(line, i+1)
		v := jsonValue{i, scanValue(line, i, depth)}
		if v.end == 0 {
			return 0
		}
		if s != nil {
			s.member(line[name.start+1:name.end-1], escaped, jsonMember{name, v})
		}
		var more bool
		if i, more = scanComma(line, v.end, '}'); !more {
			return i
		}
	}
}

// member takes a member whose name is written as key.
func (s *jsonMembers) member(key []byte, escaped bool, m jsonMember) {
	if escaped {
		s.unescaped = unquote(s.unescaped[:0], key)
		key = s.unescaped
	}
	for k, name := range s.names {
		if string(key) == name {
			s.found[k] = m.value
		}
	}
	if s.any || slices.ContainsFunc(s.first, func(name string) bool { return string(key) == name }) {
		s.hits = append(s.hits, m)
	}
}

// scanValue returns the end of the value that starts at line[i], 0 if there is none.
// depth is the number of arrays and objects around it.
func scanValue(line []byte, i, depth int) int {
	if i >= len(line) {
		return 0
	}
	switch c := line[i]; c {
	case '"':
		end, _ := scanString(line, i)
		return end
	case '{', '[':
		if depth >= maxJSONDepth {
			return 0
		}
		if c == '{' {
			return (*jsonMembers)(nil).object(line, i, depth+1)
		}
		return scanArray(line, i, depth+1)
	case 't':
		return scanWord(line, i, "true")
	case 'f':
		return scanWord(line, i, "false")
	case 'n':
		return scanWord(line, i, "null")
	}
	return scanNumber(line, i)
}

func scanArray(line []byte, i, depth int) int {
	if i = skipSpace(line, i+1); i < len(line) && line[i] == ']' {
		return i + 1
	}
	for {
		end := scanValue(line, i, depth)
		if end == 0 {
			return 0
		}
		var more bool
		if i, more = scanComma(line, end, ']'); !more {
			return i
		}
	}
}

// scanComma reads what may follow a member or an element. After a comma it returns the
// start of the next one and true; after the closing bracket its end, else 0.
func scanComma(line []byte, i int, closing byte) (next int, more bool) {
	i = skipSpace(line, i)
	switch {
	case i >= len(line):
		return 0, false
	case line[i] == ',':
		return skipSpace(line, i+1), true
	case line[i] == closing:
		return i + 1, false
	}
	return 0, false
}

// scanString returns the end of the string that starts at line[i], 0 if there is none,
// and whether it has escapes.
func scanString(line []byte, i int) (end int, escaped bool) {
	if i >= len(line) || line[i] != '"' {
		return 0, false
	}
	for i++; ; {
		if i = skipPlain(line, i); i >= len(line) {
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

// skipPlain returns the offset of the first quote, backslash or control character from
// line[i] on, len(line) if there is none. It tests eight bytes at a time: a zero byte in
// a word shows as its high bit in (w - 0x01…) &^ w & 0x80…, and the lowest such bit is
// exact.
func skipPlain(line []byte, i int) int {
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

// scanNumber returns the end of the number that starts at line[i], 0 if there is none.
func scanNumber(line []byte, i int) int {
	if i < len(line) && line[i] == '-' {
		i++
	}
	switch {
	case i < len(line) && line[i] == '0':
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

// scanDigits returns the end of the digits that start at line[i], 0 if there is none.
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
