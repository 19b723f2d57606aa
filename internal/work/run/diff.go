package run

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

const (
	diffContext = 3    // lines around a change
	diffWindow  = 1000 // lines in which the two files have to meet again
)

// A lineReader reads the lines of a file, and those ahead.
type lineReader struct {
	r     *bufio.Reader
	ahead [][]byte
	line  int // number of the next line
	err   error
}

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, 64<<10), line: 1}
}

// peek returns the line n lines ahead, with its end; nil after the last one.
func (l *lineReader) peek(n int) []byte {
	for len(l.ahead) <= n && l.err == nil {
		line, err := l.r.ReadBytes('\n')
		if len(line) > 0 {
			l.ahead = append(l.ahead, line)
		}
		l.err = err
	}
	if n < len(l.ahead) {
		return l.ahead[n]
	}
	return nil
}

// next takes a line.
func (l *lineReader) next() []byte {
	line := l.ahead[0]
	l.ahead = l.ahead[1:]
	l.line++
	return line
}

// A hunk is a part of a unified diff.
type hunk struct {
	body               []byte
	oldLine, newLine   int
	oldCount, newCount int
	after              int // lines of context after the last change
}

func (h *hunk) add(mark byte, line []byte) {
	h.body = append(append(h.body, mark), line...)
	if !bytes.HasSuffix(line, []byte("\n")) {
		h.body = append(h.body, "\n\\ No newline at end of file\n"...)
	}
	if mark != '+' {
		h.oldCount++
	}
	if mark != '-' {
		h.newCount++
	}
}

// writeDiff writes a unified diff of a file. It holds only the lines near a change in
// memory.
func writeDiff(w io.Writer, name string, from, to io.Reader) error {
	out := bufio.NewWriter(w)
	a, b := newLineReader(from), newLineReader(to)
	name = quoteName(name)
	fmt.Fprintf(out, "--- %s\n+++ %s\n", name, name)
	var before [][]byte // context
	var h *hunk
	flush := func() {
		if h != nil {
			fmt.Fprintf(out, "@@ -%d,%d +%d,%d @@\n%s", h.oldLine, h.oldCount, h.newLine, h.newCount, h.body)
			h = nil
		}
	}
	for a.peek(0) != nil || b.peek(0) != nil {
		x, y := a.peek(0), b.peek(0)
		if x != nil && bytes.Equal(x, y) {
			a.next()
			b.next()
			if h != nil && h.after < diffContext {
				h.add(' ', x)
				h.after++
				continue
			}
			if before = append(before, x); len(before) > diffContext {
				before = before[1:]
			}
			if len(before) == diffContext {
				flush() // the next change is too far away
			}
			continue
		}
		if h == nil {
			h = &hunk{oldLine: a.line - len(before), newLine: b.line - len(before)}
		}
		for _, line := range before {
			h.add(' ', line)
		}
		before, h.after = nil, 0
		removed, added := meet(a, b)
		for range removed {
			h.add('-', a.next())
		}
		for range added {
			h.add('+', b.next())
		}
	}
	flush()
	for _, l := range []*lineReader{a, b} {
		if l.err != nil && !errors.Is(l.err, io.EOF) {
			return l.err
		}
	}
	return out.Flush()
}

// quoteName returns the name of a file as git writes it in the header of a diff. Otherwise a name
// with a line feed could be that of another file for patch.
func quoteName(name string) string {
	special := func(r rune) bool { return r < ' ' || r == 0x7F || r == '"' || r == '\\' }
	if !strings.ContainsFunc(name, special) {
		if strings.Contains(name, " ") {
			return name + "\t" // ends the name
		}
		return name
	}
	b := []byte{'"'}
	for i := range len(name) {
		c := name[i]
		switch n := strings.IndexByte("\a\b\t\n\v\f\r", c); {
		case n >= 0:
			b = append(b, '\\', "abtnvfr"[n])
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case special(rune(c)):
			b = fmt.Appendf(b, "\\%03o", c)
		default:
			b = append(b, c)
		}
	}
	return string(append(b, '"'))
}

// meet returns how many lines of a become how many of b, before both have the same line
// again: the fewest.
func meet(a, b *lineReader) (removed, added int) {
	for sum := 1; sum < diffWindow; sum++ {
		// As many lines of each first: a fix changes a line, and seldom makes two of it.
		for k := range sum + 1 {
			i := sum/2 + (k+1)/2*(1-k%2*2)
			if i < 0 || i > sum {
				continue
			}
			x, y := a.peek(i), b.peek(sum-i)
			if x == nil && y == nil || x != nil && bytes.Equal(x, y) {
				for i > 0 && a.peek(i-1) == nil {
					i--
				}
				n := sum - i
				for n > 0 && b.peek(n-1) == nil {
					n--
				}
				return i, n
			}
		}
	}
	if a.peek(0) != nil {
		removed = 1
	}
	if b.peek(0) != nil {
		added = 1
	}
	return removed, added
}
