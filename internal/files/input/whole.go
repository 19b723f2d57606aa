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

// Whole has one string, which is all of the file as it is: that of an empty file is empty. No name of a file says it.
var Whole = &Entry{
	Name: "whole", Unescaped: true, Decode: DecodeDocument,
	Open: OpenWhole(func(w *WholeReader, source []byte) {
		r := Record{Text: chars.UnsafeString(source), Raw: source, Source: w.File.Name, Format: w.File.Format}
		r.SetPlace(linecol.Cursor{Line: 1, Col: 1})
		w.Found.Add(r)
	}),
}

// unread is text of which nothing is read, and which conversions copy.
var unread = &Entry{
	Name: "unread", Unescaped: true, Decode: DecodeDocument, Open: OpenWhole(func(*WholeReader, []byte) {}),
}

// BlockOfFault returns the block for what is wrong with a file as a whole: one record, which could not be read.
func BlockOfFault(fault *source.Error) *Block {
	f := &File{File: source.New(fault.Name, nil), Format: faulty, Number: -1}
	r := documentFault(f, linecol.Cursor{Line: 1, Col: 1}, CodeUnreadable, fault.Reason(), nil, -1)
	return &Block{File: f, Line: 1, document: &docBuffer{Records: []Record{r}}}
}

// faulty is the format of a file that is not read, or not to its end.
var faulty = func() *Entry {
	e := *unread
	e.Decode = func(d *Decoder, clean Cleaner) {
		d.Lines = len(d.Block.document.Records)
		DecodeDocument(d, clean)
	}
	return &e
}()

// A WholeReader reads the records of a document that has to be read as a whole.
type WholeReader struct {
	File    *File
	Options *Options
	Found   DocRecords
	read    func(w *WholeReader, source []byte) // adds the records of the document
}

// OpenWhole returns the function Open of a format whose documents are read as a whole.
func OpenWhole(read func(w *WholeReader, source []byte)) func(f *File, o *Options) BlockReader {
	return func(f *File, o *Options) BlockReader {
		w := &WholeReader{File: f, Options: o, read: read}
		w.Found.Start(f, o, nil)
		return &DocumentReader{File: f, Reader: w}
	}
}

func (w *WholeReader) Records() *DocRecords { return &w.Found }

func (w *WholeReader) Next() error {
	w.Found.Reset()
	most := w.File.Largest(w.Options)
	declared := durable.MarkedCharset
	if w.File.Format.Unescaped {
		declared = func([]byte) string { return "" }
	}
	text := w.File.Text(declared, w.Options)
	source, err := io.ReadAll(io.LimitReader(text, int64(most)+1))
	switch {
	case err != nil:
		return err
	case len(source) > most:
		w.Found.Add(documentFault(w.File, linecol.Cursor{Line: 1, Col: 1, End: w.File.LineEnd()}, CodeMaxLine,
			fmt.Sprintf("the document is longer than the limit of %d bytes, and nothing of it is read: --max-line "+
				"raises the limit", most), source, 0))
		return w.Found.Rest(source, text)
	}
	w.Found.Pass(source)
	w.Found.whole = true
	w.parse(source)
	return io.EOF
}

// parse adds the records of a document.
func (w *WholeReader) parse(source []byte) {
	w.Found.most = len(source) / recordBytes
	// the parsers of Markdown and YAML take LF alone for the end of a line
	if w.File.LineEnd() == '\r' && !w.File.Format.Unescaped {
		source, w.File.lineEnd = bytes.ReplaceAll(source, []byte{'\r'}, []byte{'\n'}), '\n'
	}
	w.read(w, source)
}

// Decoder returns a decoder of the document; what it hands out is added to the records.
func (w *WholeReader) Decoder(source []byte) *Decoder {
	b := &Block{File: w.File, Data: source, Line: 1}
	d := b.decoder(w.Options, func(r *Record) bool {
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

// MarkTemplates has [Record.InTemplate] set in what is handed out of a format of which people write templates. These
// are those of the block or, with byLine, those that begin and end in a line, because a block can begin in a template. In
// prose an IRI ends before what is filled in.
func (d *Decoder) MarkTemplates(byLine bool) {
	prose, data, yield := d.Block.File.Format.Prose, d.Block.Data, d.Yield
	var text string // all of the block, or the present line
	var blocks templates.Spans
	start := 0 // of text
	if !byLine {
		text = chars.UnsafeString(data)
		blocks = templates.Blocks(text)
	}
	d.Yield = func(r *Record) bool {
		at := int(r.Offset - d.Block.Offset)
		if byLine && (at < start || at+len(r.Raw) > start+len(text)) && at >= 0 && at <= len(data) {
			line, off := linecol.LineAt(data, at, d.Block.File.LineEnd())
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

// longestMark is how far is looked for the end of what is filled in.
const longestMark = 256
