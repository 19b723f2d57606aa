package show

import (
	"fmt"
	"iter"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/work/render"
)

// A direction is a part of a text that has right-to-left characters.
type direction struct {
	Start     int    `json:"start"`
	End       int    `json:"end"`
	Text      string `json:"text"`
	Direction string `json:"direction"` // "rtl", or "mixed" if it has left-to-right characters too
}

// directions yields the parts that have right-to-left characters. A part is what RFC 3987 §4.2 holds to one direction,
// as the rules bidi-mixed and bidi-edge do: a label of the host, and in other components what stands between ASCII
// punctuation.
func directions(s string) iter.Seq[direction] {
	return func(yield func(direction) bool) {
		if chars.NonASCII(s) == len(s) {
			return
		}
		t := textparts.Text{S: s, Parts: component.OfAny(s).Parts}
		start, flags := 0, uint16(0)
		for i := 0; i <= len(s); {
			if i == len(s) || isDelimiter(&t, i) {
				if d := (direction{start, i, s[start:i], "rtl"}); flags&chars.R != 0 {
					if flags&chars.L != 0 {
						d.Direction = "mixed"
					}
					if !yield(d) {
						return
					}
				}
				i++
				start, flags = i, 0
				continue
			}
			c, w := textparts.Decode(s, i)
			flags |= c.Flags()
			i += w
		}
	}
}

// isDelimiter reports whether the byte at i divides the part before it from the part after it.
func isDelimiter(t *textparts.Text, i int) bool {
	class := chars.SegmentClass
	if t.InHost(i) {
		class = chars.LabelClass
	}
	return t.S[i] < 0x80 && class[t.S[i]] == chars.ClassDelimiter
}

// appendDirections appends a line for each part that has right-to-left characters.
func appendDirections(b []byte, s string, st render.Style) []byte {
	for d := range directions(s) {
		name := "right-to-left"
		if d.Direction != "rtl" {
			name = d.Direction
		}
		b = fmt.Appendf(b, "%s  [%d,%d)  %-13s  %s\n", st.Heading("direction"), d.Start, d.End, name, quote.Visible(d.Text))
	}
	return b
}

// appendDirectionsJSON appends the member "directions" with a comma before it, nothing for a text without
// right-to-left characters.
func appendDirectionsJSON(b []byte, s string) []byte {
	var list []direction
	for d := range directions(s) {
		list = append(list, d)
	}
	if list != nil {
		b, _ = jsonw.AppendValue(append(b, `,"directions":`...), list) // it is data
	}
	return b
}
