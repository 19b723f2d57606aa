// Package engine runs automata at the speed of memory. What comes in is a minimal DFA
// of package automaton; what goes out is whether strings are in its language, with
// the offsets that the DFA records. A [Table] is the DFA laid out for that.
//
// The package must not know any grammar. Which states get a fast path follows from
// the automaton and from strings that the caller calls typical: a state that many
// bytes leave unchanged, as the path of a URL does, gets a [Loop], and the states of a
// typical string get a [Shift].
package engine

import (
	"slices"

	"github.com/rfc3987/iri/internal/grammar/automaton"
)

// The states that have fixed numbers in every [automaton.DFA].
const (
	Dead  = 0 // no string is accepted from here
	Start = 1
)

// A Table is a DFA ready to run. The zero Table is not usable: [New] makes tables, and
// the generator writes what New has made as Go source.
type Table struct {
	// Class gives the class of each byte, which is the column in a row of Next.
	Class *[256]uint8
	// Next holds the rows of the states; the element for a byte is the offset of
	// the next state's row. After the classes a row has two more elements: the index
	// of its loop in Loops (0: none) and its final word. The first row is that of the
	// dead state, the second that of the start.
	Next []uint16
	// Bounds is parallel to Next: the offsets to record before the byte is
	// consumed, one bit for each. It is nil if nothing is recorded.
	Bounds []uint8
	// Width is the length of a row.
	Width uint
	// Loops holds the loops; the first is nil.
	Loops []*Loop
	// Follow has bit i set for the bytes of the i-th set that Loop.Cycle names.
	Follow *[256]uint8

	// Shift runs the states of typical strings; nil if there is none.
	Shift *Shift

	// dfa is run instead of the rows if it has too many states for 16-bit offsets.
	dfa *automaton.DFA
}

// accepts is bit 0 of the final word of a state that accepts. From bit 8 on, the final
// word holds the offsets to record at the end of a string that ends in the state.
const accepts = 1

// New lays out an automaton. The first of the typical strings that the automaton
// accepts decides for which states the table gets a [Shift]; without such a string
// there is none.
func New(d *automaton.DFA, typical ...string) *Table {
	width := d.N + 2
	if d.States()*width > 1<<16-1 {
		return &Table{dfa: d}
	}
	class := d.Class
	t := &Table{Class: &class, Width: uint(width), Loops: []*Loop{nil}}
	f := &loopFinder{d: d}
	f.chooseSets()
	t.Follow = &f.follow
	for q := range d.Accept {
		for c := range d.N {
			t.Next = append(t.Next, d.Next[q*d.N+c]*uint16(width))
		}
		loop := 0
		if l := f.loop(q); l != nil {
			loop = slices.IndexFunc(t.Loops, func(o *Loop) bool { return o != nil && *o == *l })
			if loop < 0 {
				loop = len(t.Loops)
				t.Loops = append(t.Loops, l)
			}
		}
		final := uint16(0)
		if d.Accept[q] {
			final = accepts
		}
		if d.Final != nil {
			final |= uint16(d.Final[q]) << 8
		}
		t.Next = append(t.Next, uint16(loop), final)
		if d.Bounds != nil {
			t.Bounds = append(append(t.Bounds, d.Bounds[q*d.N:(q+1)*d.N]...), 0, 0)
		}
	}
	if i := slices.IndexFunc(typical, d.Match); i >= 0 {
		t.addShift(d, typical[i])
	}
	return t
}

// DFA returns the minimal automaton of the language, without the offsets to record.
func (t *Table) DFA() *automaton.DFA {
	d := t.Automaton()
	if t.Bounds == nil {
		return d
	}
	return d.Minimal()
}

// Automaton returns the automaton that the table runs, without the offsets to record. Some of its states may
// differ only in these. It is made far sooner than that of [Table.DFA].
func (t *Table) Automaton() *automaton.DFA {
	if t.dfa != nil {
		return t.dfa
	}
	width := int(t.Width)
	d := &automaton.DFA{Class: *t.Class, N: width - 2, Next: make([]uint16, 0, len(t.Next))}
	for row := range slices.Chunk(t.Next, width) {
		for _, to := range row[:width-2] {
			d.Next = append(d.Next, to/uint16(width))
		}
		d.Accept = append(d.Accept, row[width-1]&accepts != 0)
	}
	return d
}

// Bytes returns which bytes the strings of the language may have.
func (t *Table) Bytes() (set [256]bool) {
	if t.dfa != nil {
		for b := range set {
			set[b] = true
		}
		return set
	}
	var classes [256]bool
	for row := range slices.Chunk(t.Next[t.Width:], int(t.Width)) {
		for c, to := range row[:t.Width-2] {
			classes[c] = classes[c] || to != 0
		}
	}
	for b, c := range t.Class {
		set[b] = classes[c]
	}
	return set
}

// Records reports whether [Table.Split] records offsets.
func (t *Table) Records() bool { return t.Bounds != nil }
