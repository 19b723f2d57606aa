package input

import (
	"bytes"
	"fmt"
	"io"
	"iter"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/source"
)

// ChunkSize is the usual size of a chunk: 512 KiB, which stay in the level 2 cache of a core.
const ChunkSize = 512 << 10

// A Chunk is a run of whole records of one file.
type Chunk struct {
	File   *File
	Data   []byte // the records with their line ends, as in the unpacked file
	Offset int64  // of Data, in bytes of the unpacked file
	Line   int    // of the first byte of Data, counted from 1

	Col, After *linecol.Column // Null and Turtle: at the start of Data and after it; nil otherwise
	isUTF8     bool            // Data is known to be UTF-8

	// TooLong is set if the chunk is the start of a record that is longer than Options.MaxLine, and Rest if it
	// continues such a record. A chunk with Rest set has no records.
	TooLong, Rest bool
	TooMuch       string // why the record is not read, if that is not its length

	document *docBuffer // the items of a document
	comments int        // see Comments
	Parsed   any        // data that a reader has found while cutting, for the decoder

	// Empty is how many cells of tables and values of JSON were empty, null or missing, and so skipped. Each sets it.
	Empty int

	// Found is how many lines, rows or statements are not blank; Each sets it. It is 0 for documents.
	Found int
	Buf   []byte // the buffer that has Data
}

// Prefixes returns the prefixes in a chunk of Turtle. In other formats, items have theirs.
func (b *Chunk) Prefixes() []*Prefix {
	if p, ok := b.Parsed.(interface{ Prefixes() []*Prefix }); ok {
		return p.Prefixes()
	}
	return nil
}

// Buffer returns the buffer of the chunk, which can be passed to [Scanner.Next] when the chunk has been processed. It
// is nil if the buffer does not have the size that Next needs.
func (b *Chunk) Buffer() []byte {
	if cap(b.Buf) != ChunkSize {
		return nil
	}
	return b.Buf[:0]
}

// Release makes the memory of the chunk available to other chunks. It may be called once for any chunk, when it has
// been processed.
func (b *Chunk) Release() {
	b.After.Forget(b.isUTF8)
	if b.document != nil {
		b.document.release()
	}
	b.document = nil
}

// Big reports whether the chunk has one long record in the scanner's own buffer. Then Next must not be called before
// the chunk has been processed.
func (b *Chunk) Big() bool { return cap(b.Buf) > ChunkSize }

// A Scanner divides a file into chunks.
type Scanner struct {
	f     *File
	o     *Options
	sep   byte
	carry []byte // text that was read, but is not in a chunk yet
	big   []byte // the buffer for long records; only one exists at a time
	err   error  // the error that ended the file

	hasText bool // the file has text other than white space

	// The position after the last chunk.
	off  int64
	line int
	col  *linecol.Column
	long bool // the position is inside a record that is too long

	cut     Cutter      // for formats with records that can have line ends; nil for others
	started bool        // cut.Sniff has seen enough of the file
	reader  ChunkReader // for formats with their own reader
}

// A Cutter finds the ends of records that can have line ends.
type Cutter interface {
	// Sniff examines the start of the file; whole says that buf is all of it. It returns false if it needs more, for
	// which buf has room.
	Sniff(buf []byte, whole bool) (ok bool, err error)
	// ByLines reports whether each line is a record after all. Then the other methods are not called.
	ByLines() bool
	// LastEnd returns the offset after the last record that ends in buf[from:], or 0 if none does. buf starts with a
	// record, and buf[:from] was searched before.
	LastEnd(buf []byte, from int) int
	// Salvage returns an offset from which reading can continue, if no record ends in a full buffer: the start of a
	// line that has at most most bytes. It returns 0 if there is none.
	Salvage(buf []byte, most int) int
	// ContinueRecord looks for the end of a record that began before part. ended says whether it is over: it ends at
	// part[:end] or, if end is not positive, before part.
	ContinueRecord(part []byte) (end int, ended bool)
}

