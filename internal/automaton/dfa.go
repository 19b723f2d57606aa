package automaton

import "sync"

// A DFA is a deterministic automaton over bytes. State 0 is dead, state 1 the
// start. Those that this package makes are minimal and their states and classes
// are numbered in a canonical order, so two of them accept the same strings if
// and only if they are equal. Only UTF-8 is accepted.
type DFA struct {
	Class  [256]uint8 // the class of each byte
	N      int        // the number of classes
	Next   []uint16   // the state after a byte of class c in state s, at s*N+c
	Accept []bool     // by state

	words struct { // see words.go
		once   sync.Once
		access []string
	}
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

// Equal reports whether both accept the same strings.
func (d *DFA) Equal(e *DFA) bool {
	if d.N != e.N || d.Class != e.Class || len(d.Accept) != len(e.Accept) {
		return false
	}
	for i, t := range d.Next {
		if e.Next[i] != t {
			return false
		}
	}
	for i, a := range d.Accept {
		if e.Accept[i] != a {
			return false
		}
	}
	return true
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
