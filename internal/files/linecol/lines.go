package linecol

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Lines say in which line an offset of a text lies, and which offset a place has.
type Lines struct {
	Starts []int // the offsets at which the lines start

	text     string
	from, at int // see Offset: the start of a line, and a place in it
	n        int // the characters between the two
}

// LinesOf returns the lines of a text, each of which ends with a byte.
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

// LinesOfAny returns the lines of a text, which end with any of some characters; CR LF is one line end.
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

// At returns the number of the line in which an offset lies, from 0.
func (l *Lines) At(off int) int {
	n, _ := slices.BinarySearch(l.Starts, off+1)
	return n - 1
}

// Offset returns the offset of the character at a line and a column, both from 1. A line that is not there is the last
// one, and a column that is not there the end of the line. It goes on from the place that it found before in the same
// line: otherwise many in one long line would take the square of its length.
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
