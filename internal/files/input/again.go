package input

import (
	"iter"

	"github.com/rfc3987/iri/internal/files/linecol"
)

// CanReadAgain reports whether a text in the place of a range of the chunk can be read again: a whole document, a
// chunk of a document that is read in pieces, or rows, which are the ranges [Item.From] to [Item.To]. Items without
// escapes need not be read again, nor N-Triples, where characters that would end an IRI are written as escapes.
func (b *Chunk) CanReadAgain() bool {
	if b.document != nil {
		return b.document.whole || b.document.start != nil
	}
	f := b.File.Format
	return !f.Unescaped && !(f.IsRDF && !f.Bases) && !b.TooLong && !b.Rest
}

// IsWhole reports whether the chunk is a whole document.
func (b *Chunk) IsWhole() bool { return b.document != nil && b.document.whole }

// Strings returns the items of a range of a chunk for which [Chunk.CanReadAgain] is true, including those that
// [Chunk.Each] leaves out.
func (b *Chunk) Strings(o *Options, part Span) *ItemReader {
	switch {
	case b.document == nil:
		return readRows(o, b.rows(part))
	case b.document.start != nil:
		return b.readPieces(b.Data, nil)
	case b.document.lazy:
		return b.read(o, b.Data, false)
	}
	return &ItemReader{found: &DocItems{docBuffer: b.document}}
}

// ReadAgain reads a text in the place of a range of a chunk for which [Chunk.CanReadAgain] is true, so that a program
// can check its edits. become returns the namespace of a prefix that is declared before the range.
func (b *Chunk) ReadAgain(o *Options, part Span, text []byte, become func(*Prefix) string) *ItemReader {
	if b.document == nil {
		rows := b.rows(part)
		rows.Data, rows.Offset = text, b.Offset+int64(part.Start)
		if p, ok := b.Parsed.(parsedRows); ok {
			rows.Parsed = p.Again(b, part, text, become)
		}
		return readRows(o, rows)
	}
	if b.document.start != nil {
		return b.readPieces(text, become)
	}
	return b.read(o, text, false)
}

// readPieces begins to read a text in the place of a chunk of a document that is read in pieces.
func (b *Chunk) readPieces(text []byte, become func(*Prefix) string) *ItemReader {
	reader := b.document.start.Again(b.File.unnoted(), text, become)
	found := reader.Items()
	found.Reset()
	return &ItemReader{found: found, next: func() bool { return reader.Next() == nil }}
}

// parsedRows is a Chunk.Parsed whose rows depend on the text before them.
type parsedRows interface {
	// Rows returns the parsed data of a range of the chunk.
	Rows(part Span) any
	// Again returns the parsed data of a text in the place of that range: see [Chunk.ReadAgain].
	Again(b *Chunk, part Span, text []byte, become func(*Prefix) string) any
}

// rows returns a range of the chunk as a chunk that records no notes.
func (b *Chunk) rows(part Span) *Chunk {
	rows := &Chunk{File: b.File.unnoted(), Data: b.Data[part.Start:part.End], Offset: b.Offset + int64(part.Start), Line: b.Line}
	if p, ok := b.Parsed.(parsedRows); ok {
		rows.Data, rows.Offset, rows.Parsed = b.Data, b.Offset, p.Rows(part)
	}
	return rows
}

// unnoted returns a copy of the file that records no notes.
func (f *File) unnoted() *File {
	c := *f
	c.Notes, c.Selected, c.comments = nil, nil, nil
	return &c
}

// readRows reads the items of a chunk.
func readRows(o *Options, rows *Chunk) *ItemReader {
	next, stop := iter.Pull(rows.Items(o))
	return &ItemReader{pull: next, stop: stop}
}

// An ItemReader reads the items of a range of a chunk, in order. It must be closed.
type ItemReader struct {
	found *DocItems
	next  func() bool // adds the items of the next part, as in WholeReader; nil if there is none
	at    int         // of the next item

	pull func() (*Item, bool) // for rows: returns the next item
	stop func()
}

// read begins to read a text as the document of the chunk. notes says whether notes about its file are recorded.
func (b *Chunk) read(o *Options, text []byte, notes bool) *ItemReader {
	f := b.File.unnoted()
	if f.lineEnd = linecol.LineEnd(text); notes {
		f.Notes = b.File.Notes
	}
	w := f.Format.Open(f, f.options(o)).(*DocumentReader).Reader.(*WholeReader)
	w.Broken, w.Found.most = b.document.broken, w.mostOf(b.Data)
	w.Found.docBuffer = docBuffers.Get().(*docBuffer)
	w.Found.docBuffer.reset()
	w.Found.hold(text)
	w.Found.Data = nil
	return &ItemReader{found: &w.Found, next: w.begin(w, text)}
}

// Next returns the next item, or nil after the last one. It is valid until the next call.
func (r *ItemReader) Next() *Item {
	if r.pull != nil {
		next, _ := r.pull()
		return next
	}
	for r.at == len(r.found.Items) {
		if !r.more(func() bool { return len(r.found.Items) > 0 }) {
			return nil
		}
	}
	r.at++
	return &r.found.Items[r.at-1]
}

// more reads until there is enough. It returns false at the end of the text.
func (r *ItemReader) more(enough func() bool) bool {
	if r.next == nil {
		return false
	}
	d := r.found
	d.docBuffer.reset()
	d.size, r.at = 0, 0
	for d.part = 0; r.next(); d.part = len(d.Items) {
		if enough() {
			d.sort()
			return true
		}
	}
	r.next = nil
	d.sort()
	return len(d.Items) > 0
}

// Close ends the reading.
func (r *ItemReader) Close() {
	switch {
	case r.pull != nil:
		r.stop()
	case r.found.file != nil:
		r.found.release()
	}
}

// A Mark is where a structure of a document begins or ends that is not a string, such as emphasis.
type Mark struct {
	Start int    // in bytes
	Kind  uint32 // the structure that begins or ends
	Block bool   // a block begins, which has all marks before the next block
}
