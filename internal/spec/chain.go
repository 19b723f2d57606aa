package spec

import (
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/rfc3987/iri/internal/abnf"
	"github.com/rfc3987/iri/internal/component"
)

// A chain is an occurrence of a component under a start rule: the productions
// from the start rule down to the component's, and what may follow it there.
// Chains are made once for each start rule and component.
type Chain struct {
	Rule          Rule
	Names         []string
	PctNames      []string // names and then down to pct-encoded
	Follow        []string // what may come after the component
	StartExpected []string // what the start rule can begin with

	expected []atomic.Pointer[[]string] // see expect; by state of the rule
	First    func() []string            // see expectFirst
}

// chainSet holds the chains of one start rule, with and without a scheme.
type chainSet struct {
	at [2][component.NumKinds]atomic.Pointer[Chain]
}

// get returns the chain of a component under the rule start.
func (cs *chainSet) get(start Rule, p *Profile, comp component.Kind, schemed bool) *Chain {
	i := 0
	if schemed {
		i = 1
	}
	if c := cs.at[i][comp].Load(); c != nil {
		return c
	}
	c := newChain(start, p, comp, schemed)
	cs.at[i][comp].Store(c)
	return c
}

// newChain finds the way from the start rule down to the component. From a rule
// that has both, the way leads through the rule with a scheme or through the one
// without, as the string does.
func newChain(start Rule, p *Profile, comp component.Kind, schemed bool) *Chain {
	c := &Chain{Rule: p.Of[comp], StartExpected: start.ExpectedAt(1)}
	c.expected = make([]atomic.Pointer[[]string], c.Rule.d.dfa().States())
	c.First = sync.OnceValue(func() []string { return c.expectFirst(p, comp) })
	g := start.d.spec.load().grammar
	var names []string
	from := start
	if start == p.Reference {
		names = append(names, start.Name())
		from = p.Relative
		if schemed {
			from = p.Top
		}
	}
	down := wayDown(g, from.d.rule, c.Rule.d.rule)
	if down == nil { // a path that the start rule does not have: irelative-ref given a scheme
		down = []string{from.Name(), c.Rule.Name()}
	}
	c.Names = slices.Clip(append(names, down...))
	c.PctNames = c.Names
	if way := wayDown(g, c.Rule.d.rule, p.PctEncoded.d.rule); way != nil {
		c.PctNames = slices.Clip(append(c.Names, way[1:]...))
	}
	c.Follow = followOf(g, c.Names)
	return c
}

// expect returns what could stand in a state of the component's rule: what can
// go on within it and, if it can end there, what can follow it.
func (c *Chain) Expect(state int) []string {
	known := &c.expected[state]
	if out := known.Load(); out != nil {
		return *out
	}
	e := c.Rule.Expectation(state)
	out := e.Own
	if e.ends {
		out = union(e.Own, c.Follow)
	}
	known.Store(&out)
	return out
}

// expectFirst is expect for the first character of the component or what could
// stand there instead of it: an address in brackets for a name, and for a path
// without a slash in front one with it, or none.
func (c *Chain) expectFirst(p *Profile, comp component.Kind) []string {
	switch comp {
	case component.RegName:
		return union(c.Rule.Expectation(1).Own, p.Of[component.IPLiteral].ExpectedAt(1), c.Follow)
	case component.PathRootless, component.PathNoscheme:
		return union(c.Expect(1), []string{`"/"`}, c.Follow)
	}
	return c.Expect(1)
}

