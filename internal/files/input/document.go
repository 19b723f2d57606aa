package input

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/text/chars"
)

// Documents, which are pages, sitemaps and RDF/XML, cannot be cut into lines. They are read from
// start to end, and their records are handed out in blocks.

// A block of a document ends with so many records, or with so many bytes of text: there
// are pages with images in their URLs.
const (
	blockRecords = 1024
	BlockBytes   = 256 << 10
)

// Largest returns the length in bytes of the longest document that is read as a whole, or tag, text or comment of another
// one. Options.MaxLine can ask for less, or for more if it is larger than DefaultMaxLine.
func (f *File) Largest(o *Options) int {
	n := o.LongestLine()
	if f.Format == Auto || f.Format.Largest == 0 || n < f.Format.Largest || n > DefaultMaxLine {
		return n
	}
	return f.Format.Largest
}

// LongPiece returns the record for a piece of a document that is too long.
func (s *Window) LongPiece(f *File, most int) Record {
	return s.Fault(f, s.Place(), CodeMaxLine,
		fmt.Sprintf("a tag, text or comment is longer than the limit of %d bytes, and nothing after this is read: "+
			"--max-line raises the limit", most))
}

// documentFault returns the record for a fault of a document. What has been read of it is text, in which the
// fault is at text[n:].
func documentFault(f *File, at linecol.Cursor, code, message string, text []byte, n int) Record {
	r := Record{Source: f.Name, Format: f.Format, Err: &Error{Code: code, Line: at.Line, Col: at.Col, Message: message}}
	r.SetPlace(at)
	if n >= 0 && n <= len(text) {
		line, start := linecol.LineAt(text, n, at.End)
		r.LineText = bytes.Clone(line)
		r.Err.Start, r.Err.End = start, start
	}
	return r
}

// LineAt returns the line of the file in which Raw[raw:] stands, or the part of it around that, and the offset of
// Raw[raw:] there. It is not known of words, nor of a record far from what is in memory.
func (r *Record) LineAt(raw int) (line []byte, start int, ok bool) {
	if r.block == nil || r.Err != nil || r.Raw == nil {
		return nil, 0, false
	}
	text, off := r.block.Data, r.block.Offset
	if d := r.block.document; d != nil && len(text) == 0 {
		text, off = d.text, d.textOff
	}
	at := r.Offset - off
	if at < 0 || at > int64(len(text)) {
		return nil, 0, false
	}
	// What is shown is compared, and not all of a long text for each finding.
	from, to := max(0, raw-linecol.ShownLine), min(len(r.Raw), raw+linecol.ShownLine)
	if int64(to) > int64(len(text))-at || !bytes.Equal(text[at+int64(from):at+int64(to)], r.Raw[from:to]) {
		return nil, 0, false
	}
	line, start = linecol.LineAt(text, int(at)+raw, r.file.LineEnd())
	return line, start, true
}

func (r *Record) SetPlace(at linecol.Cursor) { r.Line, r.Col, r.Offset = at.Line, at.Col, at.Off }

// A docReader reads records from a document. The last records come with io.EOF.
type docReader interface {
	Next() error
	Records() *DocRecords // what next has read
}

// A PieceReader is a docReader of a document that is read in pieces.
type PieceReader interface {
	docReader
	// Again returns a reader in the state of this one, of a text in the place of all that comes. become returns what a
	// prefix that has been declared stands for there; it may be nil.
	Again(f *File, text []byte, become func(*Prefix) string) PieceReader
}

// A docBuffer is the records of a block of a document, and the bytes that they point into: see
// [Block.Release].
type docBuffer struct {
	Records []Record
	bytes   []byte

	whole  bool // they are all of a document that is in memory as a whole
	lazy   bool // they are read when they are asked for
	broken bool // the document could not be read to its end

	start PieceReader // what reads the block, before it; nil for one that is not read again

	text    []byte // of the document, around the records, for the lines that are shown
	textOff int64  // of text in the document
	isAll   bool   // text is all of the document, and others use it, too
}

// reset forgets the records.
func (b *docBuffer) reset() { b.Records, b.bytes = b.Records[:0], b.bytes[:0] }

// release has the memory used for other blocks.
func (b *docBuffer) release() {
	if b.isAll {
		b.text, b.isAll = nil, false
	}
	if b.lazy, b.broken, b.start = false, false, nil; cap(b.Records) <= 2*blockRecords && cap(b.bytes) <= BlockBytes {
		docBuffers.Put(b)
	}
}

var docBuffers = sync.Pool{New: func() any { return new(docBuffer) }}

