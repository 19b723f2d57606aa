package input

import (
	"bytes"
	"io"
	"iter"

	"github.com/rfc3987/iri/internal/files/base"
)

// BlockSize is the usual size of a block: 512 KiB, which stay in the level 2 cache of a
// core while it works on them.
const BlockSize = 512 << 10

// A Block is a run of whole records of one file.
type Block struct {
	File   *File
	Data   []byte // the records with their line ends, as in the unpacked file
	Offset int64  // of Data, in bytes of the unpacked file
	Line   int    // of the first byte of Data, counted from 1

	col, after *column // Null and Turtle: at the start of Data and after it; nil otherwise
	mark       Mark    // after Data, without Col
	isUTF8     bool    // Data is known to be UTF-8

	// TooLong is set if the block is the start of a record that is longer than
	// Options.MaxLine, Rest if it continues such a record. A block with Rest set has no
	// records.
	TooLong, Rest bool
	crowded       bool // Turtle: it is not longer, but has more than maxStatementItems

	document *docBuffer // the records of a document
	turtle   *turtleBlock

	// Empty is how many cells of tables and values of JSON were empty, null or missing, and
	// so skipped. Each sets it.
	Empty int

	// Found is how many lines, rows or statements hold something; Each sets it. For
	// documents it is 0.
	Found int
	buf   []byte // the buffer that Data is a part of
}

// Buffer returns the buffer of the block, to be given to [Scanner.Next] again when the
// work on the block is done; nil if the buffer has another size than Next wants.
func (b *Block) Buffer() []byte {
	if cap(b.buf) != BlockSize {
		return nil
	}
	return b.buf[:0]
}

// Release says that the work on the block is done: its memory is used for other blocks. It may be called for
// any block, once.
func (b *Block) Release() {
	b.after.forget(b.isUTF8)
	if d := b.document; d != nil && cap(d.records) <= 2*blockRecords && cap(d.bytes) <= blockBytes {
		docBuffers.Put(d)
	}
	b.document = nil
}

// Big reports whether the block holds one long record in the scanner's own buffer. Then
// Next must not be called before the work on the block is done.
func (b *Block) Big() bool { return cap(b.buf) > BlockSize }

// A Scanner cuts a file into blocks.
type Scanner struct {
	f     *File
	o     *Options
	sep   byte
	carry []byte // text that has been read, but is not in a block yet
	big   []byte // the buffer for long records; there is only one of these at a time
	err   error  // the error that ended the file

	hasText bool // the file has more than white space

	// The place after the last block, as in Mark.
	off   int64
	line  int
	col   *column
	long  bool
	quote Quoting
	nest  Nesting

	table  *table      // CSV, TSV: nil until the first lines have been read
	reader blockReader // of formats that have one of their own
}

// A blockReader cuts a file of one format into blocks. It uses buf for a block if the size fits.
type blockReader interface {
	next(buf []byte) (Block, error)
}

// NewScanner returns a scanner at the start of f.
func NewScanner(f *File, o *Options) *Scanner {
	o = f.options(o)
	return &Scanner{f: f, o: o, sep: f.recordEnd(), line: 1}
}

// quotes reports whether line ends can be inside quotes.
func (s *Scanner) quotes() bool { return s.table != nil && s.table.quotes }

// findTable finds out how a table is written, when enough of it has been read: buf is its start. It
// returns false if more is needed.
func (s *Scanner) findTable(buf []byte) (bool, error) {
	if s.err == nil && len(buf) < cap(buf) && !(s.o.Unbuffered && bytes.IndexByte(bytes.TrimLeft(buf, "\r\n"), '\n') >= 0) {
		return false, nil
	}
	var err error
	if s.table, err = findTable(buf, s.err != nil, s.f, s.o); err != nil {
		s.err, s.carry = err, nil
		return false, &FileError{Name: s.f.Name, Err: err}
	}
	s.f.table = s.table
	return true, nil
}

