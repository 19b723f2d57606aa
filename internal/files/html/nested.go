package html

import (
	"cmp"
	"strings"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/markup"
	"github.com/rfc3987/iri/internal/text/chars"
)

// A Nested is HTML that is the value of an attribute, or the text of an element of XML.
type Nested struct {
	Text  string
	Raw   []byte       // how it is written
	Outer input.Escape // says which parts of Raw stand for which of Text
	// Within returns the escape of Raw[start:end]: inner is the escape of its text in HTML.
	Within func(start, end int, inner input.Escape) input.Escape
	// IsPage says that it is a document of its own: its names of RDFa, its scripts and its base are read, too. Base is
	// the base of the outer document.
	IsPage bool
	Base   input.Base
}

// Each calls found with each URL, and with where it is written in Raw; of a page also with what is wrong with it. items
// are those of a part of a document.
func (n *Nested) Each(items input.DocItems, f *input.File, o *input.Options, found func(r *input.Item, start, end int)) {
	w := &input.WholeReader{File: f, Options: o, Found: items}
	w.Found.Reset()
	p := NewPart(w, []byte(n.Text), linecol.Cursor{Line: 1, Col: 1, End: f.LineEnd()})
	p.inner, p.Comment = true, func(input.Span, func() linecol.Cursor) {}
	if p.base, p.hasBase = n.Base.IRI, n.Base.Known; n.IsPage {
		p.ownBase()
	}
	for p.Next() {
	}
	places, prefixes := markup.NewOffsets(n.Outer, n.Raw), fixedPrefixes{}
	for i := range w.Found.Items {
		r := &w.Found.Items[i]
		isPlain := r.Err == nil && r.Prefix == nil && !r.IsDeclaring && r.Role != roleScript
		if !isPlain && !n.IsPage {
			continue
		}
		start := places.Start(int(r.Offset))
		end := start
		if r.Err == nil {
			end = places.To(int(r.Offset) + len(r.Raw))
		}
		if start < 0 || end < start {
			continue
		}
		if r.Escape = n.Within(start, end, r.Escape); !isPlain && r.Role != roleBaseElement {
			r.Escape = input.Fixed(r.Escape, "it stands in a page within another one")
			r.Declares, r.Prefix, r.Curie = nil, prefixes.of(r.Prefix), prefixes.of(r.Curie)
		}
		found(r, start, end)
	}
}

// ownBase sets the base of the page to the one of the first base element with href, wherever it stands (HTML §2.4.3).
func (p *Reader) ownBase() {
	if href, ok := firstBase(p.scanner.text); ok {
		p.base, p.hasBase = base.Within(cmp.Or(p.base, p.w.Options.Base), strings.Trim(markup.AttributeText(href), chars.Space))
	}
}

// fixedPrefixes maps prefixes to copies without a line, whose declarations are not changed.
type fixedPrefixes map[*input.Prefix]*input.Prefix

func (f fixedPrefixes) of(d *input.Prefix) *input.Prefix {
	if d == nil || d.Line == 0 {
		return d
	}
	if f[d] == nil {
		fixed := *d
		fixed.Line, f[d] = 0, &fixed
	}
	return f[d]
}

// page adds the URLs of srcdoc, whose value is raw[start:end] of the tag (HTML §4.8.5). Their base is the base of the
// outer page, unless the inner page has one.
func (p *Reader) page(raw []byte, start, end int) {
	if p.inner {
		return
	}
	around := input.Base{IRI: p.base, Known: p.hasBase}
	n := Nested{Text: markup.UnescapeHTML(raw[start:end]), Raw: raw[start:end], Outer: markup.InAttribute, IsPage: true, Base: around,
		Within: func(_, _ int, inner input.Escape) input.Escape { return markup.Within(markup.InAttribute, inner) }}
	n.Each(p.w.Found.Again(p.w.File), p.w.File, p.w.Options, func(inner *input.Item, from, to int) {
		if inner.Err != nil {
			p.fault(p.scanner.To(start+from), inner.Err.Code, inner.Err.Message)
			return
		}
		r := p.w.Found.Slot()
		if *r = *inner; r.Role == roleBaseElement {
			r.Base = around
		}
		r.Locate(&p.scanner, raw, start+from, start+to)
		p.w.Found.Added()
	})
}
