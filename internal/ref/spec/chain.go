package spec

import (
	"slices"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/engine"
	"github.com/rfc3987/iri/internal/ref/component"
)

// A Chain is an occurrence of a component under a start rule: the productions from
// the start rule down to that of the component, and what can follow it there.
type Chain struct {
	Rule           Rule     // the production of the component
	Productions    []string // from the start rule down to that of the component
	PctProductions []string // Productions and those from there down to pct-encoded
	Follow         []string // what can follow the component

	start         Rule
	expected      []atomic.Pointer[[]string] // what ExpectedAt has computed, by state
	expectedFirst func() []string
}

// chains holds the chains of one start rule, made when they are first needed: for
// strings without a scheme, then for those with one.
type chains [2][component.NumKinds]atomic.Pointer[Chain]

// Chain returns the chain of a component under the rule, which names a whole
// reference, for a string with or without a scheme.
func (r Rule) Chain(p *Profile, comp component.Kind, hasScheme bool) *Chain {
	known := &r.d.chains[0][comp]
	if hasScheme {
		known = &r.d.chains[1][comp]
	}
	if known.Load() == nil {
		known.Store(newChain(r, p, comp, hasScheme))
	}
	return known.Load()
}

// newChain finds the path from the start rule down to the component. From the rule for
// references it leads through the rule with a scheme or through the one without, as
// the string has one or not.
func newChain(start Rule, p *Profile, comp component.Kind, hasScheme bool) *Chain {
	c := &Chain{Rule: p.Of[comp], start: start}
	c.expected = make([]atomic.Pointer[[]string], c.Rule.d.dfa().States())
	c.expectedFirst = sync.OnceValue(func() []string { return c.computeFirst(p, comp) })
	g := start.d.spec.Grammar()
	var productions []string
	from := start
	if start == p.Reference {
		productions = append(productions, start.Name())
		from = p.Relative
		if hasScheme {
			from = p.Top
		}
	}
	down := g.Path(from.d.rule(), c.Rule.d.rule())
	if down == nil { // a path that the start rule does not have: irelative-ref given a scheme
		down = []*abnf.Rule{from.d.rule(), c.Rule.d.rule()}
	}
	c.Productions = appendNames(productions, down)
	c.PctProductions = c.Productions
	if down := g.Path(c.Rule.d.rule(), p.PctEncoded.d.rule()); down != nil {
		c.PctProductions = appendNames(c.Productions, down[1:])
	}
	c.Follow = followOf(g, c.Productions)
	return c
}

// appendNames appends the names of rules. The result has no spare capacity: findings
// share it.
func appendNames(names []string, rules []*abnf.Rule) []string {
	for _, r := range rules {
		names = append(names, r.Name)
	}
	return slices.Clip(names)
}

// StartExpected returns what the start rule can begin with.
func (c *Chain) StartExpected() []string { return c.start.ExpectedAt(engine.Start) }

// ExpectedAt returns what can come next in a state of the component's rule: what can
// go on within the rule and, if it can end there, what can follow it.
func (c *Chain) ExpectedAt(state int) []string {
	known := &c.expected[state]
	if out := known.Load(); out != nil {
		return *out
	}
	e := c.Rule.expectation(state)
	out := e.own
	if e.ends {
		out = union(e.own, c.Follow)
	}
	known.Store(&out)
	return out
}

// ExpectedAfter returns what can come next after a text within the component.
func (c *Chain) ExpectedAfter(text string) []string {
	at, state := c.Rule.Furthest(text)
	if at > 0 && text[at-1] == '%' {
		// After a broken percent-encoding: what can come next once that is mended.
		state = c.Rule.d.dfa().Step(state, "41")
	}
	return c.ExpectedAt(state)
}

// ExpectedFirst returns what can stand at the first character of the component: what
// it can begin with, and what else can stand in its place. For a name that is an
// address in brackets, for a path without a slash at its start one with it or none.
func (c *Chain) ExpectedFirst() []string { return c.expectedFirst() }

// computeFirst computes what ExpectedFirst returns.
func (c *Chain) computeFirst(p *Profile, comp component.Kind) []string {
	switch comp {
	case component.RegName:
		return union(c.Rule.expectation(engine.Start).own, p.Of[component.IPLiteral].ExpectedAt(engine.Start), c.Follow)
	case component.PathRootless, component.PathNoscheme:
		return union(c.ExpectedAt(engine.Start), []string{`"/"`}, c.Follow)
	}
	return c.ExpectedAt(engine.Start)
}

// union returns the names of all lists, each once. It has no spare capacity: findings
// share it.
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

// followOf returns what may come after the innermost of the productions: what can
// follow it in the rule above it, and if that rule can end there what can follow that
// one, and so on up to the end of the string.
func followOf(g *abnf.Grammar, productions []string) []string {
	var out []string
	add := func(name string) {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	whole := func(r *abnf.Rule) bool { return namedWhole(g, r) }
	for i := len(productions) - 1; i > 0; i-- {
		above := g.Rule(productions[i-1])
		if above == nil || !g.After(above.Expr, g.Rule(productions[i]), whole, add) {
			return out
		}
	}
	add(endOfInput)
	return out
}

// namedWhole reports whether a rule is named as a whole where it can come next. Such
// are classes of characters, also with their percent-encoding. Other rules are opened,
// so that the names say what the next character can be.
func namedWhole(g *abnf.Grammar, r *abnf.Rule) bool {
	shortest, longest := g.Lengths(r.Expr)
	most := 3 // characters, as in "%41"
	if g.Terminals == abnf.Octets {
		most = utf8.UTFMax
	}
	return shortest >= 1 && longest <= most
}
