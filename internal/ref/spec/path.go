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

// A Path leads from the root of a parse tree down to a node: a start rule, and the productions below it. There is one
// Path for all nodes that are reached in the same way, so that what is known of it is computed once.
type Path struct {
	Rule  Rule     // the production of the node
	Names []string // from the start rule down to it; the slice is shared

	start Rule
	mu    sync.Mutex
	below []*Path

	follow   func() []string
	expected func() []atomic.Pointer[[]string] // what ExpectedAt has computed, by state
	open     func() []atomic.Pointer[Path]     // what Open has found, by state
}

// Root returns the path that is the rule alone.
func (r Rule) Root() *Path { return r.d.root() }

// newPath returns the path down to a rule of the start rule's spec.
func newPath(start, rule Rule, names []string) *Path {
	p := &Path{Rule: rule, Names: slices.Clip(names), start: start}
	p.follow = sync.OnceValue(func() []string { return followOf(start.d.spec.Grammar(), p.Names) })
	states := func() int { return rule.d.dfa().States() }
	p.expected = sync.OnceValue(func() []atomic.Pointer[[]string] { return make([]atomic.Pointer[[]string], states()) })
	p.open = sync.OnceValue(func() []atomic.Pointer[Path] { return make([]atomic.Pointer[Path], states()) })
	return p
}

// Down returns the path to a production that the last one names.
func (p *Path) Down(name string) *Path {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, q := range p.below {
		if q.Rule.d.name == name {
			return q
		}
	}
	rule := MustRule(p.start.d.spec, name)
	q := newPath(p.start, rule, append(slices.Clip(p.Names), rule.d.name))
	p.below = append(p.below, q)
	return q
}

// Open returns the path to the innermost production that is open in a state of the rule's automaton. One that is only
// the characters of those above it is expected there, and not open; see [Profile.Inner]. With "%" the state is one
// inside of a percent-encoding.
func (p *Path) Open(state int) *Path {
	known := &p.open()[state]
	if q := known.Load(); q != nil {
		return q
	}
	q, e, s := p, &p.Rule.d.expectations, p.Rule.d.spec
	for _, name := range withoutCharacters(s.Grammar(), s.Profile(), openIn(e.nfa(), e.set(p.Rule, state), true))[1:] {
		q = q.Down(name)
	}
	known.Store(q)
	return q
}

// Follow returns what can follow the production at the end of the path.
func (p *Path) Follow() []string { return p.follow() }

// StartExpected returns what the start rule can begin with.
func (p *Path) StartExpected() []string { return p.start.ExpectedAt(engine.Start) }

// ExpectedAt returns what can come next in a state of the rule's automaton: what can
// go on within the rule and, if it can end there, what can follow it.
func (p *Path) ExpectedAt(state int) []string {
	known := &p.expected()[state]
	if out := known.Load(); out != nil {
		return *out
	}
	e := p.Rule.expectation(state)
	out := e.within
	if e.ends {
		out = union(e.within, p.Follow())
	}
	known.Store(&out)
	return out
}

// ExpectedIn does what [Path.ExpectedAt] does in the state that a text leads to, with the words that it has begun.
func (p *Path) ExpectedIn(state int, text string) []string {
	if e := p.Rule.expectation(state); e.inWord {
		switch names, ok := p.Rule.wordsAfter(state, text); {
		case ok && e.ends:
			return union(names, p.Follow())
		case ok:
			return slices.Clip(names)
		}
	}
	return p.ExpectedAt(state)
}

// ExpectedAfter returns what can come next after a text within the component.
func (p *Path) ExpectedAfter(text string) []string {
	at, state := p.Rule.Furthest(text)
	if at > 0 && text[at-1] == '%' {
		// After a broken percent-encoding: what can come next once that is mended.
		state = p.Rule.d.dfa().Step(state, "41")
	}
	return p.ExpectedAt(state)
}

// ExpectedFirst returns what can stand at the first character of a component: what
// it can begin with, and what else can stand in its place. For a name that is an
// address in brackets, for a path without a slash at its start one with it or none.
func (p *Path) ExpectedFirst(comp component.Kind) []string {
	own := p.ExpectedAt(engine.Start)
	switch comp {
	case component.RegName:
		profile := p.Rule.d.spec.Profile()
		literal := profile.Of[profile.Literal()].ExpectedAt(engine.Start)
		return union(p.Rule.expectation(engine.Start).within, literal, p.Follow())
	case component.PathRootless, component.PathNoscheme:
		return union(own, []string{`"/"`}, p.Follow())
	}
	return own
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
