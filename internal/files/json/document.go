package json

import (
	"bytes"

	"github.com/rfc3987/iri/internal/files/bare"
	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/jsonscan"
	"github.com/rfc3987/iri/internal/files/memberpath"
)

// isDocument reports whether an object is a document, and not a record with an IRI: it has no member "iri", and no
// option names the paths of its strings.
func (d *Decoder) isDocument() bool {
	return len(d.Options.Fields) == 0 && !d.Options.KeepBlank && len(d.members.Hits) == 0
}

// document hands out the strings of a document that are IRIs, as in YAML: see [bare.IsIRI]. It returns the end of the
// value at line[i], the path of which is d.trail; more is false if no more items are wanted.
func (d *Decoder) document(line []byte, i int) (end int, more bool) {
	switch line[i] {
	case '"':
		v := jsonscan.Value{Start: i, End: jsonscan.End(line, i, 0)}
		return v.End, d.documentText(line, v)
	case '{', '[':
		if line[i] == '{' && d.isTerm() {
			return d.term(line, i)
		}
	default:
		return jsonscan.End(line, i, 0), true
	}
	return jsonscan.Items(line, i, func(v jsonscan.Value, i int) (int, bool) {
		if v.End > 0 {
			_, name := jsonscan.String(line, v, nil)
			before := d.trail
			if before == nil { // all members share the memory
				before = make(memberpath.Trail, 0, memberpath.MaxTrail)
			}
			d.trail = before.Below(name)
			defer func() { d.trail = before }()
		}
		return d.document(line, i)
	})
}

// isTerm reports whether the present object is a term in the results of a query (SPARQL 1.1 Query Results JSON Format
// §3.2.2).
func (d *Decoder) isTerm() bool {
	return len(d.trail) == 3 && d.trail[0] == "results" && d.trail[1] == "bindings"
}

// term is document for a term: it hands out its value, if that is an IRI, and its datatype.
func (d *Decoder) term(line []byte, i int) (end int, more bool) {
	kind := ""
	each := func(f func(name string, v jsonscan.Value) bool) {
		end, more = jsonscan.Items(line, i, func(name jsonscan.Value, i int) (int, bool) {
			_, text := jsonscan.String(line, name, nil)
			v := jsonscan.Value{Start: i, End: jsonscan.End(line, i, 0)}
			return v.End, f(text, v)
		})
	}
	each(func(name string, v jsonscan.Value) bool {
		if name == "type" && line[v.Start] == '"' {
			_, kind = jsonscan.String(line, v, nil)
		}
		return true
	})
	each(func(name string, v jsonscan.Value) bool {
		switch {
		case name == "value" && line[v.Start] == '{': // a triple
			_, more := jsonscan.Items(line, v.Start, func(_ jsonscan.Value, i int) (int, bool) {
				if line[i] == '{' {
					return d.term(line, i)
				}
				return jsonscan.End(line, i, 0), true
			})
			return more
		case line[v.Start] == '"' && (name == "value" && kind == "uri" || name == "datatype"):
			d.strings++
			d.extra.reference, d.extra.whole = false, bare.WholeIRI
			return d.jsonText(line, v)
		}
		return true
	})
	return end, more
}

// documentText hands out the string at v of a document if it is an IRI.
func (d *Decoder) documentText(line []byte, v jsonscan.Value) bool {
	var text string
	d.Buf, text = jsonscan.String(line, v, d.Buf)
	if text == "" || !bare.IsIRI(d.trail, text, d.openAPI(), d.Options.Templates) {
		if bare.BeginsAsProse(text) {
			d.Chunk.File.Notes.SawProse()
		}
		return true
	}
	d.strings++
	d.extra.reference, d.extra.whole = !base.HasScheme([]byte(text)), bare.WholeAt(d.trail, d.openAPI())
	raw := line[v.Start+1 : v.End-1]
	if !d.extra.whole.IsList(text, raw) {
		return d.jsonText(line, v)
	}
	d.extra.member, d.extra.whole = true, bare.WholeIRI
	defer func() { d.extra.member = false }()
	_, more := input.EachMember(raw, bare.Comma, func(start, end int) bool {
		return d.inQuotes(line, v.Start+1+start, v.Start+1+end)
	})
	return more
}

// brokenStringEnd returns the end of a string that is not valid JSON: the end of its line, or its end in one of the
// next lines.
func brokenStringEnd(text []byte, i int) int {
	n := Nesting{String: true, Depth: 1}
	for i++; i < len(text) && n.String; {
		if text[i] != '\n' && !n.Broken {
			i = n.inString(text, i)
		} else if n.goesOn(text[i]) || text[i] == '\n' {
			i++
		}
	}
	return i
}

// brokenDocument is document for text[from:], which is not JSON: it only follows strings, colons and brackets. fail
// reports the fault, which is at text[at].
func (d *Decoder) brokenDocument(text []byte, from, at int, fail func() bool) bool {
	d.extra = jsonExtra{}
	for k, name := range memberNames[memberStrings:] { // see openAPI
		v := &d.members.Found[int(memberStrings)+k]
		if *v = (jsonscan.Value{}); bytes.Contains(text[from:], []byte(`"`+name+`"`)) {
			v.End = len(text)
		}
	}
	var open []int // for each bracket, the length of the trail
	inside := func() memberpath.Trail {
		if len(open) == 0 {
			return d.trail[:0]
		}
		return d.trail[:open[len(open)-1]]
	}
	defer func(before memberpath.Trail) { d.trail = before }(d.trail)
	d.trail = nil
	failed := false
	for i := from; i < len(text); {
		if i >= at && !failed {
			if failed = true; !fail() {
				return false
			}
		}
		switch text[i] {
		case '{', '[':
			open = append(open, len(d.trail))
		case '}', ']':
			if d.trail = inside(); len(open) > 0 {
				open = open[:len(open)-1]
			}
		case '"':
			v := jsonscan.Value{Start: i}
			if v.End, _ = jsonscan.StringEnd(text, i); v.End == 0 { // the text after it can be in the string
				i = brokenStringEnd(text, i)
				continue
			}
			if i = jsonscan.SkipSpace(text, v.End); i < len(text) && text[i] == ':' {
				_, name := jsonscan.String(text, v, nil)
				d.trail = inside().Below(name)
			} else if !d.documentText(text, v) {
				return false
			}
			continue
		}
		i++
	}
	return failed || fail()
}