// Clone returns a copy of a text that is valid as long as the records are.
func (b *docBuffer) Clone(text string) []byte {
	if b.bytes == nil || cap(b.bytes)-len(b.bytes) < len(text) { // the copy of an empty text is not nil
		// the last one is used again
		b.bytes = make([]byte, 0, max(min(2*cap(b.bytes), BlockBytes), BlockBytes/4, len(text)))
	}
	start := len(b.bytes)
	b.bytes = append(b.bytes, text...)
	return b.bytes[start:len(b.bytes):len(b.bytes)]
}

// DocRecords are the records of a document that have not been handed out.
type DocRecords struct {
	*docBuffer     // nil when the buffer has been handed out
	size       int // bytes of the texts of the records
	most       int // how many records a part may have, maxRecords if it is 0
	part       int // where those of the present part begin
	shown      int // bytes of the lines that are shown with faults

	file    *File
	maxItem int       // Options.MaxItem
	Keep    bool      // keep the document, for rewriting
	open    bool      // the line of the last record has not ended, as far as comments are wanted
	since   int64     // where its end is looked for
	Data    []byte    // what has been read since the last block, as UTF-8
	window  *Window   // what reads the document in pieces; nil if it is in memory as a whole
	source  []byte    // the document, if it is in memory as a whole
	passed  int64     // how much of the document has been passed in pieces
	copied  int64     // how much of it is in Data, or has been in text
	tail    io.Reader // what is left of a document that cannot be read further
}

// Start says which document the records are of, and what reads it in pieces, nil if it is read as a whole.
func (d *DocRecords) Start(f *File, o *Options, w *Window) {
	d.file, d.Keep, d.maxItem = f, o.Rewrite, o.LongestItem()
	if d.window = w; w != nil {
		w.passed = d
	}
}

// Again returns the records of a part of the document that is read again as a file.
func (d *DocRecords) Again(f *File) DocRecords { return DocRecords{file: f, maxItem: d.maxItem} }

// Reset forgets the records, which have been handed out or are not needed any more.
func (d *DocRecords) Reset() {
	if d.docBuffer == nil {
		d.docBuffer = docBuffers.Get().(*docBuffer)
	}
	d.docBuffer.reset()
	d.part, d.size, d.shown, d.Data = 0, 0, 0, nil
	if d.source != nil {
		d.text, d.textOff, d.isAll = d.source, 0, true
		return
	}
	if d.copied = max(d.copied, d.passed); d.window != nil {
		d.copied = max(d.copied, d.window.Off) // a part of a document begins there
	}
	d.text, d.textOff = d.text[:0], d.copied
}

// hold says what all of the document is. Records point into it.
func (d *DocRecords) hold(source []byte) {
	d.source = source
	d.text, d.textOff, d.isAll = source, 0, true
	if d.Keep {
		d.Data = source
	}
}

// take hands the records out, for rewriting in the order of the document.
func (d *DocRecords) take() *docBuffer {
	d.copy()
	b := d.docBuffer
	d.docBuffer = nil
	b.whole = d.Keep && d.source != nil
	if d.Keep {
		b.sort()
	}
	return b
}

// sort puts the records into the order of the document.
func (b *docBuffer) sort() {
	// package slices copies a record, which is large, for each comparison
	before := func(i, j int) bool { return b.Records[i].Offset < b.Records[j].Offset }
	if len(b.Records) > 1 && !sort.SliceIsSorted(b.Records, before) {
		sort.SliceStable(b.Records, before)
	}
}

// shownText is how much of a document is kept for the lines that are shown.
const shownText = 4 * BlockBytes

// PassTo says that the document has been read up to an offset. Pieces are short, so many are copied at once: before
// the window drops them, or when they are needed.
func (d *DocRecords) PassTo(off int64) {
	if d.passed = off; d.Keep {
		d.copy()
	}
}

// copy copies what has been passed.
func (d *DocRecords) copy() {
	if w := d.window; w != nil && d.passed > d.copied {
		d.Pass(w.Buf[d.copied-w.Off : d.passed-w.Off])
	}
}

// Pass copies a part of the document that has been read.
func (d *DocRecords) Pass(raw []byte) {
	if d.open && bytes.IndexByte(raw[max(0, d.since-d.copied):], d.file.LineEnd()) >= 0 {
		d.open = false
	}
	if d.copied += int64(len(raw)); d.Keep {
		d.Data = append(d.Data, raw...)
		return
	}
	if old := len(d.text); old > 0 && old+len(raw) > shownText {
		d.text, d.textOff = d.text[:0], d.textOff+int64(old)
	}
	if d.text == nil {
		d.text = make([]byte, 0, shownText) // grown step by step it would be copied often
	}
	d.text = append(d.text, raw...)
}

