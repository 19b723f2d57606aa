package lsp

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/work/run"
)

// A text is the text of a document, with conversions between byte offsets, positions of the protocol, and positions
// of findings.
type text struct {
	string
	encoding string // of positions: utf-8, utf-16 or utf-32

	lines  linecol.Lines // of the protocol, which end with LF, CR LF or CR
	places linecol.Lines // of findings, whose lines are those of [linecol.LineEnd]

	unit counted // where counting goes on, so that many positions in one long line take linear time
}

// A counted is the result of counting units in a line up to an offset.
type counted struct{ start, at, n int }

func newText(s, encoding string) *text {
	t := &text{string: s, encoding: encoding, lines: linecol.LinesOfAny(s, "\r\n")}
	t.places = linecol.LinesOf(s, linecol.LineEnd([]byte(s[:min(len(s), 4<<10)])))
	return t
}

// position returns the position of a byte offset.
func (t *text) position(at int) position {
	line := t.lines.At(at)
	c := &t.unit
	if start := t.lines.Starts[line]; c.start != start || c.at > at {
		*c = counted{start, start, 0}
	}
	for c.at < at {
		r, n := utf8.DecodeRuneInString(t.string[c.at:])
		c.at, c.n = c.at+n, c.n+t.units(r, n)
	}
	return position{line, c.n}
}

// units returns how many units of positions a character of n bytes has.
func (t *text) units(r rune, n int) int {
	switch {
	case t.encoding == "utf-8":
		return n
	case t.encoding == "utf-16" && r > 0xFFFF:
		return 2
	}
	return 1
}

// offset returns the byte offset of a position. As the protocol requires, a line after the last one means the end of
// the text, and a character after the last one means the end of its line.
func (t *text) offset(p position) int {
	if p.Line < 0 {
		return 0
	}
	if p.Line >= len(t.lines.Starts) {
		return len(t.string)
	}
	at, units := t.lines.Starts[p.Line], 0
	for at < len(t.string) && t.string[at] != '\n' && t.string[at] != '\r' {
		r, n := utf8.DecodeRuneInString(t.string[at:])
		if units += t.units(r, n); units > p.Character {
			break
		}
		at += n
	}
	return at
}

// at returns the byte offset of the position of a finding.
func (t *text) at(p run.Place) int { return t.places.Offset(p.Line, p.Col) }

// span returns the span from one byte offset to another.
func (t *text) span(start, end int) span {
	return span{t.position(start), t.position(end)}
}

// bytes returns the byte offsets of a span.
func (t *text) bytes(s span) (start, end int, err error) {
	start, end = t.offset(s.Start), t.offset(s.End)
	if end < start {
		return 0, 0, &rpcError{invalidParams, fmt.Sprintf("a range cannot end at %d:%d, before its start", s.End.Line, s.End.Character)}
	}
	return start, end, nil
}

// lineEnd returns the line end of the first line.
func (t *text) lineEnd() string {
	if len(t.lines.Starts) == 1 {
		return "\n"
	}
	first := t.string[:t.lines.Starts[1]]
	return first[len(strings.TrimRight(first, "\r\n")):]
}

// edit returns the edit that replaces bytes by a text.
func (t *text) edit(start, end int, by string) textEdit { return textEdit{t.span(start, end), by} }
