package input

import (
	"bytes"
	"io"

	"github.com/rfc3987/iri/internal/text/chars"
)

// A window is the part of a document that has been read and is still needed: the present piece of it, and what
// comes after that. It knows the place of the piece.
type window struct {
	r     io.Reader
	limit int // of a piece in bytes
	buf   []byte
	pos   int // the start of the present piece in buf
	end   int // the end of it
	err   error
	off   int64  // of buf in the document
	at    cursor // a place that has been counted, at or before the present piece: see place
}

func newWindow(f *File, r io.Reader, o *Options) window {
	return window{r: r, limit: o.maxPiece(), at: cursor{line: 1, col: 1, end: f.LineEnd()}}
}

// more reads more of the document. It returns false at its end or if the piece has
// become too long; s.err then says which.
func (s *window) more() bool {
	if s.err != nil {
		return false
	}
	if old := s.pos - shownLine; old > 0 { // what is before the piece on its line is shown with a fault
		s.place()
		s.off += int64(old)
		n := copy(s.buf, s.buf[old:])
		s.buf, s.end, s.pos = s.buf[:n], s.end-old, s.pos-old
	}
	if len(s.rest()) > s.limit {
		s.err = errLongPiece
		return false
	}
	if cap(s.buf)-len(s.buf) < 16<<10 {
		grown := make([]byte, len(s.buf), 2*cap(s.buf)+64<<10)
		copy(grown, s.buf)
		s.buf = grown
	}
	n, err := s.r.Read(s.buf[len(s.buf):min(cap(s.buf), len(s.buf)+32<<10)]) // so that a piece is hardly longer than the limit
	s.buf = s.buf[:len(s.buf)+n]
	s.err = err
	return n > 0 || err == nil
}

// rest returns what has been read from the start of the piece on.
func (s *window) rest() []byte { return s.buf[s.pos:] }

// piece returns the present piece. It is valid until the next one is read.
func (s *window) piece() []byte { return s.buf[s.pos:s.end] }

// place returns the place of the present piece. Lines and columns are counted only up to the places that
// are asked for.
func (s *window) place() cursor {
	s.at.pass(s.buf[s.at.off-s.off : s.pos])
	return s.at
}

// fault returns the record for a fault of the document at a place.
func (s *window) fault(f *File, at cursor, code, message string) Record {
	return documentFault(f, at, code, message, s.buf, int(at.off-s.off))
}

// A pieceCursor goes through a piece of the document from left to right. Nothing is counted before the first
// place is asked for.
type pieceCursor struct {
	s *window // nil when the start of the piece has been counted
	tagCursor
}

// tag returns the cursor, whose start has been counted.
func (c *pieceCursor) tag() *tagCursor {
	if c.s != nil {
		c.cursor, c.s = c.s.place(), nil
	}
	return &c.tagCursor
}

// to is [tagCursor.to].
func (c *pieceCursor) to(raw []byte, offset int) cursor { return c.tag().to(raw, offset) }

// has makes sure that the piece has n bytes.
func (s *window) has(n int) bool { return len(s.buf)-s.pos >= n || s.fill(n) }

// fill reads more until the piece has n bytes.
func (s *window) fill(n int) bool {
	for len(s.buf)-s.pos < n {
		if !s.more() {
			return len(s.rest()) >= n
		}
	}
	return true
}

// An absent says in which part of the document there is not one of a byte, from one offset to another.
type absent struct {
	char     byte
	from, to int64
}

// holds reports whether rest()[start:end] has the byte. What it looks through goes on beyond that, so that many short
// parts are looked through at once.
func (s *window) holds(a *absent, start, end int) bool {
	from := s.off + int64(s.pos+start)
	if from >= a.from && from+int64(end-start) <= a.to {
		return false
	}
	text := s.rest()[start:]
	n := bytes.IndexByte(text, a.char)
	if n < 0 {
		n = len(text)
	}
	a.from, a.to = from, from+int64(n)
	return n < end-start
}

// find returns the place after the next occurrence of a text in the piece, -1 if there
// is none.
func (s *window) find(from int, text string) int {
	for {
		if from < len(s.rest()) {
			if n := bytes.Index(s.rest()[from:], []byte(text)); n >= 0 {
				return from + n + len(text)
			}
		}
		from = max(from, len(s.rest())-len(text)+1)
		if !s.more() {
			return -1
		}
	}
}

// wholeChars returns n, or less if rest()[:n] ends inside a character that goes on after it. It is not 0.
func (s *window) wholeChars(n int) int {
	if whole := chars.WholeRunes(s.rest()[:n]); whole > 0 {
		return whole
	}
	return n
}
