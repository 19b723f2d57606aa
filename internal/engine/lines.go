package engine

import (
	"bytes"
	"slices"

	"github.com/rfc3987/iri/internal/automaton"
)

// A Lines runs an automaton over blocks of lines. Finding where a line ends costs
// more than a third of what checking it does, so the line ends are states of the
// automaton, too; and since a step has to wait for the one before it to come out
// of the cache, four places of the block are worked on in turns.
type Lines struct {
	class [256]uint8
	// next holds the row of the next state for a row and a class. Both are what is
	// added up, so that an index needs no multiplication; the array has a size that
	// makes the mask do for a bounds check.
	next  [1 << linesBits]uint16
	begin uint32 // the row of the state before a line
	event uint32 // the row of the first state that has to be looked at
}

const (
	linesBits = 15
	linesMask = 1<<linesBits - 1
	linesRow  = 64 // the length of a row
	quarters  = 4
)

// NewLines lays out an automaton for blocks of lines. It returns nil if the
// automaton is too large, or if its strings may have line ends in them.
//
// LF ends a line, with a CR before it or not. Behind an empty line there is the
// state blank, and behind one that is not accepted the state bad; both go on as
// the state before any line does.
func NewLines(d *automaton.DFA) *Lines {
	states := d.States()
	crOK, crBlank, begin, bad, blank := states, states+1, states+2, states+3, states+4
	lf, cr := d.N, d.N+1
	if d.N+2 > linesRow || (blank+1)*linesRow > 1<<linesBits {
		return nil
	}
	for q := range states {
		if d.Next[q*d.N+int(d.Class['\n'])] != 0 || d.Next[q*d.N+int(d.Class['\r'])] != 0 {
			return nil
		}
	}
	l := &Lines{class: d.Class, begin: uint32(begin) * linesRow, event: uint32(bad) * linesRow}
	l.class['\n'], l.class['\r'] = uint8(lf), uint8(cr)
	set := func(from, class, to int) { l.next[from*linesRow+class] = uint16(to * linesRow) }
	for q := range states {
		for c := range d.N {
			set(q, c, int(d.Next[q*d.N+c]))
		}
		set(q, lf, bad)
		if d.Accept[q] {
			set(q, lf, begin)
			set(q, cr, crOK)
		}
	}
	for _, q := range []int{crOK, crBlank} {
		set(q, lf, begin)
	}
	set(crBlank, lf, blank)
	for _, q := range []int{begin, bad, blank} {
		copy(l.next[q*linesRow:], l.next[linesRow:2*linesRow])
		set(q, lf, blank)
		set(q, cr, crBlank)
	}
	return l
}

// An Event is a line that is to be looked at: it ends before the LF at the offset.
type event struct {
	lf    int
	blank bool
}

// Check runs the automaton over a block of lines, of which the last one has an
// end, too. It returns how many lines there are that are not blank, and appends
// where those start that are not accepted, in order.
func (l *Lines) Check(block []byte, bad []int) (lines int, _ []int) {
	var events [quarters][]event
	var starts [quarters]int
	for k := 1; k < quarters; k++ {
		at := max(len(block)*k/quarters, starts[k-1])
		starts[k] = at + bytes.IndexByte(block[at:], '\n') + 1
	}
	a, b, c, d := block[:starts[1]], block[starts[1]:starts[2]], block[starts[2]:starts[3]], block[starts[3]:]
	n := min(len(a), len(b), len(c), len(d))
	state := [quarters]uint32{l.begin, l.begin, l.begin, l.begin}
	for i := 0; i < n; {
		i = l.run(a[:n], b[:n], c[:n], d[:n], i, &state)
		for k, s := range state {
			if s >= l.event {
				events[k] = append(events[k], event{starts[k] + i - 1, s > l.event})
				state[k] = l.begin
			}
		}
	}
	for k, part := range [quarters][]byte{a, b, c, d} {
		s := state[k]
		for i := n; i < len(part); i++ {
			s = uint32(l.next[(s+uint32(l.class[part[i]]))&linesMask])
			if s >= l.event {
				events[k] = append(events[k], event{starts[k] + i, s > l.event})
			}
		}
	}
	lines = bytes.Count(block, []byte{'\n'})
	for _, e := range slices.Concat(events[:]...) {
		if e.blank {
			lines--
		} else {
			bad = append(bad, bytes.LastIndexByte(block[:e.lf], '\n')+1)
		}
	}
	return lines, bad
}

// run makes steps in four parts of the same length, from i on, until there is an
// event in one of them, and returns the offset behind it.
func (l *Lines) run(a, b, c, d []byte, i int, state *[quarters]uint32) int {
	w, x, y, z, first := state[0], state[1], state[2], state[3], l.event
	b, c, d = b[:len(a)], c[:len(a)], d[:len(a)]
	for i < len(a) && i >= 0 {
		w = uint32(l.next[(w+uint32(l.class[a[i]]))&linesMask])
		x = uint32(l.next[(x+uint32(l.class[b[i]]))&linesMask])
		y = uint32(l.next[(y+uint32(l.class[c[i]]))&linesMask])
		z = uint32(l.next[(z+uint32(l.class[d[i]]))&linesMask])
		i++
		if w >= first || x >= first || y >= first || z >= first {
			break
		}
	}
	state[0], state[1], state[2], state[3] = w, x, y, z
	return i
}
