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

	// TooLong is set if the block is one record that is longer than
	// Options.MaxLine. Data is its beginning, Length its length.
	TooLong bool
	Length  int64

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
	err   error // what ended the file
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
	buf = append(buf[:0], s.carry...)
	s.carry = s.carry[:0]
	scanned, end := 0, 0 // what has been looked at, and where the last record in it ends
	for {
		if e := s.lastEnd(buf, scanned); e > 0 {
			end = e
		}
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
				return s.skip(buf), nil
			}
			if s.big == nil {
				// All of it at once: what is never written to costs no memory, and
				// growing step by step would hold two buffers at a time.
				s.big = make([]byte, 0, s.o.maxLine()+BlockSize)
			}
			scanned = len(buf)
			buf = append(s.big[:0], buf...)
		}
		if s.f.Format != CSV {
			scanned = len(buf)
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

// LastEnd returns the offset behind the last record that is whole in buf and ends
// behind scanned, 0 if there is none.
func (s *Scanner) lastEnd(buf []byte, scanned int) int {
	if s.f.Format != CSV {
		if i := bytes.LastIndexByte(buf[scanned:], s.sep); i >= 0 {
			return scanned + i + 1
		}
		return 0
	}
	// A line end inside quotes is text (RFC 4180 §2.6): those with an even number
	// of quotes before them are outside.
	end := len(buf)
	quotes := bytes.Count(buf, []byte{'"'})
	for {
		i := bytes.LastIndexByte(buf[:end], '\n')
		if i < 0 {
			return 0
		}
		quotes -= bytes.Count(buf[i:end], []byte{'"'})
		if quotes%2 == 0 {
			return i + 1
		}
		end = i
	}
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
	if cap(buf) > BlockSize {
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

// Skip reads on to the end of a record that is too long, of which buf holds the
// beginning.
func (s *Scanner) skip(buf []byte) Block {
	const kept = 4 << 10
	b := Block{File: s.f, Data: bytes.Clone(buf[:min(kept, len(buf))]), Offset: s.off, Line: s.line, TooLong: true, head: s.head}
	length := int64(len(buf))
	lines := bytes.Count(buf, []byte{'\n'})
	odd := bytes.Count(buf, []byte{'"'})%2 != 0 // CSV: a quote is open
	rest := make([]byte, 64<<10)
	for s.err == nil {
		n, err := s.f.r.Read(rest)
		s.err = err
		at := 0
		for {
			i := bytes.IndexByte(rest[at:n], s.sep)
			if i < 0 {
				break
			}
			odd = odd != (bytes.Count(rest[at:at+i], []byte{'"'})%2 != 0)
			at += i + 1
			if s.f.Format != CSV || !odd {
				s.carry = append(s.carry, rest[at:n]...)
				b.Length = length + int64(at)
				s.off += b.Length
				s.line += lines + bytes.Count(rest[:at], []byte{'\n'})
				return b
			}
		}
		odd = odd != (bytes.Count(rest[at:n], []byte{'"'})%2 != 0)
		length += int64(n)
		lines += bytes.Count(rest[:n], []byte{'\n'})
	}
	b.Length = length
	s.off += length
	s.line += lines
	return b
}

// Records decodes the block. The record is used again for the next one.
func (b *Block) Records(o *Options) iter.Seq[*Record] {
	return func(yield func(*Record) bool) { b.Each(o, nil, yield) }
}

// Each is like Records, but leaves out the records of which clean, given their
// Text, says that nobody need see them, and returns how many those were. It saves
// the time to find out where they stand.
func (b *Block) Each(o *Options, clean func(text string) bool, yield func(*Record) bool) (passed int) {
	d := decoder{o: o, b: b, clean: clean, yield: yield, line: b.Line, col: b.col, colLine: -1}
	d.rec.Source = b.File.Name
	if b.TooLong {
		d.tooLong(b.Data, b.Length)
		return 0
	}
	switch b.File.Format {
	case Null:
		d.each(0, d.plain)
	case JSON:
		d.each('\n', d.json)
	case NTriples, NQuads:
		d.each('\n', d.ntriples)
	case CSV, TSV:
		d.table()
	case HTML, XML:
		for i := range b.records {
			if r := &b.records[i]; r.Err == nil && clean != nil && clean(r.Text) {
				d.passed++
			} else if !yield(r) {
				break
			}
		}
	default:
		d.each('\n', d.plain)
	}
	return d.passed
}

// view returns b as a string without a copy.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
