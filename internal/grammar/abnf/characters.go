package abnf

// A Span holds the characters from Lo to Hi.
type Span struct{ Lo, Hi rune }

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
