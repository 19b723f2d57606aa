package linecol

import (
	"slices"
	"strings"
	"unicode/utf8"
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
