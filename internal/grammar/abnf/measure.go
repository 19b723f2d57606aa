package abnf

import (
	"slices"
	"strconv"
)

// This file computes properties of expressions: how long their sentences are,
// what they can begin with, and what can follow a rule in them.

// Unlimited is the longest length that [Grammar.Lengths] returns: the length is
// that or more, or has no limit.
const Unlimited = 1 << 20

// Lengths returns the number of characters of the shortest and of the longest
// sentence of an expression, each at most [Unlimited]. A reference to a rule that
// is not defined, and a prose value that names no rule, count as one character. A rule
// that refers to itself counts as one without a longest sentence.
func (g *Grammar) Lengths(e Expr) (shortest, longest int) {
	m := measurer{g: g}
	l := m.of(e)
	return l.shortest, l.longest
}

// Nullable reports whether an expression matches the empty string.
func (g *Grammar) Nullable(e Expr) bool {
	shortest, _ := g.Lengths(e)
	return shortest == 0
}

type lengths struct{ shortest, longest int }

// A measurer computes lengths, those of each rule once: rules that use others
// twice would make it exponential otherwise.
type measurer struct {
	g     *Grammar
	rules map[*Rule]lengths
	order []*Rule // the rules that have been measured, each after those that it uses
	open  map[*Rule]bool
	loops bool // a rule has been used while it was measured
}

// of measures an expression. Rules that refer to themselves are measured again until
// nothing changes: at first they count as endless, and lengths only become shorter.
func (m *measurer) of(e Expr) lengths {
	m.loops = false
	l := m.expr(e)
	for changed := m.loops; changed; {
		changed = false
		for _, r := range m.order {
			if n := m.expr(r.Expr); n.shortest < m.rules[r].shortest {
				m.rules[r] = lengths{n.shortest, m.rules[r].longest}
				changed = true
			}
		}
		l = m.expr(e)
	}
	return l
}

func (m *measurer) expr(e Expr) (l lengths) {
	switch e := e.(type) {
	case *Alternation:
		l.shortest = Unlimited
		for _, x := range e.Alts {
			a := m.expr(x)
			l.shortest, l.longest = min(l.shortest, a.shortest), max(l.longest, a.longest)
		}
		return l
	case *Concatenation:
		for _, x := range e.Parts {
			p := m.expr(x)
			l.shortest, l.longest = min(l.shortest+p.shortest, Unlimited), min(l.longest+p.longest, Unlimited)
		}
		return l
	case *Repetition:
		if e.Max == 0 {
			return l // also 0<prose>
		}
		x := m.expr(e.X)
		l.shortest = min(x.shortest*e.Min, Unlimited)
		switch {
		case x.longest == 0:
		case e.Max < 0:
			l.longest = Unlimited
		default:
			l.longest = min(x.longest*e.Max, Unlimited)
		}
		return l
	case *Literal:
		return lengths{len(e.Text), len(e.Text)}
	case *Sequence:
		return lengths{len(e.Runes), len(e.Runes)}
	case *Reference, *Prose:
		if r := m.g.Target(e); r != nil {
			return m.rule(r)
		}
	}
	return lengths{1, 1}
}

func (m *measurer) rule(r *Rule) lengths {
	l, ok := m.rules[r]
	if !ok {
		if m.rules == nil {
			m.rules, m.open = make(map[*Rule]lengths), make(map[*Rule]bool)
		}
		m.rules[r], m.open[r] = lengths{Unlimited, Unlimited}, true
		l = m.expr(r.Expr)
		m.rules[r] = l
		delete(m.open, r)
		m.order = append(m.order, r)
	} else if m.open[r] {
		m.loops = true
	}
	return l
}

// First calls add for each thing that a sentence of an expression can begin with:
// the name of a rule that whole names as a unit, a quoted string, or a terminal as
// ABNF writes it. Other rules are opened. It may call add more than once for one
// thing. It reports whether the expression matches the empty string; what can
// follow it is then a possible beginning too.
func (g *Grammar) First(e Expr, whole func(*Rule) bool, add func(string)) (nullable bool) {
	f := firsts{g: g, isReference: whole, add: add}
	return f.expr(e)
}

// After calls add for each thing that can follow an occurrence of the rule r in an
// expression, as [Grammar.First] does. Only references in the expression itself
// count, not those within other rules. It reports whether the expression can end
// right after such an occurrence.
func (g *Grammar) After(e Expr, r *Rule, whole func(*Rule) bool, add func(string)) (ends bool) {
	f := firsts{g: g, isReference: whole, add: add}
	return f.after(e, r)
}

// firsts collects what sentences can begin with, that of each rule once.
type firsts struct {
	g           *Grammar
	isReference func(*Rule) bool
	add         func(string)
	nullable    map[*Rule]bool // of the rules that have been opened
}

func (f *firsts) expr(e Expr) (nullable bool) {
	switch e := e.(type) {
	case *Alternation:
		for _, x := range e.Alts {
			nullable = f.expr(x) || nullable
		}
		return nullable
	case *Concatenation:
		return !slices.ContainsFunc(e.Parts, func(x Expr) bool { return !f.expr(x) })
	case *Repetition:
		if e.Max == 0 {
			return true
		}
		return f.expr(e.X) || e.Min == 0
	case *Reference, *Prose:
		if r := f.g.Target(e); r != nil {
			return f.rule(r)
		}
		return false
	case *Literal:
		if e.Text == "" {
			return true
		}
		f.add(strconv.Quote(e.Text))
		return false
	}
	f.add(e.String())
	return false
}

func (f *firsts) rule(r *Rule) (nullable bool) {
	if f.isReference(r) {
		f.add(r.Name)
		return f.g.Nullable(r.Expr)
	}
	nullable, ok := f.nullable[r]
	if !ok {
		if f.nullable == nil {
			f.nullable = make(map[*Rule]bool)
		}
		f.nullable[r] = f.g.Nullable(r.Expr) // while it is opened
		nullable = f.expr(r.Expr)
		f.nullable[r] = nullable
	}
	return nullable
}

func (f *firsts) after(e Expr, r *Rule) (ends bool) {
	switch e := e.(type) {
	case *Alternation:
		for _, x := range e.Alts {
			ends = f.after(x, r) || ends
		}
		return ends
	case *Concatenation:
		for i, x := range e.Parts {
			if !f.after(x, r) {
				continue
			}
			ends = true
			if slices.ContainsFunc(e.Parts[i+1:], func(y Expr) bool { return !f.expr(y) }) {
				ends = false
			}
		}
		return ends
	case *Repetition:
		if e.Max == 0 || !f.after(e.X, r) {
			return false
		}
		if e.Max < 0 || e.Max > 1 {
			f.expr(e.X)
		}
		return true
	case *Reference, *Prose:
		return f.g.Target(e) == r
	}
	return false
}

// Path returns the rules on the shortest way through references to a rule from one of
// others, both included; nil if there is none.
func (g *Grammar) Path(to *Rule, from ...*Rule) []*Rule {
	before := make(map[*Rule]*Rule)
	for _, r := range from {
		before[r] = nil
	}
	for queue := slices.Clone(from); len(queue) > 0; queue = queue[1:] {
		r := queue[0]
		if r == to {
			var path []*Rule
			for ; r != nil; r = before[r] {
				path = append(path, r)
			}
			slices.Reverse(path)
			return path
		}
		for _, u := range g.Uses(r) {
			if _, seen := before[u]; !seen {
				before[u] = r
				queue = append(queue, u)
			}
		}
	}
	return nil
}
