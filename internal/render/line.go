package render

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// A view is a line of source as it is shown, and where its carets stand.
type view struct {
	line   string
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

// layOut shows the part of text around start and end that fits the width, with an
// ellipsis where something is left out.
func layOut(text string, start, end, width int) view {
	if len(text) <= width && printable(text) {
		return view{line: text, col: start, carets: max(end-start, 1)}
	}
	lo, hi := window(text, start, end)
	cells := split(text[lo:hi], lo)
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
	var line strings.Builder
	if from > 0 || lo > 0 {
		line.WriteString("…")
		v.col = 1
	}
	for i := from; i < to; i++ {
		line.WriteString(cells[i].text)
		switch {
		case i < first:
			v.col += cells[i].width
		case i < last:
			v.carets += cells[i].width
		}
	}
	if to < len(cells) || hi < len(text) {
		line.WriteString("…")
	}
	v.line = line.String()
	v.carets = max(v.carets, 1)
	return v
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
func split(text string, offset int) []cell {
	cells := make([]cell, 0, len(text))
	plain := 0 // up to here, from i on, nothing is shown as an escape
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if w := simple(r); w > 0 {
			if next, _ := utf8.DecodeRuneInString(text[i+n:]); i+n == len(text) || next < utf8.RuneSelf || simple(next) > 0 {
				cells = append(cells, cell{text[i : i+n], w, offset + i, offset + i + n})
				i += n
				continue
			}
		}
		if hides(r, n) {
			shown := escape(r, n, text[i])
			cells = append(cells, cell{shown, len(shown), offset + i, offset + i + n})
			i += n
			continue
		}
		// A cluster ends before a character that is shown as an escape.
		for plain = max(plain, i+n); plain < len(text); {
			r, n := utf8.DecodeRuneInString(text[plain:])
			if hides(r, n) && r != zwj {
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

// simple returns the width of characters that are met all the time and, with
// another one behind them, are a cluster by themselves; 0 of all others. It
// saves the way through the tables of Unicode.
func simple(r rune) int {
	switch {
	case r >= ' ' && r < 0x7F,
		r > 0xA0 && r < 0x250 && r != 0xA9 && r != 0xAD && r != 0xAE, // Latin
		r >= 0x400 && r <= 0x481,                                     // Cyrillic
		r >= 0x5D0 && r <= 0x5EA,                                     // Hebrew letters
		r >= 0x620 && r <= 0x64A:                                     // Arabic letters
		return 1
	case r >= 0x3041 && r <= 0x3096, r >= 0x30A1 && r <= 0x30FA, // kana
		r >= 0x3400 && r <= 0x4DBF, r >= 0x4E00 && r <= 0x9FFF, // ideographs
		r >= 0xAC00 && r <= 0xD7A3: // Hangul syllables
		return 2
	}
	return 0
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
	var b strings.Builder
	for _, c := range split(s, 0) {
		b.WriteString(c.text)
	}
	return b.String()
}

// hides reports whether a character that takes n bytes must not be shown as it is.
func hides(r rune, n int) bool {
	switch {
	case r == utf8.RuneError && n == 1:
		return true
	case r < utf8.RuneSelf:
		return r < ' ' || r == 0x7F
	}
	return !unicode.IsGraphic(r) || unicode.Is(unicode.Zs, r) || invisible(r)
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

// invisible reports whether a graphic character has no ink of its own: fillers
// and variation selectors, which Unicode lists as default ignorable.
func invisible(r rune) bool {
	return unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) || unicode.Is(unicode.Variation_Selector, r) && r != '\uFE0F'
}
