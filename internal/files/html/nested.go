package html

import (
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/markup"
)

// HTML that is the value of an attribute, or the text of an element of XML.

// EachNested calls found with each URL of a text, which is HTML, and with where it is written in raw. The text is written
// as raw[start:end], with the escapes of outer. Names of RDFa and scripts are not read. items are those of a part of a document.
func EachNested(items input.DocItems, f *input.File, o *input.Options, outer input.Escape, raw []byte, start, end int,
	text string, found func(r *input.Item, start, end int)) {
	w := &input.WholeReader{File: f, Options: o, Found: items}
	w.Found.Reset()
	p := NewPart(w, []byte(text), linecol.Cursor{Line: 1, Col: 1, End: f.LineEnd()})
	p.inner, p.Comment = true, func(input.Span, func() linecol.Cursor) {}
	for p.Next() {
	}
	places := markup.NewOffsets(outer, raw[start:end])
	for i := range w.Found.Items {
		r := &w.Found.Items[i]
		if r.Err != nil || r.Prefix != nil || r.IsDeclaring || r.Role == roleScript {
			continue
		}
		from := places.To(int(r.Offset))
		to := places.To(int(r.Offset) + len(r.Raw))
		if from < 0 || to < from {
			continue
		}
		r.Escape = markup.Within(outer, r.Escape)
		found(r, start+from, start+to)
	}
}

// page adds the URLs of srcdoc, which is raw[start:end] of the tag (HTML §4.8.5). Their base is that of the page around it.
func (p *Reader) page(raw []byte, start, end int) {
	if p.inner {
		return
	}
	EachNested(p.w.Found.Again(p.w.File), p.w.File, p.w.Options, markup.InAttribute, raw, start, end,
		markup.UnescapeHTML(raw[start:end]), func(inner *input.Item, from, to int) {
			r := p.item(inner.Role)
			r.Text, r.Reference, r.InTemplate, r.Escape = inner.Text, inner.Reference, inner.InTemplate, inner.Escape
			r.Locate(&p.scanner, raw, from, to)
			p.w.Found.Added()
		})
}
