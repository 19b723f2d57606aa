package render

import (
	"strings"

	"github.com/rivo/uniseg"

	"github.com/rfc3987/iri/internal/text/quote"
)

// Wrap puts words into lines of at most width columns, except words that are longer. The first line begins with
// first, the others with rest.
func Wrap(words []string, first, rest string, width int) []byte {
	var b []byte
	line, empty := first, true
	for _, word := range words {
		if !empty && uniseg.StringWidth(line)+1+uniseg.StringWidth(word) > width {
			b = append(append(b, line...), '\n')
			line, empty = rest, true
		}
		if !empty {
			line += " "
		}
		line, empty = line+word, false
	}
	return append(append(b, line...), '\n')
}

// wrap breaks b[start:], the end of a line, into lines that fit the terminal. used is the number of columns before
// it; the lines after the first begin with indent. A word that is longer than a line is not broken, so that it can be
// copied.
func (st Style) wrap(b []byte, start, used int, indent string) []byte {
	text := string(b[start:])
	if st.Width <= 0 || used+uniseg.StringWidth(text) <= st.Width {
		return b
	}
	lines := Wrap(sentenceWords(text), strings.Repeat(" ", used), indent, st.Width)
	return append(b[:start], lines[used:len(lines)-1]...)
}

// sentenceWords splits a message at its spaces, except at a quoted space, and inside isolated text, which the
// terminal would reorder.
func sentenceWords(text string) (words []string) {
	isolates := 0
	for part := range strings.SplitSeq(text, " ") {
		n := len(words)
		if n > 0 && (isolates > 0 || strings.HasSuffix(words[n-1], `"`) && strings.HasPrefix(part, `"`)) {
			words[n-1] += " " + part
		} else {
			words = append(words, part)
		}
		isolates += strings.Count(part, quote.LRI) - strings.Count(part, quote.PDI)
	}
	return words
}