// Rest ends the reading of a document. Raw and what r has left are not read. It
// returns the error for next.
func (d *DocRecords) Rest(raw []byte, r io.Reader) error {
	if !d.Keep {
		return io.EOF
	}
	d.tail = io.MultiReader(bytes.NewReader(bytes.Clone(raw)), r)
	return nil
}

// copyTail reads a part of what is left of a document that cannot be read further.
func (d *DocRecords) copyTail() error {
	d.Data = make([]byte, BlockBytes)
	n, err := io.ReadFull(d.tail, d.Data)
	d.Data = d.Data[:n]
	for err == nil && !d.file.cuttable(d.Data) {
		var next [1]byte
		if _, err = io.ReadFull(d.tail, next[:]); err == nil {
			d.Data = append(d.Data, next[0])
		}
	}
	if err == io.ErrUnexpectedEOF {
		err = io.EOF
	}
	return err
}

// Fault adds the record for what is wrong with text[n:], a part of the document.
func (d *DocRecords) Fault(at linecol.Cursor, code, message string, text []byte, n int) {
	d.Add(documentFault(d.file, at, code, message, text, n))
}

// Add adds a record. Its Raw is copied, unless the document is in memory as a whole, and so its Text may be too if that
// is the same.
func (d *DocRecords) Add(r Record) {
	*d.Slot() = r
	d.Added()
}

// Slot returns a new record, to be filled in before a call of added.
func (d *DocRecords) Slot() *Record {
	n := len(d.Records)
	if n < cap(d.Records) {
		d.Records = d.Records[:n+1]
		d.Records[n] = Record{}
	} else {
		// doubled: append grows by a quarter, and copies four times as much
		d.Records = append(slices.Grow(d.Records, min(1+n, max(d.most, maxRecords)+2-n)), Record{})
	}
	return &d.Records[n]
}

// A block of XML, a tag of HTML and a document in another format hold so many records, and one more for each
// recordBytes bytes that a document has above that; some hundred bytes are kept for each. The lines of its
// faults are shown up to so many bytes.
const (
	maxRecords  = 128 << 10
	recordBytes = 24
	maxShown    = 4 << 20
)

// MostRecords returns how many records a document of so many bytes holds.
func MostRecords(bytes int) int { return max(maxRecords, bytes/recordBytes) }

// Added does for the last record what add does.
func (d *DocRecords) Added() {
	r := &d.Records[len(d.Records)-1]
	switch n := len(d.Records) - d.part - 1 - max(d.most, maxRecords); {
	case n > 0:
		d.Records = d.Records[:len(d.Records)-1]
		return
	case n == 0:
		at := linecol.Cursor{Line: r.Line, Col: r.Col, Off: r.Offset}
		if r.Err != nil {
			at.Line, at.Col = r.Err.Line, r.Err.Col
		}
		*r = documentFault(d.file, at, CodeMaxLine, fmt.Sprintf(
			"the strings after this are not read: more than %d are in one tag, or in a document that is read as a "+
				"whole", len(d.Records)-d.part-1), nil, -1)
	}
	if d.shown += len(r.LineText); d.shown > maxShown {
		r.LineText = nil
		if r.Err != nil { // the fault is a part of the line
			r.Err.Start, r.Err.End = 0, 0
		}
	}
	r.file = d.file
	same := false
	if r.Raw != nil {
		same = r.Text == chars.UnsafeString(r.Raw)
		if d.source == nil {
			r.Raw = d.Clone(chars.UnsafeString(r.Raw))
		}
		if same {
			r.Text = chars.UnsafeString(r.Raw)
		}
	}
	if d.file.legacy {
		r.compose()
	}
	r.trim(same)
	r.limit(d.maxItem)
	d.size += len(r.Text)
	d.open, d.since = d.file.comments != nil, max(d.passed, d.copied)
}

// Full reports whether the records are enough for n blocks.
func (d *DocRecords) Full(n int) bool {
	if d.Keep && !d.file.cuttable(d.Data) {
		return false
	}
	reaches := func(n int) bool {
		return len(d.Records) >= n*blockRecords || d.size >= n*BlockBytes || len(d.Data) >= 2*n*BlockBytes
	}
	if !reaches(n) {
		return false
	}
	d.copy() // a comment at the end of the line is to be read before the block is worked on
	if d.open && d.source != nil {
		d.open, d.since = bytes.IndexByte(d.source[d.since:d.passed], d.file.LineEnd()) < 0, d.passed
	}
	return !d.open || reaches(16*n)
}

// A DocumentReader makes blocks of what a docReader reads.
type DocumentReader struct {
	File   *File
	Reader docReader
	off    int64 // of the next block, if it holds data
	err    error // what ended the document
}

