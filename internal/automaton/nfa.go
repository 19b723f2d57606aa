// Package automaton turns rule trees into automata: a labelled NFA over
// characters that remembers which rule and which expression every step belongs
// to, and the minimal DFA over UTF-8 bytes. It has the operations on regular
// languages that the generator, the tests and the comparison of grammars need.
package automaton

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/abnf"
)

// The limits of one automaton. A grammar that people write stays far below
// them; counted repetitions within counted repetitions do not, because a finite
// automaton has to hold each copy.
const (
	MaxNFAStates = 1 << 17 // states of an NFA, and so copies of what is repeated
	MaxDFAStates = 1 << 15 // states of a DFA, before it is made minimal
	maxDepth     = 1000    // rules and groups within each other
	maxWork      = 1 << 24 // NFA states over all states of a DFA, before it is minimal
)

// A Frame is one occurrence of a rule in the expansion of the start rule:
// IRI > ihier-part > iauthority. Two references to a rule are two frames.
type Frame struct {
	Rule   *abnf.Rule
	Parent *Frame // the occurrence that this one lies in; nil for the start rule
	Start  int    // the NFA state in which the occurrence begins
}

// An Edge is a step of an NFA that consumes one character from Lo to Hi.
type Edge struct {
	Lo, Hi rune
	Expr   abnf.Expr // the *Literal, *Range or *Sequence that the character is of
	Index  int       // which character of Expr it is, from 0
	Frame  *Frame    // the innermost occurrence of a rule that the step lies in
	From   int       // the state that the step leaves
	To     int       // the state that it leads to
}

// An NFA accepts what a rule matches, character by character.
type NFA struct {
	Rule   *abnf.Rule
	eps    [][]link // steps without a character, by state
	edges  [][]Edge // steps with one, by state
	start  int
	accept int
}

// A link is a step that consumes nothing and passes the bounds in mark.
type link struct {
	to   int32
	mark uint8
}

// A Set is a set of NFA states, sorted, closed under the steps that consume
// nothing. The empty set is the one from which no sentence can go on.
type Set []int32

// Has reports whether the state is in the set.
func (s Set) Has(state int) bool {
	_, ok := slices.BinarySearch(s, int32(state))
	return ok
}

// CompileNFA expands the rule into an NFA. It fails if a rule is not defined,
// refers to itself, or expands to more than MaxNFAStates states.
func CompileNFA(g *abnf.Grammar, rule string) (*NFA, error) {
	return compileNFA(g, rule, nil)
}

func compileNFA(g *abnf.Grammar, rule string, bounds []Bound) (*NFA, error) {
	b := &builder{
		byName: make(map[string]*abnf.Rule, len(g.Rules)),
		starts: make(map[*abnf.Rule]uint8),
		ends:   make(map[*abnf.Rule]uint8),
		nfa:    &NFA{},
	}
	for _, r := range g.Rules {
		b.byName[strings.ToLower(r.Name)] = r
	}
	for i, bound := range bounds {
		marks := b.starts
		if bound.End {
			marks = b.ends
		}
		for _, name := range bound.Rules {
			if r := b.byName[strings.ToLower(name)]; r != nil {
				marks[r] |= 1 << i
			}
		}
	}
	r := b.byName[strings.ToLower(rule)]
	if r == nil {
		return nil, fmt.Errorf("the grammar has no rule %q", rule)
	}
	b.nfa.Rule = r
	b.nfa.start = b.state()
	b.nfa.accept = b.rule(r, b.nfa.start, nil)
	if b.err != nil {
		return nil, fmt.Errorf("rule %s: %w", r.Name, b.err)
	}
	return b.nfa, nil
}

// builder expands a rule. Its methods take the state that an expression starts
// in and return the one that it ends in (Thompson's construction).
type builder struct {
	byName map[string]*abnf.Rule
	starts map[*abnf.Rule]uint8 // the bounds that are where an occurrence starts
	ends   map[*abnf.Rule]uint8
	nfa    *NFA
	depth  int
	err    error
}

func (b *builder) state() int {
	if b.err == nil && len(b.nfa.eps) >= MaxNFAStates {
		b.fail("it expands to more than %d states; lower the counts of its repetitions", MaxNFAStates)
	}
	if b.err != nil {
		return 0
	}
	b.nfa.eps = append(b.nfa.eps, nil)
	b.nfa.edges = append(b.nfa.edges, nil)
	return len(b.nfa.eps) - 1
}

func (b *builder) fail(format string, args ...any) {
	if b.err == nil {
		b.err = fmt.Errorf(format, args...)
	}
}

func (b *builder) link(from, to int) { b.pass(from, to, 0) }

// pass links two states and notes the bounds that lie between them.
func (b *builder) pass(from, to int, mark uint8) {
	if b.err == nil {
		b.nfa.eps[from] = append(b.nfa.eps[from], link{int32(to), mark})
	}
}

