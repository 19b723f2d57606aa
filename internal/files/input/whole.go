package input

import (
	"bytes"
	"fmt"
	"io"

	"github.com/rfc3987/iri/internal/files/durable"
)

// A wholeReader reads the records of a document that has to be read as a whole.
type wholeReader struct {
	f     *File
	o     *Options
	found docRecords
	read  func(w *wholeReader, source []byte) // adds the records of the document
}

func newWholeReader(f *File, o *Options, read func(w *wholeReader, source []byte)) blockReader {
	w := &wholeReader{f: f, o: o, read: read}
	w.found.start(f, o)
	return &documentReader{f: f, r: w}
}

func (w *wholeReader) records() *docRecords { return &w.found }

func (w *wholeReader) next() error {
	w.found.reset()
	most := w.o.maxPiece()
	text := w.f.text(durable.MarkedCharset, w.o)
	source, err := io.ReadAll(io.LimitReader(text, int64(most)+1))
	switch {
	case err != nil:
		return err
	case len(source) > most:
		w.found.add(documentFault(w.f, cursor{line: 1, col: 1, end: w.f.LineEnd()}, CodeMaxLine,
			fmt.Sprintf("the document is longer than the limit of %d bytes, and nothing of it is read: --max-line raises the limit", most), source, 0))
		return w.found.rest(source, text)
	}
	w.found.pass(source)
	if w.f.LineEnd() == '\r' { // the parsers of Markdown and YAML take LF alone for the end of a line
		source, w.f.lineEnd = bytes.ReplaceAll(source, []byte{'\r'}, []byte{'\n'}), '\n'
	}
	w.read(w, source)
	return io.EOF
}

// decoder returns a decoder of the document; what it hands out is added to the records.
func (w *wholeReader) decoder(source []byte) *decoder {
	d := &decoder{o: w.o, b: &Block{File: w.f, Data: source, Line: 1}, yield: func(r *Record) bool {
		c := *r
		c.From, c.To = 0, 0
		if c.Err == nil {
			c.Whole = nil
		} else {
			c.Raw = nil
		}
		w.found.add(c)
		return true
	}}
	d.startPlaces()
	d.rec.Source, d.rec.Format, d.rec.file = w.f.Name, w.f.Format, w.f
	return d
}
