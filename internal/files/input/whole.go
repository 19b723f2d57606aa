package input

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/source"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/templates"
)

// Whole has one string, the whole file; an empty file has an empty string. No file name suggests it.
var Whole = &Format{
	Name:   "whole",
	Traits: Traits{Unescaped: true},
	Reading: Reading{Decode: DecodeDocument, Open: OpenWhole(func(w *WholeReader, source []byte) {
		r := Item{Text: chars.UnsafeString(source), Raw: source, Source: w.File.Name, Format: w.File.Format}
		r.SetPlace(linecol.Cursor{Line: 1, Col: 1})
		w.Found.Add(r)
	})},
}

// unread is the format of text that is not parsed, and that conversions copy.
var unread = &Format{
	Name:    "unread",
	Traits:  Traits{Unescaped: true},
	Reading: Reading{Decode: DecodeDocument, Open: OpenWhole(func(*WholeReader, []byte) {})},
}

// ChunkOfFault returns the chunk for a fault of a whole file: one item, which could not be read.
func ChunkOfFault(fault *source.Error) *Chunk {
	f := &File{File: source.New(fault.Name, nil), Format: faulty, Number: -1}
	r := documentFault(f, linecol.Cursor{Line: 1, Col: 1}, CodeUnreadable, fault.Reason(), nil, -1)
	return &Chunk{File: f, Line: 1, document: &docBuffer{Items: []Item{r}}}
}

// faulty is the format of a file that could not be read, or not to its end.
var faulty = func() *Format {
	e := *unread
	e.Decode = func(d *Decoder, clean Cleaner) {
		d.Lines = len(d.Chunk.document.Items)
		DecodeDocument(d, clean)
	}
	return &e
}()

// A WholeReader reads the items of a document that is in memory as a whole.
type WholeReader struct {
	File    *File
	Options *Options
	Found   DocItems
	Broken  bool // the document could not be read to its end

	lazy     bool                     // for rewriting: items are read when they are needed
	declared func(head []byte) string // returns the charset that the first bytes of the file declare
	begin    beginReading
	next     func() bool // see beginReading; nil at the start
	err      error       // the error that ended the document
}

// A beginReading begins to read a document. It returns a function that adds the items of the next part, and reports
// whether there are more. It returns nil if nothing is read.
type beginReading = func(w *WholeReader, source []byte) (next func() bool)

// OpenWhole returns the function Open of a format whose documents are read in one step.
func OpenWhole(read func(w *WholeReader, source []byte)) func(f *File, o *Options) ChunkReader {
	return openParts(false, func(f *File) func([]byte) string {
		if f.Format.Unescaped {
			return func([]byte) string { return "" }
		}
		return durable.MarkedCharset
	}, func(w *WholeReader, source []byte) func() bool {
		if w.Broken {
			return nil
		}
		return func() bool {
			// the parsers of Markdown and YAML accept only LF as the end of a line
			if w.File.LineEnd() == '\r' && !w.File.Format.Unescaped {
				source, w.File.lineEnd = bytes.ReplaceAll(source, []byte{'\r'}, []byte{'\n'}), '\n'
			}
			read(w, source)
			return false
		}
	})
}

// OpenParts returns the function Open of a format whose documents are read in parts, as they are needed. declared
// returns a function that finds the charset in the first bytes of a file.
func OpenParts(declared func(f *File) func(head []byte) string, begin beginReading,
) func(f *File, o *Options) ChunkReader {
	return openParts(true, declared, begin)
}

func openParts(lazy bool, declared func(f *File) func(head []byte) string, begin beginReading,
) func(f *File, o *Options) ChunkReader {
	return func(f *File, o *Options) ChunkReader {
		w := &WholeReader{File: f, Options: o, lazy: lazy, declared: declared(f), begin: begin}
		w.Found.Start(f, o, nil)
		return &DocumentReader{File: f, Reader: w}
	}
}

func (w *WholeReader) Items() *DocItems { return &w.Found }

func (w *WholeReader) Next() error {
	w.Found.Reset()
	if w.next == nil {
		if w.open(); w.next == nil {
			return w.err
		}
	}
	if w.Found.Keep && w.lazy {
		w.comments()
		return w.err
	}
	for ; w.next(); w.Found.part = len(w.Found.Items) {
		if !w.Found.Keep && w.Found.Full(1) {
			return nil
		}
	}
	return w.err
}

