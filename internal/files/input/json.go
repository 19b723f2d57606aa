package input

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/text/wording"
)

// JSON is JSON Lines, and JSON on several lines: strings and objects.
var JSON = &format{
	name: "json", aliases: []string{"jsonl"}, endings: []string{".jsonl", ".json", ".ndjson", ".ldjson"}, code: CodeJSON,
	list: true, indented: true, nested: true, hasBase: true, utf8: true, anyLine: true, members: true,
	startsAtLines: startsAtLines, cut: newJSONCutter, decode: decodeJSON, holds: always, escape: escapeJSON, unescape: unescapeJSON,
}

// A jsonDecoder reads the records of a block of JSON.
type jsonDecoder struct {
	*decoder
	members jsonMembers // the members that are wanted
	paths   memberPaths // to the values
	hit     []bool      // for each path whether it has led to a value
	states  []uint64    // of the paths, len(paths) for each value that is open: see walk
	name    []byte      // the buffer for names that have escapes
	extra   jsonExtra   // of the present object
	found   []jsonValue // the values of the present record
	spans   []jsonValue // of each the part from the token before it to the comma after it
}

// decodeJSON hands out the records of a block of JSON.
func decodeJSON(d *decoder, _ Cleaner) {
	fields := d.o.Fields
	if len(fields) == 0 {
		fields = []string{"iri"}
	}
	j := jsonDecoder{decoder: d, paths: parseMemberPaths(fields), hit: make([]bool, len(fields))}
	j.members = newJSONMembers("base", "rule", "other") // as memberBase and so on
	for i := range j.paths {
		switch first := j.paths[i].names[0]; {
		case isWildName(first):
			j.members.any = true
		case !slices.Contains(j.members.first, first):
			j.members.first = append(j.members.first, first)
		}
	}
	j.each(j.value)
	d.b.File.selected.add(j.hit)
}

// each calls f for each value of the block that is a record or one of the values of a record, until f
// returns false. Values of a record stand after each other or have commas between them: they may be
// those of an array whose brackets stand on other lines. A record that is not JSON is a fault as a whole.
func (d *jsonDecoder) each(f func(text []byte, v jsonValue) bool) {
	data := d.b.Data
	for d.skipBOM(); d.off < len(data); {
		text := data[d.off:]
		if n := bytes.IndexByte(text, '\n'); n >= 0 {
			text = text[:n+1]
		}
		from := d.off
		value, ok := d.members.line(text)
		if !ok {
			// Most lines are values, which the line above finds out.
			text = data[d.off:]
			if n, ok := new(Nesting).ends(text, true); ok {
				text = text[:n]
			}
		}
		next := from + len(text)
		d.rec.From, d.rec.To = int64(from), int64(next)
		more := true
		switch blank := len(bytes.TrimLeft(text, chars.Space)) == 0; {
		case !blank && len(trimLineEnd(text)) > d.o.maxLine():
			d.lines++
			more = d.tooLong(text)
		case ok:
			d.lines++
			more = f(text, value)
		case !blank:
			d.lines++
			more = d.record(text, f)
		}
		if !more {
			return
		}
		d.off = next
	}
}

