package input

import (
	"bytes"
	"io"
	"iter"
	"unicode/utf8"
	"unsafe"
)

// BlockSize is the usual size of a block. Half a megabyte stays in the second
// level cache of a core while it is worked on.
const BlockSize = 512 << 10

// A Block is a run of whole records of one file.
type Block struct {
	File   *File
	Data   []byte // the records with all that delimits them, as they lie in the unpacked file
	Offset int64  // of Data, in bytes of the unpacked file
	Line   int    // of the first byte of Data, counted from 1
	col    int    // Null: characters before it in its line

	// TooLong is set if the block is the beginning of a record that is longer than
	// Options.MaxLine; Rest if it is more of such a one. There are no records in the
	// rest.
	TooLong, Rest bool

	head    *header  // CSV, TSV: the first line of the file
	records []Record // of a format that is not cut into blocks
	buf     []byte   // what Data is a part of
}

// Buffer returns what Data is a part of, to be given to [Scanner.Next] again when
// the block has been worked on; nil if it is of no use for that.
func (b *Block) Buffer() []byte {
	if cap(b.buf) != BlockSize {
		return nil
	}
	return b.buf[:0]
}

// Big reports whether the block holds one long record in a buffer that the
// scanner uses again: Next must not be called before the block has been worked on.
func (b *Block) Big() bool { return cap(b.buf) > BlockSize }

// A Scanner cuts a file into blocks.
type Scanner struct {
	f     *File
	o     *Options
	sep   byte
	carry []byte // read, but not handed out
	big   []byte // the buffer for long lines, kept: there is one at a time
	off   int64
	line  int
	col   int
	long  bool    // in a record that is too long
	quote Quoting // CSV: of the text before, there
	err   error   // what ended the file
	head  *header
	doc   docReader // of a format that is not cut into blocks
}

// NewScanner returns a scanner at the start of f.
func NewScanner(f *File, o *Options) *Scanner {
	s := &Scanner{f: f, o: o, sep: '\n', line: 1}
	switch f.Format {
	case Null:
		s.sep = 0
	case CSV, TSV:
		s.head = &header{want: o.Column}
	}
	return s
}

