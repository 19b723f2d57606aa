package abnf

import "slices"

// A Span holds the characters from Lo to Hi.
type Span struct{ Lo, Hi rune }

// Joined returns the characters of spans as spans in order that do not touch. It sorts the spans.
func Joined(spans []Span) (out []Span) {
	slices.SortFunc(spans, func(a, b Span) int { return int(a.Lo - b.Lo) })
	for _, s := range spans {
		if n := len(out); n > 0 && s.Lo <= out[n-1].Hi+1 {
			out[n-1].Hi = max(out[n-1].Hi, s.Hi)
		} else {
			out = append(out, s)
		}
	}
	return out
}

// Characters returns what a terminal, a *Literal, *Range or *Sequence, matches:
// for each place in it, in order, the spans of the characters that match there.
// ok is false if the expression is none of them.
func Characters(e Expr) (chars [][]Span, ok bool) {
	switch e := e.(type) {
	case *Literal:
		for _, c := range e.Text {
			spans := []Span{{c, c}}
			if other, ok := e.OtherCase(c); ok {
				spans = append(spans, Span{other, other})
			}
			chars = append(chars, spans)
		}
		return chars, true
	case *Range:
		return [][]Span{{{e.Lo, e.Hi}}}, true
	case *Sequence:
		for _, c := range e.Runes {
			chars = append(chars, []Span{{c, c}})
		}
		return chars, true
	}
	return nil, false
}

// OtherCase returns the character that matches in the place of c, a character of
// the literal, too: ASCII letters match in either case (RFC 5234 §2.3) unless the
// literal is sensitive to it (RFC 7405 §2.1). ok is false if there is none.
func (e *Literal) OtherCase(c rune) (other rune, ok bool) {
	if l := c | 0x20; e.Sensitive || l < 'a' || l > 'z' {
		return 0, false
	}
	return c ^ 0x20, true
}
