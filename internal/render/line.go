package render

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// A view says where the carets of a line of source stand.
type view struct {
	col    int // columns before the first caret
	carets int // columns that the carets take, at least 1
}

// A cell is what is shown for one character as people see it: a grapheme
// cluster, or one escape.
type cell struct {
	text  string
	width int
	start int // offset in the source
	end   int
}

// reach is how many bytes of source on either side of a fault can matter for one
// line: a line has no more columns, and a character rarely more bytes.
const reach = 1 << 10

// appendLine appends the part of text around start and end that fits the width,
// with an ellipsis where something is left out.
func appendLine(b []byte, text string, start, end, width int) ([]byte, view) {
	if len(text) <= width && printable(text) {
		return append(b, text...), view{col: start, carets: max(end-start, 1)}
	}
	if b, v, ok := appendSimple(b, text, start, end, width); ok {
		return b, v
	}
	return appendCells(b, text, start, end, width)
}

// appendCells is [appendLine] for any text.
func appendCells(b []byte, text string, start, end, width int) ([]byte, view) {
	lo, hi := window(text, start, end)
	var room [192]cell
	cells := split(room[:0], text[lo:hi], lo)
	first, last := len(cells), len(cells) // the cells under the carets, last excluded
	for i, c := range cells {
		if c.end > start && i < first {
			first = i
		}
		if c.start < end || c.end <= start {
			last = i + 1
		}
	}
	if end <= start {
		last = first
	}
	last = max(last, first)

	// The fault comes first; then context on both sides, in turns.
	from, to, used := first, first, 0
	for to < last && used+cells[to].width <= width {
		used += cells[to].width
		to++
	}
	for grown := true; grown; {
		grown = false
		if from > 0 && used+cells[from-1].width <= width {
			from--
			used += cells[from].width
			grown = true
		}
		if to < len(cells) && used+cells[to].width <= width {
			used += cells[to].width
			to++
			grown = true
		}
	}
	var v view
	if from > 0 || lo > 0 {
		b = append(b, "…"...)
		v.col = 1
	}
	for i := from; i < to; i++ {
		b = append(b, cells[i].text...)
		switch {
		case i < first:
			v.col += cells[i].width
		case i < last:
			v.carets += cells[i].width
		}
	}
	if to < len(cells) || hi < len(text) {
		b = append(b, "…"...)
	}
	v.carets = max(v.carets, 1)
	return b, v
}

// appendSimple is [appendLine] for text that has, in what it shows, none but simple
// characters: then there is no need for cells. It takes characters in the same
// order.
func appendSimple(b []byte, text string, start, end, width int) (_ []byte, v view, ok bool) {
	end = max(end, start)
	from, to, used := start, start, 0
	grow := func(r rune, n int) (fits bool) {
		c := classOf(r, n)
		if c != narrow && c != wide {
			ok = false
			return false
		}
		if used+int(c) > width {
			return false
		}
		used += int(c)
		return true
	}
	ok = true
	for to < end {
		r, n := utf8.DecodeRuneInString(text[to:])
		if !grow(r, n) {
			break
		}
		to += n
	}
	v.carets = max(used, 1)
	left, right := true, true
	for ok && (left || right) {
		if left = from > 0; left {
			r, n := utf8.DecodeLastRuneInString(text[:from])
			before := used
			if left = grow(r, n); left {
				from -= n
				v.col += used - before
			}
		}
		if right = ok && to < len(text); right {
			r, n := utf8.DecodeRuneInString(text[to:])
			if right = grow(r, n); right {
				to += n
			}
		}
	}
	if ok && to < len(text) {
		// What comes next may belong to the last character.
		r, n := utf8.DecodeRuneInString(text[to:])
		next := classOf(r, n)
		ok = next == narrow || next == wide
	}
	if !ok {
		return b, v, false
	}
	if from > 0 {
		b = append(b, "…"...)
		v.col++
	}
	b = append(b, text[from:to]...)
	if to < len(text) {
		b = append(b, "…"...)
	}
	return b, v, true
}

