package engine

import (
	"math/bits"
	"slices"

	"github.com/rfc3987/iri/internal/grammar/automaton"
)

// addShift adds a Shift for the states that the typical string passes through.
func (t *Table) addShift(d *automaton.DFA, typical string) {
	s := &Shift{}
	var states []int
	for i := range len(typical) + 1 {
		q := d.Step(Start, typical[:i])
		if q == Dead {
			break
		}
		if !slices.Contains(states, q) && len(states) < len(s.Rows)-1 {
			states = append(states, q)
		}
	}
	bit := make(map[int]uint64)
	for i, q := range states {
		bit[q] = uint64(i+1) * shiftBits
		s.Rows[i+1] = uint16(q * int(t.Width))
		if d.Accept[q] {
			s.Accept |= 1 << bit[q]
		}
	}
	s.Start = bit[Start]
	// A step that leaves the states has bit[to] 0, the number of no state.
	for c := range 256 {
		for _, q := range states {
			to := int(d.Next[q*d.N+int(d.Class[c])])
			s.Words[c] |= bit[to] << bit[q]
			s.Words[256+c] |= bit[q] << bit[q]
		}
	}
	s.Exits = exits(d, states, bit)
	s.Vector = newVector(d, states, bit)
	t.Shift = s
}

// exits finds, for each offset, the states that can end at it. It returns nil if on some
// path through the states the offset is not the end of the last of these states that the
// path passes, as Shift.Exits says. bit is the bit offset of each
// state in the words of the Shift.
func exits(d *automaton.DFA, states []int, bit map[int]uint64) *[6]Exit {
	if d.Bounds == nil {
		return nil
	}
	type edge struct {
		to     int
		bounds uint8
	}
	edges := make(map[int][]edge)
	out := make([][]uint8, 8)
	add := func(q int, bounds uint8) {
		for m := bounds; m != 0; m &= m - 1 {
			i := bits.TrailingZeros8(m)
			// An offset without an entry is 0, where the start state ends: it needs no entry.
			if q != Start && !slices.Contains(out[i], uint8(bit[q])) {
				out[i] = append(out[i], uint8(bit[q]))
			}
		}
	}
	for _, q := range states {
		for k := range d.N {
			e := edge{int(d.Next[q*d.N+k]), d.Bounds[q*d.N+k]}
			if bit[e.to] == 0 {
				continue
			}
			if e.to == q && e.bounds != 0 {
				return nil // the offset lies inside the state, not at its end
			}
			if bit[e.to] < bit[q] || e.to == Start {
				return nil // a step goes back to a state with a lower number, or to the start
			}
			if e.to != q && !slices.Contains(edges[q], e) {
				edges[q] = append(edges[q], e)
				add(q, e.bounds)
			}
		}
		if d.Accept[q] {
			add(q, d.Final[q])
		}
	}
	type ends [8]int // the state at whose end each offset lies; Start for none
	var try func(q int, passed []int, recorded ends) bool
	try = func(q int, passed []int, recorded ends) bool {
		if slices.Contains(passed, q) {
			return false // the string can come back to the state, which then ends twice
		}
		passed = append(slices.Clone(passed), q)
		leave := func(bounds uint8) ends {
			e := recorded
			for m := bounds; m != 0; m &= m - 1 {
				e[bits.TrailingZeros8(m)] = q
			}
			return e
		}
		// Where the string may end, what the DFA has recorded is compared with what the Exits would say.
		if d.Accept[q] {
			want := leave(d.Final[q])
			for i, list := range out {
				last := Start
				for _, p := range passed {
					if slices.Contains(list, uint8(bit[p])) {
						last = p
					}
				}
				if want[i] != last {
					return false
				}
			}
		}
		for _, e := range edges[q] {
			if !try(e.to, passed, leave(e.bounds)) {
				return false
			}
		}
		return true
	}
	if !try(Start, nil, ends{Start, Start, Start, Start, Start, Start, Start, Start}) {
		return nil
	}
	return compact(out)
}

// compact makes an Exit of each list of states: up to two states and, if the list
// contains all states of the list before it, a reference to that list. It returns nil
// if a list does not fit into that form, or if there are more than six.
func compact(lists [][]uint8) *[6]Exit {
	var out [6]Exit
	var before []uint8
	for i, list := range lists {
		e := Exit{A: noState, B: noState}
		// If the list loses len(before) states, all states of before were in it.
		if without := slices.DeleteFunc(slices.Clone(list),
			func(q uint8) bool { return slices.Contains(before, q) }); len(without) == len(list)-len(before) {
			e.Before, before, list = ^uint32(0), list, without
		} else {
			before = list
		}
		switch {
		case len(list) > 2 || i >= len(out) && (len(list) > 0 || len(before) > 0):
			return nil
		case i >= len(out):
			continue
		case len(list) == 2:
			e.B = list[1]
			fallthrough
		case len(list) == 1:
			e.A = list[0]
		}
		out[i] = e
	}
	return &out
}
