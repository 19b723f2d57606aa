package rdf

import (
	"bytes"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
)

// parseAgain is the function Again of Turtle. Statements are parsed from the state before them on: the prefixes are those
// that their names have.
func parseAgain(b *input.Block, rows input.Span, text []byte, become func(*input.Prefix) string) any {
	old := b.Parsed.(*turtleBlock)
	items := old.in(rows)
	p := newTurtleParser(b.File)
	if p.parserState = old.start; rows.Start > 0 {
		p.parserState = parserState{isQuery: true, before: b.Data[rows.Start-1], base: old.baseOf(items)}
		switch n := len(old.statements); {
		case len(items) == 0 || int(items[0].statement) >= n:
		case items[0].statement == 0: // the block may begin the file
			p.warning = old.start.warning
			fallthrough
		default:
			p.inGraph = old.statements[items[0].statement].inGraph
		}
	}
	p.stack, p.found.items = slices.Clone(p.stack), make([]turtleItem, 0, len(items)+len(items)/8)
	for i := range items {
		if it := &items[i]; it.hasPrefix() {
			p.declareAgain(old.prefixes[it.ns], become)
		}
	}
	p.prefixes.Keep()
	from := 0
	if b.Offset == 0 && rows.Start == 0 && bytes.HasPrefix(text, linecol.BOM) {
		from = len(linecol.BOM)
	}
	if old.isLast && rows.End == len(b.Data) {
		p.run(text, from, true)
	} else {
		p.run(append(slices.Clone(text), afterTokens...), from, false)
	}
	return p.take(len(text))
}

// Rows returns what was found in a part of the block.
func (t *turtleBlock) Rows(part input.Span) any {
	rows := *t
	rows.items = t.in(part)
	return &rows
}

// afterTokens is what is put after statements, so that the parser knows that the last token has ended: longer than the
// longest that it looks ahead.
var afterTokens = strings.Repeat("\n", len("^^<"+input.AnyURI+">")+8)

// in returns the items in a part of the block.
func (t *turtleBlock) in(part input.Span) []turtleItem {
	index := func(offset int) int {
		n, _ := slices.BinarySearchFunc(t.items, offset, func(it turtleItem, at int) int { return int(it.start) - at })
		return n
	}
	end := index(part.End)
	if n := len(t.statements); n > 0 && int(t.statements[n-1].to) <= part.End {
		end = len(t.items)
	}
	for end < len(t.items) && t.isBefore(&t.items[end], part.End) { // a fault at the end of the statement
		end++
	}
	return t.items[index(part.Start):end]
}

// isBefore reports whether the statement of an item starts before an offset.
func (t *turtleBlock) isBefore(it *turtleItem, offset int) bool {
	n := int(it.statement)
	return n < len(t.statements) && int(t.statements[n].from) < offset
}

// hasPrefix reports whether the item is a name, or an IRI that begins as one.
func (it *turtleItem) hasPrefix() bool {
	return it.kind == itemName || it.kind == itemEscapedName || it.kind == itemIRI && it.local > 0
}

// baseOf returns the base before the items, empty if none of them is resolved against one.
func (t *turtleBlock) baseOf(items []turtleItem) string {
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
