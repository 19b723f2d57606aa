// Package engine runs automata at line rate. A [Table] is a minimal DFA laid out
// for that: its states are rows of one table, and a state that many characters
// leave unchanged, as the path of a URL does, gets a loop that reads those
// characters without walking the table. Which states those are, and over which
// bytes they loop, is read off the automaton.
package engine

import (
	"slices"

	"github.com/rfc3987/iri/internal/automaton"
)

// A Table is a DFA ready to run. The zero Table is not one; [New] makes them, and
// the generator writes what New has made as Go source.
type Table struct {
	// Class gives the class of each byte, the column of a row of Next.
	Class *[256]uint8
	// Next holds the rows of the states; the element for a byte is the offset of
	// the row of the next state. Behind the classes a row has two more elements,
	// the index of its loop in Loops (0: none) and its final word. Row 0 is the
	// dead state, the next row the start.
	Next []uint16
	// Mark is parallel to Next: the offsets to record before the byte is
	// consumed, one bit for each. It is nil if nothing is recorded.
	Mark []uint8
	// Width is the length of a row.
	Width uint
	// Loops holds the loops; the first is nil.
	Loops []*Loop
	// Follow has bit i set for the bytes of the i-th set that Loop.Cycle names.
	Follow *[256]uint8

	// Shift runs the states of everyday strings; nil if there is none.
	Shift *Shift

	// dfa is run instead if it has too many states for 16-bit rows.
	dfa *automaton.DFA
}

// The final word of a state: whether it accepts, and from bit 8 up what to record
// at the end of a string that ends in it.
const accepts = 1

// A Loop holds the ways from a state back to itself that take up to four bytes,
// where each byte can be told to be right by itself: a plain character, a
// character beyond ASCII, a percent-encoded octet.
type Loop struct {
	// Self is 1 for the bytes that lead from the state to itself.
	Self [256]uint8
	// Cycle tells for a first byte how many bytes lead back, in bits 0 to 7 (0 or
	// 2 to 4), and in bits 8 to 31 of which sets of Follow the others have to be.
	Cycle [256]uint32
}

// DFA returns the automaton that the table runs, without what it records.
func (t *Table) DFA() *automaton.DFA {
	if t.dfa != nil {
		return t.dfa
	}
	width := int(t.Width)
	d := &automaton.DFA{Class: *t.Class, N: width - 2}
	for row := range slices.Chunk(t.Next, width) {
		for _, to := range row[:width-2] {
			d.Next = append(d.Next, to/uint16(width))
		}
		d.Accept = append(d.Accept, row[width-1]&accepts != 0)
	}
	if t.Mark == nil {
		return d
	}
	return d.Minimal() // states may differ in what they record only
}

// The loopLimit is how many bytes have to leave a state unchanged for it to get a
// loop: fewer are rare in a row, and the walk is as fast.
const loopLimit = 8