// comments reads a document only for its comments.
func (w *WholeReader) comments() {
	d := &w.Found
	if d.lazy, d.broken = true, w.Broken; !w.File.WantsComments() || !bytes.Contains(d.source, []byte(IgnoreWord)) {
		return
	}
	notes := w.File.Notes
	w.File.Notes = nil
	for w.next() {
		d.docBuffer.reset()
	}
	d.docBuffer.reset()
	w.File.Notes = notes
}

// open reads the document, and begins to read its items.
func (w *WholeReader) open() {
	most := w.File.Largest(w.Options)
	text := w.File.Text(w.declared, w.Options)
	var source []byte
	source, w.err = readAll(text, int(min(w.File.Size, int64(most))), most)
	if len(source) > most {
		w.Found.Add(documentFault(w.File, linecol.Cursor{Line: 1, Col: 1, End: w.File.LineEnd()}, CodeMaxLine,
			fmt.Sprintf("the document is longer than the limit of %d bytes, and nothing of it is read: --max-line "+
				"raises the limit", most), source, 0))
		w.err = w.Found.Rest(source, text)
		return
	}
	w.Broken = w.err != io.EOF
	if w.next = w.begin(w, source); w.next != nil {
		w.Found.hold(source)
		w.Found.most = w.mostOf(source)
	}
}

// mostOf returns the most items of a part of a document.
func (w *WholeReader) mostOf(source []byte) int {
	if w.lazy {
		return 0
	}
	return len(source) / recordBytes
}

// readAll reads a text of about size bytes, and at most one byte more than most. The error is io.EOF at the end of
// the text. A text that is longer than size is read in pieces, each as long as all before it, and joined at the end: a
// buffer that grows would leave its smaller copies to the garbage collector.
func readAll(r io.Reader, size, most int) (text []byte, err error) {
	const atEnd = 512 // for reading the end of the file
	var before [][]byte
	total := 0
	text = make([]byte, 0, max(size, 0)+atEnd)
	for err == nil && total <= most {
		if len(text) == cap(text) {
			before, text = append(before, text), make([]byte, 0, total)
		}
		var n int
		n, err = r.Read(text[len(text):min(cap(text), len(text)+most+1-total)])
		text, total = text[:len(text)+n], total+n
	}
	if before != nil {
		text = bytes.Join(append(before, text), nil)
	}
	return text, err
}

// Decoder returns a decoder of the document. The items that it hands out are added to the reader's items.
func (w *WholeReader) Decoder(source []byte) *Decoder {
	b := &Chunk{File: w.File, Data: source, Line: 1}
	d := b.decoder(w.Options, func(r *Item) bool {
		c := *r
		c.From, c.To = 0, 0
		if c.Err == nil {
			c.LineText = nil
		} else {
			c.Raw = nil
		}
		w.Found.Add(c)
		return true
	})
	if w.File.Format.Templated {
		d.MarkTemplates(false)
	}
	return &d
}

// MarkTemplates sets [Item.InTemplate] of items in formats in which people write templates. These items are in a
// template expression of the block or, with byLine, of a line, because a block can begin in a template. In prose an
// IRI ends before a placeholder.
func (d *Decoder) MarkTemplates(byLine bool) {
	prose, data, yield := d.Chunk.File.Format.Prose, d.Chunk.Data, d.Yield
	var text string // the whole chunk, or the present line
	var blocks templates.Spans
	start := 0 // of text
	if !byLine {
		text = chars.UnsafeString(data)
		blocks = templates.Blocks(text)
	}
	d.Yield = func(r *Item) bool {
		at := int(r.Offset - d.Chunk.Offset)
		if byLine && (at < start || at+len(r.Raw) > start+len(text)) && at >= 0 && at <= len(data) {
			line, off := linecol.LineAt(data, at, d.Chunk.File.LineEnd())
			start, text = at-off, chars.UnsafeString(line)
			blocks = templates.Blocks(text)
		}
		from, to := at-start, at-start+len(r.Raw)
		r.InTemplate = r.Err == nil && from >= 0 && to <= len(text) && (blocks.Touch(from, to) ||
			prose && to < len(text) && strings.IndexByte("{<[$#*%", text[to]) >= 0 &&
				templates.BeginsWith(text[to:min(len(text), to+longestMark)]))
		return yield(r)
	}
}

// longestMark is how far the end of a placeholder is searched.
const longestMark = 256
