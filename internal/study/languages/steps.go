package languages

import (
	"slices"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// A Derivation is a node of the derivation of a string: an expression and the part of
// the string that it matches, in characters.
type Derivation struct {
	Expr       abnf.Expr
	Start, End int
	Rule       *abnf.Rule  // the rule whose definition has the expression
	Parent     *Derivation // the expression that it is part of; nil for the start rule's
	Refers     bool        // Rule is not that of Parent: Parent refers to it
}

// Depth returns how many steps are above a step.
func (s *Derivation) Depth() int {
	n := 0
	for p := s.Parent; p != nil; p = p.Parent {
		n++
	}
	return n
}

// Path returns the names of the rules from the start rule down to that of a step.
func (s *Derivation) Path() []string {
	if s == nil {
		return nil
	}
	path := s.Parent.Path()
	if s.Parent == nil || s.Refers {
		path = append(path, s.Rule.Name)
	}
	return path
}

// A Deriver finds derivations in the language of a compiler.
type Deriver struct {
	c    *Compiler
	memo map[abnf.Expr]*Lang
}

// NewDeriver returns a deriver. It must not be used after the compiler's grammar
// has been changed.
func NewDeriver(c *Compiler) *Deriver {
	return &Deriver{c: c, memo: make(map[abnf.Expr]*Lang)}
}

func (d *Deriver) lang(e abnf.Expr) *Lang {
	l := d.memo[e]
	if l == nil {
		l = d.c.Lang(e)
		d.memo[e] = l
	}
	return l
}

// Derive returns the steps of a derivation of s, in the order of a walk from the
// start rule down; nil if the rule does not match s. Of several derivations it is
// the one that takes earlier alternatives and longer repetitions first. It is for
// short strings: it takes time in proportion to the cube of the length.
func (d *Deriver) Derive(rule *abnf.Rule, s []rune) []*Derivation {
	if !d.c.Rule(rule).Match(s) {
		return nil
	}
	var steps []*Derivation
	d.walk(&Derivation{Expr: rule.Expr, Start: 0, End: len(s), Rule: rule}, s, &steps)
	return steps
}

func (d *Deriver) walk(st *Derivation, s []rune, steps *[]*Derivation) {
	*steps = append(*steps, st)
	e := st.Expr
	if by := d.c.swap[e]; by != nil {
		e = by
	}
	if r := d.c.G.Target(e); r != nil {
		d.walk(&Derivation{Expr: r.Expr, Start: st.Start, End: st.End, Rule: r, Parent: st, Refers: true}, s, steps)
		return
	}
	part := func(e abnf.Expr, start, end int) {
		d.walk(&Derivation{Expr: e, Start: start, End: end, Rule: st.Rule, Parent: st}, s, steps)
	}
	switch e := e.(type) {
	case *abnf.Alternation:
		for _, alt := range e.Alts {
			if d.lang(alt).Match(s[st.Start:st.End]) {
				part(alt, st.Start, st.End)
				return
			}
		}
	case *abnf.Concatenation:
		langs := make([]*Lang, len(e.Parts))
		for i, p := range e.Parts {
			langs[i] = d.lang(p)
		}
		ends := suffixes(langs, s[st.Start:st.End])
		at := 0
		for i, l := range langs {
			next := l.longest(s[st.Start:st.End], at, ends[len(langs)-1-i])
			part(e.Parts[i], st.Start+at, st.Start+next)
			at = next
		}
	case *abnf.Repetition:
		d.repeat(e, s[st.Start:st.End], func(from, to int) { part(e.X, st.Start+from, st.Start+to) })
	}
}

// suffixes tells for each number of the last languages from which places of s on they match
// the rest.
func suffixes(langs []*Lang, s []rune) [][]bool {
	can := make([][]bool, len(langs)+1)
	can[0] = make([]bool, len(s)+1)
	can[0][len(s)] = true
	for k := 1; k < len(can); k++ {
		l := langs[len(langs)-k]
		can[k] = make([]bool, len(s)+1)
		for i := range can[k] {
			can[k][i] = l.longest(s, i, can[k-1]) >= 0
		}
	}
	return can
}

// longest returns the end of the longest piece of s from a place on that l matches and after
// which one of the ends is set; -1 if there is none.
func (l *Lang) longest(s []rune, from int, ends []bool) int {
	end := -1
	for q, i := l.Start(), from; q >= 0; i++ {
		if ends[i] && l.Accepts(q) {
			end = i
		}
		if i == len(s) {
			break
		}
		q = l.Step(q, l.a.Class(s[i]))
	}
	return end
}

// repeat takes pieces from the front, each the longest for which the remaining
// repetitions match what is left.
func (d *Deriver) repeat(e *abnf.Repetition, s []rune, part func(from, to int)) {
	// A table of all numbers of repetitions is small enough: the strings are short. Beyond
	// those required none is empty.
	most := max(len(s), e.Min)
	if e.Max >= 0 {
		most = min(most, e.Max)
	}
	l := d.lang(e.X)
	can := suffixes(slices.Repeat([]*Lang{l}, most), s)
	total := most
	for total > e.Min && !can[total][0] {
		total--
	}
	for at, k := 0, total; k > 0; k-- {
		next := l.longest(s, at, can[k-1])
		part(at, next)
		at = next
	}
}