// union returns the names of all lists, each once.
func union(lists ...[]string) []string {
	var out []string
	for _, l := range lists {
		for _, name := range l {
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return slices.Clip(out)
}

// expectAfter returns what could stand after a text within the component.
func (c *Chain) ExpectAfter(text string) []string {
	at, state := c.Rule.Furthest(text)
	if at > 0 && text[at-1] == '%' {
		// Behind a broken percent-encoding, what could stand there once it is mended.
		state = c.Rule.d.dfa().Step(state, "41")
	}
	return c.Expect(state)
}

// wayDown returns the shortest way through references from one rule to another,
// both ends included; nil if there is none.
func wayDown(g *abnf.Grammar, from, to *abnf.Rule) []string {
	prev := map[*abnf.Rule]*abnf.Rule{from: nil}
	queue := []*abnf.Rule{from}
	for len(queue) > 0 {
		r := queue[0]
		queue = queue[1:]
		if r == to {
			var way []string
			for ; r != nil; r = prev[r] {
				way = append(way, r.Name)
			}
			slices.Reverse(way)
			return way
		}
		for _, q := range g.Uses(r) {
			if _, seen := prev[q]; !seen {
				prev[q] = r
				queue = append(queue, q)
			}
		}
	}
	return nil
}

// followOf returns what may come after the innermost rule of a chain: the first
// things of what stands behind it in the rule above, and if that can be empty of
// what stands behind that one, up to the end of the string.
func followOf(g *abnf.Grammar, names []string) []string {
	var out []string
	add := func(name string) {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for i := len(names) - 1; i > 0; i-- {
		above := g.Rule(names[i-1])
		if above == nil || !after(g, above.Expr, g.Rule(names[i]), add) {
			return out
		}
	}
	add(endOfInput)
	return out
}

// after adds the first things of what can follow the rule r inside e, and
// reports whether e can end right after r.
func after(g *abnf.Grammar, e abnf.Expr, r *abnf.Rule, add func(string)) bool {
	switch e := e.(type) {
	case *abnf.Alternation:
		ends := false
		for _, x := range e.Alts {
			if after(g, x, r, add) {
				ends = true
			}
		}
		return ends
	case *abnf.Concatenation:
		ends := false
		for i, x := range e.Parts {
			if !after(g, x, r, add) {
				continue
			}
			ends = true
			for _, y := range e.Parts[i+1:] {
				if !first(g, y, add) {
					ends = false
					break
				}
			}
		}
		return ends
	case *abnf.Repetition:
		if e.Max == 0 || !after(g, e.X, r, add) {
			return false
		}
		if e.Max < 0 || e.Max > 1 {
			first(g, e.X, add)
		}
		return true
	case *abnf.Reference:
		return g.Rule(e.Name) == r
	}
	return false
}

// first adds what e can begin with, and reports whether e can be empty.
func first(g *abnf.Grammar, e abnf.Expr, add func(string)) bool {
	switch e := e.(type) {
	case *abnf.Alternation:
		empty := false
		for _, x := range e.Alts {
			if first(g, x, add) {
				empty = true
			}
		}
		return empty
	case *abnf.Concatenation:
		for _, x := range e.Parts {
			if !first(g, x, add) {
				return false
			}
		}
		return true
	case *abnf.Repetition:
		if e.Max == 0 {
			return true
		}
		return first(g, e.X, add) || e.Min == 0
	case *abnf.Reference:
		r := g.Rule(e.Name)
		if r == nil {
			return false
		}
		if lo, hi := lengths(g, r.Expr); tokenLike(lo, hi) {
			add(r.Name)
			return false
		}
		return first(g, r.Expr, add)
	case *abnf.Literal:
		if e.Text == "" {
			return true
		}
		add(strconv.Quote(e.Text))
		return false
	case *abnf.Sequence:
		add(e.String())
		return len(e.Runes) == 0
	case *abnf.Prose:
		return false
	}
	add(e.String())
	return false
}

// longest is what lengths says of a rule without a limit.
const longest = 1 << 20

// lengths returns the number of characters of the shortest and the longest
// sentence of e, at most longest.
func lengths(g *abnf.Grammar, e abnf.Expr) (lo, hi int) {
	switch e := e.(type) {
	case *abnf.Alternation:
		lo = longest
		for _, x := range e.Alts {
			l, h := lengths(g, x)
			lo, hi = min(lo, l), max(hi, h)
		}
		return lo, hi
	case *abnf.Concatenation:
		for _, x := range e.Parts {
			l, h := lengths(g, x)
			lo, hi = min(lo+l, longest), min(hi+h, longest)
		}
		return lo, hi
	case *abnf.Repetition:
		if e.Max == 0 {
			return 0, 0
		}
		l, h := lengths(g, e.X)
		lo = min(l*e.Min, longest)
		if e.Max < 0 {
			if h > 0 {
				h = longest
			}
			return lo, h
		}
		return lo, min(h*e.Max, longest)
	case *abnf.Reference:
		if r := g.Rule(e.Name); r != nil {
			return lengths(g, r.Expr)
		}
	case *abnf.Literal:
		return len(e.Text), len(e.Text)
	case *abnf.Sequence:
		return len(e.Runes), len(e.Runes)
	case *abnf.Prose:
		if r := g.Rule(e.Text); r != nil {
			return lengths(g, r.Expr)
		}
	}
	return 1, 1
}

// tokenLike reports whether a rule whose sentences have these lengths is best
// named as a whole where it can begin: a class of characters, or one with its
// percent-encoding. Longer rules are opened, so that the names say what the next
// character can be.
func tokenLike(lo, hi int) bool { return lo >= 1 && hi <= 3 }
