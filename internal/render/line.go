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
const reach = 4 << 10

// layOut shows the part of text around start and end that fits the width, with an
// ellipsis where something is left out.
func layOut(text string, start, end, width int) view {
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
	for i := 0; i < len(text); {
		if c := text[i]; c >= ' ' && c < 0x7F && (i+1 == len(text) || text[i+1] < utf8.RuneSelf) {
			cells = append(cells, cell{text[i : i+1], 1, offset + i, offset + i + 1})
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		if shown, hidden := escape(r, n, text[i]); hidden {
			cells = append(cells, cell{shown, len(shown), offset + i, offset + i + n})
			i += n
			continue
		}
		// A cluster ends before a character that is shown as an escape.
		plain := i + n
		for plain < len(text) && plain < i+256 {
			r, n := utf8.DecodeRuneInString(text[plain:])
			if _, hidden := escape(r, n, text[plain]); hidden && r != zwj {
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

// Visible returns s with everything that cannot be seen, or that changes how the
// rest is seen, as an escape: controls, bidi and other format characters, private
// use, what is unassigned, and bytes that are no UTF-8.
func Visible(s string) string {
	i := 0
	for i < len(s) && s[i] >= ' ' && s[i] < 0x7F {
		i++
	}
	if i == len(s) {
		return s
	}
	var b strings.Builder
	for _, c := range split(s, 0) {
		b.WriteString(c.text)
	}
	return b.String()
}

// escape returns how a character that takes n bytes and starts with the byte
// first is written where it must not be shown as it is.
func escape(r rune, n int, first byte) (string, bool) {
	switch {
	case r == utf8.RuneError && n == 1:
		return fmt.Sprintf(`\x%02X`, first), true
	case r == ' ' || r > ' ' && r < 0x7F:
		return "", false
	case unicode.IsGraphic(r) && !unicode.Is(unicode.Zs, r) && !invisible(r):
		return "", false
	case r > 0xFFFF:
		return fmt.Sprintf(`\U%08X`, r), true
	}
	return fmt.Sprintf(`\u%04X`, r), true
}

// invisible reports whether a graphic character has no ink of its own: fillers
// and variation selectors, which Unicode lists as default ignorable.
func invisible(r rune) bool {
	return unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) || unicode.Is(unicode.Variation_Selector, r) && r != '\uFE0F'
}
