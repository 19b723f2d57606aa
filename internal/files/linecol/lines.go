// Package linecol maps offsets of a text to lines and columns. The package must not know formats.
package linecol

import (
	"bytes"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
)

// Lines maps offsets of a text to lines, and positions to offsets.
type Lines struct {
	Starts []int // the offsets at which the lines start

	text     string
	from, at int // see Offset: the start of a line, and an offset in it
	n        int // the number of characters between the two
}

// LinesOf returns the lines of a text; end is the byte that ends each.
func LinesOf(text string, end byte) Lines {
	l := Lines{Starts: make([]int, 1, 1+strings.Count(text, string(end))), text: text}
	for at := 0; ; {
		n := strings.IndexByte(text[at:], end)
		if n < 0 {
			return l
		}
		at += n + 1
		l.Starts = append(l.Starts, at)
	}
}

// LinesOfAny returns the lines of a text; each ends with one of the characters of ends, or with CR LF.
func LinesOfAny(text, ends string) Lines {
	l := Lines{Starts: []int{0}, text: text}
	for at := 0; ; {
		n := strings.IndexAny(text[at:], ends)
		if n < 0 {
			return l
		}
		char, size := utf8.DecodeRuneInString(text[at+n:])
		if at += n + size; char != '\r' || !strings.HasPrefix(text[at:], "\n") {
			l.Starts = append(l.Starts, at)
		}
	}
}

// At returns the number, from 0, of the line that has an offset.
func (l *Lines) At(off int) int {
	n, _ := slices.BinarySearch(l.Starts, off+1)
	return n - 1
}

// Offset returns the offset of the character at a line and a column, both from 1. A line after the last one means the
// last, and a column after the last one the end of the line. It continues from the last result in the same line:
// otherwise many positions in one long line would take quadratic time.
func (l *Lines) Offset(line, col int) int {
	from := l.Starts[min(max(line, 1), len(l.Starts))-1]
	if from == 0 && strings.HasPrefix(l.text, string(BOM)) {
		from = len(BOM) // it is not a character of the first line
	}
	if l.from != from || l.n > col-1 {
		l.from, l.at, l.n = from, from, 0
	}
	for l.n < col-1 && l.at < len(l.text) && l.text[l.at] != '\n' {
		_, n := utf8.DecodeRuneInString(l.text[l.at:])
		l.at, l.n = l.at+n, l.n+1
	}
	return l.at
}

// LookSize is how many bytes at the start of a file are examined before it is read.
const LookSize = 1 << 10

// LineEnd returns the byte by which the lines of a text are counted: LF, which also ends CR LF, or CR if the start of
// the text has CR and no LF, as files of old Macs have.
func LineEnd(text []byte) byte {
	head := text[:min(len(text), LookSize)]
	if n := len(head); n < len(text) && EndsAfterCR(head) {
		head = text[:n+1]
	}
	if bytes.IndexByte(head, '\n') < 0 && bytes.IndexByte(head, '\r') >= 0 {
		return '\r'
	}
	return '\n'
}

// EndsAfterCR reports whether a text may end inside of CR LF.
func EndsAfterCR(text []byte) bool { return bytes.HasSuffix(text, []byte{'\r'}) }

// IsEOL reports whether a byte ends a line in the grammars of RDF.
func IsEOL(c byte) bool { return c == '\n' || c == '\r' }

// IndexEOL returns the offset of the first byte that ends a line in these grammars, or -1.
func IndexEOL(text []byte) int {
	n := bytes.IndexByte(text, '\n')
	line := text
	if n >= 0 {
		line = text[:n]
	}
	if cr := bytes.IndexByte(line, '\r'); cr >= 0 {
		return cr
	}
	return n
}

// BOM is the byte order mark that some programs put before UTF-8.
var BOM = []byte("\xef\xbb\xbf")

// TrimLineEnd returns a line without its LF or CRLF.
func TrimLineEnd(line []byte) []byte {
	n := len(line)
	if n > 0 && line[n-1] == '\n' {
		n--
	}
	if n > 0 && line[n-1] == '\r' {
		n--
	}
	return line[:n]
}

// FirstLine returns the text up to the first line feed.
func FirstLine(text []byte) []byte {
	line, _, _ := bytes.Cut(text, []byte{'\n'})
	return line
}

// A Column is the column of a position between two chunks. The characters are counted when the column is asked for,
// or when the text before the position is released: usually nobody asks, and the text is known to be UTF-8. Several
// goroutines may use a Column. The nil Column is 0.
type Column struct {
	mu      sync.Mutex
	before  *Column // the column at the start of the text; nil once n is the column
	text    []byte  // the chunk before the position
	lineEnd byte
	starts  bool // a line starts in the text
	counted bool // n has the characters of the text after its last line end; the text may have been released
	known   bool // n is the column
	n       int
}

// ColumnAfter returns the column after a text; before is the column at its start, and lines is how many line ends the
// text has. The text must not change before [Column.Forget] is called.
func ColumnAfter(before *Column, text []byte, lines int, lineEnd byte) *Column {
	if before != nil { // so that a long file is not a long chain
		before.mu.Lock()
		before.find(false)
		before.mu.Unlock()
	}
	return &Column{before: before, text: text, lineEnd: lineEnd, starts: lines > 0}
}

