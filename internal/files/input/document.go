package input

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
)

// Documents, which are pages, sitemaps and RDF/XML, cannot be cut into lines. They are read from
// start to end, and their records are handed out in blocks.

// A block of a document ends with so many records, or with so many bytes of text: there
// are pages with images in their URLs.
const (
	blockRecords = 1024
	blockBytes   = 256 << 10
)

// maxPiece is the length in bytes of the longest tag, text or comment of a document that
// is read, 8 MiB. Options.MaxLine can ask for less, or for more if it is larger than
// DefaultMaxLine. The limit is low because the parsers hold several copies of a piece.
const maxPiece = 8 << 20

func (o *Options) maxPiece() int {
	if n := o.maxLine(); n < maxPiece || n > DefaultMaxLine {
		return n
	}
	return maxPiece
}

// longPiece returns the record for a piece of a document that is too long.
func (s *window) longPiece(f *File, most int) Record {
	return s.fault(f, s.place(), CodeMaxLine,
		fmt.Sprintf("a tag, text or comment is longer than the limit of %d bytes, and nothing after this is read: --max-line raises the limit", most))
}

// documentFault returns the record for a fault of a document. What has been read of it is text, in which the
// fault is at text[n:].
func documentFault(f *File, at cursor, code, message string, text []byte, n int) Record {
	r := Record{Source: f.Name, Format: f.Format, Err: &Error{Code: code, Line: at.line, Col: at.col, Message: message}}
	r.setPlace(at)
	if n >= 0 && n <= len(text) {
		line, start := lineAt(text, n, at.end)
		r.Whole = bytes.Clone(line)
		r.Err.Start, r.Err.End = start, start
	}
	return r
}

// shownLine is how much of a line is shown on each side of a fault.
const shownLine = 1 << 10

// lineAt returns the line in which text[n:] stands, or the part of it around that, and the offset of text[n:] there.
func lineAt(text []byte, n int, end byte) (line []byte, start int) {
	from, to := max(0, n-shownLine), min(len(text), n+shownLine)
	if i := bytes.LastIndexByte(text[from:n], end); i >= 0 {
		from += i + 1
	}
	for from < n && !utf8.RuneStart(text[from]) {
		from++
	}
	if i := bytes.IndexByte(text[n:to], end); i >= 0 {
		to = n + i
	}
	line = trimLineEnd(text[from:to])
	return line, min(n-from, len(line))
}

func (r *Record) setPlace(at cursor) { r.Line, r.Col, r.Offset = at.line, at.col, at.off }

// A docReader reads records from a document. The last records come with io.EOF.
type docReader interface {
	next() error
	records() *docRecords // what next has read
}

// A docBuffer is the records of a block of a document, and the bytes that they point into: see
// [Block.Release].
type docBuffer struct {
	records []Record
	bytes   []byte
}

var docBuffers = sync.Pool{New: func() any { return new(docBuffer) }}

// clone returns a copy of a text that is valid as long as the records are.
func (b *docBuffer) clone(text string) []byte {
	if cap(b.bytes)-len(b.bytes) < len(text) {
		b.bytes = make([]byte, 0, max(min(2*cap(b.bytes), blockBytes), blockBytes/4, len(text))) // the last one is used again
	}
	start := len(b.bytes)
	b.bytes = append(b.bytes, text...)
	return b.bytes[start:len(b.bytes):len(b.bytes)]
}

// inOrder returns records in the order of the document.
func inOrder(records []Record) []Record {
	sorted := true
	for i := 1; i < len(records) && sorted; i++ {
		sorted = records[i-1].Offset <= records[i].Offset
	}
	if sorted {
		return records
	}
	order := make([]int, len(records)) // they are large, and seldom far from their places
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(records[i].Offset, records[j].Offset) })
	all := make([]Record, len(records), cap(records))
	for i, from := range order {
		all[i] = records[from]
	}
	return all
}