// Next returns the next block, and io.EOF after the last one. It uses buf for the block
// if the size fits: see [Block.Buffer]. Any other error is a *FileError, and comes after
// all complete records that could be read.
func (s *Scanner) Next(buf []byte) (Block, error) {
	b, err := s.next(buf)
	if err == io.EOF {
		if changed := s.f.changed(); changed != nil {
			err = changed
		}
	}
	if !s.hasText && len(bytes.TrimSpace(b.Data)) > 0 {
		s.hasText = true
		s.f.sawText(s.o)
	}
	b.mark = Mark{Offset: s.off, Line: s.line, Long: s.long, Quote: s.quote, Nest: s.nest}
	return b, err
}

func (s *Scanner) next(buf []byte) (Block, error) {
	if open := s.f.Format.open; open != nil {
		if s.reader == nil {
			s.reader = open(s.f, s.o)
		}
		b, err := s.reader.next(buf)
		s.off += int64(len(b.Data))
		s.line += bytes.Count(b.Data, []byte{s.f.LineEnd()})
		return b, err
	}
	if cap(buf) != BlockSize {
		buf = make([]byte, 0, BlockSize)
	}
	for s.long {
		if b, err := s.rest(buf); len(b.Data) > 0 || err != nil {
			return b, err
		}
	}
	buf = append(buf[:0], s.carry...)
	s.carry = s.carry[:0]
	scanned, end := 0, 0 // how much of buf has been searched, and the end of the last record in it
	var q Quoting
	var nest Nesting
	for {
		known := s.table != nil || s.f.Format.delimiter == 0
		if !known {
			var err error
			if known, err = s.findTable(buf); err != nil {
				return Block{}, err
			}
		}
		if known {
			if e := s.lastEnd(buf, scanned, &q, &nest); e > 0 {
				end = e
			}
			scanned = len(buf)
		}
		if end > 0 && (s.err != nil || len(buf) == cap(buf) || cap(buf) > BlockSize || s.o.Unbuffered) {
			return s.block(buf, end), nil
		}
		if s.err != nil {
			if s.err == io.EOF && len(buf) > 0 {
				return s.block(buf, len(buf)), nil
			}
			if s.err == io.EOF {
				return Block{}, io.EOF
			}
			// The start of the last record is dropped, because its rest is unknown.
			return Block{}, s.f.fail(s.err)
		}
		if len(buf) == cap(buf) { // one record fills the buffer
			if len(buf) > s.o.maxLine() {
				if end = s.endUnclosed(buf, q); end > 0 {
					return s.block(buf, end), nil
				}
				return s.tooLong(buf), nil
			}
			if s.big == nil {
				// The full size at once: pages that are never written to cost no memory,
				// and append would hold two buffers each time it grows.
				s.big = make([]byte, 0, s.o.maxLine()+BlockSize)
			}
			buf = append(s.big[:0], buf...)
		}
		limit := min(cap(buf), max(len(buf)+BlockSize, BlockSize))
		if cap(buf) > BlockSize { // a long line: read little of the lines after it
			limit = min(cap(buf), len(buf)+BlockSize/8)
		}
		n, err := s.f.r.Read(buf[len(buf):limit])
		buf = buf[:len(buf)+n]
		if err != nil {
			s.err = err
		}
	}
}

// lastEnd returns the offset after the last record that ends in buf[from:], 0 if none
// does. q and nest are the states of quotes and of brackets at from, and are moved to the end of buf.
func (s *Scanner) lastEnd(buf []byte, from int, q *Quoting, nest *Nesting) int {
	end := 0
	if s.f.Format.nested {
		end, _ = nest.lastRecord(buf, from)
		return end
	}
	if !s.quotes() {
		end = bytes.LastIndexByte(buf[from:], s.sep) + 1
	} else {
		if s.off == 0 && from < len(bom) && bytes.HasPrefix(buf, bom) {
			from, *q = len(bom), Quoting{}
		}
		end = q.ends(buf[from:], s.table.delimiter, false)
	}
	if end == 0 {
		return 0
	}
	return from + end
}

