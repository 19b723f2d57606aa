package vectors

import (
	"slices"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
)

// This file finds places in sentences: of rules in sentences of the start rule, and of
// expressions in sentences of their rule.

// A context is a place of a rule in a sentence of the start rule.
type context struct {
	before, after string
	path          []string
}

// maxContexts is how many places of one rule are tried.
const maxContexts = 6

// marker is an expression that matches the marker, a place to be looked for.
func marker() abnf.Expr { return &abnf.Range{Lo: automaton.Marker, Hi: automaton.Marker, Base: 'x'} }

// findContexts finds places for every rule, the ones nearest to the start first.
func (s *suite) findContexts() {
	s.contexts = map[*abnf.Rule][]context{s.start: {{path: []string{s.start.Name}}}}
	for _, r := range s.topological() {
		// First the places that allow only what the rule allows, so that the rule
		// alone decides.
		var tight, others []context
		for _, k := range s.contexts[r] {
			if s.lang.Leaves(s.c.Rule(r), []rune(k.before), []rune(k.after)) {
				tight = append(tight, k)
			} else {
				others = append(others, k)
			}
		}
		s.contexts[r] = append(tight, others...)
		here := make(map[*abnf.Rule]int) // places in this rule
		for _, e := range nodes(r.Expr) {
			t := s.g.Target(e)
			if t == nil || here[t] >= 3 || len(s.contexts[t]) >= maxContexts {
				continue
			}
			c := s.c.Swap(e, marker())
			before, after, ok := c.Lang(r.Expr).Around()
			if !ok {
				continue
			}
			here[t]++
			for _, p := range s.contexts[r] {
				n := context{p.before + before, after + p.after, append(slices.Clip(p.path), t.Name)}
				known := slices.ContainsFunc(s.contexts[t], func(o context) bool {
					return o.before == n.before && o.after == n.after
				})
				if !known && len(s.contexts[t]) < maxContexts {
					s.contexts[t] = append(s.contexts[t], n)
				}
			}
		}
	}
}

// topological returns the rules so that each comes after all that use it.
func (s *suite) topological() []*abnf.Rule {
	var order []*abnf.Rule
	done := make(map[*abnf.Rule]bool)
	var visit func(*abnf.Rule)
	visit = func(r *abnf.Rule) {
		if done[r] {
			return
		}
		done[r] = true
		for _, u := range slices.Backward(s.g.Uses(r)) {
			visit(u)
		}
		order = append(order, r)
	}
	visit(s.start)
	slices.Reverse(order)
	return order
}

// A finder finds the strings of rows: [exact] by the languages of variants, [ofPart] by as much of their automata as each
// string needs.
type finder interface {
	// place returns what is before and after an expression in a short sentence of its rule that contains it.
	place(r *abnf.Rule, e abnf.Expr) (before, after string, ok bool)
	// accepted returns a string that a rule matches with a variant of one of its expressions, and not with the rest.
	accepted(r *abnf.Rule, e, variant, rest abnf.Expr) (x string, ok bool)
	// refused returns a string that a rule would match with a variant of one of its expressions, in a place where
	// nothing else allows it.
	refused(r *abnf.Rule, e, variant abnf.Expr) (x string, k context, ok bool)
	// shortest returns the shortest string that a variant of an expression matches.
	shortest(variant abnf.Expr) (x string, ok bool)
	// written returns an expression as the grammar has it.
	written(e abnf.Expr) string
}

// exact finds strings in the suite of a whole rule.
type exact struct{ *suite }

func (s exact) shortest(variant abnf.Expr) (x string, ok bool) { return s.c.Lang(variant).Shortest() }

func (s exact) written(e abnf.Expr) string { return e.String() }

func (s exact) accepted(r *abnf.Rule, e, variant, rest abnf.Expr) (x string, ok bool) {
	return s.variant(r, e, variant).Minus(s.variant(r, e, rest)).Shortest()
}

func (s exact) refused(r *abnf.Rule, e, variant abnf.Expr) (x string, k context, ok bool) {
	more := s.variant(r, e, variant).Minus(s.c.Rule(r))
	if more.Empty() {
		return "", k, false
	}
	for _, k := range s.contexts[r] {
		if x, ok := more.Outside(s.lang, []rune(k.before), []rune(k.after)).Shortest(); ok {
			return x, k, true
		}
	}
	return "", k, false
}

func (s exact) place(r *abnf.Rule, e abnf.Expr) (before, after string, ok bool) {
	around, known := s.around[e]
	if !known {
		before, after, ok := s.c.Swap(e, marker()).Lang(r.Expr).Around()
		if !ok {
			return "", "", false
		}
		around = [2]string{before, after}
		s.around[e] = around
	}
	return around[0], around[1], true
}
