package input

import (
	"bytes"
	"fmt"
	"io"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/text/chars"
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
		w.Found.Start(f, o)
		return &DocumentReader{File: f, Reader: w}
	}
}

func (w *WholeReader) Records() *DocRecords { return &w.Found }

func (w *WholeReader) Next() error {
	w.Found.Reset()
	most := w.Options.MaxPiece()
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
	w.Found.most = len(source) / recordBytes
	// the parsers of Markdown and YAML take LF alone for the end of a line
	if w.File.LineEnd() == '\r' && !w.File.Format.Unescaped {
		source, w.File.lineEnd = bytes.ReplaceAll(source, []byte{'\r'}, []byte{'\n'}), '\n'
	}
	w.read(w, source)
	return io.EOF
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
	return &d
}
