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
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/text/lazy"
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

// Offsets holds the offsets that a table records, in the order of the DFA's bounds.
type Offsets [8]uint32

// Match reports whether s is in the table's language. It does not allocate.
func (t *Table) Match(s string) bool {
	if h := t.Shift; h != nil && len(s) >= 8 {
		return h.match(t, s)
	}
	if t.dfa != nil {
		return t.dfa.Match(s)
	}
	return t.run(s, 0, t.Width, nil)
}

// Split is Match that also sets off to the offsets to record, if the table has any. If it returns false, off has no
// meaning. s must be shorter than 4 GiB.
func (t *Table) Split(s string, off *Offsets) bool {
	if h := t.Shift; h != nil && h.Exits != nil && len(s) >= 8 {
		return h.split(t, s, off)
	}
	if t.dfa != nil {
		return t.dfa.Match(s)
	}
	if t.Bounds == nil {
		off = nil
	}
	return t.run(s, 0, t.Width, off)
}

// run reads s from offset i on, starting in the state of a row, and reports whether s is accepted.
func (t *Table) run(s string, i int, row uint, off *Offsets) bool {
	_, row = t.advance(s, i, row, off, nil)
	return t.finish(s, row, off)
}

// advance reads s from offset i on, starting in the state of a row, and returns the row at the end of s, or 0 once s
// cannot be accepted any more. In a state with a loop it first reads all bytes that lead back to the state: single
// ones at the label self, the first byte of a longer path at the label cycle. If back is not nil, it stops at a state
// with a loop that back also has, and returns the offset there.
func (t *Table) advance(s string, i int, row uint, off *Offsets, back *Shift) (int, uint) {
	next, class, loop := t.Next, t.Class, t.Width-2 // loop is the column of the loop in a row
	for uint(i) < uint(len(s)) {
		at := row + uint(class[s[i]])
		row = uint(next[at])
		if off != nil {
			for m := t.Bounds[at]; m != 0; m &= m - 1 { // each bit of m, from the lowest
				off[bits.TrailingZeros8(m)&7] = uint32(i)
			}
		}
		i++
		n := next[row+loop]
		if n == 0 {
			if row == 0 {
				return i, 0
			}
			continue
		}
		if back != nil && back.stateOf(row) != 0 {
			return i, row
		}
		l := t.Loops[n]
	self: // in blocks of eight, because an index that is a constant needs no check
		for len(s)-i >= 8 {
			w := s[i : i+8]
			if l.Self[w[0]] == 0 {
				goto cycle
			}
			if l.Self[w[1]] == 0 {
				i += 1
				goto cycle
			}
			if l.Self[w[2]] == 0 {
				i += 2
				goto cycle
			}
			if l.Self[w[3]] == 0 {
				i += 3
				goto cycle
			}
			if l.Self[w[4]] == 0 {
				i += 4
				goto cycle
			}
			if l.Self[w[5]] == 0 {
				i += 5
				goto cycle
			}
			if l.Self[w[6]] == 0 {
				i += 6
				goto cycle
			}
			if l.Self[w[7]] == 0 {
				i += 7
				goto cycle
			}
			i += 8
		}
		for i < len(s) && l.Self[s[i]] != 0 {
			i++
		}
	cycle:
		for i < len(s) {
			switch c := l.Cycle[s[i]]; uint8(c) {
			case 3:
				if i+2 < len(s) && t.Follow[s[i+1]]&uint8(c>>8) != 0 && t.Follow[s[i+2]]&uint8(c>>16) != 0 {
					i += 3
					continue
				}
			case 2:
				if i+1 < len(s) && t.Follow[s[i+1]]&uint8(c>>8) != 0 {
					i += 2
					continue
				}
			case 4:
				if i+3 < len(s) && t.Follow[s[i+1]]&uint8(c>>8) != 0 && t.Follow[s[i+2]]&uint8(c>>16) != 0 &&
					t.Follow[s[i+3]]&uint8(c>>24) != 0 {
					i += 4
					continue
				}
			default:
				if l.Self[s[i]] != 0 {
					goto self
				}
			}
			break // the byte leaves the state, or begins a path that does not lead back to it
		}
	}
	return i, row
}

// finish reports whether s may end in the state of a row, and records the offsets at its end.
func (t *Table) finish(s string, row uint, off *Offsets) bool {
	final := t.Next[row+t.Width-1]
	if off != nil {
		for m := final >> 8; m != 0; m &= m - 1 {
			off[bits.TrailingZeros16(m)&7] = uint32(len(s))
		}
	}
	return final&accepts != 0
}

