package automaton

import (
	"slices"
	"sync"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// A DFA is a deterministic automaton over bytes. State 0 is dead, state 1 the
// start. Those that this package makes are minimal and their states and classes
// are numbered in a canonical order, so two of them accept the same strings if
// and only if they are equal. Only UTF-8 is accepted, unless the terminals are octets.
type DFA struct {
	Class  [256]uint8 // the class of each byte
	N      int        // the number of classes
	Next   []uint16   // the state after a byte of class c in state s, at s*N+c
	Accept []bool     // by state

	// Terminals says what the symbols of the words are that the methods return: characters,
	// or bytes, where also what is not UTF-8 may be accepted.
	Terminals abnf.Terminals

	// What [CompileBounds] adds; nil without bounds. Bit i stands for bound i.
	Bounds []uint8 // parallel to Next: the bounds that lie before the byte of the step
	Final  []uint8 // by state: the bounds that lie at the end of a string that ends here

	symbols  sync.Once // for alphabet, which alphabet.go computes on the first call
	alphabet []Symbol
}

// States returns the number of states, the dead one included.
func (d *DFA) States() int { return len(d.Accept) }

// Match reports whether the automaton accepts s. It does not allocate.
func (d *DFA) Match(s string) bool { return d.Accept[d.Step(1, s)] }

// Step returns the state after s, from the given state.
func (d *DFA) Step(state int, s string) int {
	for i := 0; i < len(s) && state != 0; i++ {
		state = int(d.Next[state*d.N+int(d.Class[s[i]])])
	}
	return state
}

// Equal reports whether both accept the same strings and find the same bounds.
func (d *DFA) Equal(e *DFA) bool {
	return d.N == e.N && d.Class == e.Class && slices.Equal(d.Next, e.Next) && slices.Equal(d.Accept, e.Accept) &&
		slices.Equal(d.Bounds, e.Bounds) && slices.Equal(d.Final, e.Final)
}

// Empty reports whether the automaton accepts no string.
func (d *DFA) Empty() bool {
	for _, a := range d.Accept {
		if a {
			return false // every state but the dead one can be reached
		}
	}
	return true
}