// record is each for a record that is not one line with one value.
func (d *jsonDecoder) record(text []byte, f func(text []byte, v jsonValue) bool) bool {
	d.found, d.spans = d.found[:0], d.spans[:0]
	comma := true // one may follow
	from, brackets := 0, false
	for i := skipSpace(text, 0); i < len(text); i = skipSpace(text, i) {
		switch c := text[i]; {
		case c == ',' && comma, c == ']', c == '[' && len(d.found) == 0 && isLone(text, i):
			comma = c == ']'
			i++
			if n := len(d.spans); c == ',' && n > 0 {
				d.spans[n-1].end = i
			}
			from, brackets = i, brackets || c != ','
			continue
		}
		v := jsonValue{i, scanValue(text, i, 0)}
		if v.end == 0 {
			if n := bytes.LastIndexByte(text, ']'); bytes.Count(text, []byte{'['}) < bytes.Count(text, []byte{']'}) && chars.IsBlank(text[n+1:]) {
				d.rec.To = int64(d.off + n) // that ends the array, which stays
			}
			return d.badJSON(text, i)
		}
		d.found, d.spans = append(d.found, v), append(d.spans, jsonValue{from, v.end})
		i, comma = v.end, true
		from = i
	}
	d.lines += len(d.found) - 1 // the brackets of an array are not a record
	for i, v := range d.found {
		if brackets || len(d.found) > 1 {
			d.setRecord(text, v, d.spans[i])
		}
		if text[v.start] == '{' {
			d.members.object(text, v.start, 0)
		}
		if !f(text, v) {
			return false
		}
	}
	return true
}

// setRecord makes the record one of several values in a text, so that the others stay if it goes: a value with the comma
// after it, where there is one, or the whole line if nothing else stands there. span is from the token before the value.
func (d *jsonDecoder) setRecord(text []byte, v, span jsonValue) {
	if n := bytes.LastIndexByte(text[span.start:v.start], '\n'); n >= 0 {
		span.start += n + 1
	}
	next := bytes.TrimLeft(text[span.end:], " \t\r")
	if whole := span.start == 0 || text[span.start-1] == '\n'; whole && len(next) > 0 && next[0] == '\n' {
		span.end = len(text) - len(next) + 1
	}
	d.rec.From, d.rec.To = int64(d.off+span.start), int64(d.off+span.end)
}

// isLone reports whether text[i] is alone on its line.
func isLone(text []byte, i int) bool {
	before, after := text[:i], text[i+1:]
	before = before[bytes.LastIndexByte(before, '\n')+1:]
	if n := bytes.IndexByte(after, '\n'); n >= 0 {
		after = after[:n]
	}
	return len(bytes.TrimLeft(before, chars.Space))+len(bytes.TrimLeft(after, chars.Space)) == 0
}

// value reads a value: a string, an object with the member "iri" and, optionally, "base", "rule" and
// "other", or an array of these. A string with a base is a reference unless the rule says otherwise.
// With Options.Fields, the strings are the values at those paths. If the value is an object, d.members
// has its members.
//
// The strings are found and decoded here: encoding/json replaces bytes that are not UTF-8
// by U+FFFD, and does not tell the offset of a value.
func (d *jsonDecoder) value(text []byte, value jsonValue) bool {
	if text[value.start] != '[' {
		return d.jsonItem(text, value)
	}
	from, records := value.start+1, 0
	for i, more := skipSpace(text, from), true; more && text[i] != ']'; records++ {
		v := jsonValue{i, scanValue(text, i, 0)}
		span := jsonValue{from, v.end}
		if i, more = scanComma(text, v.end, ']'); more {
			span.end = skipSpace(text, v.end) + 1
		}
		d.setRecord(text, v, span)
		if text[v.start] == '{' {
			d.members.object(text, v.start, 0)
		}
		if !d.jsonItem(text, v) {
			return false
		}
		from = span.end
	}
	d.lines += max(0, records-1)
	return true
}

// failIn is fail for a fault in a record of several lines.
func (d *jsonDecoder) failIn(text []byte, start, end int, format string, args ...any) bool {
	return d.failAs(d.b.File.Format.code, text, start, end, format, args...)
}

// failAs is failIn with a code.
func (d *jsonDecoder) failAs(code string, text []byte, start, end int, format string, args ...any) bool {
	off := d.off
	line := bytes.LastIndexByte(text[:start], d.b.File.LineEnd()) + 1
	whole := text[line:]
	if n := bytes.IndexByte(whole, d.b.File.LineEnd()); n >= 0 {
		whole = whole[:n+1]
	}
	whole = trimLineEnd(whole)
	d.off += line
	start = min(start-line, len(whole))
	more := d.fail(code, whole, start, max(start, min(end-line, len(whole))), format, args...)
	d.off = off
	return more
}

