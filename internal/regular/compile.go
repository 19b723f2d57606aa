package regular

import (
	"encoding/binary"
	"slices"

	"github.com/rfc3987/iri/internal/abnf"
)

// A Compiler computes what the rules and expressions of a grammar match. The
// grammar must have passed the checks of package abnf.
type Compiler struct {
	A    *Alphabet
	G    *abnf.Grammar
	mask map[abnf.Expr]*Lang     // limits what an expression matches
	swap map[abnf.Expr]abnf.Expr // what replaces an expression
	memo map[*abnf.Rule]*Lang

	exprs map[abnf.Expr]*Lang // shared with the compiler that this one was made from
	fresh map[abnf.Expr]bool  // what must not be taken from exprs; nil in the first compiler
}

// NewCompiler returns a compiler for a grammar.
func NewCompiler(a *Alphabet, g *abnf.Grammar) *Compiler {
	return &Compiler{A: a, G: g, memo: make(map[*abnf.Rule]*Lang), exprs: make(map[abnf.Expr]*Lang)}
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
		hit := changed(e)
		switch x := e.(type) {
		case *abnf.Alternation:
			for _, y := range x.Alts {
				hit = visit(y) || hit
			}
		case *abnf.Concatenation:
			for _, y := range x.Parts {
				hit = visit(y) || hit
			}
		case *abnf.Repetition:
			hit = visit(x.X) || hit
		default:
			t := c.G.Target(e)
			hit = hit || t != nil && affected[t]
		}
		if hit {
			fresh[e] = true
		}
		return hit
	}
	for more := true; more; {
		more = false
		for _, r := range c.G.Rules {
			if was := affected[r]; visit(r.Expr) && !was {
				affected[r], more = true, true
			}
		}
	}
	exprs := c.exprs
	if c.fresh != nil {
		// Some of the expressions of the first compiler have changed since.
		exprs = make(map[abnf.Expr]*Lang)
	}
	n := &Compiler{A: c.A, G: c.G, memo: make(map[*abnf.Rule]*Lang),
		mask: make(map[abnf.Expr]*Lang), swap: make(map[abnf.Expr]abnf.Expr), exprs: exprs, fresh: fresh}
	for r, l := range c.memo {
		if !affected[r] {
			n.memo[r] = l
		}
	}
	for e, m := range c.mask {
		n.mask[e] = m
	}
	for e, s := range c.swap {
		n.swap[e] = s
	}
	return n
}

