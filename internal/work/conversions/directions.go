package conversions

import (
	"iter"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/jsonw"
)

// A Direction is a range of a text that has right-to-left characters.
type Direction struct {
	Start     int    `json:"start"`
	End       int    `json:"end"`
	Text      string `json:"text"`
	Direction string `json:"direction"` // "rtl", or "mixed" if it has left-to-right characters too
}

// Directions yields the components with right-to-left characters, divided as RFC 3987 §4.2 and the rules bidi-mixed
// and bidi-edge do: each label of the host, and in other components each text between ASCII punctuation.
func Directions(s string) iter.Seq[Direction] {
	return func(yield func(Direction) bool) {
		if chars.NonASCII(s) == len(s) {
			return
		}
		t := textparts.Text{S: s, Parts: component.OfAny(s).Parts}
		start, flags := 0, uint16(0)
		for i := 0; i <= len(s); {
			if i == len(s) || isDelimiter(&t, i) {
				if d := (Direction{start, i, s[start:i], "rtl"}); flags&chars.R != 0 {
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

// isDelimiter reports whether the byte at i is a delimiter between two such texts.
func isDelimiter(t *textparts.Text, i int) bool {
	class := chars.SegmentClass
	if t.InHost(i) {
		class = chars.LabelClass
	}
	return t.S[i] < 0x80 && class[t.S[i]] == chars.ClassDelimiter
}

// AppendDirections appends a comma and the member "directions". It appends nothing if the text has no right-to-left
// characters.
func AppendDirections(b []byte, s string) []byte {
	var list []Direction
	for d := range Directions(s) {
		list = append(list, d)
	}
	if list != nil {
		b, _ = jsonw.AppendValue(append(b, `,"directions":`...), list) // a list can always be encoded
	}
	return b
}
