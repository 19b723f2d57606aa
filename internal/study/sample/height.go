package sample

import (
	"math"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// This file brings rules that refer to themselves to an end: where a sentence is long or deep,
// the alternative is taken in which the fewest rules lie within each other.

// heights says how many rules lie within each other at least in what expressions match. The
// zero heights is for rules that do not refer to themselves, and counts nothing.
type heights struct {
	g     *abnf.Grammar
	rules map[*abnf.Rule]int // without those that match nothing
}

// endless is the height of what matches nothing.
const endless = math.MaxInt

// heightsOf finds the heights of rules, which have to include all that they use.
func heightsOf(g *abnf.Grammar, rules []*abnf.Rule) heights {
	h := heights{g, make(map[*abnf.Rule]int)}
	for found := true; found; {
		found = false
		for _, r := range rules {
			n := h.of(r.Expr)
			if old, known := h.rules[r]; n != endless && (!known || n+1 < old) {
				h.rules[r] = n + 1
				found = true
			}
		}
	}
	return h
}

// of returns the height of an expression.
func (h heights) of(e abnf.Expr) int {
	if h.rules == nil {
		return 0
	}
	n := 0
	switch e := e.(type) {
	case *abnf.Alternation:
		n = endless
		for _, x := range e.Alts {
			n = min(n, h.of(x))
		}
	case *abnf.Concatenation:
		for _, x := range e.Parts {
			n = max(n, h.of(x))
		}
	case *abnf.Repetition:
		if e.Min > 0 {
			n = h.of(e.X)
		}
	case *abnf.Reference, *abnf.Prose:
		if r := h.g.Target(e); r != nil {
			var known bool
			if n, known = h.rules[r]; !known {
				n = endless
			}
		}
	}
	return n
}

// full reports whether the sentence should come to an end.
func (s *Sampler) full() bool { return s.size > longest || s.depth > deepest }

// alternative returns the alternative that is taken.
func (s *Sampler) alternative(e *abnf.Alternation) abnf.Expr {
	x := e.Alts[s.choose(e, len(e.Alts))]
	if n := s.height.of(x); n == endless || n > 0 && s.full() {
		for _, y := range e.Alts {
			if s.height.of(y) < s.height.of(x) {
				x = y
			}
		}
	}
	return x
}