// A ChunkReader divides a file of one format into chunks. It uses buf for a chunk if the size fits.
type ChunkReader interface {
	Next(buf []byte) (Chunk, error)
}

// NewScanner returns a scanner at the start of f.
func NewScanner(f *File, o *Options) *Scanner {
	o = f.options(o)
	s := &Scanner{f: f, o: o, sep: f.recordEnd(), line: 1}
	if cut := f.Format.Cut; cut != nil {
		s.cut = cut(f, o)
	}
	return s
}

// byLines reports whether each line is a record.
func (s *Scanner) byLines() bool { return s.cut == nil || s.cut.ByLines() }

// Next returns the next chunk, and io.EOF after the last one. It uses buf for the chunk if the size fits: see
// [Chunk.Buffer]. Any other error is a *[source.Error], and comes after all complete records that could be read.
func (s *Scanner) Next(buf []byte) (Chunk, error) {
	b, err := s.nextChunk(buf)
	if err == io.EOF {
		if changed := s.f.Changed(); changed != nil {
			err = changed
		}
		if s.f.comments != nil {
			s.f.comments.Close()
		}
	}
	if err != nil && err != io.EOF {
		s.f.Notes.SawString() // the error is reported
	}
	b.readComments(s.o)
	if !s.hasText && len(bytes.TrimSpace(b.Data)) > 0 {
		s.hasText = true
		s.f.sawText(s.o)
	}
	return b, err
}

// DocumentSize returns the size in bytes of a document that is in memory as a whole until its chunks have been
// processed, and 0 for other files.
func (s *Scanner) DocumentSize() int {
	if d, ok := s.reader.(*DocumentReader); ok {
		return len(d.Reader.Items().source)
	}
	return 0
}

func (s *Scanner) nextChunk(buf []byte) (Chunk, error) {
	if open := s.f.Format.Open; open != nil {
		if s.reader == nil {
			s.reader = open(s.f, s.o)
		}
		b, err := s.reader.Next(buf)
		s.off += int64(len(b.Data))
		s.line += bytes.Count(b.Data, []byte{s.f.LineEnd()})
		return b, err
	}
	if cap(buf) != ChunkSize {
		buf = make([]byte, 0, ChunkSize)
	}
	for s.long {
		if b := s.rest(buf); len(b.Data) > 0 {
			return b, nil
		}
	}
	buf = append(buf[:0], s.carry...)
	s.carry = s.carry[:0]
	scanned, end := 0, 0 // how much of buf was searched, and the end of the last record in it
	for {
		if s.cut != nil && !s.started {
			var err error
			if s.started, err = s.cut.Sniff(buf, s.err != nil); err != nil {
				s.err, s.carry = err, nil
				return Chunk{}, source.Wrong(s.f.Name, err)
			}
		}
		if s.cut == nil || s.started {
			end = max(end, s.lastEnd(buf, scanned))
			scanned = len(buf)
		}
		isFull := len(buf) == cap(buf)
		switch {
		case end > 0 && (s.err != nil || isFull || cap(buf) > ChunkSize || s.o.Unbuffered):
			return s.chunk(buf, end), nil
		case s.err != nil:
			return s.lastChunk(buf)
		case isFull && len(buf) > s.o.LongestLine():
			return s.tooLong(buf), nil
		case isFull: // with one record
			buf = s.enlarge(buf)
		}
		buf = s.fill(buf)
	}
}

// lastChunk returns the chunk of the remaining text at the end of the file.
func (s *Scanner) lastChunk(buf []byte) (Chunk, error) {
	switch {
	case s.err != io.EOF: // drop the start of the last record, because its rest is unknown
		return Chunk{}, s.f.Fail(s.err)
	case len(buf) == 0:
		return Chunk{}, io.EOF
	}
	return s.chunk(buf, len(buf)), nil
}

