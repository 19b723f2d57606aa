package vectors

import (
	"slices"
	"strconv"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/study/languages"
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

// transitions tests every step of the minimal automaton over characters: every
// state, and from it one character of every class that some state tells from the
// others. A step that leads on is followed by the shortest end of a sentence.
func (s *suite) transitions() {
	reach := s.lang.Reach()
	classes := s.classes()
	paths := s.statePaths(reach)
	for q, u := range reach {
		if s.stopped {
			return
		}
		s.add(u, paths[q], "the state after %s", quoted(u))
		ends := s.ends(q, classes)
		for _, class := range classes {
			c := string(s.a.Readable(class))
			t := s.lang.Step(q, class)
			if t < 0 {
				s.add(u+c, paths[q], "%s cannot follow %s", quoted(c), quoted(u))
				// The end of a sentence after it, or after another character, must not make it valid.
				for _, v := range ends {
					s.add(u+c+v, paths[q], "%s cannot follow %s", quoted(c), quoted(u))
				}
				continue
			}
			v, _ := s.lang.ShortestFrom(t)
			s.add(u+c+v, paths[q], "%s after %s, and on to the end", quoted(c), quoted(u))
		}
	}
}

// maxEnds is how many ends of sentences are tried after a character that cannot stand in a place.
const maxEnds = 6

// ends returns the shortest ends of sentences from a state, and from those that are one character further.
func (s *suite) ends(q int, classes []int) (ends []string) {
	add := func(state int) {
		if v, ok := s.lang.ShortestFrom(state); ok && v != "" && !slices.Contains(ends, v) {
			ends = append(ends, v)
		}
	}
	add(q)
	tried := make(map[int]bool)
	for _, class := range classes {
		if t := s.lang.Step(q, class); t >= 0 && !tried[t] && len(ends) < maxEnds {
			tried[t] = true
			add(t)
		}
	}
	return ends
}

// classes returns one class of characters for each set of them that no state tells
// apart, and the special ones.
func (s *suite) classes() []int {
	same := languages.SameClasses(s.lang)
	var out []int
	for c := range s.a.Classes() - 1 { // without the marker
		lo, hi := s.a.Range(c)
		if slices.Index(same, same[c]) == c || lo == hi && slices.Contains(s.special, lo) {
			out = append(out, c)
		}
	}
	return out
}

// statePaths returns for each state the productions that are open there in a sentence.
func (s *suite) statePaths(reach []string) [][]string {
	d := languages.NewDeriver(s.c)
	paths := make([][]string, len(reach))
	for q, u := range reach {
		v, _ := s.lang.ShortestFrom(q)
		at := len([]rune(u))
		paths[q] = s.path()
		text := []rune(u + v)
		for _, st := range d.Derive(s.start, text) {
			inside := st.Start <= at && (at < st.End || st.End == len(text) && at == st.End)
			if inside && len(st.Path()) > len(paths[q]) {
				paths[q] = st.Path()
			}
		}
	}
	return paths
}

// wMethod adds the complete suite of Chow 1978 over one character of each class:
// every state, every step from it, followed by the strings that tell all
// states apart.
func (s *suite) wMethod() {
	reach := s.lang.Reach()
	paths := s.statePaths(reach)
	classes := s.classes()
	suffixes := s.lang.Distinguish(classes)
	for _, w := range suffixes {
		s.add(w, s.path(), "the start, told apart by %s", quoted(w))
	}
	for q, u := range reach {
		for _, class := range classes {
			c := string(s.a.Readable(class))
			for _, w := range suffixes {
				if s.stopped {
					return
				}
				s.add(u+c+w, paths[q], "%s after %s, told apart by %s", quoted(c), quoted(u), quoted(w))
			}
		}
	}
}

// quoted prints a piece of an input in a reason.
func quoted(s string) string {
	if s == "" {
		return "the start"
	}
	return strconv.QuoteToASCII(s)
}
