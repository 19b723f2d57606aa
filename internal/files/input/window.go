package input

import (
	"bytes"
	"errors"
	"io"

	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/text/chars"
)

// A Window is the part of a document that was read and is still needed: the present piece, and the text after it. It
// knows the position of the piece.
type Window struct {
	R     io.Reader
	Limit int // of a piece in bytes
	Buf   []byte
	Pos   int // the start of the present piece in Buf
	End   int // the end of it
	Err   error
	Off   int64          // of Buf in the document
	At    linecol.Cursor // a known position, at or before the present piece: see Place
	in    linecol.Cursor // a position in the present piece or before it: see To

	passed *DocItems // copies the text before the piece; nil if that is not needed
}

func NewWindow(f *File, r io.Reader, o *Options) Window {
	at := linecol.Cursor{Line: 1, Col: 1, End: f.LineEnd()}
	return Window{R: r, Limit: f.Largest(o), At: at, in: at}
}

// More reads more of the document. It returns false at its end, or if the piece is too long; the error of the window
// tells which.
func (s *Window) More() bool {
	if s.Err != nil {
		return false
	}
	if old := s.Pos - linecol.ShownLine; old > 0 { // the text before the piece on its line is shown with a fault
		s.Place()
		if s.passed != nil {
			s.passed.PassTo(s.Off + int64(s.Pos))
			s.passed.copy()
		}
		s.Off += int64(old)
		n := copy(s.Buf, s.Buf[old:])
		s.Buf, s.End, s.Pos = s.Buf[:n], s.End-old, s.Pos-old
	}
	if len(s.Rest()) > s.Limit {
		s.Err = ErrLongPiece
		return false
	}
	if cap(s.Buf)-len(s.Buf) < 16<<10 {
		grown := make([]byte, len(s.Buf), 2*cap(s.Buf)+64<<10)
		copy(grown, s.Buf)
		s.Buf = grown
	}
	// so that a piece is hardly longer than the limit
	n, err := s.R.Read(s.Buf[len(s.Buf):min(cap(s.Buf), len(s.Buf)+32<<10)])
	s.Buf = s.Buf[:len(s.Buf)+n]
	s.Err = err
	return n > 0 || err == nil
}

// Again returns a window of a text in the place of everything after the present piece.
func (s *Window) Again(text []byte) Window {
	at := s.To(s.End - s.Pos)
	return Window{Limit: s.Limit, Buf: text, Err: io.EOF, Off: at.Off, At: at, in: at}
}

// Rest returns the text that was read, from the start of the piece.
func (s *Window) Rest() []byte { return s.Buf[s.Pos:] }

// Piece returns the present piece. It is valid until the next one is read.
func (s *Window) Piece() []byte { return s.Buf[s.Pos:s.End] }

// EndOff returns the offset in the document at which the present piece ends.
func (s *Window) EndOff() int64 { return s.Off + int64(s.End) }

// Place returns the position of the present piece. Lines and columns are counted only when a position is asked for.
func (s *Window) Place() linecol.Cursor {
	if s.in.Off > s.At.Off && s.in.Off <= s.Off+int64(s.Pos) {
		s.At = s.in
	}
	s.At.Pass(s.Buf[s.At.Off-s.Off : s.Pos])
	return s.At
}

// To returns the position of an offset in the present piece. It continues from the last one that was asked for.
func (s *Window) To(offset int) linecol.Cursor {
	to := s.Pos + offset
	if from := s.in.Off - s.Off; from < int64(s.Pos) || from > int64(to) {
		s.in = s.Place()
	}
	s.in.Pass(s.Buf[s.in.Off-s.Off : to])
	return s.in
}

// Fault returns the item for a fault of the document at a position.
func (s *Window) Fault(f *File, at linecol.Cursor, code, message string) Item {
	return documentFault(f, at, code, message, s.Buf, int(at.Off-s.Off))
}

// Has reads on until the piece has n bytes. It returns false if the document ends before.
func (s *Window) Has(n int) bool { return len(s.Buf)-s.Pos >= n || s.fill(n) }

// fill reads more until the piece has n bytes.
func (s *Window) fill(n int) bool {
	for len(s.Buf)-s.Pos < n {
		if !s.More() {
			return len(s.Rest()) >= n
		}
	}
	return true
}

// An Absent is a range of the document that does not have a byte.
type Absent struct {
	Char     byte
	from, to int64
}

// Contains reports whether Rest()[start:end] has the byte. It searches further than that, so that many short ranges
// are searched at once.
func (s *Window) Contains(a *Absent, start, end int) bool {
	from := s.Off + int64(s.Pos+start)
	if from >= a.from && from+int64(end-start) <= a.to {
		return false
	}
	text := s.Rest()[start:]
	n := bytes.IndexByte(text, a.Char)
	if n < 0 {
		n = len(text)
	}
	a.from, a.to = from, from+int64(n)
	return n < end-start
}

// Find returns the offset after the next occurrence of a text in the piece, or -1 if there is none.
func (s *Window) Find(from int, text string) int {
	for {
		if from < len(s.Rest()) {
			if n := bytes.Index(s.Rest()[from:], []byte(text)); n >= 0 {
				return from + n + len(text)
			}
		}
		from = max(from, len(s.Rest())-len(text)+1)
		if !s.More() {
			return -1
		}
	}
}

// WholeChars returns n, or less if Rest()[:n] ends inside a character. It is not 0.
func (s *Window) WholeChars(n int) int {
	if whole := chars.WholeRunes(s.Rest()[:n]); whole > 0 {
		return whole
	}
	return n
}

// ErrLongPiece is the error of a piece that is longer than the limit.
var ErrLongPiece = errors.New("a piece is too long")