// enlarge copies a text to the buffer for long records. It has its full size at once: pages that are never written
// take no memory, and append would need two buffers each time it grows.
func (s *Scanner) enlarge(buf []byte) []byte {
	if s.big == nil {
		s.big = make([]byte, 0, s.o.LongestLine()+ChunkSize)
	}
	return append(s.big[:0], buf...)
}

// fill reads more of the file into a buffer that has room.
func (s *Scanner) fill(buf []byte) []byte {
	limit := min(cap(buf), max(len(buf)+ChunkSize, ChunkSize))
	if cap(buf) > ChunkSize { // a long line: read only a little of the lines after it
		limit = min(cap(buf), len(buf)+ChunkSize/8)
	}
	n, err := s.f.R.Read(buf[len(buf):limit])
	if err != nil {
		s.err = err
	}
	return buf[:len(buf)+n]
}

// tooLong makes a chunk of a record that is too long, or of its start.
func (s *Scanner) tooLong(buf []byte) Chunk {
	if !s.byLines() {
		if end := s.cut.Salvage(buf, s.o.LongestLine()); end > 0 {
			return s.chunk(buf, end)
		}
	}
	s.long = true
	b := s.chunk(buf, len(buf))
	b.TooLong = true
	return b
}

// lastEnd returns the end of the last record that ends in the buffer, or 0 if none does; buf[:scanned] was searched
// before.
func (s *Scanner) lastEnd(buf []byte, scanned int) int {
	if !s.byLines() {
		return s.cut.LastEnd(buf, scanned)
	}
	if n := bytes.LastIndexByte(buf[scanned:], s.sep); n >= 0 {
		return scanned + n + 1
	}
	return 0
}

// CanStartAtLine reports whether the records of the file can be read from the start of any line that LF ends: a
// record is a line that does not depend on earlier lines, and the file is not compressed. [Scanner.StartAt] then
// skips the text before without reading it.
func (f *File) CanStartAtLine() bool {
	return f.Format.StartsAtLines != nil && !f.IsPacked() && !f.several && !f.decoded && f.LineEnd() == '\n'
}

// StartAt moves to the start of a line of a file for which [File.CanStartAtLine] is true, by its offset and number.
// The scanner must not have been used yet. The error is a *[source.Error].
func (s *Scanner) StartAt(offset int64, line int) error {
	s.f.Selected = nil // the content of the earlier lines is unknown
	if err := s.f.Skip(offset); err != nil {
		return s.f.Fail(fmt.Errorf("the line cannot be reached: %w", err))
	}
	s.off, s.line = offset, line
	return nil
}

// chunk makes a chunk of buf[:end], and stores the rest for the next one. A long record gets a chunk of its own,
// because processing it may need much memory.
func (s *Scanner) chunk(buf []byte, end int) Chunk {
	if cap(buf) > ChunkSize && !s.long && s.byLines() {
		if n := bytes.IndexByte(buf, s.sep); n >= 0 {
			end = n + 1
		}
	}
	s.carry = append(s.carry, buf[end:]...)
	b := Chunk{File: s.f, Data: buf[:end], Offset: s.off, Line: s.line, Buf: buf}
	lines := bytes.Count(b.Data, []byte{s.f.LineEnd()})
	s.off += int64(end)
	s.line += lines
	if s.sep == 0 {
		b.Col, b.After = s.col, linecol.ColumnAfter(s.col, b.Data, lines, s.f.LineEnd())
		s.col = b.After
	}
	return b
}

