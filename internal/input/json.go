package input

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"
)

// json reads a line of JSON Lines: a string, an object with the member "iri" and,
// optionally, "base", "rule" and "other", or an array of these. A string with a base is
// a reference unless the rule says otherwise. With Options.Fields, the strings are the
// values at those paths. A line may also be one of those of an array that stands on
// several lines: "[", an element with a comma after it, or "]".
//
// encoding/json checks the syntax, but the strings are decoded here: encoding/json
// replaces bytes that are not UTF-8 by U+FFFD, and does not tell the offset of a value.
func (d *decoder) json(line []byte) bool {
	value := line
	if !json.Valid(value) {
		value = bytes.TrimRight(value, " \t\r")
		if t := bytes.TrimSpace(value); string(t) == "[" || string(t) == "]" {
			return true
		}
		if value = bytes.TrimSuffix(value, []byte{','}); !json.Valid(value) {
			return d.badJSON(line)
		}
	}
	at := skipSpace(line, 0)
	if line[at] == '[' {
		return d.eachElement(line, at, func(v jsonValue) bool { return d.jsonItem(line, v) })
	}
	return d.jsonItem(line, jsonValue{at, skipValue(line, at)})
}

// eachElement calls f for each element of the array at line[at], until f returns false.
func (d *decoder) eachElement(line []byte, at int, f func(v jsonValue) bool) bool {
	for i := skipSpace(line, at+1); line[i] != ']'; {
		end := skipValue(line, i)
		if !f(jsonValue{i, end}) {
			return false
		}
		if i = skipSpace(line, end); line[i] == ',' {
			i = skipSpace(line, i+1)
		}
	}
	return true
}

// jsonItem reads one value of a line.
func (d *decoder) jsonItem(line []byte, item jsonValue) bool {
	var extra jsonExtra
	if line[item.start] == '{' {
		extra.base = optional(line, item.start, "base")
		extra.rule = optional(line, item.start, "rule")
		extra.other = optional(line, item.start, "other")
	}
	for _, v := range []jsonValue{extra.base, extra.rule, extra.other} {
		if v.end > 0 && line[v.start] != '"' {
			return d.fail(CodeJSON, line, v.start, v.end, "%s stands where a string should", cut(line[v.start:v.end]))
		}
	}
	take := func(v jsonValue) bool { return d.jsonText(line, v, &extra) }
	switch {
	case len(d.o.Fields) == 0 && line[item.start] == '{':
		return d.jsonPath(line, item, []string{"iri"}, take)
	case len(d.o.Fields) == 0:
		return d.jsonPath(line, item, nil, take)
	case len(d.o.Fields) == 1:
		return d.jsonPath(line, item, strings.Split(d.o.Fields[0], "."), take)
	}
	// The values of all paths, in the order of the line.
	var found []jsonValue
	for _, field := range d.o.Fields {
		if !d.jsonPath(line, item, strings.Split(field, "."), func(v jsonValue) bool {
			found = append(found, v)
			return true
		}) {
			return false
		}
	}
	slices.SortFunc(found, func(a, b jsonValue) int { return a.start - b.start })
	for _, v := range slices.Compact(found) {
		if !take(v) {
			return false
		}
	}
	return true
}

// jsonPath calls f for the values at a path from v on. It goes into each element of an
// array. A value that is null or missing is counted and skipped.
func (d *decoder) jsonPath(line []byte, v jsonValue, path []string, f func(jsonValue) bool) bool {
	switch {
	case line[v.start] == '[':
		return d.eachElement(line, v.start, func(v jsonValue) bool { return d.jsonPath(line, v, path, f) })
	case string(line[v.start:v.end]) == "null" && !d.o.KeepBlank:
		d.empty++
		return true
	case len(path) == 0:
		return f(v)
	case line[v.start] != '{':
		return d.fail(CodeJSON, line, v.start, v.end, "there is no object with a member %q here", path[0])
	}
	next, ok := member(line, v.start, path[0])
	switch {
	case ok:
		return d.jsonPath(line, next, path[1:], f)
	case !d.o.KeepBlank:
		d.empty++
		return true
	case len(d.o.Fields) == 0:
		return d.fail(CodeJSON, line, v.start, v.end, "the object has no member %q; --field names another", path[0])
	}
	return d.fail(CodeJSON, line, v.start, v.end, "the object has no member %q", path[0])
}

// jsonExtra is what an object says about its string.
type jsonExtra struct{ base, rule, other jsonValue }

