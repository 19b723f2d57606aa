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

// Documents, such as pages, sitemaps and RDF/XML, cannot be divided into lines. They are read from start to end, and
// their items are handed out in chunks.

// A chunk of a document ends after so many items, or so many bytes of text, because some pages have images in their
// URLs.
const (
	chunkItems = 1024
	ChunkBytes = 256 << 10
)

// Largest returns the limit in bytes of a document that is read as a whole, or of a tag, text or comment of another
// document. Options.MaxLine can lower it, or raise it above DefaultMaxLine.
func (f *File) Largest(o *Options) int {
	n := o.LongestLine()
	if f.Format == Auto || f.Format.Largest == 0 || n < f.Format.Largest || n > DefaultMaxLine {
		return n
	}
	return f.Format.Largest
}

// LongPiece returns the item for a piece of a document that is too long.
func (s *Window) LongPiece(f *File, most int) Item {
	return s.Fault(f, s.Place(), CodeMaxLine,
		fmt.Sprintf("a tag, text or comment is longer than the limit of %d bytes, and nothing after this is read: "+
			"--max-line raises the limit", most))
}

// documentFault returns the item for a fault of a document. text is what has been read around the fault, which is at
// text[n:].
func documentFault(f *File, at linecol.Cursor, code, message string, text []byte, n int) Item {
	r := Item{Source: f.Name, Format: f.Format, Err: &Error{Code: code, Line: at.Line, Col: at.Col, Message: message}}
	r.SetPlace(at)
	if n >= 0 && n <= len(text) {
		line, start := linecol.LineAt(text, n, at.End)
		r.LineText = bytes.Clone(line)
		r.Err.Start, r.Err.End = start, start
	}
	return r
}

// LineAt returns the line of the file that has Raw[raw:], or the part of the line around it, and the offset of
// Raw[raw:] in the result. ok is false for a word of the command line, and for an item far from the text in memory.
func (r *Item) LineAt(raw int) (line []byte, start int, ok bool) {
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
	// Compare only the text that is shown, and not all of a long text for each finding.
	from, to := max(0, raw-linecol.ShownLine), min(len(r.Raw), raw+linecol.ShownLine)
	if int64(to) > int64(len(text))-at || !bytes.Equal(text[at+int64(from):at+int64(to)], r.Raw[from:to]) {
		return nil, 0, false
	}
	line, start = linecol.LineAt(text, int(at)+raw, r.file.LineEnd())
	return line, start, true
}

func (r *Item) SetPlace(at linecol.Cursor) { r.Line, r.Col, r.Offset = at.Line, at.Col, at.Off }

// A docReader reads items from a document. The last items are returned with io.EOF.
type docReader interface {
	Next() error
	Items() *DocItems // the items that Next has read
}

// A PieceReader is a docReader that reads a document in pieces.
type PieceReader interface {
	docReader
	// Again returns a reader in the state of this one for a text in the place of the rest of the document. become,
	// which may be nil, returns the namespace of a declared prefix.
	Again(f *File, text []byte, become func(*Prefix) string) PieceReader
}

// A docBuffer has the items of a chunk of a document, and the bytes that they point into: see [Chunk.Release].
type docBuffer struct {
	Items []Item
	bytes []byte

	whole  bool // they are all items of a document that is in memory as a whole
	lazy   bool // they are read when they are needed
	broken bool // the document could not be read to its end

	start PieceReader // the state of the reader before the chunk; nil if the chunk is not read again

	text    []byte // the text of the document around the items, for the lines that are shown
	textOff int64  // of text in the document
	isAll   bool   // text is the whole document, and shared with other chunks
}

// reset forgets the items.
func (b *docBuffer) reset() { b.Items, b.bytes = b.Items[:0], b.bytes[:0] }

// release makes the memory available to other chunks.
func (b *docBuffer) release() {
	if b.isAll {
		b.text, b.isAll = nil, false
	}
	if b.lazy, b.broken, b.start = false, false, nil; cap(b.Items) <= 2*chunkItems && cap(b.bytes) <= ChunkBytes {
		docBuffers.Put(b)
	}
}

var docBuffers = sync.Pool{New: func() any { return new(docBuffer) }}

// Clone returns a copy of a text that is valid as long as the items are.
func (b *docBuffer) Clone(text string) []byte {
	if b.bytes == nil || cap(b.bytes)-len(b.bytes) < len(text) { // the copy of an empty text is not nil
		// as large as the last one
		b.bytes = make([]byte, 0, max(min(2*cap(b.bytes), ChunkBytes), ChunkBytes/4, len(text)))
	}
	start := len(b.bytes)
	b.bytes = append(b.bytes, text...)
	return b.bytes[start:len(b.bytes):len(b.bytes)]
}