// rest makes a chunk of the next part of a record that is too long. The chunk has no data if the record has ended.
func (s *Scanner) rest(buf []byte) Chunk {
	buf = append(buf[:0], s.carry...)
	s.carry = s.carry[:0]
	if len(buf) == 0 {
		if s.err == nil {
			var n int
			n, s.err = s.f.R.Read(buf[:cap(buf)])
			buf = buf[:n]
		}
		if len(buf) == 0 {
			s.long = s.err == nil
			return Chunk{}
		}
	}
	end := bytes.IndexByte(buf, s.sep) + 1
	if !s.byLines() {
		var ended bool
		if end, ended = s.cut.ContinueRecord(buf); ended && end <= 0 { // the record ended in the part before
			s.long = false
			s.carry = append(s.carry, buf...)
			return Chunk{}
		}
	}
	if end > 0 {
		s.long = false
	} else {
		end = len(buf)
	}
	b := s.chunk(buf, end)
	b.Rest = true
	return b
}

// Items decodes the chunk. The item is reused for the next one.
func (b *Chunk) Items(o *Options) iter.Seq[*Item] {
	return func(yield func(*Item) bool) { b.Each(o, nil, yield) }
}

// A Cleaner finds the strings without findings, so that readers need not make items for them.
type Cleaner interface {
	// Clean reports whether an item has no findings. Its position is not set yet.
	Clean(r *Item) bool
	// Lines is Clean for a chunk of lines, each the text of an item that is not a reference and names no rule. It
	// calls found, in order, with the range of each line, without its end, that is neither clean nor blank, until
	// found returns false. It returns the number of clean lines.
	Lines(block []byte, found func(start, end int) bool) (clean int)
	// IsLine reports whether Lines gives the same result for the text of an item as Clean for the item.
	IsLine(r *Item) bool
}

// A TextCleaner is a Cleaner that also finds clean texts that end with NUL.
type TextCleaner interface {
	Cleaner
	// Texts is Lines for such texts. isUTF8 says that the clean ones are UTF-8.
	Texts(block []byte, found func(start, end int) bool) (clean int, isUTF8 bool)
}

// IsLines reports whether each line of the chunk that is not blank is a text to check, without decoding.
func (b *Chunk) IsLines(o *Options) bool {
	return !b.File.Format.nul && b.areTexts(o)
}

// areTexts is IsLines for texts that end with a line feed or NUL.
func (b *Chunk) areTexts(o *Options) bool {
	return b.File.Format.Unescaped && b.document == nil && !o.KeepBlank && !b.TooLong && !b.Rest &&
		len(b.Data) <= min(o.LongestLine(), o.LongestItem())
}

// Each is like Items, but leaves out the clean items, which saves computing their positions. It returns how many
// these are. A nil Cleaner leaves out none.
func (b *Chunk) Each(o *Options, clean Cleaner, yield func(*Item) bool) (cleanCount int) {
	o = b.File.options(o)
	d := b.decoder(o, func(r *Item) bool {
		b.File.Notes.SawString()
		r.block = b
		return yield(r)
	})
	if b.File.legacy && !b.File.Format.Document {
		handOut := d.Yield
		d.Yield = func(r *Item) bool {
			r.compose()
			return handOut(r)
		}
	}
	if b.Rest {
		return 0
	}
	if clean != nil {
		d.clean = clean.Clean
	}
	if len(b.Data)+base.Max > o.LongestItem() { // a namespace may come from another chunk
		d.limitIRIs(o.LongestItem())
		clean = nil
	}
	defer func() { b.Empty, b.Found = d.Empty, d.Lines }()
	if b.TooLong {
		d.Lines++
		d.Rec.To = int64(len(b.Data))
		d.TooLong(b.Data)
		return 0
	}
	if clean != nil {
		d.held = helds.Get().(*held)
		d.held.Clean = clean
		defer func() {
			d.held.Clean = nil
			clear(d.held.records[:cap(d.held.records)]) // the pool must not refer to chunks
			helds.Put(d.held)
		}()
	}
	b.File.Format.Decode(&d, clean)
	if d.flushHeld(); d.CleanCount > 0 {
		b.File.Notes.SawString()
	}
	return d.CleanCount
}
