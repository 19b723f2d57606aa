package linecol

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Lines are the offsets at which the lines of a text start.
type Lines []int

// LinesOf returns the lines of a text, each of which ends with a byte.
func LinesOf(text string, end byte) Lines {
	lines := make(Lines, 1, 1+strings.Count(text, string(end)))
	for at := 0; ; {
		n := strings.IndexByte(text[at:], end)
		if n < 0 {
			return lines
		}
		at += n + 1
		lines = append(lines, at)
	}
}

// LinesOfAny returns the lines of a text, which end with any of some characters; CR LF is one line end.
func LinesOfAny(text, ends string) Lines {
	lines := Lines{0}
	for at := 0; ; {
		n := strings.IndexAny(text[at:], ends)
		if n < 0 {
			return lines
		}
		char, size := utf8.DecodeRuneInString(text[at+n:])
		if at += n + size; char != '\r' || !strings.HasPrefix(text[at:], "\n") {
			lines = append(lines, at)
		}
	}
}

// At returns the number of the line in which an offset lies, from 0.
func (l Lines) At(off int) int {
	n, _ := slices.BinarySearch(l, off+1)
	return n - 1
}