// Next returns the next block, in buf if that is large enough for it, and io.EOF
// behind the last one. Any other error is a *FileError; what could be read before
// it has been handed out.
func (s *Scanner) Next(buf []byte) (Block, error) {
	if !s.f.Format.blocks() {
		return s.nextDocument()
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
	scanned, end := 0, 0 // what has been looked at, and where the last record in it ends
	var q Quoting
	for {
		if e := s.lastEnd(buf, scanned, &q); e > 0 {
			end = e
		}
		scanned = len(buf)
		if end > 0 && (s.err != nil || len(buf) == cap(buf) || cap(buf) > BlockSize || s.o.Unbuffered) {
			return s.first(s.hand(buf, end))
		}
		if s.err != nil {
			if s.err == io.EOF && len(buf) > 0 {
				return s.first(s.hand(buf, len(buf)))
			}
			if s.err == io.EOF {
				return Block{}, io.EOF
			}
			// What there is of the last record is dropped: nobody knows how it goes on.
			return Block{}, s.f.fail(s.err)
		}
		if len(buf) == cap(buf) { // one record fills the buffer
			if len(buf) > s.o.maxLine() {
				if end = s.endUnclosed(buf, q); end > 0 {
					return s.first(s.hand(buf, end))
				}
				return s.first(s.tooLong(buf))
			}
			if s.big == nil {
				// All of it at once: what is never written to costs no memory, and
				// growing step by step would hold two buffers at a time.
				s.big = make([]byte, 0, s.o.maxLine()+BlockSize)
			}
			buf = append(s.big[:0], buf...)
		}
		limit := min(cap(buf), max(len(buf)+BlockSize, BlockSize))
		if cap(buf) > BlockSize { // a long line: take no more of what follows than must be
			limit = min(cap(buf), len(buf)+BlockSize/8)
		}
		n, err := s.f.r.Read(buf[len(buf):limit])
		buf = buf[:len(buf)+n]
		if err != nil {
			s.err = err
		}
	}
}

// lastEnd returns the offset behind the last record that ends in buf[from:], 0 if
// none does. q is what comes before.
func (s *Scanner) lastEnd(buf []byte, from int, q *Quoting) int {
	end := 0
	if s.f.Format != CSV {
		end = bytes.LastIndexByte(buf[from:], s.sep) + 1
	} else {
		if s.off == 0 && from < len(bom) && bytes.HasPrefix(buf, bom) {
			from, *q = len(bom), Quoting{}
		}
		end = q.ends(buf[from:], false)
	}
	if end == 0 {
		return 0
	}
	return from + end
}

// endUnclosed is lastEnd for a buffer that a row of a table fills, of which q is
// what comes last. If it is still in quotes there, they are hardly ever meant to be
// closed, and only the line where they start is lost: see [decoder.table].
func (s *Scanner) endUnclosed(buf []byte, q Quoting) int {
	first := bytes.IndexByte(buf, '\n') + 1
	if s.f.Format != CSV || !q.In || first == 0 || first > s.o.maxLine() {
		return 0
	}
	var behind Quoting
	return first + behind.ends(buf[first:], false)
}

// A Quoting says where the text of a table stands: a line end inside quotes is text
// (RFC 4180 §2.6). As for [nextCell], a quote opens them only where a field starts:
// one that stands alone inside a field must not swallow the rows that follow. The
// zero Quoting is the start of a row.
type Quoting struct {
	In     bool // in quotes
	Closed bool // the last byte is the quote that closed them; one more is a quote in the text
	Last   byte
}

// ends passes over text and returns the offset behind the last line end in it that
// ends a row, or, if first is set, behind the first, where it stops; 0 if there is
// none.
func (q *Quoting) ends(text []byte, first bool) (end int) {
	for at := 0; at < len(text); {
		n := bytes.IndexByte(text[at:], '"')
		plain := text[at:]
		if n >= 0 {
			plain = text[at : at+n]
		}
		if len(plain) > 0 {
			if !q.In {
				if first {
					if i := bytes.IndexByte(plain, '\n'); i >= 0 {
						*q = Quoting{}
						return at + i + 1
					}
				} else if i := bytes.LastIndexByte(plain, '\n'); i >= 0 {
					end = at + i + 1
				}
			}
			q.Closed, q.Last = false, plain[len(plain)-1]
		}
		if n < 0 {
			break
		}
		switch {
		case q.In:
			q.In, q.Closed = false, true
		case q.Closed, q.Last == ',', q.Last == '\n', q.Last == 0:
			q.In, q.Closed = true, false
		}
		q.Last = '"'
		at += n + 1
	}
	return end
}

// A Mark is a place in a file between two blocks.
type Mark struct {
	Offset int64   // in bytes of the unpacked file
	Line   int     // the number of the line there
	Col    int     // and how many characters of it come before
	Long   bool    // it is in a record that is too long,
	Quote  Quoting // and this is what comes before
}

// Mark returns the place behind the last block that Next has returned.
func (s *Scanner) Mark() Mark { return Mark{s.off, s.line, s.col, s.long, s.quote} }

// Resume goes on at a mark that lies behind the given number of blocks. The scanner
// must not have been used yet. The error is a *FileError.
func (s *Scanner) Resume(m Mark, blocks int) error {
	if !s.f.Format.blocks() {
		for range blocks { // a document has to be read from its start
			if _, err := s.Next(nil); err != nil {
				return s.f.gone(err)
			}
		}
		return nil
	}
	if s.head != nil { // the first line says which column is wanted
		b, err := s.Next(nil)
		if err != nil {
			return s.f.gone(err)
		}
		if b.Offset+int64(len(b.Data)+len(s.carry)) > m.Offset {
			rest := append(bytes.Clone(b.Data), s.carry...)
			s.carry = rest[m.Offset-b.Offset:]
			s.set(m)
			return nil
		}
		s.off += int64(len(s.carry))
		s.carry = nil
	}
	if err := s.f.skip(m.Offset - s.off); err != nil {
		return s.f.gone(err)
	}
	s.set(m)
	return nil
}

func (s *Scanner) set(m Mark) {
	s.off, s.line, s.col, s.long, s.quote = m.Offset, m.Line, m.Col, m.Long, m.Quote
}

// first looks into the first block of a table for the column that is wanted.
func (s *Scanner) first(b Block) (Block, error) {
	if s.head != nil && !s.head.read {
		if err := s.head.init(&b); err != nil {
			s.err, s.carry = err, nil
			return Block{}, &FileError{Name: s.f.Name, Err: err}
		}
	}
	return b, nil
}

// hand makes a block of buf up to end, and keeps what follows. A long record goes
// alone, so that whoever works on it can take all the memory.
func (s *Scanner) hand(buf []byte, end int) Block {
	if cap(buf) > BlockSize && !s.long {
		if i := s.firstEnd(buf); i > 0 {
			end = i
		}
	}
	s.carry = append(s.carry, buf[end:]...)
	b := Block{File: s.f, Data: buf[:end], Offset: s.off, Line: s.line, col: s.col, head: s.head, buf: buf}
	s.off += int64(end)
	s.line += bytes.Count(b.Data, []byte{'\n'})
	if s.sep == 0 {
		s.col = column(s.col, b.Data)
	}
	return b
}

// column returns how many characters of a line stand before the end of text, if
// there were col before its start.
func column(col int, text []byte) int {
	if i := bytes.LastIndexByte(text, '\n'); i >= 0 {
		col, text = 0, text[i+1:]
	}
	return col + utf8.RuneCount(text)
}

func (s *Scanner) firstEnd(buf []byte) int {
	if s.f.Format == CSV {
		return 0
	}
	return bytes.IndexByte(buf, s.sep) + 1
}

// tooLong makes a block of the beginning of a record that is too long.
func (s *Scanner) tooLong(buf []byte) Block {
	s.long = true
	b := s.hand(buf, len(buf))
	b.TooLong = true
	if s.quote = (Quoting{}); s.f.Format == CSV {
		s.quote.ends(buf, false)
	}
	return b
}

// rest makes a block of what comes next of a record that is too long.
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
	if s.f.Format == CSV {
		end = s.quote.ends(buf, true)
	} else {
		end = bytes.IndexByte(buf, s.sep) + 1
	}
	if end > 0 {
		s.long = false
	} else {
		end = len(buf)
	}
	b := s.hand(buf, end)
	b.Rest = true
	return b, nil
}