// DocItems are the items of a document that have not been handed out.
type DocItems struct {
	*docBuffer     // nil after the buffer was handed out
	size       int // bytes of the texts of the items
	most       int // the most items of a part; 0 means maxItems
	part       int // the index of the first item of the present part
	shown      int // the bytes of lines that are shown with faults

	file    *File
	maxItem int       // Options.MaxItem
	Keep    bool      // keep the document, for rewriting
	open    bool      // the line of the last item is not complete, and its comments are needed
	since   int64     // the offset from which the end of that line is searched
	Data    []byte    // the text read since the last chunk, as UTF-8
	window  *Window   // reads the document in pieces; nil if it is in memory as a whole
	source  []byte    // the document, if it is in memory as a whole
	passed  int64     // how far the document was read in pieces
	copied  int64     // how far it was copied to Data or text
	tail    io.Reader // the rest of a document that cannot be parsed further
}

// Start sets the document of the items, and the window that reads it in pieces; nil if it is read as a whole.
func (d *DocItems) Start(f *File, o *Options, w *Window) {
	d.file, d.Keep, d.maxItem = f, o.Rewrite, o.LongestItem()
	if d.window = w; w != nil {
		w.passed = d
	}
}

// Again returns the items of a part of the document that is read again as a file.
func (d *DocItems) Again(f *File) DocItems { return DocItems{file: f, maxItem: d.maxItem} }

// Reset removes the items, which have been handed out or are not needed.
func (d *DocItems) Reset() {
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

// hold sets the text of the whole document, into which items point.
func (d *DocItems) hold(source []byte) {
	d.source = source
	d.text, d.textOff, d.isAll = source, 0, true
	if d.Keep {
		d.Data = source
	}
}

// take returns the items and their buffer; for rewriting, in the order of the document.
func (d *DocItems) take() *docBuffer {
	d.copy()
	b := d.docBuffer
	d.docBuffer = nil
	b.whole = d.Keep && d.source != nil
	if d.Keep {
		b.sort()
	}
	return b
}

// sort sorts the items by their position in the document.
func (b *docBuffer) sort() {
	// package slices would copy an item, which is large, for each comparison
	before := func(i, j int) bool { return b.Items[i].Offset < b.Items[j].Offset }
	if len(b.Items) > 1 && !sort.SliceIsSorted(b.Items, before) {
		sort.SliceStable(b.Items, before)
	}
}

// shownText is how many bytes of a document are stored for the lines that are shown.
const shownText = 4 * ChunkBytes

// PassTo records that the document was read up to an offset. Many short pieces are copied together, before the window
// drops them or when they are needed.
func (d *DocItems) PassTo(off int64) {
	if d.passed = off; d.Keep {
		d.copy()
	}
}

// copy copies the text that was read.
func (d *DocItems) copy() {
	if w := d.window; w != nil && d.passed > d.copied {
		d.Pass(w.Buf[d.copied-w.Off : d.passed-w.Off])
	}
}

// Pass copies a part of the document that was read.
func (d *DocItems) Pass(raw []byte) {
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
		d.text = make([]byte, 0, shownText) // growing it step by step would copy it often
	}
	d.text = append(d.text, raw...)
}

// Rest ends the parsing of a document: raw and the rest of r are not parsed, but copied when chunks are rewritten. It
// returns the error for Next.
func (d *DocItems) Rest(raw []byte, r io.Reader) error {
	if !d.Keep {
		return io.EOF
	}
	d.tail = io.MultiReader(bytes.NewReader(bytes.Clone(raw)), r)
	return nil
}

