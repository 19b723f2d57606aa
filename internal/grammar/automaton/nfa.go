// Package automaton turns rule trees into automata. In come the rules of a grammar;
// out come an NFA over characters, whose steps know the rule and the expression that
// they belong to, and the minimal DFA over UTF-8 bytes. It also has what works on
// any deterministic automaton: the subset construction, minimization, a search for shortest
// words. It knows neither how tables are laid out (package engine) nor what the rules
// of a spec mean.
package automaton

import (
	"encoding/binary"
	"slices"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// The limits of one automaton. Grammars in use stay far below them. Counted
// repetitions within counted repetitions can exceed them, because a finite automaton
// has each copy.
const (
	MaxNFAStates = 1 << 17    // states of an NFA, and so copies of what is repeated
	MaxDFAStates = 1 << 15    // states of a DFA, before it is made minimal
	maxDepth     = 1000       // rules and groups within each other
	maxWork      = 40_000_000 // steps of the subset construction, where some count for several:
	keptWeight   = 4          // an NFA state in a set that is kept
	reachWeight  = 8          // a step without a character, which is kept for later
	stateWeight  = 64         // a state of an NFA, for the work of a whole grammar
	rowWeight    = 2048       // a state of a DFA over bytes that is made minimal
)

// An Occurrence is one occurrence of a rule in the expansion of the start rule:
// IRI > ihier-part > iauthority. Two references to a rule make two occurrences.
type Occurrence struct {
	Rule   *abnf.Rule
	Parent *Occurrence // the occurrence that this one lies in; nil for the start rule
	Start  int         // the NFA state in which the occurrence begins
	// Ref is the *abnf.Reference or *abnf.Prose in the rule of Parent that names Rule; nil
	// for the start rule.
	Ref abnf.Expr
}

// Depth returns how many occurrences of rules lie around this one: 0 for the start rule.
func (f *Occurrence) Depth() int {
	n := 0
	for p := f.Parent; p != nil; p = p.Parent {
		n++
	}
	return n
}

// An Edge is a step of an NFA that consumes one character from Lo to Hi.
type Edge struct {
	Lo, Hi     rune
	Expr       abnf.Expr   // the *Literal, *Range or *Sequence that has the character
	Occurrence *Occurrence // the innermost occurrence of a rule that the step lies in
	To         int         // the state that it leads to
	At         int         // which character of Expr it is, from 0
}

// An NFA accepts what a rule matches, character by character.
type NFA struct {
	Rule   *abnf.Rule
	eps    [][]Link       // steps without a character, by state
	edges  [][]Edge       // steps with one, by state
	calls  map[int][]Call // steps over what other rules match, by state
	start  int
	accept int
	kind   abnf.Terminals
	scopes []*scope // by state: the innermost repetition around it; nil for none
	work   int      // how many steps the subset construction has taken
}

// A Call is a step of an NFA over a string that another rule matches; see [CompileCalls].
type Call struct {
	Rule       *abnf.Rule
	Occurrence *Occurrence // the innermost occurrence of a rule that the step lies in
	To         int         // the state that it leads to
}

// A Set is a set of NFA states, sorted, closed under the steps that consume
// nothing. No sentence continues from the empty set.
type Set []int32

// Has reports whether the state is in the set.
func (s Set) Has(state int) bool {
	_, ok := slices.BinarySearch(s, int32(state))
	return ok
}

// CompileNFA expands the rule into an NFA. It fails if a rule is not defined,
// refers to itself in a way that is not linear, or expands to more than MaxNFAStates states.
func CompileNFA(g *abnf.Grammar, rule string) (*NFA, error) {
	return compileNFA(g, rule, nil, nil)
}

// CompileCalls is [CompileNFA] which does not expand the rules for which called is true: each
// use of one is a [Call]. The rule itself is expanded.
func CompileCalls(g *abnf.Grammar, rule *abnf.Rule, called func(*abnf.Rule) bool) (*NFA, error) {
	return compileNFA(g, rule.Name, nil, called)
}

// States returns the number of states.
func (n *NFA) States() int { return len(n.eps) }

// First returns the state in which the rule begins.
func (n *NFA) First() int { return n.start }

// Ends reports whether the state is the one in which the rule ends.
func (n *NFA) Ends(state int32) bool { return int(state) == n.accept }

// EdgesOf returns the steps that consume a character from a state.
func (n *NFA) EdgesOf(state int) []Edge { return n.edges[state] }

// LinksOf returns the steps without a character from a state.
func (n *NFA) LinksOf(state int) []Link { return n.eps[state] }

// CallsOf returns the steps over other rules from a state, in the order of the grammar.
func (n *NFA) CallsOf(state int) []Call { return n.calls[state] }

// Bounds returns the characters that begin the classes which the automaton tells apart; see [NewCharClasses].
func (n *NFA) Bounds() []rune {
	var bounds []rune
	for _, edges := range n.edges {
		for _, e := range edges {
			bounds = append(bounds, e.Lo, e.Hi+1)
		}
	}
	return bounds
}

// After returns the states that can be reached from a state without a character.
func (n *NFA) After(states ...int32) Set { return n.close(slices.Clone(states)) }

// Start returns the states in which the rule begins.
func (n *NFA) Start() Set { return n.close([]int32{int32(n.start)}) }

// Accepts reports whether a sentence of the rule may end in the set.
func (n *NFA) Accepts(s Set) bool { return s.Has(n.accept) }

// Edges returns the steps that consume a character from a state of the set, in
// the order of the states, which is that of the grammar.
func (n *NFA) Edges(s Set) []Edge {
	var out []Edge
	for _, q := range s {
		out = append(out, n.edges[q]...)
	}
	return out
}

// Next returns the steps that can come after a step, and whether a sentence may end there. For
// nil it returns the first steps. Steps of earlier alternatives and of more repetitions come first.
func (n *NFA) Next(after *Edge) (edges []Edge, ends bool) {
	todo := []int32{int32(n.start)}
	if after != nil {
		todo[0] = int32(after.To)
	}
	seen := make(map[int32]bool)
	for len(todo) > 0 {
		q := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[q] {
			continue
		}
		seen[q] = true
		ends = ends || int(q) == n.accept
		edges = append(edges, n.edges[q]...)
		for _, l := range slices.Backward(n.eps[q]) { // todo is a stack: the first alternative goes on top
			todo = append(todo, l.To)
		}
	}
	return edges, ends
}

// StepRune returns the states after the character r. The caller checks that the text is
// UTF-8: utf8.RuneError stands for U+FFFD here.
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
				from = append(from, l.To)
			}
		}
	}
	slices.Sort(out)
	return out
}

