package render

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"github.com/rfc3987/iri/internal/text/wording"
)

// A cell is the text that is shown for one character as people see it: a grapheme
// cluster, or one escape.
type cell struct {
	text  string
	width int // in columns
	start int // the offset in the source
	end   int
}

// splitCells appends the cells of text to cells. offset is the offset of text in the
// source.
//
// uniseg reads only what simpleCell does not. github.com/clipperhouse/displaywidth v0.11.0 is
// faster, but gives the 390 spacing marks of Indic scripts no column, and terminals give them
// one: the caret would stand before the fault.
func splitCells(cells []cell, text string, offset int) []cell {
	clear := 0 // text[i:clear] has no character that is shown as an escape
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if classOf(r, n) == hidden {
			shown := string(wording.AppendEscape(nil, r, n, text[i]))
			cells = append(cells, cell{shown, len(shown), offset + i, offset + i + n})
			i += n
			continue
		}
		if n, width, ok := simpleCell(text[i:]); ok {
			cells = append(cells, cell{text[i : i+n], width, offset + i, offset + i + n})
			i += n
			continue
		}
		// A cluster ends before a character that is shown as an escape.
		for clear = max(clear, i+n); clear < len(text); {
			r, n := utf8.DecodeRuneInString(text[clear:])
			if classOf(r, n) == hidden && r != zwj {
				break
			}
			clear += n
		}
		cluster, _, width, _ := uniseg.FirstGraphemeClusterInString(text[i:clear], -1)
		if r, _ := utf8.DecodeLastRuneInString(cluster); r == zwj {
			cluster = strings.TrimSuffix(cluster, string(zwj))
			width = uniseg.StringWidth(cluster)
		}
		shown := cluster
		if c := classOf(r, n); c != narrow && c != wide && unicode.Is(unicode.M, r) {
			// A mark at the start of a cluster would be drawn on the character before it, so
			// it gets a dotted circle. Some marks, such as vowel signs of Burmese, do start
			// a cluster.
			shown, width = "◌"+cluster, 1
		}
		cells = append(cells, cell{shown, max(width, 1), offset + i, offset + i + len(cluster)})
		i += len(cluster)
	}
	return cells
}

// simpleCell returns the length and the width of the cell at the start of text. Both are
// 0 if text is empty. It returns false if the cell is not simple, which means that the
// classes of its characters do not decide where it ends.
func simpleCell(text string) (n, width int, ok bool) {
	if text == "" {
		return 0, 0, true
	}
	if wording.IsPlainByte(text[0]) && (len(text) == 1 || text[1] < utf8.RuneSelf) {
		return 1, 1, true
	}
	base, n := utf8.DecodeRuneInString(text)
	switch c := classOf(base, n); c {
	case hidden:
		return n, wording.EscapeWidth(base, n), base != zwj
	case narrow, wide:
		width = int(c)
	default:
		return 0, 0, false
	}
	for n < len(text) {
		r, m := utf8.DecodeRuneInString(text[n:])
		switch c := classOf(r, m); c {
		case mark, spacing:
			if c == spacing && !hasColumn(base) {
				return 0, 0, false
			}
			width += int(c - mark)
			n += m
		case complex:
			return 0, 0, false
		case hidden:
			return n, width, r != zwj
		default:
			return n, width, true
		}
	}
	return n, width, true
}

// lastSimpleCell is [simpleCell] for the cell at the end of text; another cell must start
// after that.
func lastSimpleCell(text string) (n, width int, ok bool) {
	if text != "" && wording.IsPlainByte(text[len(text)-1]) {
		return 1, 1, true
	}
	for n < len(text) {
		r, m := utf8.DecodeLastRuneInString(text[:len(text)-n])
		n += m
		switch c := classOf(r, m); c {
		case mark, spacing:
			width += int(c - mark)
		case narrow, wide:
			return n, width + int(c), width == 0 || hasColumn(r)
		case hidden:
			return n, wording.EscapeWidth(r, m), n == m && r != zwj
		default:
			return 0, 0, false
		}
	}
	return 0, 0, n == 0
}

// appendShown appends text that has only simple cells, as it is shown.
func appendShown(b []byte, text string) []byte {
	done := 0
	for i := 0; i < len(text); {
		if wording.IsPlainByte(text[i]) {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		if classOf(r, n) == hidden {
			b = append(b, text[done:i]...)
			b = wording.AppendEscape(b, r, n, text[i])
			done = i + n
		}
		i += n
	}
	return append(b, text[done:]...)
}

// zwj joins emoji to one; it is not shown as an escape inside such a cluster.
const zwj = '\u200D'
