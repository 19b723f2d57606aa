package input

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"
)

// json reads a line of JSON Lines: a string, or an object with the member "iri" and,
// optionally, "base", "rule" and "other". A string with a base is a reference unless
// the rule says otherwise. With Options.Field, the string is the value at that path.
//
// The strings are decoded here: encoding/json replaces bytes that are not UTF-8 by
// U+FFFD, and does not tell the offset of a value.
func (d *decoder) json(line []byte) bool {
	path := d.o.Field
	first, rest, deeper := strings.Cut(path, ".")
	if path == "" {
		first = "iri"
	}
	found, ok := scanJSON(line, first)
	if !ok {
		return d.badJSON(line)
	}
	value, base, rule, other := found.top, notNull(line, found.base), notNull(line, found.rule), notNull(line, found.other)
	if path != "" || line[value.start] == '{' {
		if line[value.start] != '{' {
			return d.noObject(line, value, first)
		}
		if found.first.end == 0 {
			return d.noMember(line, value, first)
		}
		value = found.first
	}
	for deeper {
		var name string
		name, rest, deeper = strings.Cut(rest, ".")
		if line[value.start] != '{' {
			return d.noObject(line, value, name)
		}
		v, ok := member(line, value.start, name)
		if !ok {
			return d.noMember(line, value, name)
		}
		value = v
	}
	for _, v := range []jsonValue{value, base, rule, other} {
		if v.end > 0 && line[v.start] != '"' {
			if line[v.start] == '[' {
				return d.fail(CodeJSON, line, v.start, v.end, "an array stands where a string should: JSON Lines hold one value a line (jq -c '.[]' makes them from an array)")
			}
			return d.fail(CodeJSON, line, v.start, v.end, "%s stands where a string should", cut(line[v.start:v.end]))
		}
	}
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
	r.Line, r.Col = d.line, 2+utf8.RuneCount(line[:value.start])
	r.Offset = d.b.Offset + int64(d.off+value.start+1)
	return d.yield(r)
}

// noObject reports that there is no object with that member.
func (d *decoder) noObject(line []byte, v jsonValue, name string) bool {
	return d.fail(CodeJSON, line, v.start, v.end, "there is no object with a member %q here", name)
}

// noMember reports that the object has no such member.
func (d *decoder) noMember(line []byte, v jsonValue, name string) bool {
	if d.o.Field == "" {
		return d.fail(CodeJSON, line, v.start, v.end, "the object has no member %q; --field names another", name)
	}
	return d.fail(CodeJSON, line, v.start, v.end, "the object has no member %q", name)
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

// notNull returns v, and nothing if v is null.
func notNull(line []byte, v jsonValue) jsonValue {
	if string(line[v.start:v.end]) == "null" {
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
