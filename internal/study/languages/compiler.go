package languages

import (
	"maps"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
)

// A Compiler computes what the rules and expressions of a grammar match. The
// grammar must have passed the checks of package abnf. Of rules that refer to themselves it can
// have those that are right-linear or left-linear; before [Compiler.Narrow] and [Compiler.Swap]
// these have to be unrolled, too.
type Compiler struct {
	A    *Alphabet
	G    *abnf.Grammar
	mask map[abnf.Expr]*Lang     // limits what an expression matches
	swap map[abnf.Expr]abnf.Expr // what replaces an expression
	memo map[*abnf.Rule]*Lang

	exprs map[abnf.Expr]*Lang // shared with the compiler that this one was made from
	fresh map[abnf.Expr]bool  // what must not be taken from exprs; nil in the first compiler

	from     *Compiler           // that this one was made from; nil in the first compiler
	affected map[*abnf.Rule]bool // rules that match something else than there

	cycles *abnf.Cycles
	order  []*abnf.Rule // each rule after those that it uses, as far as that can be
}

// NewCompiler returns a compiler for a grammar.
func NewCompiler(a *Alphabet, g *abnf.Grammar) *Compiler {
	return &Compiler{A: a, G: g, memo: make(map[*abnf.Rule]*Lang), exprs: make(map[abnf.Expr]*Lang),
		cycles: g.CyclesOf(g.Rules), order: g.UsedFirst()}
}

// Narrow returns a compiler for the grammar in which each expression of mask matches
// only strings that are also in its mask. Rules that do not depend on these are not
// computed again. An expression is one occurrence in one rule.
func (c *Compiler) Narrow(mask map[abnf.Expr]*Lang) *Compiler {
	n := c.fork(func(e abnf.Expr) bool { return mask[e] != nil })
	for e, m := range mask {
		if old := c.mask[e]; old != nil {
			m = m.And(old)
		}
		n.mask[e] = m
	}
	return n
}

// Swap returns a compiler for the grammar in which one expression is replaced.
func (c *Compiler) Swap(old, by abnf.Expr) *Compiler {
	n := c.fork(func(e abnf.Expr) bool { return e == old })
	n.swap[old] = by
	return n
}

// fork returns a compiler that does not keep the languages that depend on changed
// expressions.
func (c *Compiler) fork(changed func(abnf.Expr) bool) *Compiler {
	affected := make(map[*abnf.Rule]bool)
	fresh := make(map[abnf.Expr]bool)
	var visit func(e abnf.Expr) bool
	visit = func(e abnf.Expr) bool {
		t := c.G.Target(e)
		hit := changed(e) || t != nil && affected[t]
		for _, x := range abnf.Parts(e) {
			hit = visit(x) || hit
		}
		if hit {
			fresh[e] = true
		}
		return hit
	}
	for more := true; more; {
		more = false
		for _, r := range c.order {
			if was := affected[r]; visit(r.Expr) && !was {
				affected[r] = true
				more = more || c.Refers(r) // a rule before it in the order can use it
			}
		}
	}
	exprs := c.exprs
	if c.fresh != nil {
		// Some of the expressions of the first compiler have changed since.
		exprs = make(map[abnf.Expr]*Lang)
	}
	n := &Compiler{A: c.A, G: c.G, memo: make(map[*abnf.Rule]*Lang),
		mask: make(map[abnf.Expr]*Lang), swap: make(map[abnf.Expr]abnf.Expr), exprs: exprs, fresh: fresh,
		from: c, affected: affected, cycles: c.cycles, order: c.order}
	maps.Copy(n.mask, c.mask)
	maps.Copy(n.swap, c.swap)
	return n
}

// Refers reports whether a rule refers to itself, directly or through others.
func (c *Compiler) Refers(r *abnf.Rule) bool { return c.cycles.Kind(r) != abnf.NotRecursive }

// Rule returns what a rule matches.
func (c *Compiler) Rule(r *abnf.Rule) *Lang {
	if c.from != nil && !c.affected[r] {
		return c.from.Rule(r)
	}
	l := c.memo[r]
	if l == nil {
		if c.Refers(r) {
			l = c.linear(r)
		} else {
			l = c.Lang(r.Expr)
		}
		c.memo[r] = l
	}
	return l
}

// Lang returns what an expression matches.
func (c *Compiler) Lang(e abnf.Expr) *Lang {
	known := !c.fresh[e]
	if l := c.exprs[e]; l != nil && known {
		return l
	}
	l := c.lang(e)
	if m := c.mask[e]; m != nil {
		l = l.And(m)
	}
	if known {
		if c.fresh == nil {
			c.A.keep(len(l.next))
		}
		c.exprs[e] = l
	}
	return l
}

func (c *Compiler) lang(e abnf.Expr) *Lang {
	if s := c.swap[e]; s != nil {
		e = s
	}
	if r := c.G.Target(e); r != nil {
		return c.Rule(r)
	}
	b := &langBuilder{a: c.A}
	start := b.state()
	var of abnf.Expr // what l is the language of
	var l *Lang
	return b.lang(start, b.expr(e, start, func(part abnf.Expr, from int32) int32 {
		if part != of {
			of, l = part, c.Lang(part)
		}
		return b.embed(l, from)
	}))
}

