// Package json reads JSON Lines, and JSON on several lines.
package json

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/files/bare"
	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/jsonscan"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/memberpath"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/text/quote"
)

// Format is JSON Lines, and JSON on several lines: strings and objects.
var Format = &input.Format{
	Name: "json", Aliases: []string{"jsonl"}, Endings: []string{".jsonl", ".json", ".ndjson", ".ldjson", ".srj"},
	FaultCode: input.CodeJSON,
	Traits:    input.Traits{Nested: true, Plain: true, Bases: true, UTF8: true, Members: true, ByHand: true, Templated: true},
	Reading:   input.Reading{StartsAtLines: StartsAtLines, Cut: NewCutter, Decode: decodeJSON},
	Writing:   input.Writing{AcceptsRelative: bare.AcceptsRelative, Escape: EscapeJSON, Unescape: UnescapeJSON},
}

// A Decoder reads the records of a chunk of JSON.
type Decoder struct {
	*input.Decoder
	members jsonscan.Members // finds the members that are needed
	paths   memberpath.Paths // the paths of the values
	hit     []bool           // whether each path has led to a value
	states  []uint64         // the states of the paths, len(paths) for each open value: see walk
	name    []byte           // the buffer for names that have escapes
	extra   jsonExtra        // about the present object
	strings int              // how many strings of documents were handed out
	trail   memberpath.Trail // the names on the path to the present value of a document, and of OpenAPI
	found   []jsonscan.Value // the values of the present record

	commented bool        // elements of an array: some have comments, or commas before a closing bracket
	written   []byte      // the present record with its comments, if it is read without them; otherwise nil
	faultAt   int         // the offset of the fault about comments, which is handed out in order
	fault     func() bool // hands out that fault; nil after that
}

// decodeJSON hands out the records of a chunk of JSON.
func decodeJSON(d *input.Decoder, _ input.Cleaner) {
	fields := d.Options.Fields
	if len(fields) == 0 {
		fields = []string{"iri"}
	}
	j := Decoder{Decoder: d, paths: memberpath.Parse(fields), hit: make([]bool, len(fields))}
	j.members = jsonscan.New(memberNames[:]...)
	for i := range j.paths {
		switch first := j.paths[i].Names[0]; {
		case memberpath.IsWild(first):
			j.members.Any = true
		case !slices.Contains(j.members.First, first):
			j.members.First = append(j.members.First, first)
		}
	}
	j.Each(j.value)
	d.Chunk.File.Selected.Add(j.hit)
}

// Each calls f for each value of the chunk that is a record, or one of the values of a record, until f returns false.
// Values of a record follow each other, with or without commas: they may be those of an array whose brackets are on
// other lines. A record that is not JSON is one fault.
func (d *Decoder) Each(f func(text []byte, v jsonscan.Value) bool) {
	data := d.Chunk.Data
	for d.SkipBOM(); d.Off < len(data); {
		text := data[d.Off:]
		if n := bytes.IndexByte(text, '\n'); n >= 0 {
			text = text[:n+1]
		}
		from := d.Off
		value, ok := d.members.Line(text)
		if !ok {
			// Most lines are a value, as the condition above finds.
			text = data[d.Off:]
			if n, ok := new(Nesting).ends(text, true); ok {
				text = text[:n]
			}
		}
		next := from + len(text)
		d.Rec.From, d.Rec.To = int64(from), int64(next)
		more := true
		switch blank := !ok && len(bytes.TrimLeft(text, chars.Space)) == 0; {
		case !blank && len(linecol.TrimLineEnd(text)) > d.Options.LongestLine():
			d.Lines++
			more = d.TooLong(text)
		case ok:
			d.Lines++
			more = f(text, value)
		case !blank:
			d.Lines++
			more = d.record(text, f)
		}
		if !more {
			return
		}
		d.Off = next
	}
}