func (d *DocumentReader) Next([]byte) (Block, error) {
	for {
		if d.err != nil {
			if d.err == io.EOF {
				return Block{}, io.EOF
			}
			return Block{}, d.File.Fail(d.err)
		}
		found := d.Reader.Records()
		var start PieceReader
		if found.tail != nil {
			found.Reset()
			d.err = found.copyTail()
		} else {
			if r, ok := d.Reader.(PieceReader); ok && found.Keep {
				start = r.Again(d.File, nil, nil)
			}
			d.err = d.Reader.Next()
		}
		if len(found.Data) > 0 {
			b := Block{File: d.File, Line: 1, Offset: d.off, Data: found.Data, document: found.take()}
			if b.document.start = start; start != nil {
				b.document.whole = d.off == 0 && d.err == io.EOF
			}
			d.off += int64(len(found.Data))
			return b, nil
		}
		if len(found.Records) > 0 {
			r := &found.Records[0]
			return Block{File: d.File, Line: r.Line, Offset: r.Offset, document: found.take()}, nil
		}
	}
}

// DecodeDocument hands out the records of a block of a document.
func DecodeDocument(d *Decoder, clean Cleaner) {
	doc := d.Block.document
	if !doc.lazy {
		decodeRecords(d, clean, doc.Records)
		return
	}
	r := d.Block.read(d.Options, d.Block.Data, true)
	defer r.Close()
	for r.more(func() bool { return r.found.Full(1) }) && decodeRecords(d, clean, r.found.Records) {
	}
}

// decodeRecords hands out records, and returns false if no more are wanted.
func decodeRecords(d *Decoder, clean Cleaner, records []Record) bool {
	yield := func(i int) bool { return d.Yield(&records[i]) }
	for i := range records {
		r := &records[i]
		switch {
		case r.Err != nil || clean == nil:
		case d.held.add(r, i):
			if d.held.Full() && !d.held.Check(d, yield) {
				return false
			}
			continue
		case clean.Clean(r):
			d.CleanCount++
			continue
		}
		if d.held != nil && !d.held.Check(d, yield) || !yield(i) {
			return false
		}
	}
	return d.held == nil || d.held.Check(d, yield)
}

// Locate sets the place of the record to the value raw[start:end] of the text that places are of. White space around the
// value does not count, unless it is written as character references. Raw is that part of raw.
func (r *Record) Locate(places linecol.Places, raw []byte, start, end int) {
	left := chars.SpaceEnd(raw, start, end)
	r.SetPlace(places.To(left))
	r.Raw = chars.TrimSpace(raw[left:end])
}

// trim takes off the ends of Raw what stands for white space that Text has lost there, and comments and
// the marks of CDATA. same says that Text is Raw as it is written.
func (r *Record) trim(same bool) {
	if !r.Escapes() || r.Prefix != nil || r.Escape.Lead != "" || len(r.Raw) == 0 || r.Err != nil {
		return
	}
	if r.Escape.Part == nil && (same || !r.hasEscapeAtEnd()) {
		return
	}
	whole, _ := r.Unescape(r.Raw)
	if strings.Trim(whole, chars.Space) != r.Text || len(whole) == len(r.Text) && r.Escape.Part == nil {
		return
	}
	lead := len(whole) - len(strings.TrimLeft(whole, chars.Space))
	from := 0
	if lead > 0 {
		_, from = r.advance(0, 0, lead)
		at := linecol.Cursor{Line: r.Line, Col: r.Col, Off: r.Offset, End: r.file.LineEnd()}
		at.Pass(r.Raw[:from])
		r.SetPlace(at)
	}
	_, to := r.advance(lead, from, lead+len(r.Text))
	if r.Raw = r.Raw[from:to]; r.Escape.Part != nil {
		r.Escape = r.Escape.Part(r.Raw)
	}
}

// hasEscapeAtEnd reports whether Raw begins or ends with an escape, or ends with white space.
func (r *Record) hasEscapeAtEnd() bool {
	isEscape := func(c byte) bool { return c == '&' || c == '\\' }
	if last := r.Raw[len(r.Raw)-1]; isEscape(r.Raw[0]) || last == '\\' || chars.IsSpace(last) {
		return true // a backslash at the end can be the second half of an escape
	}
	i := max(bytes.LastIndexByte(r.Raw, '&'), bytes.LastIndexByte(r.Raw, '\\'))
	if i < 0 || r.Raw[i] == '&' && r.Raw[len(r.Raw)-1] != ';' && (i+1 == len(r.Raw) || r.Raw[i+1] != '#') {
		return false // only a number needs no semicolon
	}
	n, _ := r.Unit(r.Raw[i:])
	return i+n == len(r.Raw)
}
