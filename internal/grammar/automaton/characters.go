package automaton

import (
	"fmt"
	"slices"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// A CharDFA is a minimal deterministic automaton over characters, for programs whose strings
// are not UTF-8. Its states are numbered as those of a [DFA]: 0 is dead, 1 the start. It
// accepts no surrogates. In a grammar of octets a character stands for the octet with its number.
type CharDFA struct {
	First  []rune   // the first character of each run of characters, ascending from 0
	Class  []uint16 // the class of each run
	N      int      // the number of classes
	Next   []uint16 // the state after a character of class c in state s, at s*N+c
	Accept []bool   // by state

	// Offsets to record, with the same meaning as in [DFA].
	Bounds []uint8
	Final  []uint8

	// What [CompileJoined] adds.
	Starts []int        // by NFA: its start state; 0 if it has no strings
	Calls  [][]CallStep // by state
}

// A CallStep is a step from a state to To over any string that is accepted from the state Start.
type CallStep struct{ Start, To int }

// CompileCharacters is [CompileBounds] for an automaton over characters.
func CompileCharacters(g *abnf.Grammar, rule string, bounds []Bound) (*CharDFA, error) {
	_, d, err := characterBounds(g, rule, bounds)
	if err != nil {
		return nil, err
	}
	return d.characters(g.Terminals), nil
}

// CompileJoined returns one automaton for NFAs that call each other's rules. State 1 belongs to no NFA;
// CharDFA.Starts has the start state of each.
func CompileJoined(nfas []*NFA) (*CharDFA, error) {
	n := &NFA{Rule: nfas[0].Rule, kind: nfas[0].kind, eps: make([][]Link, 2), edges: make([][]Edge, 2),
		scopes: make([]*scope, 2), calls: make(map[int][]Call), start: 0, accept: 1}
	// The states of each come after those of the ones before: all numbers of states grow by first.
	for _, of := range nfas {
		first := len(n.eps)
		n.calls[n.start] = append(n.calls[n.start], Call{Rule: of.Rule, To: first + of.start})
		for q := range of.States() {
			links, edges, calls := slices.Clone(of.eps[q]), slices.Clone(of.edges[q]), slices.Clone(of.CallsOf(q))
			for i := range links {
				links[i].To += int32(first)
			}
			for i := range edges {
				edges[i].To += first
			}
			for i := range calls {
				calls[i].To += first
			}
			if len(calls) > 0 {
				n.calls[first+q] = calls
			}
			n.eps, n.edges = append(n.eps, links), append(n.edges, edges)
		}
		n.scopes = append(n.scopes, of.scopes...)
		n.eps[first+of.accept] = append(n.eps[first+of.accept], Link{To: int32(n.accept)})
	}
	d, err := n.determinize()
	if err != nil {
		return nil, fmt.Errorf("rule %s: %w", n.Rule.Name, err)
	}
	return d.characters(n.kind), nil
}

// characters returns the minimal automaton. The columns of d are the ranges of characters, then the marker, then one
// for each rule.
func (d *charDFA) characters(kind abnf.Terminals) *CharDFA {
	m, class, _ := d.minimal().merged()
	last := len(d.Lo) - 1 // column of the marker, which is dead in every state
	out := &CharDFA{N: slices.Max(class[:last+1]) + 1, Accept: m.Accept, Final: m.final}
	run := func(first rune, column int) {
		c := uint16(class[column])
		if n := len(out.Class); n == 0 || out.Class[n-1] != c {
			out.First, out.Class = append(out.First, first), append(out.Class, c)
		}
	}
	for c, lo := range d.Lo[:last] {
		run(lo, c)
		if d.Hi[c] == 0xD7FF {
			run(0xD800, last)
		}
	}
	if kind == abnf.Octets {
		run(abnf.Octets.Last()+1, last)
	}
	for _, row := range m.Next {
		for _, step := range row[:out.N] {
			out.Next = append(out.Next, uint16(step))
			out.Bounds = append(out.Bounds, uint8(step>>16))
		}
	}
	rules := class[last+1:]
	if len(rules) == 0 {
		return out
	}
	for _, c := range rules { // in the order of the calls of state 1
		out.Starts = append(out.Starts, int(m.Next[1][c]))
	}
	slices.Sort(rules) // equivalent rules share a column
	for _, row := range m.Next {
		var calls []CallStep
		for _, c := range slices.Compact(slices.Clone(rules)) {
			if row[c] != 0 {
				calls = append(calls, CallStep{int(m.Next[1][c]), int(row[c])})
			}
		}
		out.Calls = append(out.Calls, calls)
	}
	out.Calls[1] = nil // the calls of state 1 are out.Starts
	return out
}

// ClassOf returns the class of a character.
func (d *CharDFA) ClassOf(r rune) uint16 {
	i := len(d.First) - 1
	for d.First[i] > r {
		i--
	}
	return d.Class[i]
}
