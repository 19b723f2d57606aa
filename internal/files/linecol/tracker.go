package linecol

import (
	"bytes"
	"unicode/utf8"
)

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