// endUnclosed is lastEnd for a buffer that one row of a table fills; q is the state of
// quotes at its end. A quote that is still open there is most likely a mistake, so only
// its line is lost, as in [decoder.table].
func (s *Scanner) endUnclosed(buf []byte, q Quoting) int {
	first := bytes.IndexByte(buf, '\n') + 1
	if !s.quotes() || !q.In || first == 0 || first > s.o.maxLine() {
		return 0
	}
	q = Quoting{}
	return first + q.ends(buf[first:], s.table.delimiter, false)
}

// A Mark is a place in a file between two blocks.
type Mark struct {
	Offset int64   // in bytes of the unpacked file
	Line   int     // the number of the line there
	Col    int     // Null: characters between the start of that line and the mark
	Long   bool    // the mark is inside a record that is too long
	Quote  Quoting // CSV: the state of quotes inside such a record
	Nest   Nesting // JSON: the state of brackets inside such a record
}

// Mark returns the place after a block that [Scanner.Next] has returned.
func (b *Block) Mark() Mark {
	m := b.mark
	if b.File.Format.nul {
		m.Col = b.after.value()
	}
	return m
}

// CanStartAtLine reports whether the records of the file can be read from the start of
// any line that LF ends: a record is a line, whatever comes before it, and the file is not compressed.
// [Scanner.Resume] then goes to the place without reading what is before.
func (f *File) CanStartAtLine() bool {
	return f.Format.anyLine && f.kind == "" && !f.several && f.LineEnd() == '\n'
}

// Resume goes to a mark that lies after the given number of blocks. The scanner must not
// have been used yet. The error is a *FileError.
func (s *Scanner) Resume(m Mark, blocks int) error {
	s.f.selected = nil // what the blocks before have is not known
	if s.f.Format.open != nil {
		for range blocks { // a document has to be read from its start
			if _, err := s.Next(nil); err != nil {
				return s.f.cannotResume(err)
			}
		}
		return nil
	}
	if s.f.Format.delimiter != 0 { // the first line may hold the names of the columns
		b, err := s.Next(nil)
		if err != nil {
			return s.f.cannotResume(err)
		}
		if b.Offset+int64(len(b.Data)+len(s.carry)) > m.Offset {
			rest := append(bytes.Clone(b.Data), s.carry...)
			s.carry = rest[m.Offset-b.Offset:]
			s.setMark(m)
			return nil
		}
		s.off += int64(len(s.carry))
		s.carry = nil
	}
	if err := s.f.skip(m.Offset - s.off); err != nil {
		return s.f.cannotResume(err)
	}
	s.setMark(m)
	return nil
}

// setMark makes m the place after the last block.
func (s *Scanner) setMark(m Mark) {
	s.off, s.line, s.long, s.quote, s.nest = m.Offset, m.Line, m.Long, m.Quote, m.Nest
	s.col = &column{n: m.Col, known: true}
}

// block makes a block of buf[:end], and keeps the rest for the next one. A long record
// gets a block of its own, because the work on it may need much memory.
func (s *Scanner) block(buf []byte, end int) Block {
	if cap(buf) > BlockSize && !s.long {
		if i := s.firstEnd(buf); i > 0 {
			end = i
		}
	}
	s.carry = append(s.carry, buf[end:]...)
	b := Block{File: s.f, Data: buf[:end], Offset: s.off, Line: s.line, buf: buf}
	lines := bytes.Count(b.Data, []byte{s.f.LineEnd()})
	s.off += int64(end)
	s.line += lines
	if s.sep == 0 {
		b.col, b.after = s.col, columnAfter(s.col, b.Data, lines, s.f.LineEnd())
		s.col = b.after
	}
	return b
}

// firstEnd returns the offset after the first record in buf, 0 if that is not known.
func (s *Scanner) firstEnd(buf []byte) int {
	if s.quotes() || s.f.Format.nested {
		return 0
	}
	return bytes.IndexByte(buf, s.sep) + 1
}

// tooLong makes a block of the start of a record that is too long.
func (s *Scanner) tooLong(buf []byte) Block {
	s.long = true
	b := s.block(buf, len(buf))
	b.TooLong = true
	if s.quote = (Quoting{}); s.quotes() {
		s.quote.ends(buf, s.table.delimiter, false)
	}
	if s.nest = (Nesting{}); s.f.Format.nested {
		s.nest.ends(buf, false)
	}
	return b
}