// The members of an object that say something about its strings.
const (
	memberBase = iota
	memberRule
	memberOther
	memberStrings // how many there are
)

// jsonItem reads one value of a line. If it is an object, d.members has its members.
func (d *jsonDecoder) jsonItem(line []byte, item jsonValue) bool {
	d.extra = jsonExtra{}
	object := line[item.start] == '{'
	if object {
		for k, to := range [memberStrings]*string{&d.extra.base, &d.extra.rule, &d.extra.other} {
			v := d.members.found[k]
			switch {
			case v.end == 0 || string(line[v.start:v.end]) == "null":
			case line[v.start] != '"':
				return d.failIn(line, v.start, v.end, "%s stands where a string should", wording.Cut(line[v.start:v.end]))
			default:
				_, *to = jsonString(line, v, nil)
				d.extra.has[k] = true
			}
		}
		// The usual line has one member that is a string.
		if len(d.members.hits) == 1 && len(d.paths) == 1 && len(d.paths[0].names) == 1 {
			if v := d.members.hits[0].value; line[v.start] == '"' {
				d.hit[0] = true
				return d.jsonText(line, v)
			}
		}
	}
	d.states = d.paths.start(d.states[:0])
	if !object && len(d.o.Fields) == 0 { // it is the string itself
		d.states[0] = 1 << len(d.paths[0].names)
	}
	if !d.jsonTop(line, item) {
		return false
	}
	if s := d.b.File.selected; s != nil && d.b.Offset == 0 && d.lines <= 100 && slices.Contains(d.hit, false) {
		placesIn(line, item.start, nil, &s.there)
	}
	return true
}

// jsonTop is walk for the value at the root. The members of an object have been found.
func (d *jsonDecoder) jsonTop(line []byte, item jsonValue) bool {
	if line[item.start] != '{' {
		_, more := d.walk(line, item.start, 0)
		return more
	}
	if !d.enter(line, item.start, 0) {
		return false
	}
	for _, m := range d.members.hits {
		if _, more := d.member(line, m.name, m.value.start, 0); !more {
			return false
		}
	}
	return d.leave(line, item, 0)
}

// walk hands out the strings in the value at line[i] to which the paths lead, in the order of the line. Their
// states are d.states[at:]. It returns the end of the value; more is false if no more are wanted. If two
// members have the same name, both are read. The value is well-formed.
//
// A path without wildcards says which members there are: one that is missing or null is counted, and a
// value of another kind is a fault. To a path with wildcards they are not there.
func (d *jsonDecoder) walk(line []byte, i, at int) (end int, more bool) {
	switch start := i; line[i] {
	case '[':
		for i = skipSpace(line, i+1); line[i] != ']'; {
			if end, more = d.walk(line, i, at); !more {
				return end, false
			}
			if i, more = scanComma(line, end, ']'); !more {
				return i, true
			}
		}
		return i + 1, true
	case '{':
		if !d.enter(line, i, at) {
			return 0, false
		}
		i = skipSpace(line, i+1)
		for more = line[i] != '}'; more; i, more = scanComma(line, end, '}') {
			var name jsonValue
			name.start = i
			name.end, _ = scanString(line, i)
			if end, more = d.member(line, name, skipSpace(line, skipSpace(line, name.end)+1), at); !more {
				return end, false
			}
		}
		if line[i-1] != '}' { // it has no members
			i++
		}
		return i, d.leave(line, jsonValue{start, i}, at)
	}
	v := jsonValue{i, scanValue(line, i, 0)}
	return v.end, d.scalar(line, v, at)
}

// member is walk for the value of a member of the object whose states are d.states[at:], after enter.
func (d *jsonDecoder) member(line []byte, name jsonValue, i, at int) (end int, more bool) {
	n := len(d.paths)
	next := len(d.states) - 2*n
	var text string
	d.name, text = jsonString(line, name, d.name)
	if !d.paths.member(d.states[at:], d.states[next:], text) {
		return scanValue(line, i, 0), true
	}
	for k := range n {
		d.states[next+n+k] |= d.states[next+k]
	}
	end, more = d.walk(line, i, next)
	return end, more
}

