package automaton

import (
	"errors"
	"fmt"
	"slices"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

func compileNFA(g *abnf.Grammar, rule string, bounds []Bound, called func(*abnf.Rule) bool) (*NFA, error) {
	n, err := expand(g, rule, bounds, called, nil)
	if r := g.Rule(rule); err != nil && r != nil && errors.Is(err, errCycle) {
		return expand(g, rule, bounds, called, g.CyclesOf(g.Closure(r)))
	}
	return n, err
}

// errCycle is the error of a rule that refers to itself, where that is not expected.
var errCycle = errors.New("it refers to itself")

// expand is CompileNFA and CompileCalls. cycles says which rules refer to themselves, and how.
func expand(g *abnf.Grammar, rule string, bounds []Bound, called func(*abnf.Rule) bool, cycles *abnf.Cycles) (*NFA,
	error) {
	b := &builder{
		called: called,
		cycles: cycles,
		linear: make(map[int]*linear),
		g:      g,
		open:   make(map[*abnf.Rule]bool),
		starts: make(map[*abnf.Rule]uint8),
		ends:   make(map[*abnf.Rule]uint8),
		copies: make(map[*abnf.Rule]int),
		nfa:    &NFA{kind: g.Terminals, calls: make(map[int][]Call)},
	}
	for i, bound := range bounds {
		places := b.starts
		if bound.End {
			places = b.ends
		}
		for _, name := range bound.Rules {
			if r := g.Rule(name); r != nil {
				places[r] |= 1 << i
			}
		}
	}
	r := g.Rule(rule)
	if r == nil {
		return nil, fmt.Errorf("the grammar has no rule %q", rule)
	}
	b.nfa.Rule = r
	b.nfa.start = b.state()
	b.nfa.accept = b.rule(r, b.nfa.start, nil, nil)
	if b.err != nil {
		return nil, fmt.Errorf("rule %s: %w", r.Name, b.err)
	}
	return b.nfa, nil
}

// builder expands a rule. Its methods take the state that an expression starts
// in and return the one that it ends in (Thompson's construction).
type builder struct {
	g      *abnf.Grammar
	open   map[*abnf.Rule]bool  // the rules in which the builder is
	starts map[*abnf.Rule]uint8 // the bounds that are where an occurrence starts
	ends   map[*abnf.Rule]uint8
	called func(*abnf.Rule) bool
	cycles *abnf.Cycles    // nil while no rule is known to refer to itself
	linear map[int]*linear // by group: the rules that are open and refer to each other
	nfa    *NFA
	depth  int
	scope  *scope             // the innermost repetition that is being expanded
	copies map[*abnf.Rule]int // how often each rule has been expanded
	wide   *abnf.Alternation  // the alternation with the most alternatives so far
	wideIn *abnf.Rule         // and its rule
	err    error
}

// A linear is an occurrence of a group of rules that refer to each other at their ends only,
// or at their starts only. A reference at an end is a step back to where its rule begins, and
// all rules of the group share one end. A reference at a start is a step from where its rule
// ends, and all share one start.
type linear struct {
	from   int // where a left-linear group begins
	to     int // where a right-linear group ends
	places map[*abnf.Rule]int
}

func (b *builder) state() int {
	if b.err == nil && len(b.nfa.eps) >= MaxNFAStates {
		b.fail("%s", b.tooManyStates())
	}
	if b.err != nil {
		return 0
	}
	b.nfa.eps = append(b.nfa.eps, nil)
	b.nfa.edges = append(b.nfa.edges, nil)
	b.nfa.scopes = append(b.nfa.scopes, b.scope)
	return len(b.nfa.eps) - 1
}

func (b *builder) fail(format string, args ...any) {
	if b.err == nil {
		b.err = fmt.Errorf(format, args...)
	}
}

func (b *builder) link(from, to int) { b.pass(from, to, 0) }

// pass links two states and notes the bounds that lie between them.
func (b *builder) pass(from, to int, bounds uint8) {
	if b.err == nil {
		b.nfa.eps[from] = append(b.nfa.eps[from], Link{int32(to), bounds})
	}
}

func (b *builder) rule(r *abnf.Rule, from int, parent *Occurrence, ref abnf.Expr) int {
	if b.open[r] {
		cycle := []*abnf.Rule{r}
		for f := parent; ; f = f.Parent {
			cycle = append(cycle, f.Rule)
			if f.Rule == r {
				break
			}
		}
		slices.Reverse(cycle)
		if b.cycles == nil {
			b.fail("%w", errCycle)
		}
		b.fail("%s refers to itself (%s), so the rule is not regular", r.Name, abnf.Chain(cycle))
		return from
	}
	if b.cycles != nil {
		switch b.cycles.Kind(r) {
		case abnf.RightLinear:
			return b.rightLinear(r, from, parent, ref)
		case abnf.LeftLinear:
			return b.leftLinear(r, from, parent, ref)
		}
	}
	b.open[r] = true
	defer delete(b.open, r)
	b.copies[r]++
	start := b.state()
	b.pass(from, start, b.starts[r])
	end := b.expr(r.Expr, start, &Occurrence{Rule: r, Parent: parent, Start: start, Ref: ref})
	if bounds := b.ends[r]; bounds != 0 {
		after := b.state()
		b.pass(end, after, bounds)
		return after
	}
	return end
}

// rightLinear does what rule does, for rules of a group that refer to each other at their ends.
func (b *builder) rightLinear(r *abnf.Rule, from int, parent *Occurrence, ref abnf.Expr) int {
	id := b.cycles.Group(r)
	in := b.linear[id]
	outermost := in == nil
	if outermost {
		in = &linear{to: b.state(), places: make(map[*abnf.Rule]int)}
		b.linear[id] = in
		defer delete(b.linear, id)
	}
	if start, known := in.places[r]; known {
		b.link(from, start)
		return b.state() // nothing comes after the reference, and all share its end
	}
	start := b.state()
	in.places[r] = start // before the rule is expanded: references within it look for its place
	b.pass(from, start, b.starts[r])
	b.pass(b.expr(r.Expr, start, &Occurrence{Rule: r, Parent: parent, Start: start, Ref: ref}), in.to, b.ends[r])
	if outermost {
		return in.to
	}
	return b.state() // as above
}

// leftLinear does what rule does, for rules of a group that refer to each other at their starts.
func (b *builder) leftLinear(r *abnf.Rule, from int, parent *Occurrence, ref abnf.Expr) int {
	id := b.cycles.Group(r)
	in := b.linear[id]
	if in == nil {
		in = &linear{from: from, places: make(map[*abnf.Rule]int)}
		b.linear[id] = in
		defer delete(b.linear, id)
	}
	end, known := in.places[r]
	if known {
		return end // the reference matches what leads from the start of the group to this state
	}
	start := b.state()
	end = b.state()
	in.places[r] = end
	b.pass(in.from, start, b.starts[r])
	b.pass(b.expr(r.Expr, start, &Occurrence{Rule: r, Parent: parent, Start: start, Ref: ref}), end, b.ends[r])
	return end
}

func (b *builder) expr(e abnf.Expr, from int, f *Occurrence) int {
	if b.err != nil {
		return from
	}
	if b.depth++; b.depth > maxDepth {
		b.fail("its rules and groups are nested more than %d deep", maxDepth)
		return from
	}
	defer func() { b.depth-- }()
	switch e := e.(type) {
	case *abnf.Alternation:
		if b.wide == nil || len(e.Alts) > len(b.wide.Alts) {
			b.wide, b.wideIn = e, f.Rule
		}
		to := b.state()
		for _, alt := range e.Alts {
			s := b.state()
			b.link(from, s)
			b.link(b.expr(alt, s, f), to)
		}
		return to
	case *abnf.Concatenation:
		for _, p := range e.Parts {
			from = b.expr(p, from, f)
		}
		return from
	case *abnf.Repetition:
		return b.repetition(e, from, f)
	case *abnf.Reference:
		return b.reference(e.Name, e, from, f)
	case *abnf.Prose:
		return b.reference(e.Text, e, from, f)
	}
	chars, _ := abnf.Characters(e)
	for i, spans := range chars {
		from = b.char(e, i, spans, from, f)
	}
	return from
}

func (b *builder) reference(name string, ref abnf.Expr, from int, f *Occurrence) int {
	r := b.g.Rule(name)
	if r == nil {
		b.fail("rule %s refers to %s, which is not defined", f.Rule.Name, name)
		return from
	}
	if b.called != nil && b.called(r) {
		s, to := b.state(), b.state()
		b.link(from, s)
		if b.err == nil {
			b.nfa.calls[s] = append(b.nfa.calls[s], Call{r, f, to})
		}
		return to
	}
	return b.rule(r, from, f, ref)
}

// repetition expands as many copies as the counts say. A repetition without a limit
// ends with a copy that has a step back to its start.
func (b *builder) repetition(e *abnf.Repetition, from int, f *Occurrence) int {
	if e.Max == 0 {
		return from // also 0<prose>, where the prose need not name a rule
	}
	b.scope = &scope{e, f.Rule, b.scope, len(b.nfa.eps)}
	defer func() { b.scope = b.scope.outer }()
	least := e.Min
	if e.Max < 0 && least > 0 {
		least-- // the last required copy is the one that repeats
	}
	for range least {
		if b.err != nil {
			return from
		}
		s := b.state()
		b.link(from, s)
		from = b.expr(e.X, s, f)
	}
	to := b.state()
	if e.Max < 0 {
		loop := b.state()
		b.link(from, loop)
		end := b.expr(e.X, loop, f)
		b.link(end, loop)
		b.link(end, to)
		if e.Min == 0 {
			b.link(from, to)
		}
		return to
	}
	for range e.Max - e.Min {
		if b.err != nil {
			return from
		}
		s := b.state()
		b.link(from, s)
		b.link(from, to)
		from = b.expr(e.X, s, f)
	}
	b.link(from, to)
	return to
}

// char adds the step over one character of a terminal.
func (b *builder) char(e abnf.Expr, at int, spans []abnf.Interval, from int, f *Occurrence) int {
	s, to := b.state(), b.state()
	b.link(from, s)
	if b.err != nil {
		return from
	}
	for _, x := range spans {
		b.nfa.edges[s] = append(b.nfa.edges[s], Edge{x.Lo, x.Hi, e, f, to, at})
	}
	return to
}
