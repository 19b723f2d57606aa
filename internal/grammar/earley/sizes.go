package earley

import "github.com/rfc3987/iri/internal/grammar/abnf"

// maxCopy is how many states the copy of a rule in the automaton of another one has at most. Grammars such as that of
// OData use rules with thousands of states in many places.
const maxCopy = 1000

// maxSize and maxDepth are the limits up to which an automaton is surely not too large: it is built with at most eight
// times as many states.
const maxSize, maxDepth = 1 << 14, 900

// Sizes estimate how large the automata of rules are. The size of each rule is computed once.
type Sizes struct {
	g      *abnf.Grammar
	called func(*abnf.Rule) bool // has an automaton of its own
	of     map[*abnf.Rule]size
}

// A size is about how many states an automaton has, and how deep rules and groups are nested.
type size struct{ states, depth int }

// NewSizes returns the sizes of the rules of a grammar, without the rules within them for which called is true.
func NewSizes(g *abnf.Grammar, called func(*abnf.Rule) bool) *Sizes {
	return &Sizes{g, called, make(map[*abnf.Rule]size)}
}

// Fits reports whether the NFA of a rule is surely not too large. Its DFA still may be.
func (s *Sizes) Fits(r *abnf.Rule) bool {
	n := s.rule(r)
	return n.states <= maxSize && n.depth <= maxDepth
}

// rule returns the size of a rule. A rule that refers to itself counts as empty where it stands in itself.
func (s *Sizes) rule(r *abnf.Rule) size {
	n, ok := s.of[r]
	if !ok {
		s.of[r] = size{}
		n = s.expr(r.Expr)
		s.of[r] = n
	}
	return n
}

func (s *Sizes) expr(e abnf.Expr) (n size) {
	switch e := e.(type) {
	case *abnf.Alternation:
		n = s.all(e.Alts)
	case *abnf.Concatenation:
		n = s.all(e.Parts)
	case *abnf.Repetition:
		n = s.expr(e.X)
		n.states *= min(max(e.Min, e.Max, 1), maxSize+1)
	case *abnf.Literal:
		n.states = len(e.Text)
	case *abnf.Sequence:
		n.states = len(e.Runes)
	default:
		if r := s.g.Target(e); r != nil && !s.called(r) {
			n = s.rule(r)
		}
	}
	return size{min(n.states, maxSize+1) + 1, n.depth + 1}
}

// all returns the size of expressions together.
func (s *Sizes) all(of []abnf.Expr) (n size) {
	for _, x := range of {
		one := s.expr(x)
		n = size{n.states + one.states, max(n.depth, one.depth)}
	}
	return n
}
