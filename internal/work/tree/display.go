package tree

import (
	"fmt"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/bidi"
	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/work/render"
)

// maxCodePoints is the largest number of characters that appendDisplay lists by name.
const maxCodePoints = 64

// appendDisplay appends for people how a text with right-to-left characters is
// displayed (RFC 3987 §4.1): its logical order, its display order, and the code points
// of the characters that are not US-ASCII in logical order, each with its offset in
// bytes. For other text it appends nothing. Both orders are needed because only some
// terminals reorder text: those show the first line in display order, the others show
// the second so. The code points are the same on both.
func appendDisplay(b []byte, s string, st render.Style) []byte {
	visual, order := bidi.Display(s)
	if order == nil {
		return b
	}
	b = fmt.Appendf(b, "%s  %s\n", st.Heading("logical order"), quote.Visible(s))
	b = fmt.Appendf(b, "%s  %s\n", st.Heading("display order"), quote.Visible(visual))
	label := "code points  "
	n := 0
	for i, r := range s {
		if r < utf8.RuneSelf {
			continue
		}
		if n++; n > maxCodePoints {
			return fmt.Appendf(b, "%-13s  … (--format json lists them all)\n", label)
		}
		if n == 1 {
			b = fmt.Appendf(b, "%s  %d %s\n", st.Heading(label), i, quote.RuneName(r))
			label = ""
		} else {
			b = fmt.Appendf(b, "%-13s  %d %s\n", "", i, quote.RuneName(r))
		}
	}
	return b
}

// appendDisplayJSON appends the member "display" with a comma before it:
// {"logical":…,"visual":…,"codePoints":["U+0068",…]}, the code points in logical
// order. For text without right-to-left characters it appends nothing.
func appendDisplayJSON(b []byte, s string) []byte {
	visual, order := bidi.Display(s)
	if order == nil {
		return b
	}
	var points []string
	for _, r := range s {
		points = append(points, fmt.Sprintf("%U", r))
	}
	b = jsonw.AppendMember(append(b, `,"display":{`...), "logical", s)
	return append(jsonw.AppendStrings(jsonw.AppendMember(b, "visual", visual), "codePoints", points), '}')
}