// linear returns what a rule matches that refers to itself, directly or through others, only at
// its end or only at its start. All rules that refer to each other are one graph, in which they
// end, or begin, in one state; a reference among them is a step to where the
// rule begins, or from where it ends.
func (c *Compiler) linear(r *abnf.Rule) *Lang {
	right := c.cycles.Kind(r) == abnf.RightLinear
	b := &langBuilder{a: c.A}
	shared := b.state()
	places := make(map[*abnf.Rule]int32) // where a rule begins if they end in one state, or ends
	var group []*abnf.Rule
	for _, u := range c.G.Closure(r) {
		if c.cycles.Group(u) == c.cycles.Group(r) {
			group, places[u] = append(group, u), b.state()
		}
	}
	var part func(e abnf.Expr, from int32) int32
	part = func(e abnf.Expr, from int32) int32 {
		if place, ok := places[c.G.Target(e)]; ok && right {
			b.link(from, place)
			return b.state() // nothing comes after the reference
		} else if ok {
			return place // nothing comes before it
		}
		refers := false
		abnf.Walk(e, func(x abnf.Expr) bool {
			_, ok := places[c.G.Target(x)]
			refers = refers || ok
			return !refers
		})
		if refers {
			return b.expr(e, from, part)
		}
		return b.embed(c.Lang(e), from)
	}
	for _, u := range group {
		if right {
			b.link(part(u.Expr, places[u]), shared)
		} else {
			b.link(part(u.Expr, shared), places[u])
		}
	}
	if right {
		return b.lang(places[r], shared)
	}
	return b.lang(shared, places[r])
}

// Chars returns the language of the single characters of some classes.
func (c *Compiler) Chars(classes func(class int) bool) *Lang {
	d := automaton.NewRows(c.A.Classes(), nil)
	start := d.Add(false)
	d.Add(true)
	for i := range start {
		if classes(i) {
			start[i] = 2
		}
	}
	return c.A.lang(d)
}

// stateCost is what a state costs, which is allocated, in steps of automata.
const stateCost = 24

// A langBuilder makes the graph of an expression from the languages of its parts.
type langBuilder struct {
	a *Alphabet
	automaton.Graph
}

func (b *langBuilder) state() int32 {
	b.a.Spend(stateCost)
	b.Links = append(b.Links, nil)
	b.Steps = append(b.Steps, nil)
	return int32(len(b.Links) - 1)
}

func (b *langBuilder) link(from, to int32) {
	b.Links[from] = append(b.Links[from], automaton.Link{To: to})
}

// expr adds an expression that begins in a state, with a function that adds its parts, and
// returns the state in which it ends.
func (b *langBuilder) expr(e abnf.Expr, from int32, part func(e abnf.Expr, from int32) int32) int32 {
	end := from
	switch e := e.(type) {
	case *abnf.Alternation:
		end = b.state()
		for _, alt := range e.Alts {
			b.link(part(alt, from), end)
		}
	case *abnf.Concatenation:
		for _, p := range e.Parts {
			end = part(p, end)
		}
	case *abnf.Repetition:
		if e.Max == 0 {
			break // 0<prose> too
		}
		for range e.Min {
			end = part(e.X, end)
		}
		if e.Max < 0 {
			loop := b.state()
			b.link(end, loop)
			b.link(part(e.X, loop), loop)
			end = loop
			break
		}
		last := b.state()
		b.link(end, last)
		for range e.Max - e.Min {
			end = part(e.X, end)
			b.link(end, last)
		}
		end = last
	case *abnf.Prose: // one that names no rule occurs only repeated zero times
		end = b.state()
	default:
		chars, _ := abnf.Characters(e)
		for _, spans := range chars {
			to := b.state()
			for _, x := range spans {
				first, last := b.a.Span(x.Lo, x.Hi)
				b.Steps[end] = append(b.Steps[end], automaton.Step{First: first, Last: last, To: to})
			}
			end = to
		}
	}
	return end
}

// embed adds a copy of a language that begins in a state, and returns the state in
// which the copy ends.
func (b *langBuilder) embed(l *Lang, from int32) int32 {
	first := int32(len(b.Links))
	n := len(l.accept)
	b.a.Spend(stateCost * n)
	b.Links, b.Steps = append(b.Links, make([][]automaton.Link, n)...), append(b.Steps, make([][]automaton.Step, n)...)
	end := b.state()
	k := len(b.a.Lo)
	var steps []automaton.Step // of all states
	for q, acc := range l.accept {
		start := len(steps)
		for c, t := range l.next[q*k : (q+1)*k] {
			switch last := len(steps) - 1; {
			case t < 0:
			case last >= start && steps[last].To == first+t && steps[last].Last == int32(c)-1:
				steps[last].Last++
			default:
				steps = append(steps, automaton.Step{First: int32(c), Last: int32(c), To: first + t})
			}
		}
		b.Steps[first+int32(q)] = steps[start:len(steps):len(steps)]
		if acc {
			b.link(first+int32(q), end)
		}
	}
	if !l.Empty() {
		b.link(from, first)
	}
	return end
}

// workUnit is how many steps of a subset construction count as one step of an automaton.
const workUnit = 4

// lang returns the language of what lies between two states.
func (b *langBuilder) lang(start, end int32) *Lang {
	b.Start, b.Accept = start, end
	spent := 0
	d := b.a.newRows()
	b.Subsets(d, func(states, work int) bool {
		b.a.Spend((work - spent) / workUnit)
		spent = work
		if states > maxLangStates {
			panic(ErrTooLarge)
		}
		return true
	})
	return b.a.lang(d)
}