// Most of a table is zeros and rows that repeat each other: that of IRI takes 50 KB. A table that few
// programs need is kept as the text that [Table.Pack] returns, which takes 2 KB.

// Pack returns a text for [Unpack]. The table must have rows.
func (t *Table) Pack() string {
	c := &coder{}
	t.code(c)
	return lazy.Pack(c.b)
}

// Unpack returns the table of which [Table.Pack] has made the text.
func Unpack(text string) *Table {
	t := &Table{}
	t.code(&coder{b: lazy.Unpack(text), reads: true})
	return t
}

// code writes the table or reads it: one function for both, so that they have the same order. The next state is written
// as its distance from the state, so that the rows of a chain of states are equal.
func (t *Table) code(c *coder) {
	number(c, &t.Width)
	pointer(c, &t.Class)
	c.bytes(t.Class[:])
	pointer(c, &t.Follow)
	c.bytes(t.Follow[:])
	list(c, &t.Loops)
	for i := range t.Loops {
		if l := pointer(c, &t.Loops[i]); l != nil {
			c.bytes(l.Self[:])
			numbers(c, l.Cycle[:])
		}
	}
	list(c, &t.Next)
	width := int(t.Width)
	for i := range t.Next {
		if i%width >= width-2 {
			number(c, &t.Next[i])
			continue
		}
		// 0 stands for the dead state, so distances that are not negative are written as one more. A table that is
		// written is set to what it has already.
		state := i / width
		step := 0 // to the dead state
		if to := int(t.Next[i]); to != Dead {
			if step = to/width - state; step >= 0 {
				step++
			}
		}
		n := uint16(step<<1 ^ step>>15) // the sign becomes the lowest bit
		number(c, &n)
		if step = int(n>>1) ^ -int(n&1); step > 0 {
			step--
		}
		if n != 0 {
			t.Next[i] = uint16((state + step) * width)
		}
	}
	list(c, &t.Bounds)
	c.bytes(t.Bounds)
	if h := pointer(c, &t.Shift); h != nil {
		h.code(c)
	}
}

func (h *Shift) code(c *coder) {
	numbers(c, h.Words[:])
	number(c, &h.Start)
	number(c, &h.Accept)
	numbers(c, h.Rows[:])
	if pointer(c, &h.Exits) != nil {
		for i := range h.Exits {
			number(c, &h.Exits[i].Before)
			number(c, &h.Exits[i].A)
			number(c, &h.Exits[i].B)
		}
	}
	v := pointer(c, &h.Vector)
	if v == nil {
		return
	}
	numbers(c, v.Words[:])
	for _, n := range []*Nibbles{&v.Need1, &v.Need2, &v.Follow} {
		c.bytes(n.Low[:])
		c.bytes(n.High[:])
	}
	number(c, &v.Four.Lead)
	c.bytes(v.Four.Need[:])
	c.bytes(v.Four.Follow.Low[:])
	c.bytes(v.Four.Follow.High[:])
	c.bytes(v.Inner[:])
	for i := range v.Stay {
		c.bytes(v.Stay[i][:])
	}
	c.bytes(v.Open[:])
}

// A coder writes the values that it is given, or reads into them.
type coder struct {
	b     []byte // what is written, or read
	at    int    // how much of it has been read
	reads bool
}

func (c *coder) bytes(b []byte) {
	if !c.reads {
		c.b = append(c.b, b...)
		return
	}
	c.at += copy(b, c.b[c.at:])
}

func number[T uint | uint8 | uint16 | uint32 | uint64](c *coder, n *T) {
	if !c.reads {
		c.b = binary.AppendUvarint(c.b, uint64(*n))
		return
	}
	if b := c.b[c.at]; b < 0x80 { // most are
		*n = T(b)
		c.at++
		return
	}
	v, size := binary.Uvarint(c.b[c.at:])
	*n = T(v)
	c.at += size
}

func numbers[T uint | uint8 | uint16 | uint32 | uint64](c *coder, list []T) {
	for i := range list {
		number(c, &list[i])
	}
}

// list codes the length of a list, and makes one of that length; nil if it has none.
func list[T any](c *coder, l *[]T) {
	n := uint(len(*l))
	if number(c, &n); c.reads && n > 0 {
		*l = make([]T, n)
	}
}

// pointer codes whether there is a value, makes it, and returns it.
func pointer[T any](c *coder, p **T) *T {
	there := uint8(0)
	if *p != nil {
		there = 1
	}
	if number(c, &there); c.reads && there != 0 {
		*p = new(T)
	}
	return *p
}