// Sets is a cache of deterministic automata that are built step by step from NFAs: it numbers sets of NFA states,
// from 1 up, and remembers the steps between them. It must not be used by two goroutines at once.
type Sets struct {
	classes int
	ids     map[string]int32
	list    []interned         // by number; list[0] is unused
	steps   map[[2]int32]int32 // by number and class: the next number, if a row of all classes would be large
	key     []byte
	bytes   int
}

// An interned is a set of states of one of the automata.
type interned struct {
	set Set
	nfa int32 // index of the automaton
	// by class of the next character: the number of the next set, Dead if there is none, 0 if it has not been computed;
	// nil if Sets.steps has them
	next []int32
}

// Dead is the number of the empty set.
const Dead int32 = -1

// maxBytes is the limit of [Sets.Full], in bytes.
const maxBytes = 32 << 20

// maxRow is the most classes for which a set has a row of its steps. A rule with 30,000 characters has as many sets, and
// a string leads from each of them by one class.
const maxRow = 1 << 10

// NewSets returns an empty cache for automata with that many classes of characters.
func NewSets(classes int) *Sets {
	s := &Sets{classes: classes, ids: make(map[string]int32), list: make([]interned, 1)}
	if classes > maxRow {
		s.steps = make(map[[2]int32]int32)
	}
	return s
}

// Number returns the number of a set of states of an automaton, and assigns the next number if it is new. It returns
// Dead for the empty set.
func (s *Sets) Number(space int32, set Set) int32 {
	if len(set) == 0 {
		return Dead
	}
	s.key = binary.LittleEndian.AppendUint32(s.key[:0], uint32(space))
	for _, q := range set {
		s.key = binary.LittleEndian.AppendUint32(s.key, uint32(q))
	}
	n, ok := s.ids[string(s.key)]
	if !ok {
		n = int32(len(s.list))
		s.ids[string(s.key)] = n
		at := interned{set: set, nfa: space}
		if s.steps == nil {
			at.next = make([]int32, s.classes)
		}
		s.list = append(s.list, at)
		s.bytes += 8*len(set) + 4*len(at.next) + 128
	}
	return n
}

// Set returns the set with a number.
func (s *Sets) Set(n int32) Set { return s.list[n].set }

// NFA returns the index of the automaton to which the set with a number belongs.
func (s *Sets) NFA(n int32) int32 { return s.list[n].nfa }

// Step returns the number of the set after a character of a class. It calls after for a step that has not been
// computed.
func (s *Sets) Step(n int32, class int, after func(space int32, set Set, class int) Set) int32 {
	at := s.list[n] // a copy: Number may move the list, but next stays in the same memory
	step := [2]int32{n, int32(class)}
	if s.steps != nil {
		if to, known := s.steps[step]; known {
			return to
		}
	} else if to := at.next[class]; to != 0 {
		return to
	}
	to := s.Number(at.nfa, after(at.nfa, at.set, class))
	if s.steps != nil {
		s.steps[step] = to
		s.bytes += 32
	} else {
		at.next[class] = to
	}
	return to
}

// Bytes returns the approximate memory of the sets, in bytes.
func (s *Sets) Bytes() int { return s.bytes }

// Full reports whether the sets take so much memory that the cache should be dropped before the next string.
func (s *Sets) Full() bool { return s.bytes > maxBytes }
