package render

import (
	"github.com/rivo/uniseg"
)

// Wrap puts words into lines of at most width columns where they fit. The first line begins
// with first, the others with rest.
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