// printable reports whether s is ASCII without controls: a column is a byte.
func printable(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7F {
			return false
		}
	}
	return true
}

// window returns the offsets of the part of text that layOut looks at, cut
// between characters.
func window(text string, start, end int) (int, int) {
	lo, hi := max(0, start-reach), min(len(text), end, start+reach)
	hi = min(len(text), hi+reach)
	for lo > 0 && lo > start-reach-utf8.UTFMax && !utf8.RuneStart(text[lo]) {
		lo--
	}
	for hi < len(text) && !utf8.RuneStart(text[hi]) {
		hi++
	}
	return lo, hi
}

// split cuts text, which starts at an offset of the source, into cells.
func split(cells []cell, text string, offset int) []cell {
	plain := 0 // up to here, from i on, nothing is shown as an escape
	for i := 0; i < len(text); {
		if c := text[i]; c >= ' ' && c < 0x7F && (i+1 == len(text) || text[i+1] < utf8.RuneSelf) {
			cells = append(cells, cell{text[i : i+1], 1, offset + i, offset + i + 1})
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		how := classOf(r, n)
		if how == narrow || how == wide {
			after := narrow
			if i+n < len(text) {
				next, m := utf8.DecodeRuneInString(text[i+n:])
				after = classOf(next, m)
			}
			if after != complex && (after != hidden || !joins(text[i+n:])) {
				cells = append(cells, cell{text[i : i+n], int(how), offset + i, offset + i + n})
				i += n
				continue
			}
		}
		if how == hidden {
			shown := escape(r, n, text[i])
			cells = append(cells, cell{shown, len(shown), offset + i, offset + i + n})
			i += n
			continue
		}
		// A cluster ends before a character that is shown as an escape.
		for plain = max(plain, i+n); plain < len(text); {
			r, n := utf8.DecodeRuneInString(text[plain:])
			if classOf(r, n) == hidden && r != zwj {
				break
			}
			plain += n
		}
		cluster, _, width, _ := uniseg.FirstGraphemeClusterInString(text[i:plain], -1)
		if r, _ := utf8.DecodeLastRuneInString(cluster); r == zwj {
			cluster = strings.TrimSuffix(cluster, string(zwj))
			width = uniseg.StringWidth(cluster)
		}
		shown := cluster
		if unicode.Is(unicode.M, r) {
			// A mark with nothing to stand on would sit on what is before it.
			shown, width = "◌"+cluster, 1
		}
		cells = append(cells, cell{shown, max(width, 1), offset + i, offset + i + len(cluster)})
		i += len(cluster)
	}
	return cells
}

// zwj joins emoji into one picture; inside of such it is not shown as an escape.
const zwj = '\u200D'

// joins reports whether s begins with the character that joins emoji.
func joins(s string) bool { return strings.HasPrefix(s, string(zwj)) }

// Visible returns s with everything that cannot be seen, or that changes how the
// rest is seen, as an escape: controls, bidi and other format characters, private
// use, what is unassigned, and bytes that are no UTF-8.
func Visible(s string) string {
	if printable(s) || shows(s) {
		return s
	}
	var b strings.Builder
	for _, c := range split(nil, s, 0) {
		b.WriteString(c.text)
	}
	return b.String()
}

// shows reports whether s has none but simple characters.
func shows(s string) bool {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if c := classOf(r, n); c != narrow && c != wide {
			return false
		}
		i += n
	}
	return true
}

// escape returns how a character that takes n bytes and starts with the byte
// first is written where it is not shown as it is.
func escape(r rune, n int, first byte) string {
	switch {
	case r == utf8.RuneError && n == 1:
		return fmt.Sprintf(`\x%02X`, first)
	case r > 0xFFFF:
		return fmt.Sprintf(`\U%08X`, r)
	}
	return fmt.Sprintf(`\u%04X`, r)
}
