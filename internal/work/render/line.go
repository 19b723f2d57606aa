package render

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/explain"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// A caretSpan is the position of the carets under a line of source.
type caretSpan struct {
	col    int // columns before the first caret
	carets int // the number of carets, at least 1
}

// reach is how many bytes of source are read at most before, and after, a fault: enough to fill a line.
const reach = 1 << 10

// appendLine appends the text around start and end that fits the width, with an ellipsis where text is left out. It
// reads only the text near the fault, because a long text can have a fault in every byte.
func appendLine(b []byte, text string, start, end, width int) ([]byte, caretSpan) {
	// appendASCII shows bytes that are at most width away, if each is one cell.
	if quote.IsPlain(text[max(0, start-width-1):min(len(text), start+width+1)]) {
		return appendASCII(b, text, start, end, width)
	}
	return appendCells(b, text, start, end, width, min(2*width, reach))
}

// appendCells is [appendLine] for any text. It reads near bytes before and after the fault or, if those do not fill
// the line, [reach] bytes.
func appendCells(b []byte, text string, start, end, width, near int) ([]byte, caretSpan) {
	lo, hi := window(text, start, end, near)
	var buffer [192]cell // on the stack for most lines
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

	from, to := around(cells, first, last, width)
	if near < reach && (from == 0 && lo > 0 || to == len(cells) && hi < len(text)) {
		return appendCells(b, text, start, end, width, reach)
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

// around returns the range of cells, around cells[first:last], that fits a width. It adds the cells of the fault
// first, then alternately one on the left and one on the right.
func around(cells []cell, first, last, width int) (from, to int) {
	from, to = first, first
	used := 0
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
	return from, to
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

// window returns the range of text that appendCells reads, cut between characters.
func window(text string, start, end, near int) (int, int) {
	lo, hi := max(0, start-near), min(len(text), end, start+near)
	hi = min(len(text), hi+near)
	for lo > 0 && lo > start-near-utf8.UTFMax && !utf8.RuneStart(text[lo]) {
		lo--
	}
	for hi < len(text) && !utf8.RuneStart(text[hi]) {
		hi++
	}
	return lo, hi
}

// A cell is the text that is shown for one user-perceived character: a grapheme cluster, or one escape.
type cell struct {
	text  string
	width int // in columns
	start int // the offset in the source
	end   int
}

// zwj joins emoji. Inside such a cluster it is not shown as an escape.
const zwj = '\u200D'

// splitCells appends the cells of text to cells. offset is the offset of text in the source.
//
// It uses uniseg, because github.com/clipperhouse/displaywidth v0.11.0 is faster but gives the 390 spacing marks of
// Indic scripts no column. Terminals give them one, so the caret would be too far left.
func splitCells(cells []cell, text string, offset int) []cell {
	clear := 0 // no character in text[i:clear] is shown as an escape
	for i := 0; i < len(text); {
		if quote.IsPlain(text[i:min(i+2, len(text))]) { // the next character is one byte
			cells = append(cells, cell{text[i : i+1], 1, offset + i, offset + i + 1})
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		if isHidden(r, n) {
			shown := string(quote.AppendEscape(nil, r, n, text[i]))
			cells = append(cells, cell{shown, len(shown), offset + i, offset + i + n})
			i += n
			continue
		}
		// A cluster ends before a character that is shown as an escape.
		for clear = max(clear, i+n); clear < len(text); {
			r, n := utf8.DecodeRuneInString(text[clear:])
			if isHidden(r, n) && r != zwj {
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
		if unicode.Is(unicode.M, r) && uniseg.GraphemeClusterCount("a"+text[i:i+n]) == 1 {
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

// isHidden reports whether a character of n bytes is shown as an escape.
func isHidden(r rune, n int) bool { return !quote.Shows(r) || r == utf8.RuneError && n == 1 }

// appendRule appends the line of the broken rule: its ABNF or, for a rule in prose, its title; then the section, and
// the productions that lead to the fault. A long line is broken, but not inside the section or the last production.
func appendRule(b []byte, f *finding.Finding, st Style) (line []byte) {
	rule := shortRule(f.ABNF)
	if rule == "" {
		if info, ok := explain.LookupCode(f.Code); ok {
			rule = info.Title
		}
	}
	if rule == "" && f.Section == "" && len(f.Rules) == 0 {
		return b
	}
	if st.OneRule {
		b = append(append(append(b, ruleMark), f.Code...), ruleMark)
		defer func() { line = append(line, ruleMark) }()
	}
	b = st.note(b, "rule")
	section := ""
	if f.Section != "" {
		section = "(" + quote.Visible(f.Section) + ")"
	}
	present := func(texts ...string) []string {
		return slices.DeleteFunc(texts, func(s string) bool { return s == "" })
	}
	whole := strings.Join(present(rule, section, strings.Join(f.Rules, " > ")), "   ")
	indent := strings.Repeat(" ", len("  = rule: "))
	if width := st.Width - len(indent); st.Width > 0 && uniseg.StringWidth(whole) > width {
		lines := Wrap(present(append(Alternatives(rule, width), section)...), "", "", width)
		whole = strings.TrimSuffix(string(lines)+pathThatFits(f.Rules, width), "\n")
		whole = strings.ReplaceAll(whole, "\n", "\n"+indent)
	}
	return append(append(b, whole...), '\n')
}

// pathThatFits returns the productions that fit a width. It leaves out those in the middle, and the first if there is
// no room; the last one always stays.
func pathThatFits(names []string, width int) string {
	path := strings.Join(names, " > ")
	for n := len(names) - 2; n >= 0 && len(path) > width; n-- {
		path = strings.Join(slices.Concat(names[:1], []string{"…"}, names[len(names)-n:]), " > ")
		if n == 0 {
			path = names[len(names)-1]
		}
	}
	return path
}

// shortRule shortens a long definition by leaving out its middle, from one alternative to another if there are any.
func shortRule(abnf string) string {
	if len(abnf) <= maxRule {
		return abnf
	}
	head, tail := strings.ToValidUTF8(abnf[:maxRule/2], ""), strings.ToValidUTF8(abnf[len(abnf)-maxRule/2:], "")
	for _, between := range []string{" / ", " "} {
		if i, j := strings.LastIndex(head, between), strings.Index(tail, between); i > 0 && j >= 0 {
			return head[:i] + between + "…" + tail[j:]
		}
	}
	return head + "…" + tail
}

// Alternatives divides a definition into lines, after each "/" that is not in a group. Only an alternative that is
// longer than a line is divided at spaces.
func Alternatives(definition string, line int) []string {
	var alts []string
	depth, from, quoted := 0, 0, false
	add := func(alternative string) {
		if len(alternative) <= line {
			alts = append(alts, alternative)
			return
		}
		inside := false
		alts = append(alts, strings.FieldsFunc(alternative, func(r rune) bool {
			inside = inside != (r == '"')
			return r == ' ' && !inside
		})...)
	}
	for i := range len(definition) {
		switch c := definition[i]; {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		}
		if depth == 0 && !quoted && strings.HasPrefix(definition[i:], " / ") {
			add(definition[from : i+2])
			from = i + 3
		}
	}
	add(definition[from:])
	return alts
}
