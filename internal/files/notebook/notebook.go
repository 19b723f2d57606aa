// Package notebook reads notebooks of Jupyter: the Markdown in their cells, and the pages and texts in their outputs.
package notebook

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/rfc3987/iri/internal/files/bare"
	"github.com/rfc3987/iri/internal/files/html"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/json"
	"github.com/rfc3987/iri/internal/files/jsonscan"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/markdown"
	"github.com/rfc3987/iri/internal/files/text"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/sourcemap"
)

// Format is JSON by the schema of nbformat 3 and 4, in which texts are strings or lists of their lines.
var Format = &input.Entry{
	Name: "notebook", Aliases: []string{"ipynb"}, Endings: []string{".ipynb"}, FaultCode: input.CodeJSON, Bases: true,
	Document: true, NoNUL: true,
	NeedsScheme: bare.NeedsScheme, Held: markdown.Format.Held, Holds: html.HoldsInPage, Decode: input.DecodeDocument,
	Open: input.OpenWhole(read),
}

// A reader adds the records of a notebook.
type reader struct {
	w       *input.WholeReader
	d       *input.Decoder
	source  []byte
	texts   []part
	escapes map[within]input.Escape
	buffer  []byte // of the blocks of the texts
}

// A part is a text of the notebook: a string, or a list of strings.
type part struct {
	value  jsonscan.Value
	format input.Format
}

// read adds the records of a notebook. After a fault reading goes on at the next cell.
func read(w *input.WholeReader, source []byte) {
	n := reader{w: w, d: w.Decoder(source), source: source, escapes: map[within]input.Escape{}}
	i := len(source) - len(bytes.TrimPrefix(source, linecol.BOM))
	if i = jsonscan.SkipSpace(source, i); i == len(source) {
		return
	}
	n.notebook(i)
	slices.SortFunc(n.texts, func(a, b part) int { return cmp.Compare(a.value.Start, b.value.Start) })
	for _, p := range n.texts {
		n.text(p)
	}
	slices.SortStableFunc(w.Found.Records, func(a, b input.Record) int {
		lineA, colA := place(&a)
		lineB, colB := place(&b)
		return cmp.Or(cmp.Compare(lineA, lineB), cmp.Compare(colA, colB))
	})
}

// place returns the place of a record, or of its fault.
func place(r *input.Record) (line, col int) {
	if r.Err != nil {
		return r.Err.Line, r.Err.Col
	}
	return r.Line, r.Col
}

// notebook finds the texts of the notebook at source[i].
func (n *reader) notebook(i int) {
	if n.source[i] != '{' {
		n.fault(i, "this is not a notebook, which is an object of JSON with the member cells")
		return
	}
	known := false
	next := jsonscan.SkipSpace(n.source, i+1)
	more := next == len(n.source) || n.source[next] != '}'
	if !more {
		next++
	}
	for more {
		name := jsonscan.Value{Start: next}
		if name.End, _ = jsonscan.StringEnd(n.source, next); name.End == 0 {
			n.broken(next)
			return
		}
		at := jsonscan.SkipSpace(n.source, name.End)
		if at == len(n.source) || n.source[at] != ':' {
			n.fault(at, missing)
			return
		}
		at = jsonscan.SkipSpace(n.source, at+1)
		end := 0
		switch _, text := jsonscan.String(n.source, name, nil); {
		case text == "cells" && at < len(n.source) && n.source[at] == '[':
			known, end = true, n.cells(at)
		default:
			if end = jsonscan.End(n.source, at, 1); end == 0 {
				n.broken(at)
			} else if text == "worksheets" { // of nbformat 3
				known = true
				n.worksheets(at)
			}
		}
		if end == 0 {
			return
		}
		if next, more = jsonscan.Comma(n.source, end, '}'); next == 0 {
			n.fault(end, missing)
			return
		}
	}
	if at := jsonscan.SkipSpace(n.source, next); at < len(n.source) {
		n.fault(at, "after the notebook stands something else: a notebook is one object of JSON")
	}
	if !known && len(n.w.Found.Records) == 0 {
		n.fault(i, "this is not a notebook, which has the member cells: --from json reads it if it is other JSON")
	}
}

// worksheets finds the texts of the well-formed value at source[i].
func (n *reader) worksheets(i int) {
	n.each(i, func(i int) {
		if m := n.members(i, "cells"); m[0].End > 0 {
			n.each(m[0].Start, n.cell)
		}
	})
}

// cells finds the texts of the array at source[i], and returns its end; 0 if it has none.
func (n *reader) cells(i int) (end int) {
	next := jsonscan.SkipSpace(n.source, i+1)
	if next < len(n.source) && n.source[next] == ']' {
		return next + 1
	}
	for more := true; more; {
		if end = jsonscan.End(n.source, next, 2); end == 0 {
			end = n.broken(next)
		} else {
			n.cell(next)
			if next, more = jsonscan.Comma(n.source, end, ']'); next > 0 {
				continue
			}
			n.fault(end, missing)
		}
		cell := cellStart().FindIndex(n.source[end:])
		if cell == nil {
			return 0
		}
		next, more = end+cell[0], true
	}
	return next
}

