package abnf

import "slices"

// An Interval holds the characters from Lo to Hi.
type Interval struct{ Lo, Hi rune }

// Joined returns the characters of spans as spans in order that do not touch. It sorts the spans.
func Joined(spans []Interval) (out []Interval) {
	slices.SortFunc(spans, func(a, b Interval) int { return int(a.Lo - b.Lo) })
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
func Characters(e Expr) (chars [][]Interval, ok bool) {
	switch e := e.(type) {
	case *Literal:
		for _, c := range e.Text {
			spans := []Interval{{c, c}}
			if other, ok := e.OtherCase(c); ok {
				spans = append(spans, Interval{other, other})
			}
			chars = append(chars, spans)
		}
		return chars, true
	case *Range:
		return [][]Interval{{{e.Lo, e.Hi}}}, true
	case *Sequence:
		for _, c := range e.Runes {
			chars = append(chars, []Interval{{c, c}})
		}
		return chars, true
	}
	return nil, false
}

// sameCharacters reports whether two rules match the same: they are written in the same way, or match sequences of the
// same characters.
func (g *Grammar) sameCharacters(r *Rule, h *Grammar, s *Rule) bool {
	if r.Expr.String() == s.Expr.String() {
		return true
	}
	a, ok := g.sets(r.Expr, 0)
	b, too := h.sets(s.Expr, 0)
	return ok && too && slices.EqualFunc(a, b, slices.Equal)
}

// sets returns the characters of each place, if an expression matches any sequence of one character of each; ok is
// false if it matches other strings, or takes more than some rules.
func (g *Grammar) sets(e Expr, depth int) (places [][]Interval, ok bool) {
	const deepest, longest = 8, 16
	if depth > deepest {
		return nil, false
	}
	switch e := e.(type) {
	case *Alternation:
		var all []Interval
		for _, x := range e.Alts {
			one, ok := g.sets(x, depth+1)
			if !ok || len(one) != 1 {
				return nil, false
			}
			all = append(all, one[0]...)
		}
		return [][]Interval{Joined(all)}, true
	case *Concatenation:
		for _, x := range e.Parts {
			more, ok := g.sets(x, depth+1)
			if places = append(places, more...); !ok || len(places) > longest {
				return nil, false
			}
		}
		return places, true
	case *Repetition:
		one, ok := g.sets(e.X, depth+1)
		if !ok || e.Min != e.Max || e.Min*len(one) > longest {
			return nil, false
		}
		return slices.Repeat(one, e.Min), true
	}
	if t := g.Target(e); t != nil {
		return g.sets(t.Expr, depth+1)
	}
	places, ok = Characters(e)
	for i := range places {
		places[i] = Joined(places[i])
	}
	return places, ok
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
