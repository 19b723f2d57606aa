package regular

import (
	"github.com/rfc3987/iri/internal/abnf"
)

// A Step is a node of the derivation of a string: an expression and the part of
// the string that it matches, in characters.
type Step struct {
	Expr       abnf.Expr
	Start, End int
	Rule       *abnf.Rule // the rule whose definition has the expression
	Parent     *Step      // the expression that it is part of; nil for the start rule's
	Refers     bool       // Rule is not that of Parent: Parent refers to it
}

// Depth returns how many steps are above a step.
func (s *Step) Depth() int {
	n := 0
	for p := s.Parent; p != nil; p = p.Parent {
		n++
	}
	return n
}

// Path returns the names of the rules from the start rule down to that of a step.
func (s *Step) Path() []string {
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
func (d *Deriver) Derive(rule *abnf.Rule, s []rune) []*Step {
	if !d.c.Rule(rule).Match(s) {
		return nil
	}
	var steps []*Step
	d.walk(&Step{Expr: rule.Expr, Start: 0, End: len(s), Rule: rule}, s, &steps)
	return steps
}

func (d *Deriver) walk(st *Step, s []rune, steps *[]*Step) {
	*steps = append(*steps, st)
	e := st.Expr
	if by := d.c.swap[e]; by != nil {
		e = by
	}
	if r := d.c.G.Target(e); r != nil {
		d.walk(&Step{Expr: r.Expr, Start: st.Start, End: st.End, Rule: r, Parent: st, Refers: true}, s, steps)
		return
	}
	part := func(e abnf.Expr, start, end int) {
		d.walk(&Step{Expr: e, Start: start, End: end, Rule: st.Rule, Parent: st}, s, steps)
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
		at := st.Start
		for i, p := range e.Parts {
			at = d.split(p, e.Parts[i+1:], s, at, st.End, part)
		}
	case *abnf.Repetition:
		d.repeat(e, s, st.Start, st.End, part)
	}
}

// split gives a part of a concatenation the longest piece for which the other parts
// match what is left.
func (d *Deriver) split(p abnf.Expr, rest []abnf.Expr, s []rune, start, end int, part func(abnf.Expr, int, int)) int {
	for at := end; at >= start; at-- {
		if d.lang(p).Match(s[start:at]) && d.concat(rest, s, at, end) {
			part(p, start, at)
			return at
		}
	}
	return start
}

// concat reports whether the expressions, one after the other, match a piece.
func (d *Deriver) concat(parts []abnf.Expr, s []rune, start, end int) bool {
	here := make([]bool, end-start+1)
	here[0] = true
	for _, p := range parts {
		next := make([]bool, len(here))
		l := d.lang(p)
		for i, ok := range here {
			for q, j := l.Start(), i; ok && q >= 0; j++ {
				if l.Accepts(q) {
					next[j] = true
				}
				if start+j >= end {
					break
				}
				q = l.Step(q, d.c.A.Class(s[start+j]))
			}
		}
		here = next
	}
	return here[len(here)-1]
}

// repeat takes pieces from the front, each the longest for which the remaining
// repetitions match what is left.
func (d *Deriver) repeat(e *abnf.Repetition, s []rune, start, end int, part func(abnf.Expr, int, int)) {
	// A table of all numbers of repetitions is small enough: the strings are short.
	l := d.lang(e.X)
	n := end - start
	limit := n + e.Min
	can := make([][]bool, n+1) // can[i][k]: k repetitions match the last n-i characters
	for i := n; i >= 0; i-- {
		can[i] = make([]bool, limit+1)
		can[i][0] = i == n
	}
	for k := 1; k <= limit; k++ {
		for i := range n + 1 {
			for q, j := l.Start(), i; q >= 0; j++ {
				if l.Accepts(q) && can[j][k-1] {
					can[i][k] = true
					break
				}
				if j >= n {
					break
				}
				q = l.Step(q, d.c.A.Class(s[start+j]))
			}
		}
	}
	total := -1
	for k := limit; k >= 0; k-- {
		// The most repetitions, but beyond those required none that is empty.
		if can[0][k] && k >= e.Min && (e.Max < 0 || k <= e.Max) && k <= max(n, e.Min) {
			total = k
			break
		}
	}
	for at, k := 0, total; k > 0; k-- {
		for j := n; j >= at; j-- {
			if can[j][k-1] && l.Match(s[start+at:start+j]) {
				part(e.X, start+at, start+j)
				at = j
				break
			}
		}
	}
}