// copyTail copies a part of the rest of a document that cannot be parsed.
func (d *DocItems) copyTail() error {
	d.Data = make([]byte, ChunkBytes)
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

// Fault adds the item for a fault at text[n:], a part of the document.
func (d *DocItems) Fault(at linecol.Cursor, code, message string, text []byte, n int) {
	d.Add(documentFault(d.file, at, code, message, text, n))
}

// Add adds an item. It copies Raw, unless the document is in memory as a whole. If Text and Raw share memory, they
// still do.
func (d *DocItems) Add(r Item) {
	*d.Slot() = r
	d.Added()
}

// Slot returns a new item. The caller fills it in, and then calls Added.
func (d *DocItems) Slot() *Item {
	n := len(d.Items)
	if n < cap(d.Items) {
		d.Items = d.Items[:n+1]
		d.Items[n] = Item{}
	} else {
		// double the slice: append would grow it by a quarter, and copy four times as much
		d.Items = append(slices.Grow(d.Items, min(1+n, max(d.most, maxItems)+2-n)), Item{})
	}
	return &d.Items[n]
}

// The most items of an XML block, an HTML tag, or a document in another format, with one more for each recordBytes
// bytes of the document; each takes some hundred bytes. The lines of its faults are shown up to so many bytes.
const (
	maxItems    = 128 << 10
	recordBytes = 24
	maxShown    = 4 << 20
)

// MostItems returns the most items of a document of so many bytes.
func MostItems(bytes int) int { return max(maxItems, bytes/recordBytes) }

// Added completes the item that Slot returned.
func (d *DocItems) Added() {
	r := &d.Items[len(d.Items)-1]
	switch n := len(d.Items) - d.part - 1 - max(d.most, maxItems); {
	case n > 0:
		d.Items = d.Items[:len(d.Items)-1]
		return
	case n == 0:
		at := linecol.Cursor{Line: r.Line, Col: r.Col, Off: r.Offset}
		if r.Err != nil {
			at.Line, at.Col = r.Err.Line, r.Err.Col
		}
		*r = documentFault(d.file, at, CodeMaxLine, fmt.Sprintf(
			"the strings after this are not read: more than %d are in one tag, or in a document that is read as a "+
				"whole", len(d.Items)-d.part-1), nil, -1)
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

// Full reports whether there are enough items for n chunks.
func (d *DocItems) Full(n int) bool {
	if d.Keep && !d.file.cuttable(d.Data) {
		return false
	}
	reaches := func(n int) bool {
		return len(d.Items) >= n*chunkItems || d.size >= n*ChunkBytes || len(d.Data) >= 2*n*ChunkBytes
	}
	if !reaches(n) {
		return false
	}
	d.copy() // a comment at the end of the line must be read before the chunk is processed
	if d.open && d.source != nil {
		d.open, d.since = bytes.IndexByte(d.source[d.since:d.passed], d.file.LineEnd()) < 0, d.passed
	}
	return !d.open || reaches(16*n)
}

// A DocumentReader makes chunks from the items of a docReader.
type DocumentReader struct {
	File   *File
	Reader docReader
	off    int64 // of the next chunk, if it has data
	err    error // the error that ended the document
}

func (d *DocumentReader) Next([]byte) (Chunk, error) {
	for {
		if d.err != nil {
			if d.err == io.EOF {
				return Chunk{}, io.EOF
			}
			return Chunk{}, d.File.Fail(d.err)
		}
		found := d.Reader.Items()
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
			b := Chunk{File: d.File, Line: 1, Offset: d.off, Data: found.Data, document: found.take()}
			if b.document.start = start; start != nil {
				b.document.whole = d.off == 0 && d.err == io.EOF
			}
			d.off += int64(len(found.Data))
			return b, nil
		}
		if len(found.Items) > 0 {
			r := &found.Items[0]
			return Chunk{File: d.File, Line: r.Line, Offset: r.Offset, document: found.take()}, nil
		}
	}
}

// DecodeDocument hands out the items of a chunk of a document.
func DecodeDocument(d *Decoder, clean Cleaner) {
	doc := d.Chunk.document
	if !doc.lazy {
		decodeItems(d, clean, doc.Items)
		return
	}
	r := d.Chunk.read(d.Options, d.Chunk.Data, true)
	defer r.Close()
	for r.more(func() bool { return r.found.Full(1) }) && decodeItems(d, clean, r.found.Items) {
	}
}

// decodeItems hands out items. It returns false if no more are wanted.
func decodeItems(d *Decoder, clean Cleaner, records []Item) bool {
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

// Locate sets the position of the item to that of the value raw[start:end]; places finds positions. White space
// around the value is excluded, unless it is written as character references. Raw becomes that part of raw.
func (r *Item) Locate(places linecol.Places, raw []byte, start, end int) {
	left := chars.SpaceEnd(raw, start, end)
	r.SetPlace(places.To(left))
	r.Raw = chars.TrimSpace(raw[left:end])
}

// trim removes from the ends of Raw the white space that Text does not have, comments, and CDATA marks. same says
// that Text is equal to Raw.
func (r *Item) trim(same bool) {
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
func (r *Item) hasEscapeAtEnd() bool {
	isEscape := func(c byte) bool { return c == '&' || c == '\\' }
	if last := r.Raw[len(r.Raw)-1]; isEscape(r.Raw[0]) || last == '\\' || chars.IsSpace(last) {
		return true // a backslash at the end can belong to an escape
	}
	i := max(bytes.LastIndexByte(r.Raw, '&'), bytes.LastIndexByte(r.Raw, '\\'))
	if i < 0 || r.Raw[i] == '&' && r.Raw[len(r.Raw)-1] != ';' && (i+1 == len(r.Raw) || r.Raw[i+1] != '#') {
		return false // only a numeric reference may lack its semicolon
	}
	n, _ := r.Unit(r.Raw[i:])
	return i+n == len(r.Raw)
}