// rest makes a block of the next part of a record that is too long. The block has no
// data if the record has ended.
func (s *Scanner) rest(buf []byte) (Block, error) {
	buf = append(buf[:0], s.carry...)
	s.carry = s.carry[:0]
	if len(buf) == 0 {
		if s.err == nil {
			var n int
			n, s.err = s.f.r.Read(buf[:cap(buf)])
			buf = buf[:n]
		}
		if len(buf) == 0 {
			s.long = s.err == nil
			return Block{}, nil
		}
	}
	end := 0
	switch {
	case s.f.Format.nested:
		var ended bool
		if end, ended = s.nest.ends(buf, true); ended && end <= 0 { // the part before had all of the record
			s.long = false
			s.carry = append(s.carry, buf...)
			return Block{}, nil
		}
	case s.quotes():
		end = s.quote.ends(buf, s.table.delimiter, true)
	default:
		end = bytes.IndexByte(buf, s.sep) + 1
	}
	if end > 0 {
		s.long = false
	} else {
		end = len(buf)
	}
	b := s.block(buf, end)
	b.Rest = true
	return b, nil
}

// Records decodes the block. The record is used again for the next one.
func (b *Block) Records(o *Options) iter.Seq[*Record] {
	return func(yield func(*Record) bool) { b.Each(o, nil, yield) }
}

// A Cleaner finds the strings that have no findings, so that no records need to be made
// for them.
type Cleaner interface {
	// Clean reports whether there is nothing to say about a record. It is asked before the
	// place of the record is known.
	Clean(r *Record) bool
	// Lines is Clean for a block of lines, each the text of a record that is not a reference
	// and names no rule. It calls found, in order, with the place of each line that is neither
	// clean nor blank, without its line end, until found returns false. It returns the number
	// of clean lines.
	Lines(block []byte, found func(start, end int) bool) (clean int)
}

// A TextCleaner is a Cleaner that also finds the texts that are clean where they end with NUL.
type TextCleaner interface {
	Cleaner
	// Texts is Lines for such texts. isUTF8 says that those that are clean are UTF-8.
	Texts(block []byte, found func(start, end int) bool) (clean int, isUTF8 bool)
}

// IsLines reports whether each line of the block that is not blank is a text to check, as it is.
func (b *Block) IsLines(o *Options) bool {
	return !b.File.Format.nul && b.areTexts(o)
}

// areTexts is IsLines for texts that end with a line feed or NUL.
func (b *Block) areTexts(o *Options) bool {
	return b.File.Format.plain && !o.KeepBlank && !b.TooLong && !b.Rest && len(b.Data) <= min(o.maxLine(), o.maxIRI())
}

// Each is like Records, but leaves out the records that are clean, which saves the time
// to find their places. It returns how many these are. A nil Cleaner leaves out none.
func (b *Block) Each(o *Options, clean Cleaner, yield func(*Record) bool) (cleanCount int) {
	o = b.File.options(o)
	d := decoder{o: o, b: b, yield: func(r *Record) bool {
		b.File.sawString()
		return yield(r)
	}}
	d.startPlaces()
	d.rec.Source, d.rec.Format, d.rec.file = b.File.Name, b.File.Format, b.File
	if b.File.legacy && !b.File.Format.document {
		d.yield = func(r *Record) bool {
			r.compose()
			b.File.sawString()
			return yield(r)
		}
	}
	if b.Rest {
		return 0
	}
	if clean != nil {
		d.clean = clean.Clean
	}
	if len(b.Data)+base.Max > o.maxIRI() { // what stands for a prefix may come from another block
		d.limitIRIs(o.maxIRI())
		clean = nil
	}
	defer func() { b.Empty, b.Found = d.empty, d.lines }()
	if b.TooLong {
		d.lines++
		d.rec.To = int64(len(b.Data))
		d.tooLong(b.Data)
		return 0
	}
	if b.File.Format.decode(&d, clean); d.cleanCount > 0 {
		b.File.sawString()
	}
	return d.cleanCount
}
