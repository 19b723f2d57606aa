package input

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"unicode/utf8"
)

// Documents — pages, sitemaps — cannot be cut into lines. They are read from
// their start in one go, and their records handed out in batches.

// batch is how many records of a document make a block, batchBytes of how much text:
// there are pages with images in their URLs.
const (
	batch      = 1024
	batchBytes = 256 << 10
)

// maxPiece is the length of the longest tag, text or comment of a document that is
// read, unless Options.MaxLine asks for less, or for more than DefaultMaxLine: the
// parsers hold such a piece several times over.
const maxPiece = 8 << 20

func (o *Options) maxPiece() int {
	if n := o.maxLine(); n < maxPiece || n > DefaultMaxLine {
		return n
	}
	return maxPiece
}

// longPiece is the record for a piece of a document that is too long.
func longPiece(f *File, at cursor, most int) Record {
	return Record{Source: f.Name, Format: f.Format, Line: at.line, Col: at.col, Offset: at.off, Err: &Error{
		Code: CodeMaxLine, Line: at.line, Col: at.col,
		Message: fmt.Sprintf("a tag, text or comment is longer than the limit of %d bytes, and nothing behind this is read: --max-line raises the limit", most),
	}}
}

// A docReader reads records from a document. With io.EOF there are no more.
type docReader interface {
	next() ([]Record, error)
}

func (s *Scanner) nextDocument() (Block, error) {
	if s.doc == nil {
		if s.f.Format == HTML {
			s.doc = newPage(s.f, s.o)
		} else {
			s.doc = newMarkup(s.f, s.o)
		}
	}
	for {
		if s.err != nil {
			if s.err == io.EOF {
				return Block{}, io.EOF
			}
			return Block{}, s.f.fail(s.err)
		}
		var records []Record
		records, s.err = s.doc.next()
		if len(records) > 0 {
			return Block{File: s.f, Line: records[0].Line, Offset: records[0].Offset, records: records}, nil
		}
	}
}

// A cursor is a place in a document.
type cursor struct {
	line, col int
	off       int64
}

// pass moves the cursor over text.
func (c *cursor) pass(text []byte) {
	c.off += int64(len(text))
	if n := bytes.Count(text, []byte{'\n'}); n > 0 {
		c.line += n
		c.col = 1
		text = text[bytes.LastIndexByte(text, '\n')+1:]
	}
	c.col += utf8.RuneCount(text)
}

// step moves the cursor over one byte.
func (c *cursor) step(b byte) {
	c.off++
	switch {
	case b == '\n':
		c.line, c.col = c.line+1, 1
	case utf8.RuneStart(b):
		c.col++
	}
}

// space is what HTML and XML strip from around a URL.
const space = " \t\n\f\r"

// trimmed returns raw without the white space around it, and how much of it
// stands in front. Only what is written plainly is white space.
func trimmed(raw []byte) ([]byte, int) {
	left := bytes.TrimLeft(raw, space)
	return bytes.TrimRight(left, space), len(raw) - len(left)
}

// charRef reads the character reference at the start of raw, the way attribute
// values are read: without a semicolon it is none if "=", a letter or a digit
// follows (HTML §13.2.5.73). It returns what it stands for and its length, 0 if
// there is none.
func charRef(raw []byte) (string, int) {
	n := 1
	if n < len(raw) && raw[n] == '#' {
		n++
	}
	for n < len(raw) && (raw[n] >= '0' && raw[n] <= '9' || raw[n]|0x20 >= 'a' && raw[n]|0x20 <= 'z') {
		n++
	}
	if n < len(raw) && raw[n] == ';' {
		n++
	} else if n < len(raw) && raw[n] == '=' {
		return "", 0
	}
	ref := string(raw[:n])
	text := html.UnescapeString(ref)
	if text == ref || ref[n-1] != ';' && utf8.RuneCountInString(text) > 1 {
		return "", 0
	}
	return text, n
}