// Records decodes the block. The record is used again for the next one.
func (b *Block) Records(o *Options) iter.Seq[*Record] {
	return func(yield func(*Record) bool) { b.Each(o, nil, yield) }
}

// A Cleaner says of records, by their Text, that nobody need see them. Its methods
// are those of iri.Validator.
type Cleaner interface {
	Clean(text string) bool
	// Lines is Clean for a block of lines. It calls found, in order, for those that
	// are neither clean nor blank, with their bytes without the end, and returns how
	// many are clean.
	Lines(block []byte, found func(start, end int) bool) (clean int)
}

// Each is like Records, but leaves out the records that clean, if it is not nil,
// says that nobody need see, and returns how many those were. It saves the time to
// find out where they stand.
func (b *Block) Each(o *Options, clean Cleaner, yield func(*Record) bool) (passed int) {
	d := decoder{o: o, b: b, yield: yield, line: b.Line, col: b.col, colLine: -1}
	d.rec.Source, d.rec.Format = b.File.Name, b.File.Format
	if b.Rest {
		return 0
	}
	if clean != nil {
		d.clean = clean.Clean
	}
	if b.TooLong {
		d.rec.To = int64(len(b.Data))
		d.tooLong(b.Data)
		return 0
	}
	switch b.File.Format {
	case Null:
		d.each(0, d.plain)
	case JSON:
		d.each('\n', d.json)
	case NTriples, NQuads:
		if clean != nil {
			d.heap = newHeap(clean)
		}
		d.each('\n', d.ntriples)
		d.settle()
	case CSV, TSV:
		d.table()
	case HTML, XML:
		for i := range b.records {
			if r := &b.records[i]; r.Err == nil && clean != nil && clean.Clean(r.Text) {
				d.passed++
			} else if !yield(r) {
				break
			}
		}
	default:
		if clean != nil && !o.KeepBlank && len(b.Data) <= o.maxLine() {
			d.lines(clean)
		} else {
			d.each('\n', d.plain)
		}
	}
	return d.passed
}

// view returns b as a string without a copy.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
