package earley

import "github.com/rfc3987/iri/internal/grammar/abnf"

// maxCopy is how many states the copy of a rule in the automaton of another one has at most. Grammars such as that of OData
// use rules with thousands of states in many places.
const maxCopy = 1000

// sizes are about how many states the automata of rules have, those of each rule computed once.
type sizes struct {
	g      *abnf.Grammar
	called func(*abnf.Rule) bool // has an automaton of its own
	of     map[*abnf.Rule]int
}

// rule returns the size of a rule, more than maxCopy for a large one; 1 for one in which it is looked for.
func (s *sizes) rule(r *abnf.Rule) int {
	n, ok := s.of[r]
	if !ok {
		s.of[r] = 1
		n = s.expr(r.Expr)
		s.of[r] = n
	}
	return n
}

func (s *sizes) expr(e abnf.Expr) (n int) {
	switch e := e.(type) {
	case *abnf.Alternation:
		for _, x := range e.Alts {
			n += s.expr(x)
		}
	case *abnf.Concatenation:
		for _, x := range e.Parts {
			n += s.expr(x)
		}
	case *abnf.Repetition:
		n = s.expr(e.X) * min(max(e.Min, e.Max, 1), maxCopy+1)
	case *abnf.Literal:
		n = len(e.Text)
	case *abnf.Sequence:
		n = len(e.Runes)
	default:
		if r := s.g.Target(e); r != nil && !s.called(r) {
			n = s.rule(r)
		}
	}
	return min(n, maxCopy+1) + 1
}