func (b *builder) rule(r *abnf.Rule, from int, parent *Frame) int {
	for f := parent; f != nil; f = f.Parent {
		if f.Rule == r {
			names := []string{r.Name}
			for g := parent; ; g = g.Parent {
				names = append(names, g.Rule.Name)
				if g == f {
					break
				}
			}
			slices.Reverse(names)
			b.fail("it refers to itself (%s), so it is not regular", strings.Join(names, " > "))
			return from
		}
	}
	start := b.state()
	b.pass(from, start, b.starts[r])
	end := b.expr(r.Expr, start, &Frame{Rule: r, Parent: parent, Start: start})
	if mark := b.ends[r]; mark != 0 {
		after := b.state()
		b.pass(end, after, mark)
		return after
	}
	return end
}

func (b *builder) expr(e abnf.Expr, from int, f *Frame) int {
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
		return b.reference(e.Name, from, f)
	case *abnf.Prose:
		return b.reference(e.Text, from, f)
	case *abnf.Literal:
		for i, c := range e.Text {
			from = b.char(e, i, c, c, !e.Sensitive, from, f)
		}
		return from
	case *abnf.Range:
		return b.char(e, 0, e.Lo, e.Hi, false, from, f)
	case *abnf.Sequence:
		for i, c := range e.Runes {
			from = b.char(e, i, c, c, false, from, f)
		}
		return from
	}
	b.fail("it has an expression of unknown type %T", e)
	return from
}

func (b *builder) reference(name string, from int, f *Frame) int {
	r := b.byName[strings.ToLower(name)]
	if r == nil {
		b.fail("rule %s refers to %s, which is not defined", f.Rule.Name, name)
		return from
	}
	return b.rule(r, from, f)
}

// repetition writes out the copies that the counts ask for; what may repeat
// without limit is one copy with a way back.
func (b *builder) repetition(e *abnf.Repetition, from int, f *Frame) int {
	if e.Max == 0 {
		return from // also 0<prose>: nothing of what is repeated has to exist
	}
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
	b.link(from, to)
	for range e.Max - e.Min {
		if b.err != nil {
			return from
		}
		s := b.state()
		b.link(from, s)
		from = b.expr(e.X, s, f)
		b.link(from, to)
	}
	return to
}

// char adds the step over one character. Strings of RFC 5234 §2.3 match ASCII
// letters of either case.
func (b *builder) char(e abnf.Expr, index int, lo, hi rune, fold bool, from int, f *Frame) int {
	s, to := b.state(), b.state()
	b.link(from, s)
	if b.err != nil {
		return from
	}
	add := func(lo, hi rune) {
		b.nfa.edges[s] = append(b.nfa.edges[s], Edge{lo, hi, e, index, f, s, to})
	}
	add(lo, hi)
	if c := lo | 0x20; fold && 'a' <= c && c <= 'z' {
		add(lo^0x20, hi^0x20)
	}
	return to
}

// Start returns the states in which the rule begins.
func (n *NFA) Start() Set { return n.close([]int32{int32(n.start)}) }

// Accepts reports whether a sentence of the rule may end in the set.
func (n *NFA) Accepts(s Set) bool { return s.Has(n.accept) }

// States returns the number of states; they are numbered from 0.
func (n *NFA) States() int { return len(n.eps) }

// Edges returns the steps that consume a character from a state of the set, in
// the order of the states, which is that of the grammar.
func (n *NFA) Edges(s Set) []Edge {
	var out []Edge
	for _, q := range s {
		out = append(out, n.edges[q]...)
	}
	return out
}

// StepRune returns the states after the character r; no state has a step over
// utf8.RuneError that comes from text that is not UTF-8, so check that first.
func (n *NFA) StepRune(s Set, r rune) Set {
	var to []int32
	for _, q := range s {
		for _, e := range n.edges[q] {
			if e.Lo <= r && r <= e.Hi {
				to = append(to, int32(e.To))
			}
		}
	}
	return n.close(to)
}

// Match reports whether the rule matches s. It is slow; [DFA.Match] is not.
func (n *NFA) Match(s string) bool {
	set := n.Start()
	for i, r := range s {
		if r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD") {
			return false
		}
		if set = n.StepRune(set, r); len(set) == 0 {
			return false
		}
	}
	return n.Accepts(set)
}

// close returns the sorted set of what can be reached without a character.
func (n *NFA) close(from []int32) Set {
	if len(from) == 0 {
		return nil
	}
	seen := make(map[int32]bool, 2*len(from))
	out := make(Set, 0, 2*len(from))
	for len(from) > 0 {
		q := from[len(from)-1]
		from = from[:len(from)-1]
		if !seen[q] {
			seen[q] = true
			out = append(out, q)
			for _, l := range n.eps[q] {
				from = append(from, l.to)
			}
		}
	}
	slices.Sort(out)
	return out
}