// docRecords are the records of a document that have not been handed out.
type docRecords struct {
	*docBuffer     // nil when the buffer has been handed out
	size       int // bytes of the texts of the records

	file   *File
	maxIRI int       // Options.MaxIRI
	keep   bool      // keep the document, for rewriting
	data   []byte    // what has been read since the last block, as UTF-8
	tail   io.Reader // what is left of a document that cannot be read further
}

// start says which document the records are of.
func (d *docRecords) start(f *File, o *Options) { d.file, d.keep, d.maxIRI = f, o.Rewrite, o.maxIRI() }

// reset forgets the records, which have been handed out or are not needed any more.
func (d *docRecords) reset() {
	if d.docBuffer == nil {
		d.docBuffer = docBuffers.Get().(*docBuffer)
	}
	d.records, d.bytes, d.size, d.data = d.records[:0], d.bytes[:0], 0, nil
}

// take hands the records out, for rewriting in the order of the document.
func (d *docRecords) take() *docBuffer {
	b := d.docBuffer
	d.docBuffer = nil
	if d.keep {
		b.records = inOrder(b.records)
	}
	return b
}

// pass keeps a part of the document that has been read.
func (d *docRecords) pass(raw []byte) {
	if d.keep {
		d.data = append(d.data, raw...)
	}
}

// rest ends the reading of a document, of which raw and what r has left are not read. It
// returns the error for next.
func (d *docRecords) rest(raw []byte, r io.Reader) error {
	if !d.keep {
		return io.EOF
	}
	d.tail = io.MultiReader(bytes.NewReader(bytes.Clone(raw)), r)
	return nil
}

// copyTail reads a part of what is left of a document that cannot be read further.
func (d *docRecords) copyTail() error {
	d.data = make([]byte, blockBytes)
	n, err := io.ReadFull(d.tail, d.data)
	d.data = d.data[:n]
	for err == nil && !d.file.cuttable(d.data) {
		var next [1]byte
		if _, err = io.ReadFull(d.tail, next[:]); err == nil {
			d.data = append(d.data, next[0])
		}
	}
	if err == io.ErrUnexpectedEOF {
		err = io.EOF
	}
	return err
}

// add adds a record. Its Raw is copied, and so its Text may be too if that is the same.
func (d *docRecords) add(r Record) {
	*d.slot() = r
	d.added()
}

// slot returns a new record, to be filled in before a call of added.
func (d *docRecords) slot() *Record {
	n := len(d.records)
	if n < cap(d.records) {
		d.records = d.records[:n+1]
		d.records[n] = Record{}
	} else {
		d.records = append(slices.Grow(d.records, 1+n), Record{}) // doubled: append grows by a quarter, and copies four times as much
	}
	return &d.records[n]
}

// added does for the last record what add does.
func (d *docRecords) added() {
	r := &d.records[len(d.records)-1]
	r.file = d.file
	if r.Raw != nil {
		same := r.Text == chars.View(r.Raw)
		if r.Raw = d.clone(chars.View(r.Raw)); same {
			r.Text = chars.View(r.Raw)
		}
	}
	if d.file.legacy {
		r.compose()
	}
	r.trim()
	r.limit(d.maxIRI)
	d.size += len(r.Text)
}

// full reports whether the records are enough for n blocks.
func (d *docRecords) full(n int) bool {
	if d.keep && !d.file.cuttable(d.data) {
		return false
	}
	return len(d.records) >= n*blockRecords || d.size >= n*blockBytes || len(d.data) >= 2*n*blockBytes
}

// A documentReader makes blocks of what a docReader reads.
type documentReader struct {
	f   *File
	r   docReader
	off int64 // of the next block, if it holds data
	err error // what ended the document
}

func (d *documentReader) next([]byte) (Block, error) {
	for {
		if d.err != nil {
			if d.err == io.EOF {
				return Block{}, io.EOF
			}
			return Block{}, d.f.fail(d.err)
		}
		found := d.r.records()
		if found.tail != nil {
			found.reset()
			d.err = found.copyTail()
		} else {
			d.err = d.r.next()
		}
		if len(found.data) > 0 {
			b := Block{File: d.f, Line: 1, Offset: d.off, Data: found.data, document: found.take()}
			d.off += int64(len(found.data))
			return b, nil
		}
		if len(found.records) > 0 {
			r := &found.records[0]
			return Block{File: d.f, Line: r.Line, Offset: r.Offset, document: found.take()}, nil
		}
	}
}

