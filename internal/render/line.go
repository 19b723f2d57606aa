package render

import (
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
	if printable(text) {
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

// appendASCII is [appendLine] for text in which a column is a byte.
func appendASCII(b []byte, text string, start, end, width int) ([]byte, view) {
	if len(text) <= width {
		return append(b, text...), view{col: start, carets: max(end-start, 1)}
	}
	fault := max(min(end-start, width), 0)
	from, to := start, start+fault
	room := width - fault
	from -= min(start, max((room+1)/2, room-(len(text)-to)))
	to = min(from+width, len(text))
	v := view{col: start - from, carets: max(fault, 1)}
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

// appendShort is [appendLine] for text that fits the width and has none but simple
// cells: most lines. It looks at each character once.
func appendShort(b []byte, text string, start, end, width int) (_ []byte, v view, ok bool) {
	var base rune // on which marks can stand; 0 for none
	at := 0
	used, cell := 0, 0     // columns: before the cell, and those that it takes
	flush := func(i int) { // ends the cell
		used += cell
		switch {
		case i <= start:
			v.col += cell
		case at < end && start < end:
			v.carets += cell
		}
	}
	done := 0
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch c := classOf(r, n); c {
		case narrow, wide:
			flush(i)
			at = i
			base, cell = r, int(c)
		case mark, spacing:
			if base == 0 || c == spacing && !columned(base) {
				return b, v, false
			}
			cell += int(c - mark)
		case hidden:
			if r == zwj {
				return b, v, false
			}
			flush(i)
			at = i
			base, cell = 0, escapeWidth(r, n)
			b = appendEscape(append(b, text[done:i]...), r, n, text[i])
			done = i + n
		default:
			return b, v, false
		}
		i += n
	}
	flush(len(text))
	if used > width {
		return b, v, false
	}
	v.carets = max(v.carets, 1)
	return append(b, text[done:]...), v, true
}

// appendSimple is [appendLine] for text that has, in what it shows and on both
// sides of it, none but simple cells: it can do without a list of them. It takes
// them in the same order.
func appendSimple(b []byte, text string, start, end, width int) (_ []byte, v view, ok bool) {
	if start < len(text) && !utf8.RuneStart(text[start]) {
		return b, v, false // perhaps inside of a character
	}
	from, to, used := start, start, 0
	n, w, ok := simple(text[to:])
	for ok && to < end && used+w <= width {
		to, used = to+n, used+w
		n, w, ok = simple(text[to:])
	}
	v.carets = max(used, 1)
	m, u, before := simpleBefore(text[:from])
	for left, right := true, true; ok && before && (left || right); {
		if left = m > 0 && used+u <= width; left {
			from, used = from-m, used+u
			v.col += u
			m, u, before = simpleBefore(text[:from])
		}
		if right = n > 0 && used+w <= width; right {
			to, used = to+n, used+w
			n, w, ok = simple(text[to:])
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

// simple returns the length and the width of the cell at the start of text, if that
// can be told from the classes of its characters: 0 at the end of the text.
func simple(text string) (n, width int, ok bool) {
	if text == "" {
		return 0, 0, true
	}
	if plain(text[0]) && (len(text) == 1 || text[1] < utf8.RuneSelf) {
		return 1, 1, true
	}
	base, n := utf8.DecodeRuneInString(text)
	switch c := classOf(base, n); c {
	case hidden:
		return n, escapeWidth(base, n), base != zwj
	case narrow, wide:
		width = int(c)
	default:
		return 0, 0, false
	}
	for n < len(text) {
		r, m := utf8.DecodeRuneInString(text[n:])
		switch c := classOf(r, m); c {
		case mark, spacing:
			if c == spacing && !columned(base) {
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

// simpleBefore is [simple] for the cell at the end of text, behind which another
// one starts.
func simpleBefore(text string) (n, width int, ok bool) {
	if text != "" && plain(text[len(text)-1]) {
		return 1, 1, true
	}
	for n < len(text) {
		r, m := utf8.DecodeLastRuneInString(text[:len(text)-n])
		n += m
		switch c := classOf(r, m); c {
		case mark, spacing:
			width += int(c - mark)
		case narrow, wide:
			return n, width + int(c), width == 0 || columned(r)
		case hidden:
			return n, escapeWidth(r, m), n == m && r != zwj
		default:
			return 0, 0, false
		}
	}
	return 0, 0, n == 0
}

// appendShown appends simple cells as they are shown.
func appendShown(b []byte, text string) []byte {
	done := 0
	for i := 0; i < len(text); {
		if plain(text[i]) {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		if classOf(r, n) == hidden {
			b = append(b, text[done:i]...)
			b = appendEscape(b, r, n, text[i])
			done = i + n
		}
		i += n
	}
	return append(b, text[done:]...)
}

// plain reports whether a byte is a character of ASCII and no control.
func plain(c byte) bool { return c-' ' < 0x7F-' ' }

// printable reports whether s is ASCII without controls: a column is a byte. It
// looks at eight bytes at a time, of which none may have the highest bit, get it by
// adding one, or borrow it for a space.
func printable(s string) bool {
	const ones = 0x0101010101010101
	for ; len(s) >= 8; s = s[8:] {
		w := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
			uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
		if (w|(w+ones)|(w-' '*ones))&(0x80*ones) != 0 {
			return false
		}
	}
	for i := range len(s) {
		if !plain(s[i]) {
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
	clear := 0 // up to here, from i on, nothing is shown as an escape
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if classOf(r, n) == hidden {
			shown := string(appendEscape(nil, r, n, text[i]))
			cells = append(cells, cell{shown, len(shown), offset + i, offset + i + n})
			i += n
			continue
		}
		if n, width, ok := simple(text[i:]); ok {
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
			// A mark with nothing to stand on would sit on what is before it. Some marks, as
			// vowel signs of Burmese, begin a cluster.
			shown, width = "◌"+cluster, 1
		}
		cells = append(cells, cell{shown, max(width, 1), offset + i, offset + i + len(cluster)})
		i += len(cluster)
	}
	return cells
}

// zwj joins emoji into one picture; inside of such it is not shown as an escape.
const zwj = '\u200D'

// Visible returns s with everything that cannot be seen, or that changes how the
// rest is seen, as an escape: controls, bidi and other format characters, private
// use, what is unassigned, and bytes that are no UTF-8.
func Visible(s string) string {
	if printable(s) {
		return s
	}
	return string(appendVisible(nil, s))
}

// appendVisible appends [Visible] of s.
func appendVisible(b []byte, s string) []byte {
	if printable(s) {
		return append(b, s...)
	}
	for i := 0; i < len(s); {
		n, _, ok := simple(s[i:])
		if !ok {
			for _, c := range split(nil, s[i:], 0) {
				b = append(b, c.text...)
			}
			break
		}
		b = appendShown(b, s[i:i+n])
		i += n
	}
	return b
}

// appendEscape appends how a character that takes n bytes and starts with the byte
// first is written where it is not shown as it is.
func appendEscape(b []byte, r rune, n int, first byte) []byte {
	const hex = "0123456789ABCDEF"
	letter := byte('u')
	digits := escapeWidth(r, n) - len(`\u`)
	switch digits {
	case 2:
		letter, r = 'x', rune(first)
	case 8:
		letter = 'U'
	}
	b = append(b, '\\', letter)
	for shift := 4 * (digits - 1); shift >= 0; shift -= 4 {
		b = append(b, hex[r>>shift&0xF])
	}
	return b
}

// escapeWidth returns the width of what [appendEscape] appends.
func escapeWidth(r rune, n int) int {
	switch {
	case r == utf8.RuneError && n == 1:
		return len(`\xFF`)
	case r > 0xFFFF:
		return len(`\U0010FFFF`)
	}
	return len(`\uFFFF`)
}