// jsonText hands out the string at v.
func (d *decoder) jsonText(line []byte, value jsonValue, extra *jsonExtra) bool {
	if line[value.start] != '"' {
		return d.fail(CodeJSON, line, value.start, value.end, "%s stands where a string should", cut(line[value.start:value.end]))
	}
	base, rule, other := extra.base, extra.rule, extra.other
	r := &d.rec
	if d.text = d.text[:0]; bytes.IndexByte(line, '\\') >= 0 {
		d.text = d.buffer(len(line)) // for all strings together: a new buffer would make the first ones invalid
	}
	r.Base, r.HasBase = d.jsonString(line, base), base.end > 0
	r.Reference = r.HasBase // only a reference needs a base
	r.Rule = d.jsonString(line, rule)
	r.Other, r.HasOther = d.jsonString(line, other), other.end > 0
	r.Raw, r.Whole, r.Escape = line[value.start+1:value.end-1], line, None
	r.Text = d.jsonString(line, value)
	if d.clean != nil && base.end+rule.end+other.end == 0 && d.clean(r.Text) {
		d.cleanCount++
		return true
	}
	if bytes.IndexByte(r.Raw, '\\') >= 0 {
		r.Escape = EscJSON
	}
	c := &d.counted
	if c.bytes > value.start || c.line != d.off {
		c.line, c.bytes, c.col = d.off, 0, 1
	}
	c.col += utf8.RuneCount(line[c.bytes:value.start])
	c.bytes = value.start
	r.Line, r.Col = d.line, 1+c.col
	r.Offset = d.b.Offset + int64(d.off+value.start+1)
	return d.yield(r)
}

// badJSON reports where the line stops being JSON.
func (d *decoder) badJSON(line []byte) bool {
	if t := bytes.TrimSpace(line); len(t) == 0 {
		return true // blank
	}
	var v json.RawMessage
	err := json.Unmarshal(line, &v)
	at := 0
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		at = min(max(int(syntax.Offset)-1, 0), len(line))
		if strings.Contains(err.Error(), "unexpected end") {
			at = len(line)
		}
	}
	return d.fail(CodeJSON, line, at, min(at+1, len(line)), "the line is not JSON: %v", err)
}

// A jsonValue is the place of a value in its line; the zero jsonValue is an absent one.
type jsonValue struct{ start, end int }

// member finds the member with that name in the object that starts at line[at]. If two
// have the same name, it returns the last one, as encoding/json does.
func member(line []byte, at int, name string) (v jsonValue, ok bool) {
	var key []byte
	for i := skipSpace(line, at+1); line[i] != '}'; {
		end := skipValue(line, i)
		key = unquote(key[:0], line[i+1:end-1])
		same := string(key) == name
		i = skipSpace(line, end) // ":"
		i = skipSpace(line, i+1)
		end = skipValue(line, i)
		if same {
			v, ok = jsonValue{i, end}, true
		}
		if i = skipSpace(line, end); line[i] == ',' {
			i = skipSpace(line, i+1)
		}
	}
	return v, ok
}

// optional is member for a member that may be missing; null counts as missing.
func optional(line []byte, at int, name string) jsonValue {
	v, ok := member(line, at, name)
	if ok && string(line[v.start:v.end]) == "null" {
		return jsonValue{}
	}
	return v
}

func skipSpace(line []byte, i int) int {
	for i < len(line) && (line[i] == ' ' || line[i] == '\t' || line[i] == '\r' || line[i] == '\n') {
		i++
	}
	return i
}

// skipValue returns the end of the value that starts at line[i], which is
// well-formed.
func skipValue(line []byte, i int) int {
	depth := 0
	for ; i < len(line); i++ {
		switch line[i] {
		case '"':
			for i++; line[i] != '"'; i++ {
				if line[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			depth++
			continue
		case '}', ']':
			depth--
		case ' ', '\t', '\r', '\n', ',', ':':
			continue
		default: // a number or a word
			for i+1 < len(line) && !bytes.ContainsAny(line[i+1:i+2], " \t\r\n,:]}") {
				i++
			}
		}
		if depth == 0 {
			return i + 1
		}
	}
	return i
}

// jsonString returns the text of the string at v, decoded into d.text if it has
// escapes.
func (d *decoder) jsonString(line []byte, v jsonValue) string {
	if v.end == 0 {
		return ""
	}
	raw := line[v.start+1 : v.end-1]
	if bytes.IndexByte(raw, '\\') < 0 {
		return view(raw)
	}
	start := len(d.text)
	d.text = unquote(d.text, raw)
	return view(d.text[start:])
}

// unquote appends the text that raw, the inside of a well-formed JSON string,
// stands for.
func unquote(b, raw []byte) []byte {
	for i := 0; i < len(raw); {
		c := raw[i]
		if c != '\\' {
			b = append(b, c)
			i++
			continue
		}
		switch c = raw[i+1]; c {
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
			r, n := jsonRune(raw[i:])
			b = appendRune(b, r)
			i += n
			continue
		}
		b = append(b, c)
		i += 2
	}
	return b
}
