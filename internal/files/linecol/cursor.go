package linecol

import (
	"bytes"
	"unicode/utf8"
)

// A Cursor is a position in a document.
type Cursor struct {
	Line, Col int
	Off       int64
	End       byte // the byte that ends a line
}

// Pass moves the cursor to the end of text.
func (c *Cursor) Pass(text []byte) {
	if c.Off == 0 && bytes.HasPrefix(text, BOM) {
		c.Col-- // it is not a character of the document
	}
	c.Off += int64(len(text))
	if n := bytes.Count(text, []byte{c.End}); n > 0 {
		c.Line += n
		c.Col = 1
		text = text[bytes.LastIndexByte(text, c.End)+1:]
	}
	c.Col += Runes(text)
}

// Places maps offsets of a text to positions.
type Places interface{ To(offset int) Cursor }

// ShownLine is how much of a line is shown on each side of a fault.
const ShownLine = 1 << 10

// LineAt returns the line that has text[n:], or the part of the line around it, and the offset of text[n:] in the
// result.
func LineAt(text []byte, n int, end byte) (line []byte, start int) {
	from, to := max(0, n-ShownLine), min(len(text), n+ShownLine)
	if i := bytes.LastIndexByte(text[from:n], end); i >= 0 {
		from += i + 1
	}
	for from < n && !utf8.RuneStart(text[from]) {
		from++
	}
	if i := bytes.IndexByte(text[n:to], end); i >= 0 {
		to = n + i
	}
	line = TrimLineEnd(text[from:to])
	return line, min(n-from, len(line))
}