// record is Each for a record that is not one line with one value.
func (d *Decoder) record(text []byte, f func(text []byte, v jsonscan.Value) bool) bool {
	d.found = d.found[:0]
	comma := true // a comma may follow
	for i := jsonscan.SkipSpace(text, 0); i < len(text); i = jsonscan.SkipSpace(text, i) {
		switch c := text[i]; {
		case c == ',' && comma, c == ']', c == '[' && len(d.found) == 0 && isLone(text, i):
			comma = c == ']'
			i++
			continue
		}
		v := jsonscan.Value{Start: i, End: jsonscan.End(text, i, 0)}
		if v.End == 0 {
			return d.badJSON(text, i, f)
		}
		d.found = append(d.found, v)
		i, comma = v.End, true
	}
	d.Lines += max(0, len(d.found)-1)
	from := 0
	for _, v := range d.found {
		if len(d.found) > 1 {
			d.setItem(text, v, from)
			from = v.End
		}
		if text[v.Start] == '{' {
			d.members.Object(text, v.Start, 0)
		}
		if !f(text, v) {
			return false
		}
	}
	return true
}

// setItem limits the item's record to one of several values in a text, so that a filter keeps the others: the text
// from the end of the value before, or the whole line if it has no other value.
func (d *Decoder) setItem(text []byte, v jsonscan.Value, from int) {
	from += bytes.LastIndexByte(text[from:v.Start], '\n') + 1
	end, next := v.End, bytes.TrimLeft(text[v.End:], " \t\r")
	if isFirst := from == 0 || text[from-1] == '\n'; isFirst && bytes.HasPrefix(next, []byte{'\n'}) {
		end = len(text) - len(next) + 1
	}
	d.Rec.From, d.Rec.To = int64(d.Off+from), int64(d.Off+end)
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

// value reads a value: a string, an object with the member "iri" and, optionally, "base", "rule" and "other", or an
// array of these. A string with a base is a reference unless the rule says otherwise. With Options.Fields, the
// strings are the values at those paths. If the value is an object, d.members has its members.
//
// Strings are found and decoded here, because encoding/json replaces bytes that are not UTF-8 by U+FFFD, and does not
// tell the offset of a value.
func (d *Decoder) value(text []byte, value jsonscan.Value) bool {
	if text[value.Start] != '[' {
		return d.jsonItem(text, value)
	}
	for i, more := jsonscan.SkipSpace(text, value.Start+1), true; more && text[i] != ']'; {
		v := jsonscan.Value{Start: i, End: jsonscan.End(text, i, 0)}
		i, more = jsonscan.Comma(text, v.End, ']')
		if text[v.Start] == '{' {
			d.members.Object(text, v.Start, 0)
		}
		if !d.jsonItem(text, v) {
			return false
		}
	}
	return true
}

// failIn is Fail for a fault in a record of several lines.
func (d *Decoder) failIn(text []byte, start, end int, format string, args ...any) bool {
	return d.FailAs(d.Chunk.File.Format.FaultCode, text, start, end, format, args...)
}

// FailAs is failIn with a code. For a long line, it shows only the text around the fault, because there may be many
// faults in it.
func (d *Decoder) FailAs(code string, text []byte, start, end int, format string, args ...any) bool {
	off := d.Off
	whole, at := linecol.LineAt(text, start, d.Chunk.File.LineEnd())
	d.Off += start - at
	more := d.Fail(code, whole, at, min(at+max(0, end-start), len(whole)), format, args...)
	d.Off = off
	return more
}

// The members of an object that affect its strings.
const (
	memberBase = iota
	memberRule
	memberOther
	memberStrings // how many they are
)

// memberNames are their names, and those that a document of OpenAPI has.
var memberNames = [...]string{"base", "rule", "other", "openapi", "swagger"}

// openAPI reports whether the present object is a document of OpenAPI.
func (d *Decoder) openAPI() bool {
	return slices.ContainsFunc(d.members.Found[memberStrings:], func(v jsonscan.Value) bool { return v.End > 0 })
}

// jsonItem reads one value of a line. If it is an object, d.members has its members.
func (d *Decoder) jsonItem(line []byte, item jsonscan.Value) bool {
	d.extra = jsonExtra{}
	object := line[item.Start] == '{'
	if object && d.isDocument() {
		before := d.strings
		_, more := d.document(line, item.Start)
		if d.strings == before {
			d.Empty++
		}
		return more
	}
	if object {
		for k, to := range [memberStrings]*string{&d.extra.base, &d.extra.rule, &d.extra.other} {
			v := d.members.Found[k]
			switch {
			case v.End == 0 || string(line[v.Start:v.End]) == "null":
			case line[v.Start] != '"':
				return d.failIn(line, v.Start, v.End, "%s stands where a string should", quote.Cut(line[v.Start:v.End]))
			default:
				_, *to = jsonscan.String(line, v, nil)
				d.extra.has[k] = true
				if len(*to) > base.Max {
					d.extra.long = memberNames[k]
				}
			}
		}
		// The usual line has one member that is a string.
		if len(d.members.Hits) == 1 && len(d.paths) == 1 && len(d.paths[0].Names) == 1 {
			if v := d.members.Hits[0].Value; line[v.Start] == '"' {
				d.hit[0] = true
				return d.jsonText(line, v)
			}
		}
	}
	d.states = d.paths.Start(d.states[:0])
	if !object && len(d.Options.Fields) == 0 { // the value is the string itself
		d.states[0] = 1 << len(d.paths[0].Names)
	}
	if !d.jsonTop(line, item) {
		return false
	}
	if s := d.Chunk.File.Selected; s != nil && d.Chunk.Offset == 0 && d.Lines <= 100 && slices.Contains(d.hit, false) {
		placesIn(line, item.Start, nil, &s.There)
	}
	return true
}

// jsonTop walks through the value at the root. The members of an object have been found.
func (d *Decoder) jsonTop(line []byte, item jsonscan.Value) bool {
	if line[item.Start] != '{' {
		_, more := d.walk(line, item.Start, 0)
		return more
	}
	if !d.enter(line, item.Start, 0) {
		return false
	}
	for _, m := range d.members.Hits {
		if _, more := d.member(line, m.Name, m.Value.Start, 0); !more {
			return false
		}
	}
	return d.leave(line, item, 0)
}

// walk hands out the strings in the value at line[i] to which the paths lead, in the order of the line. Their states
// are d.states[at:]. It returns the end of the value; more is false if no more items are wanted. If two members have
// the same name, both are read. The value is well-formed.
//
// A member that a path without wildcards names and that is missing or null is counted as empty; a value of another
// type is a fault. With wildcards, neither is.
func (d *Decoder) walk(line []byte, i, at int) (end int, more bool) {
	if line[i] != '[' && line[i] != '{' {
		v := jsonscan.Value{Start: i, End: jsonscan.End(line, i, 0)}
		return v.End, d.scalar(line, v, at)
	}
	if line[i] == '[' {
		return jsonscan.Items(line, i, func(_ jsonscan.Value, i int) (int, bool) { return d.walk(line, i, at) })
	}
	if !d.enter(line, i, at) {
		return 0, false
	}
	end, more = jsonscan.Items(line, i, func(name jsonscan.Value, i int) (int,
		bool) {
		return d.member(line, name, i, at)
	})
	return end, more && d.leave(line, jsonscan.Value{Start: i, End: end}, at)
}

// member is walk for the value of a member of the object whose states are d.states[at:], after enter.
func (d *Decoder) member(line []byte, name jsonscan.Value, i, at int) (end int, more bool) {
	n := len(d.paths)
	next := len(d.states) - 2*n
	var text string
	d.name, text = jsonscan.String(line, name, d.name)
	if !d.paths.Member(d.states[at:], d.states[next:], text) {
		return jsonscan.End(line, i, 0), true
	}
	if d.openAPI() {
		before := d.trail
		d.trail = before.Below(strings.Clone(text))
		defer func() { d.trail = before }()
	}
	for k := range n {
		d.states[next+n+k] |= d.states[next+k]
	}
	end, more = d.walk(line, i, next)
	return end, more
}

// enter makes room for the states of members: those of the present member, and the union of all so far, which shows
// whether a path continues. It returns false if no more items are wanted, as the other methods do.
func (d *Decoder) enter(line []byte, i, at int) bool {
	for k := range d.paths {
		if s := d.states[at+k]; !d.paths[k].Wild && d.paths[k].Ends(s) {
			d.hit[k] = true
			if !d.jsonText(line, jsonscan.Value{Start: i, End: jsonscan.End(line, i, 0)}) {
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
func (d *Decoder) leave(line []byte, v jsonscan.Value, at int) bool {
	n := len(d.paths)
	seen := len(d.states) - n
	d.states = d.states[:seen-n]
	hint := ""
	if len(d.Options.Fields) == 0 {
		hint = "; --field names another"
	}
	for k, s := range d.states[at : at+n] {
		name, ok := d.paths[k].GoesOn(s)
		switch {
		case !ok || d.states[:seen+n][seen+k] != 0:
		case !d.Options.KeepBlank:
			d.Empty++
		case !d.failIn(line, v.Start, v.End, "the object has no member %q%s", name, hint):
			return false
		}
	}
	return true
}

// scalar hands out a string, a number, true, false or null.
func (d *Decoder) scalar(line []byte, v jsonscan.Value, at int) bool {
	blank := line[v.Start] == 'n' && !d.Options.KeepBlank
	ends, strict := false, line[v.Start] == '"'
	for k, s := range d.states[at : at+len(d.paths)] {
		p := &d.paths[k]
		name, goesOn := p.GoesOn(s)
		switch {
		case goesOn && blank:
			d.Empty++
		case goesOn:
			if !d.failIn(line, v.Start, v.End, "there is no object with a member %q here", name) {
				return false
			}
		case p.Ends(s):
			ends, strict = true, strict || !p.Wild
			d.hit[k] = d.hit[k] || strict || line[v.Start] == 'n'
		}
	}
	switch {
	case !ends:
		return true
	case blank:
		d.Empty++
		return true
	}
	return !strict || d.jsonText(line, v)
}

// placesIn adds the paths of the strings in the value at line[i], and returns its end.
func placesIn(line []byte, i int, at memberpath.Trail, c *input.Paths) (end int) {
	if c.Full() || len(at) > memberpath.MaxTrail || line[i] != '[' && line[i] != '{' {
		end = jsonscan.End(line, i, 0)
		if line[i] == '"' && len(at) > 0 {
			_, text := jsonscan.String(line, jsonscan.Value{Start: i, End: end}, nil)
			c.Add(at.String(), []byte(text))
		}
		return end
	}
	end, _ = jsonscan.Items(line, i, func(name jsonscan.Value, i int) (int, bool) {
		below := at
		if name.End > 0 {
			_, text := jsonscan.String(line, name, nil)
			below = at.Below(text)
		}
		return placesIn(line, i, below, c), true
	})
	return end
}

// Other is the member "other" of an object, which is compared with its IRI. It is the [input.Item.FormatData] of an
// object that has it.
type Other string

// Len returns the length of the IRI.
func (o Other) Len() int { return len(o) }

// A jsonExtra has the members of an object that affect its strings. It is decoded once for all of them.
type jsonExtra struct {
	base, rule, other string
	reference         bool                // the strings are references, even without a base
	whole             bare.Whole          // says whether the string is an IRI only because of its scheme
	has               [memberStrings]bool // which of the members exist
	long              string              // the name of a member that is longer than base.Max
	used              bool                // there was a string
	member            bool                // the string is a member of a list
}

// jsonText hands out the string at value.
func (d *Decoder) jsonText(line []byte, value jsonscan.Value) bool {
	if line[value.Start] != '"' {
		return (d.fault == nil || d.failBefore(value.Start)) && d.failIn(line, value.Start, value.End,
			"%s stands where a string should", quote.Cut(line[value.Start:value.End]))
	}
	return d.inQuotes(line, value.Start+1, value.End-1)
}

// inQuotes hands out the string line[start:end], or a member of a list in it, without the quotes.
func (d *Decoder) inQuotes(line []byte, start, end int) bool {
	if d.fault != nil && !d.failBefore(start-1) {
		return false
	}
	// Each string is resolved with it: without a limit, a short file could expand to gigabytes.
	if d.extra.long != "" && d.extra.used {
		return d.FailAs(input.CodeMaxLine, line, start-1, end+1, "the member %q of the object is longer than "+
			"the limit of %d bytes: only the first string is read with it", d.extra.long, base.Max)
	}
	d.extra.used = true
	r := &d.Rec
	r.Base = input.Base{IRI: d.extra.base, Known: d.extra.has[memberBase]}
	r.Reference = r.Base.Known || d.extra.reference // only a reference needs a base
	r.Rule = d.extra.rule
	if r.FormatData = d.extra.whole; d.extra.has[memberOther] {
		r.FormatData = Other(strings.Clone(d.extra.other))
	}
	r.Raw, r.LineText, r.Escape = line[start:end], line, input.None
	if d.extra.member {
		r.Escape = escMember
	}
	if d.written != nil {
		r.LineText = d.written
	}
	d.Buf, r.Text = jsonscan.String(line, jsonscan.Value{Start: start - 1, End: end + 1}, d.Buf)
	r.Template = bare.IsTemplate(d.trail, r.Text, d.openAPI())
	if r.Template {
		r.Reference = false
	}
	if bytes.IndexByte(r.Raw, '\\') >= 0 && !d.extra.member {
		r.Escape = EscJSON
	}
	if bare.IsFixed(d.trail, r.Text) && d.openAPI() {
		r.Escape = input.FixedNamespace(r.Escape)
	}
	return d.HandOut(d.Off + start)
}

// badJSON reports the offset where the value that starts at text[from] stops being JSON. Comments, and commas before
// a closing bracket, are one fault of a record, or of all elements of an array in the chunk: the rest of the value is
// read, and f is called with it.
func (d *Decoder) badJSON(text []byte, from int, f func(text []byte, v jsonscan.Value) bool) bool {
	whole := text
	text = bytes.TrimRight(text, "\r\n")
	at, message := jsonscan.Fault(text[from:])
	at += from
	what := "the line is not JSON"
	if bytes.IndexByte(text[from:], d.Chunk.File.LineEnd()) >= 0 {
		what = fmt.Sprintf("the value that starts on line %d is not JSON", d.Place(d.Off+from).Line)
	}
	fail := func() bool { return d.failIn(text, at, at+1, "%s: %s", what, message) }
	if d.written != nil {
		fail = func() bool { return true } // it has been reported
	} else if clean := withoutComments(whole); clean != nil {
		isTail := d.Chunk.Offset > 0 && len(bytes.TrimLeft(clean, chars.Space)) == 0 // after the values of the file
		of, isElement := d.Chunk.File.State.(array)
		if !(isElement && (d.commented || of.noted && d.Chunk.Offset > 0)) && !isTail {
			d.faultAt, d.fault = at, fail
		}
		d.commented, d.written = true, whole
		defer func() { d.written = nil }()
		if d.Chunk.File.Format.FaultCode != input.CodeJSON && !d.failBefore(len(text)+1) {
			return false
		}
		return d.record(clean, f) && d.failBefore(len(text)+1)
	}
	if d.Chunk.File.Format.FaultCode != input.CodeJSON || len(d.Options.Fields) > 0 || d.Options.KeepBlank ||
		bytes.Contains(text, []byte(`"iri"`)) {
		return fail()
	}
	return d.brokenDocument(text, from, at, fail)
}

// failBefore hands out the fault of a record with comments if it is before an offset.
func (d *Decoder) failBefore(at int) bool {
	fail := d.fault
	if fail == nil || d.faultAt >= at {
		return true
	}
	d.fault = nil
	return fail()
}

func EscapeJSON(b []byte, _ *input.Item, s string) []byte {
	quoted := jsonw.AppendString(nil, s)
	return append(b, quoted[1:len(quoted)-1]...)
}

// UnescapeJSON is the function Unescape of JSON. It returns false for bytes that are not UTF-8, which JSON cannot
// have.
func UnescapeJSON(_ *input.Item, raw []byte) (string, bool) {
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw), true
	}
	return string(jsonscan.Unquote(nil, raw)), true
}

// EscJSON is the escaping of strings, with \" \u00E9 and surrogate pairs (RFC 8259 §7).
var EscJSON = &input.Escaping{Unit: jsonscan.Unit}

// escMember is EscJSON for a member of a list.
var escMember = input.Listed(EscJSON, bare.Comma)