// decodeDocument hands out the records of a block of a document.
func decodeDocument(d *decoder, clean Cleaner) {
	for i := range d.b.document.records {
		if r := &d.b.document.records[i]; r.Err == nil && clean != nil && clean.Clean(r) {
			d.cleanCount++
		} else if !d.yield(r) {
			return
		}
	}
}

// A cursor is a place in a document.
type cursor struct {
	line, col int
	off       int64
	end       byte // what ends a line
}

// pass moves the cursor to the end of text.
func (c *cursor) pass(text []byte) {
	if c.off == 0 && bytes.HasPrefix(text, bom) {
		c.col-- // it is not a character of the document
	}
	c.off += int64(len(text))
	if n := bytes.Count(text, []byte{c.end}); n > 0 {
		c.line += n
		c.col = 1
		text = text[bytes.LastIndexByte(text, c.end)+1:]
	}
	c.col += runeCount(text)
}

// A tagCursor goes through a piece of a document, which starts at the cursor in it, from
// left to right.
type tagCursor struct {
	cursor
	n int // how much of the piece has been passed
}

// to moves the cursor to an offset of the piece, unless it has passed it, and returns the place.
func (c *tagCursor) to(raw []byte, offset int) cursor {
	if offset > c.n {
		c.pass(raw[c.n:offset])
		c.n = offset
	}
	return c.cursor
}

// locate sets the place of the record to the value raw[start:end], which must not lie before the
// last one that the cursor was moved to. White space around the value does not count, unless it is
// written as character references. Raw is that part of raw.
func (r *Record) locate(at *tagCursor, raw []byte, start, end int) {
	left := chars.SpaceEnd(raw, start, end)
	at.pass(raw[at.n:left])
	at.n = left
	r.setPlace(at.cursor)
	r.Raw = chars.TrimSpace(raw[left:end])
}

// trim takes off the ends of Raw what stands for white space that Text has lost there, and comments and
// the marks of CDATA.
func (r *Record) trim() {
	if !r.Escapes() || r.Prefix != nil || r.Escape.lead != "" || len(r.Raw) == 0 || r.Err != nil {
		return
	}
	if r.Escape.part == nil && !r.hasEscapeAtEnd() {
		return
	}
	whole, _ := r.Unescape(r.Raw)
	if strings.Trim(whole, chars.Space) != r.Text || len(whole) == len(r.Text) && r.Escape.part == nil {
		return
	}
	lead := len(whole) - len(strings.TrimLeft(whole, chars.Space))
	from := 0
	if lead > 0 {
		_, from = r.advance(0, 0, lead)
		at := cursor{line: r.Line, col: r.Col, off: r.Offset, end: r.file.LineEnd()}
		at.pass(r.Raw[:from])
		r.setPlace(at)
	}
	_, to := r.advance(lead, from, lead+len(r.Text))
	if r.Raw = r.Raw[from:to]; r.Escape.part != nil {
		r.Escape = r.Escape.part(r.Raw)
	}
}

// hasEscapeAtEnd reports whether Raw begins or ends with an escape, or ends with white space.
func (r *Record) hasEscapeAtEnd() bool {
	isEscape := func(c byte) bool { return c == '&' || c == '\\' }
	if n := len(r.Raw); isEscape(r.Raw[0]) || chars.IsSpace(r.Raw[n-1]) {
		return true
	}
	i := max(bytes.LastIndexByte(r.Raw, '&'), bytes.LastIndexByte(r.Raw, '\\'))
	if i < 0 || r.Raw[i] == '&' && r.Raw[len(r.Raw)-1] != ';' && (i+1 == len(r.Raw) || r.Raw[i+1] != '#') {
		return false // only a number needs no semicolon
	}
	n, _ := r.unit(r.Raw[i:])
	return i+n == len(r.Raw)
}
