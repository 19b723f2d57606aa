package rdf

import (
	"bytes"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
)

// Again is that of what [input.Chunk.ReadAgain] needs. Statements are parsed from the state before them on: the prefixes
// are those that their names have.
func (t *turtleChunk) Again(b *input.Chunk, rows input.Span, text []byte, become func(*input.Prefix) string) any {
	items := t.in(rows)
	p := newTurtleParser(b.File)
	if p.parserState = t.start; rows.Start > 0 {
		p.parserState = parserState{isQuery: true, before: b.Data[rows.Start-1], base: t.baseOf(items)}
		if len(items) > 0 && int(items[0].statement) < len(t.statements) {
			if p.inGraph = t.statements[items[0].statement].inGraph; items[0].statement == 0 { // the first of the file, perhaps
				p.warning = t.start.warning
			}
		}
	}
	p.stack, p.found.items = slices.Clone(p.stack), make([]turtleItem, 0, len(items)+len(items)/8)
	for i := range items {
		if it := &items[i]; it.hasPrefix() {
			p.declareAgain(t.prefixes[it.ns], become)
		}
	}
	p.prefixes.Keep()
	from := 0
	if b.Offset == 0 && rows.Start == 0 && bytes.HasPrefix(text, linecol.BOM) {
		from = len(linecol.BOM)
	}
	if t.isLast && rows.End == len(b.Data) {
		p.run(text, from, true)
	} else {
		p.run(append(slices.Clone(text), afterTokens...), from, false)
	}
	return p.take(len(text))
}

// Rows returns what was found in a part of the chunk.
func (t *turtleChunk) Rows(part input.Span) any {
	rows := *t
	rows.items = t.in(part)
	return &rows
}

// afterTokens is what is put after statements, so that the parser knows that the last token has ended: longer than the
// longest that it looks ahead.
var afterTokens = strings.Repeat("\n", len("^^<"+input.AnyURI+">")+8)

// in returns the items in a part of the chunk.
func (t *turtleChunk) in(part input.Span) []turtleItem {
	index := func(offset int) int {
		n, _ := slices.BinarySearchFunc(t.items, offset, func(it turtleItem, at int) int { return int(it.start) - at })
		return n
	}
	end := index(part.End)
	if n := len(t.statements); n > 0 && int(t.statements[n-1].to) <= part.End { // a fault may stand after the last statement
		end = len(t.items)
	}
	return t.items[index(part.Start):end]
}

// hasPrefix reports whether the item is a name, or an IRI that begins as one.
func (it *turtleItem) hasPrefix() bool {
	return it.kind == itemName || it.kind == itemEscapedName || it.kind == itemIRI && it.local > 0
}

// baseOf returns the base before the items, empty if none of them is resolved against one.
func (t *turtleChunk) baseOf(items []turtleItem) string {
	for i := range items {
		it := &items[i]
		if it.kind == itemFault || it.hasPrefix() {
			continue
		}
		if it.ns < 0 {
			break
		}
		return t.bases[it.ns]
	}
	return ""
}

// declareAgain declares a prefix that is not declared yet.
func (p *turtleParser) declareAgain(d *input.Prefix, become func(*input.Prefix) string) {
	name := d.Name[:len(d.Name)-1]
	if p.prefixes.Of(name) != nil {
		return
	}
	if iri := become(d); iri != d.IRI {
		changed := *d
		changed.IRI = iri
		d = &changed
	}
	p.prefixes.Declare(name, d)
}