// enter makes room for the states of members: those of the present one, and those of all so far, which
// say whether the paths go on. It returns false if no more are wanted, as the others do.
func (d *jsonDecoder) enter(line []byte, i, at int) bool {
	for k := range d.paths {
		if s := d.states[at+k]; !d.paths[k].wild && d.paths[k].ends(s) {
			d.hit[k] = true
			if !d.jsonText(line, jsonValue{i, scanValue(line, i, 0)}) {
				return false
			}
		}
	}
	for range 2 * len(d.paths) {
		d.states = append(d.states, 0)
	}
	return true
}

// leave ends an object.
func (d *jsonDecoder) leave(line []byte, v jsonValue, at int) bool {
	n := len(d.paths)
	seen := len(d.states) - n
	d.states = d.states[:seen-n]
	hint := ""
	if len(d.o.Fields) == 0 {
		hint = "; --field names another"
	}
	for k, s := range d.states[at : at+n] {
		name, ok := d.paths[k].goesOn(s)
		switch {
		case !ok || d.states[:seen+n][seen+k] != 0:
		case !d.o.KeepBlank:
			d.empty++
		case !d.failIn(line, v.start, v.end, "the object has no member %q%s", name, hint):
			return false
		}
	}
	return true
}

// scalar is walk for a string, a number, true, false or null.
func (d *jsonDecoder) scalar(line []byte, v jsonValue, at int) bool {
	blank := line[v.start] == 'n' && !d.o.KeepBlank
	ends, strict := false, line[v.start] == '"'
	for k, s := range d.states[at : at+len(d.paths)] {
		p := &d.paths[k]
		name, goesOn := p.goesOn(s)
		switch {
		case goesOn && blank:
			d.empty++
		case goesOn:
			if !d.failIn(line, v.start, v.end, "there is no object with a member %q here", name) {
				return false
			}
		case p.ends(s):
			ends, strict = true, strict || !p.wild
			d.hit[k] = d.hit[k] || strict || line[v.start] == 'n'
		}
	}
	switch {
	case !ends:
		return true
	case blank:
		d.empty++
		return true
	}
	return !strict || d.jsonText(line, v)
}

// placesIn adds the places of the strings in the value at line[i], and returns its end.
func placesIn(line []byte, i int, at trail, c *places) (end int) {
	if c.full() || len(at) > maxTrail || line[i] != '[' && line[i] != '{' {
		end = scanValue(line, i, 0)
		if line[i] == '"' && len(at) > 0 {
			_, text := jsonString(line, jsonValue{i, end}, nil)
			c.add(at.String(), []byte(text))
		}
		return end
	}
	closing := line[i] + 2 // "]" or "}"
	i = skipSpace(line, i+1)
	for more := line[i] != closing; more; i, more = scanComma(line, end, closing) {
		below := at
		if closing == '}' {
			end, _ = scanString(line, i)
			_, name := jsonString(line, jsonValue{i, end}, nil)
			below, i = at.below(name), skipSpace(line, skipSpace(line, end)+1)
		}
		end = placesIn(line, i, below, c)
	}
	if line[i-1] != closing { // it is empty
		i++
	}
	return i
}

// jsonExtra is what an object says about its strings. It is decoded once for all of them.
type jsonExtra struct {
	base, rule, other string
	has               [memberStrings]bool // which of them are there
}