// cellStart is how a cell begins.
var cellStart = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\{\s*"cell_type"`) })

// cell finds the texts of a cell, the well-formed value at source[i].
func (n *reader) cell(i int) {
	m := n.members(i, "cell_type", "source", "outputs")
	if kind := n.string(m[0]); kind == "markdown" || kind == "heading" {
		n.add(m[1], markdown.Format)
	}
	if m[2].End == 0 {
		return
	}
	n.each(m[2].Start, func(i int) {
		m := n.members(i, "text", "html", "data", "traceback") // the first two of streams, and of nbformat 3
		n.add(m[0], text.Format)
		n.add(m[1], html.Format)
		if m[3].End > 0 { // its strings have no line ends
			n.each(m[3].Start, func(i int) {
				n.add(jsonscan.Value{Start: i, End: jsonscan.End(n.source, i, 0)}, text.Format)
			})
		}
		if m[2].End == 0 {
			return
		}
		m = n.members(m[2].Start, "text/plain", "text/html", "text/markdown")
		n.add(m[0], text.Format)
		n.add(m[1], html.Format)
		n.add(m[2], markdown.Format)
	})
}

// add adds a text.
func (n *reader) add(v jsonscan.Value, format input.Format) {
	if v.End > 0 {
		n.texts = append(n.texts, part{v, format})
	}
}

// each calls f for each element of the well-formed value at source[i], if it is an array.
func (n *reader) each(i int, f func(i int)) {
	if n.source[i] == '[' {
		jsonscan.Items(n.source, i, func(_ jsonscan.Value, i int) (int, bool) {
			f(i)
			return jsonscan.End(n.source, i, 0), true
		})
	}
}

// members returns the members of the well-formed value at source[i] that have these names; zero for what is not there.
func (n *reader) members(i int, names ...string) []jsonscan.Value {
	m := jsonscan.New(names...)
	if n.source[i] == '{' {
		m.Object(n.source, i, 0)
	}
	return m.Found
}

// string returns the text of a string, empty for another value.
func (n *reader) string(v jsonscan.Value) (s string) {
	if v.End > 0 && n.source[v.Start] == '"' {
		_, s = jsonscan.String(n.source, v, nil)
	}
	return s
}

// missing says that what separates two values is.
const missing = "the notebook is not JSON here: a colon, a comma or a bracket is missing"

// broken reports that the value that starts at source[from] is not JSON, and returns the place.
func (n *reader) broken(from int) int {
	at, message := json.Fault(n.source[from:])
	n.fault(from+at, "the notebook is not JSON here: "+message)
	return from + at
}

// fault adds a fault at a place.
func (n *reader) fault(at int, message string) { n.faultAs(input.CodeJSON, at, message) }

func (n *reader) faultAs(code string, at int, message string) {
	whole, start := linecol.LineAt(n.source, at, '\n')
	n.d.Off = at - start
	n.d.Fail(code, whole, start, start, "%s", message)
}

// text adds the records of a text.
func (n *reader) text(p part) {
	text, back := n.decode(p)
	o := input.Options{
		From: p.format, Base: n.w.Options.Base, AnyScript: n.w.Options.AnyScript, MaxLine: n.w.Options.MaxLine,
		MaxIRI: n.w.Options.MaxIRI, Formats: n.w.Options.Formats, Decoded: true,
	}
	f, err := input.NewFile(n.w.File.Name, strings.NewReader(text), &o)
	if err != nil {
		n.fault(p.value.Start, err.Error())
		return
	}
	defer f.Close()
	for block, err := range f.Blocks(&o, &n.buffer) {
		if err != nil {
			n.fault(p.value.Start, err.Error())
			return
		}
		for r := range block.Records(&o) {
			n.record(r, p.format, back)
		}
	}
}

// record adds a record of a text.
func (n *reader) record(r *input.Record, format input.Format, back sourcemap.Map) {
	start, end := back.Span(int(r.Offset), int(r.Offset)+len(r.Raw))
	if r.Err != nil {
		n.faultAs(r.Err.Code, start, r.Err.Message)
		return
	}
	n.d.StartRecord()
	to := &n.d.Rec
	to.Text, to.Raw, to.Escape = strings.Clone(r.Text), n.source[start:end], n.escape(r.Escape, format)
	to.Role, to.Reference, to.Base, to.HasBase = r.Role, r.Reference, r.Base, r.HasBase
	to.Prefix, to.Curie, to.Declares, to.IsDeclaring, to.Names = r.Prefix, r.Curie, r.Declares, r.IsDeclaring, r.Names
	to.BeforeNames = r.BeforeNames
	n.d.YieldAt(start)
}

// terminal is how colours and the like are written in the output of programs (ECMA-48 §5.4), which stand for nothing.
var terminal = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\\u001[bB]\[[0-9;?]*[A-Za-z]`)
})

// decode returns the text that a string, or a list of strings, stands for, and the way back.
func (n *reader) decode(p part) (decoded string, back sourcemap.Map) {
	var e sourcemap.Editor
	in, end := chars.UnsafeString(n.source), 0
	add := func(v jsonscan.Value) {
		if n.source[v.Start] != '"' {
			return
		}
		e.Replace(in, end, v.Start+1, "") // what separates the strings
		for end = v.End - 1; ; {
			k := strings.IndexByte(in[v.Start+1:end], '\\')
			if k < 0 {
				break
			}
			at := v.Start + 1 + k
			if colour := terminal().Find(n.source[at:end]); colour != nil && p.format == text.Format {
				e.Replace(in, at, at+len(colour), " ")
				v.Start = at + len(colour) - 1
				continue
			}
			size, _ := jsonscan.Unit(n.source[at:end])
			e.Replace(in, at, at+size, string(jsonscan.Unquote(nil, n.source[at:at+size])))
			v.Start = at + size - 1
		}
		e.Replace(in, end, end, "")
	}
	if n.source[p.value.Start] == '[' {
		n.each(p.value.Start, func(i int) { add(jsonscan.Value{Start: i, End: jsonscan.End(n.source, i, 0)}) })
	} else {
		add(p.value)
	}
	e.Replace(in, end, len(in), "")
	return e.Done(in)
}
