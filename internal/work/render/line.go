package render

import (
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/wording"
)

// A caretSpan is the place of the carets under a line of source.
type caretSpan struct {
	col    int // columns before the first caret
	carets int // the number of carets, at least 1
}

// reach is how many bytes of source are read before and after a fault, 1 KiB: enough to
// fill a line.
const reach = 1 << 10

// appendLine appends the part of text around start and end that fits the width, with an
// ellipsis where text is left out. There are three faster ways for the texts that most
// lines have; appendCells can do all. Of a long text it reads only what is near the fault: a
// text can have a fault in every byte.
func appendLine(b []byte, text string, start, end, width int) ([]byte, caretSpan) {
	// appendASCII shows bytes that are at most width away, of which each must be a cell.
	if wording.IsPlain(text[max(0, start-width-1):min(len(text), start+width+1)]) {
		return appendASCII(b, text, start, end, width)
	}
	if len(text) <= 4*width {
		if b, v, ok := appendShort(b, text, start, end, width); ok {
			return b, v
		}
	}
	if b, v, ok := appendSimple(b, text, start, end, width); ok {
		return b, v
	}
	return appendCells(b, text, start, end, width)
}

// appendCells is [appendLine] for any text.
func appendCells(b []byte, text string, start, end, width int) ([]byte, caretSpan) {
	lo, hi := window(text, start, end)
	var buffer [192]cell // avoids an allocation for most lines
	cells := splitCells(buffer[:0], text[lo:hi], lo)
	first, last := len(cells), len(cells) // the carets stand under cells[first:last]
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

	// First take the cells of the fault, then one on the left and one on the right in turns.
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
	var v caretSpan
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

// appendASCII is [appendLine] for printable ASCII, in which each byte is a column.
func appendASCII(b []byte, text string, start, end, width int) ([]byte, caretSpan) {
	if len(text) <= width {
		return append(b, text...), caretSpan{col: start, carets: max(end-start, 1)}
	}
	fault := max(min(end-start, width), 0)
	from, to := start, start+fault
	room := width - fault
	from -= min(start, max((room+1)/2, room-(len(text)-to)))
	to = min(from+width, len(text))
	v := caretSpan{col: start - from, carets: max(fault, 1)}
	if from > 0 {
		b = append(b, "…"...)
		v.col++
	}
	b = append(b, text[from:to]...)
	if to < len(text) {
		b = append(b, "…"...)
	}
	return b, v
}

// appendShort is [appendLine] for text that fits the width and has only simple cells, as
// most lines do. It reads each character once. It returns false for other text.
func appendShort(b []byte, text string, start, end, width int) (_ []byte, v caretSpan, ok bool) {
	var base rune            // the last character that marks can stand on; 0 for none
	at := 0                  // the start of the cell
	used, cell := 0, 0       // the columns before the cell, and of the cell
	endCell := func(i int) { // the cell ends before byte i
		used += cell
		switch {
		case i <= start:
			v.col += cell
		case at < end && start < end:
			v.carets += cell
		}
	}
	done := 0 // text[:done] has been appended
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch c := classOf(r, n); c {
		case narrow, wide:
			endCell(i)
			at = i
			base, cell = r, int(c)
		case mark, spacing:
			if base == 0 || c == spacing && !hasColumn(base) {
				return b, v, false
			}
			cell += int(c - mark)
		case hidden:
			if r == zwj {
				return b, v, false
			}
			endCell(i)
			at = i
			base, cell = 0, wording.EscapeWidth(r, n)
			b = wording.AppendEscape(append(b, text[done:i]...), r, n, text[i])
			done = i + n
		default:
			return b, v, false
		}
		i += n
	}
	endCell(len(text))
	if used > width {
		return b, v, false
	}
	v.carets = max(v.carets, 1)
	return append(b, text[done:]...), v, true
}

// appendSimple is [appendLine] for text whose shown part, with the cells next to it, has
// only simple cells. It takes the cells in the same order as appendCells, but needs no
// list of them. It returns false for other text.
func appendSimple(b []byte, text string, start, end, width int) (_ []byte, v caretSpan, ok bool) {
	if start < len(text) && !utf8.RuneStart(text[start]) {
		return b, v, false // it may be inside a character
	}
	from, to, used := start, start, 0
	n, w, ok := simpleCell(text[to:]) // the length and the width of the cell after the shown part
	for ok && to < end && used+w <= width {
		to, used = to+n, used+w
		n, w, ok = simpleCell(text[to:])
	}
	v.carets = max(used, 1)
	m, u, before := lastSimpleCell(text[:from]) // the same for the cell before it
	for left, right := true, true; ok && before && (left || right); {
		if left = m > 0 && used+u <= width; left {
			from, used = from-m, used+u
			v.col += u
			m, u, before = lastSimpleCell(text[:from])
		}
		if right = n > 0 && used+w <= width; right {
			to, used = to+n, used+w
			n, w, ok = simpleCell(text[to:])
		}
	}
	if !ok || !before || start-from > reach || to-start > reach {
		return b, v, false
	}
	if from > 0 {
		b = append(b, "…"...)
		v.col++
	}
	b = appendShown(b, text[from:to])
	if to < len(text) {
		b = append(b, "…"...)
	}
	return b, v, true
}

// window returns the part of text that appendCells reads, cut between characters.
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