// New lays out an automaton. The first of the typical strings that the automaton
// accepts says which states the table gets a [Shift] for, if there is one.
func New(d *automaton.DFA, typical ...string) *Table {
	width := d.N + 2
	if d.States()*width > 1<<16-1 {
		return &Table{dfa: d}
	}
	class := d.Class
	t := &Table{Class: &class, Width: uint(width), Loops: []*Loop{nil}}
	b := &looper{d: d}
	b.chooseSets()
	t.Follow = &b.follow
	for q := range d.Accept {
		for c := range d.N {
			t.Next = append(t.Next, d.Next[q*d.N+c]*uint16(width))
		}
		loop := 0
		if l := b.loop(q); l != nil {
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
		if d.Mark != nil {
			t.Mark = append(append(t.Mark, d.Mark[q*d.N:(q+1)*d.N]...), 0, 0)
		}
	}
	if i := slices.IndexFunc(typical, d.Match); i >= 0 {
		t.addShift(d, typical[i])
	}
	return t
}

// looper finds the loops of an automaton.
type looper struct {
	d      *automaton.DFA
	follow [256]uint8
	sets   [][256]bool
}

// cycle is a way from a state back to itself: the sets of the bytes behind the
// first.
type cycle [][256]bool

func (b *looper) next(q, c int) int { return int(b.d.Next[q*b.d.N+int(b.d.Class[c])]) }

func (b *looper) marked(q, c int) bool {
	return b.d.Mark != nil && b.d.Mark[q*b.d.N+int(b.d.Class[c])] != 0
}

// into returns the bytes that lead from p to q without a mark.
func (b *looper) into(p, q int) (set [256]bool, size int) {
	for c := range 256 {
		if b.next(p, c) == q && !b.marked(p, c) {
			set[c] = true
			size++
		}
	}
	return set, size
}

// back returns the ways from p to q that take up to n bytes, of those of equal
// length the one with the most bytes at its first place; nil if there is none.
func (b *looper) back(p, q, n int) cycle {
	if set, size := b.into(p, q); size > 0 {
		return cycle{set}
	}
	if n == 1 {
		return nil
	}
	var best cycle
	most := 0
	seen := make(map[int]bool)
	for c := range 256 {
		r := b.next(p, c)
		if r == 0 || r == p || seen[r] {
			continue
		}
		seen[r] = true
		set, size := b.into(p, r)
		rest := b.back(r, q, n-1)
		if rest == nil || size == 0 {
			continue
		}
		if best == nil || len(rest)+1 < len(best) || len(rest)+1 == len(best) && size > most {
			best, most = append(cycle{set}, rest...), size
		}
	}
	return best
}

// cycles returns the ways back to q by their first bytes, one byte of each class.
func (b *looper) cycles(q int) map[uint8]cycle {
	out := make(map[uint8]cycle)
	for c := range 256 {
		k := b.d.Class[c]
		if _, ok := out[k]; ok {
			continue
		}
		if p := b.next(q, c); p != 0 && p != q && !b.marked(q, c) {
			if w := b.back(p, q, 3); w != nil {
				out[k] = w
			}
		}
	}
	return out
}

// loops reports whether a state gets a loop.
func (b *looper) loops(q int) bool {
	_, size := b.into(q, q)
	return q != 0 && size >= loopLimit
}

// chooseSets gives a bit of Follow to the eight sets that serve the most first
// bytes of the most states.
func (b *looper) chooseSets() {
	uses := make(map[[256]bool]int)
	var order [][256]bool
	for q := range b.d.Accept {
		if !b.loops(q) {
			continue
		}
		ways := b.cycles(q)
		for c := range 256 {
			for _, set := range ways[b.d.Class[c]] {
				if uses[set] == 0 {
					order = append(order, set)
				}
				uses[set]++
			}
		}
	}
	slices.SortStableFunc(order, func(x, y [256]bool) int { return uses[y] - uses[x] })
	b.sets = order[:min(len(order), 8)]
	for i, set := range b.sets {
		for c, in := range set {
			if in {
				b.follow[c] |= 1 << i
			}
		}
	}
}

// loop returns the loop of a state, nil if it gets none.
func (b *looper) loop(q int) *Loop {
	if !b.loops(q) {
		return nil
	}
	l := &Loop{}
	self, _ := b.into(q, q)
	for c, in := range self {
		if in {
			l.Self[c] = 1
		}
	}
	ways := b.cycles(q)
	for c := range 256 {
		way := ways[b.d.Class[c]]
		if way == nil || l.Self[c] != 0 {
			continue
		}
		word := uint32(len(way) + 1)
		for i, set := range way {
			k := slices.Index(b.sets, set)
			if k < 0 {
				word = 0
				break
			}
			word |= 1 << k << (8 * (i + 1))
		}
		l.Cycle[c] = word
	}
	return l
}

// Records reports whether [Table.Split] records offsets.
func (t *Table) Records() bool { return t.Mark != nil }