// Rule returns what a rule matches.
func (c *Compiler) Rule(r *abnf.Rule) *Lang {
	l := c.memo[r]
	if l == nil {
		l = c.Lang(r.Expr)
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
	b := &builder{a: c.A}
	start := b.state()
	end := start
	switch e := e.(type) {
	case *abnf.Alternation:
		end = b.state()
		for _, alt := range e.Alts {
			b.eps(b.embed(c.Lang(alt), start), end)
		}
	case *abnf.Concatenation:
		for _, p := range e.Parts {
			end = b.embed(c.Lang(p), end)
		}
	case *abnf.Repetition:
		if e.Max == 0 {
			break // 0<prose> too
		}
		x := c.Lang(e.X)
		for range e.Min {
			end = b.embed(x, end)
		}
		if e.Max < 0 {
			loop := b.state()
			b.eps(end, loop)
			b.eps(b.embed(x, loop), loop)
			end = loop
			break
		}
		last := b.state()
		b.eps(end, last)
		for range e.Max - e.Min {
			end = b.embed(x, end)
			b.eps(end, last)
		}
		end = last
	case *abnf.Prose: // one that names no rule occurs only repeated zero times
		end = b.state()
	default:
		chars, _ := abnf.Characters(e)
		for _, spans := range chars {
			to := b.state()
			for _, x := range spans {
				b.char(end, to, x.Lo, x.Hi)
			}
			end = to
		}
	}
	return b.determinize(start, end)
}

// Chars returns the language of the single characters of some classes.
func (c *Compiler) Chars(classes func(class int) bool) *Lang {
	d := &rawDFA{k: c.A.Classes(), accept: []bool{false, true}}
	d.next = make([]int32, 2*d.k)
	for i := range d.k {
		d.next[i], d.next[d.k+i] = -1, -1
		if classes(i) {
			d.next[i] = 1
		}
	}
	return d.minimal(c.A)
}

// builder makes an automaton with steps that consume nothing.
type builder struct {
	a     *Alphabet
	free  [][]int32
	steps [][]step
}

type step struct{ class, to int32 }

// stateCost is what a state costs, which is allocated, in steps of automata.
const stateCost = 24

func (b *builder) state() int32 {
	b.a.Spend(stateCost)
	b.free = append(b.free, nil)
	b.steps = append(b.steps, nil)
	return int32(len(b.free) - 1)
}

func (b *builder) eps(from, to int32) { b.free[from] = append(b.free[from], to) }

func (b *builder) char(from, to int32, lo, hi rune) {
	for c := range b.a.lo {
		if lo <= b.a.lo[c] && b.a.hi[c] <= hi {
			b.steps[from] = append(b.steps[from], step{int32(c), to})
		}
	}
}

// embed adds a copy of a language that begins in a state, and returns the state in
// which the copy ends.
func (b *builder) embed(l *Lang, from int32) int32 {
	first := int32(len(b.free))
	n := len(l.accept)
	b.a.Spend(stateCost * n)
	b.free, b.steps = append(b.free, make([][]int32, n)...), append(b.steps, make([][]step, n)...)
	end := b.state()
	k := len(b.a.lo)
	size := 0
	for _, t := range l.next {
		if t >= 0 {
			size++
		}
	}
	steps := make([]step, 0, size) // of all states
	for q, acc := range l.accept {
		start := len(steps)
		for c, t := range l.next[q*k : (q+1)*k] {
			if t >= 0 {
				steps = append(steps, step{int32(c), first + t})
			}
		}
		b.steps[first+int32(q)] = steps[start:len(steps):len(steps)]
		if acc {
			b.eps(first+int32(q), end)
		}
	}
	if !l.Empty() {
		b.eps(from, first)
	}
	return end
}

func (b *builder) determinize(start, end int32) *Lang {
	k := len(b.a.lo)
	mark := make([]int32, len(b.free)) // the round in which a state was seen
	round := int32(0)
	closure := func(from []int32) []int32 {
		round++
		reached := 0
		var out []int32
		stack := slices.Clone(from)
		for len(stack) > 0 {
			q := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if mark[q] == round {
				continue
			}
			mark[q] = round
			reached++
			if len(b.steps[q]) > 0 || q == end {
				out = append(out, q)
			}
			stack = append(stack, b.free[q]...)
		}
		b.a.Spend(reached / 2)
		slices.Sort(out)
		return out
	}
	ids := make(map[string]int32)
	var sets [][]int32
	var key []byte
	add := func(from []int32) int32 {
		set := closure(from)
		if len(set) == 0 {
			return -1
		}
		key = key[:0]
		for _, q := range set {
			key = binary.LittleEndian.AppendUint32(key, uint32(q))
		}
		id, ok := ids[string(key)]
		if !ok {
			id = int32(len(sets))
			ids[string(key)] = id
			sets = append(sets, set)
		}
		return id
	}
	if add([]int32{start}) < 0 {
		return &Lang{a: b.a}
	}
	d := &rawDFA{k: k}
	to := make([][]int32, k)
	for i := 0; i < len(sets); i++ {
		if i >= maxStates {
			panic(ErrTooLarge)
		}
		b.a.Spend(k / 2)
		for c := range to {
			to[c] = to[c][:0]
		}
		for _, q := range sets[i] {
			b.a.Spend(len(b.steps[q]) / 4)
			for _, s := range b.steps[q] {
				to[s.class] = append(to[s.class], s.to)
			}
		}
		for c := range to {
			if len(to[c]) == 0 {
				d.next = append(d.next, -1)
				continue
			}
			if c > 0 && slices.Equal(to[c], to[c-1]) {
				d.next = append(d.next, d.next[len(d.next)-1])
				continue
			}
			d.next = append(d.next, add(to[c]))
		}
		d.accept = append(d.accept, slices.Contains(sets[i], end))
	}
	return d.minimal(b.a)
}