// Value returns the column.
func (c *Column) Value() int {
	if c == nil {
		return 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.find(true)
	return c.n
}

// find computes the column. It returns false if it would have to read a text, and read is not set. The caller has the
// lock.
func (c *Column) find(read bool) bool {
	if c.known || !c.counted && !read {
		return c.known
	}
	c.count(Runes)
	if c.before != nil && !c.starts {
		c.before.mu.Lock()
		defer c.before.mu.Unlock()
		if !c.before.find(read) {
			return false
		}
		c.n += c.before.n
	}
	c.before, c.known = nil, true
	return true
}

// count counts the characters of the text. The caller has the lock.
func (c *Column) count(runes func(text []byte) int) {
	if c.counted || c.known {
		return
	}
	text := c.text
	if c.starts {
		text = text[bytes.LastIndexByte(text, c.lineEnd)+1:]
	}
	c.n, c.text, c.counted = runes(text), nil, true
}

// Forget releases the text. isUTF8 says that the text is known to be UTF-8.
func (c *Column) Forget(isUTF8 bool) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if isUTF8 {
		c.count(runesOfUTF8)
	} else {
		c.count(Runes)
	}
}

// runesOfUTF8 is utf8.RuneCount for valid UTF-8: the number of bytes that are not continuation bytes.
func runesOfUTF8(text []byte) int {
	s, more, i := chars.UnsafeString(text), 0, 0
	for ; i+64 <= len(s); i += 64 {
		b := s[i : i+64]
		more += bits.OnesCount64(continuing(b, 0) | continuing(b, 8)>>1 | continuing(b, 16)>>2 | continuing(b, 24)>>3 |
			continuing(b, 32)>>4 | continuing(b, 40)>>5 | continuing(b, 48)>>6 | continuing(b, 56)>>7)
	}
	for ; i < len(s); i++ {
		if !utf8.RuneStart(s[i]) {
			more++
		}
	}
	return len(s) - more
}

// continuing returns the first bit of each continuation byte of s[i:i+8].
func continuing(s string, i int) uint64 {
	w := chars.Load64(s, i)
	return w &^ (w << 1) & 0x8080808080808080
}

// Runes is [utf8.RuneCount]. It reads eight bytes at a time, skips ASCII, and recognises characters of two and three
// bytes by their bits (RFC 3629 §4). DecodeRune handles the others.
func Runes(text []byte) (n int) {
	s, i := chars.UnsafeString(text), 0
	for ; i+8 <= len(s); n++ {
		w := chars.Load64(s, i)
		beyond := w & 0x8080808080808080
		switch x := uint32(w); {
		case beyond == 0:
			n, i = n+7, i+8
		case x&0x80 == 0:
			ascii := bits.TrailingZeros64(beyond) / 8
			n, i = n+ascii-1, i+ascii
		case x&0xC0E0 == 0x80C0 && x&0x1E != 0: // not C0 and C1, which would be overlong
			i += 2
		// nor E0 80 to E0 9F, nor ED A0 to ED BF, the surrogates
		case x&0xC0C0F0 == 0x8080E0 && x&0x200F != 0 && x&0x200F != 0x200D:
			i += 3
		default:
			_, size := utf8.DecodeRuneInString(s[i:])
			i += size
		}
	}
	return n + utf8.RuneCountInString(s[i:])
}

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

// A Tracker maps offsets of a chunk to positions. It continues from the last one, or from the start of its line.
type Tracker struct {
	Cursor     // the last position
	Start  int // the offset in the chunk of the start of its line
	Before int // the column there; 0 before it is needed

	text  []byte
	first Cursor
	col   *Column // at the start of the chunk
	at    int     // the offset of the last position
}

// NewTracker returns the tracker of a chunk that starts at a position. The column at its start is that of the
// position or, if that is 0, col.
func NewTracker(text []byte, first Cursor, col *Column) Tracker {
	t := Tracker{text: text, first: first, col: col}
	t.restart()
	return t
}

func (t *Tracker) restart() {
	t.Cursor, t.Before, t.at = t.first, t.first.Col, 0
	if t.Off == 0 && bytes.HasPrefix(t.text, BOM) {
		t.at = len(BOM)
	}
	t.Start = t.at
}

// To returns the position of an offset.
func (t *Tracker) To(at int) Cursor {
	if at < t.Start {
		t.restart()
	}
	if t.Before == 0 {
		t.Before = 1 + t.col.Value()
		t.Col = t.Before
	}
	switch back := t.at - at; {
	case back <= 0:
	case back < at-t.Start && utf8.RuneStart(t.text[at]):
		t.at, t.Col = at, t.Col-Runes(t.text[at:t.at])
	default:
		t.at, t.Col = t.Start, t.Before
	}
	part := t.text[min(t.at, at):at]
	if n := bytes.LastIndexByte(part, t.End); n >= 0 {
		t.Start, t.Before = at-len(part)+n+1, 1
	}
	t.Off = t.first.Off + int64(at-len(part))
	if t.at = at; len(part) > 0 {
		t.Pass(part)
	}
	return t.Cursor
}
