package rdf

import (
	"bytes"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/text/chars"
)

// decodeTurtle hands out the items of a chunk of Turtle or TriG. With a Cleaner the IRIs are
// checked many at a time, and only those that are not clean become items.
func decodeTurtle(d *input.Decoder, clean input.Cleaner) {
	t, ok := d.Chunk.Parsed.(*turtleChunk)
	if !ok {
		return
	}
	if d.Comment != nil {
		for _, c := range t.comments {
			d.Comment(c.from, c.to)
		}
		return
	}
	d.Lines = len(t.statements)
	r := &rdfDecoder{Decoder: d, block: t}
	if clean != nil {
		r.batch = new(input.NewBatch(clean))
	}
	for i := range t.items {
		it := &t.items[i]
		if !r.addItem(i, it) && !(r.flushBatch() && r.turtleItem(it)) {
			return
		}
		if r.batch != nil && r.batch.Full() && !r.flushBatch() {
			return
		}
	}
	r.flushBatch()
}

// turtleText appends the text of an item, which is not a fault.
func (t *turtleChunk) turtleText(b, data []byte, it *turtleItem) []byte {
	raw := data[it.start:it.end]
	switch it.kind {
	case itemIRI:
		return append(b, raw...)
	case itemEscapedIRI:
		return unescape(b, raw)
	case itemLiteral:
		return unescapeLiteral(b, raw)
	}
	b = append(b, t.prefixes[it.ns].IRI...)
	raw = raw[it.local:]
	if it.kind == itemName {
		return append(b, raw...)
	}
	return unescapeName(b, raw)
}

// addItem adds the item with that index to the batch. It returns false if the item has to become a
// item at once.
func (d *rdfDecoder) addItem(index int, it *turtleItem) bool {
	t, b := d.block, d.batch
	if b == nil || it.kind == itemFault || it.role == roleTemplate || it.kind == itemIRI && it.local > 0 || it.end-it.start > input.BatchBytes/2 {
		return false
	}
	if it.kind == itemName {
		ns := t.prefixes[it.ns]
		if len(ns.IRI) > input.BatchBytes/2 || ns.Relative {
			return false
		}
	}
	start := len(b.Text)
	b.Text = t.turtleText(b.Text, d.Chunk.Data, it)
	text := b.Text[start:]
	if it.role == rolePrefix ||
		(it.kind < itemName || it.kind == itemLiteral || t.prefixes[it.ns].Relative) && !base.HasScheme(text) {
		b.Text = b.Text[:start]
		r := input.Item{Text: chars.UnsafeString(text), Format: d.Rec.Format, Role: roles[it.role]}
		if t.setReference(&r, it); !b.Clean.Clean(&r) {
			return false
		}
		d.CleanCount++
		return true
	}
	return b.Add(start, index, it.kind != itemIRI && it.kind != itemName)
}

// turtleItem hands out the item of an item.
func (d *rdfDecoder) turtleItem(it *turtleItem) bool {
	t, data := d.block, d.Chunk.Data
	start := int(it.start)
	r := &d.Rec
	r.From, r.To = 0, int64(len(data))
	d.StartRecord()
	if n := int(it.statement); n < len(t.statements) {
		r.From, r.To = int64(t.statements[n].from), int64(t.statements[n].to)
	}
	r.SetPlace(d.Place(start))
	if it.kind == itemFault {
		if it.role >= rolePrefix {
			r.Role = roles[it.role]
		}
		return d.turtleFault(&t.faults[it.ns])
	}
	r.Role = roles[it.role]
	switch {
	case it.kind == itemName || it.kind == itemEscapedName:
		d.Buf = t.turtleText(d.Buf[:0], data, it)
		r.Text, r.Raw, r.Escape, r.Prefix = chars.UnsafeString(d.Buf), data[start:it.end], EscName, t.prefixes[it.ns]
		if r.Format.FaultCode == input.CodeOWL {
			r.Escape = escOWLName
		}
	case it.kind == itemIRI && it.local > 0:
		r.Curie = t.prefixes[it.ns]
		fallthrough
	default:
		d.termText(it)
	}
	t.setReference(r, it)
	return d.Yield(r)
}

// setReference sets the base of the item of an item, unless it is a name, and whether it is relative.
func (t *turtleChunk) setReference(r *input.Item, it *turtleItem) {
	r.Reference = !base.HasScheme(r.Text)
	if it.ns >= 0 && (it.kind < itemName || it.role == roleArgument) && r.Curie == nil {
		r.SetBase(t.bases[it.ns])
	}
}

// turtleFault hands out a fault; the item has its place already. Of a long line it
// shows what is around the fault.
func (d *rdfDecoder) turtleFault(f *turtleFault) bool {
	const most = input.ShownBytes
	r, data := &d.Rec, d.Chunk.Data
	f.start = min(f.start, len(data)) // unbuffered, a fault may stand after the text that has come
	from := max(0, f.start-most)
	if n := bytes.LastIndexByte(data[from:f.start], d.Chunk.File.LineEnd()); n >= 0 {
		from += n + 1
	} else if from == 0 && d.Chunk.Offset == 0 && bytes.HasPrefix(data, linecol.BOM) {
		from = len(linecol.BOM)
	}
	for from < f.start && !utf8.RuneStart(data[from]) {
		from++
	}
	to := min(len(data), f.start+most)
	if n := linecol.IndexEOL(data[f.start:to]); n >= 0 {
		to = f.start + n
	}
	r.LineText = linecol.TrimLineEnd(data[from:to])
	r.Raw = r.LineText
	start := min(f.start-from, len(r.LineText))
	r.Err = &input.Error{Code: f.code, Message: f.message, Line: r.Line, Col: r.Col, Start: start,
		End: max(start, min(f.end-from, len(r.LineText))), Warning: f.warning}
	return d.Yield(r)
}