// jsonText hands out the string at v.
func (d *jsonDecoder) jsonText(line []byte, value jsonValue) bool {
	if line[value.start] != '"' {
		return d.failIn(line, value.start, value.end, "%s stands where a string should", wording.Cut(line[value.start:value.end]))
	}
	r := &d.rec
	r.Base, r.HasBase = d.extra.base, d.extra.has[0]
	r.Reference = r.HasBase // only a reference needs a base
	r.Rule = d.extra.rule
	r.Other, r.HasOther = d.extra.other, d.extra.has[2]
	r.Raw, r.Whole, r.Escape = line[value.start+1:value.end-1], line, None
	d.buf, r.Text = jsonString(line, value, d.buf)
	if d.isClean() {
		return true
	}
	if bytes.IndexByte(r.Raw, '\\') >= 0 {
		r.Escape = EscJSON
	}
	return d.yieldAt(d.off + value.start + 1)
}

// badJSON reports where the value that starts at text[from] stops being JSON.
func (d *jsonDecoder) badJSON(text []byte, from int) bool {
	text = bytes.TrimRight(text, "\r\n")
	var v json.RawMessage
	err := json.Unmarshal(text[from:], &v)
	at := from
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		at = min(max(from+int(syntax.Offset)-1, from), len(text))
		if strings.Contains(err.Error(), "unexpected end") {
			at = len(text)
		}
	}
	what := "the line is not JSON"
	if bytes.IndexByte(text[from:], d.b.File.LineEnd()) >= 0 {
		what = fmt.Sprintf("the value that starts on line %d is not JSON", d.lineOf(from))
	}
	return d.failIn(text, at, at+1, "%s: %v", what, err)
}

// lineOf returns the number of the line in which the byte at an offset of the present record stands.
func (d *jsonDecoder) lineOf(at int) int {
	d.place(d.off + at)
	return d.placed.line
}

// A jsonValue is the place of a value in its line; the zero jsonValue is an absent one.
type jsonValue struct{ start, end int }

func skipSpace(line []byte, i int) int {
	for i < len(line) && (line[i] == ' ' || line[i] == '\t' || line[i] == '\r' || line[i] == '\n') {
		i++
	}
	return i
}

// jsonString returns the text of the string at v, decoded into the buffer if it has
// escapes, and the buffer.
func jsonString(line []byte, v jsonValue, buf []byte) ([]byte, string) {
	raw := line[v.start+1 : v.end-1]
	if bytes.IndexByte(raw, '\\') < 0 {
		return buf, chars.View(raw)
	}
	buf = unquote(buf[:0], raw)
	return buf, chars.View(buf)
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

// jsonRune reads a \u escape at the start of b, or two that are a surrogate pair. It
// returns the character and the length of the escape.
func jsonRune(b []byte) (rune, int) {
	r, ok := chars.HexNumber(b[2:], 4)
	if !ok {
		return utf8.RuneError, 2
	}
	if utf16.IsSurrogate(r) && len(b) >= 12 && b[6] == '\\' && b[7] == 'u' {
		if low, ok := chars.HexNumber(b[8:], 4); ok {
			if p := utf16.DecodeRune(r, low); p != utf8.RuneError {
				return p, 12
			}
		}
	}
	return r, 6
}

// appendRune appends r as UTF-8. An escape can name a surrogate, which UTF-8 cannot
// hold. It is encoded like other characters: the three bytes are not valid UTF-8, so
// the check reports them at their place. U+FFFD would hide the fault.
func appendRune(b []byte, r rune) []byte {
	if utf16.IsSurrogate(r) {
		return append(b, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
	}
	return utf8.AppendRune(b, r)
}

func escapeJSON(b []byte, _ *Record, s string) []byte {
	quoted := jsonw.AppendString(nil, s)
	return append(b, quoted[1:len(quoted)-1]...)
}

func unescapeJSON(_ *Record, raw []byte) (string, bool) { return string(unquote(nil, raw)), true }

// unitJSON is the unit of [EscJSON].
func unitJSON(raw []byte) (rawLen, textLen int) {
	if raw[0] != '\\' || len(raw) < 2 {
		return 1, 1
	}
	if raw[1] != 'u' {
		return 2, 1
	}
	r, n := jsonRune(raw)
	return n, chars.RuneLen(r)
}
