package engine

import "math/bits"

// A Shift runs the few states that nearly all strings stay in, for as long as they
// stay in them. It has no branch for each byte and no load that waits for another
// one: a state is a bit offset from 6 to 54, and the word of a byte holds at that
// offset the next state, so that a step is one shift (Per Vognsen's shift-based DFA).
// With six bits for each state, a word has room for nine states and for state 0,
// which means that the string has left them and that the table has to go on.
//
// The states are those that a typical string of the grammar passes through; the
// header field "typical" of the grammar gives these strings.
type Shift struct {
	// Words holds the word of each byte. From 256 on it holds words that leave every
	// state unchanged, for places that must not be read.
	Words [512]uint64
	// Start is the start state.
	Start uint64
	// Accept has a bit set at the offset of each state that accepts.
	Accept uint64
	// Rows gives for each state, divided by shiftBits, the offset of its row in
	// Table.Next.
	Rows [10]uint16
	// Exits tells for each offset to record at the end of which states it may lie; it
	// lies where the string has left such a state last. It is nil if that rule is
	// wrong for some string.
	Exits *[6]Exit
	// Vector runs the states over whole characters, where the processor can; nil if
	// the automaton has none that a Vector could read.
	Vector *Vector
}

// An Exit is an offset to record. It lies at the end of state A, at the end of state B,
// or, if all bits of Before are set, where the offset before it in Shift.Exits lies:
// whichever comes last in the string. A state that is not needed is noState.
type Exit struct {
	Before uint32 // all bits set, or none
	A, B   uint8
}

const (
	shiftBits = 6  // of a state
	noState   = 63 // not the number of any state, so nothing ever ends there
)

// tail serves to read the last n bytes of a string, for n from 0 to 7, as a block of
// eight: tail[n] is 0 for the last n places of the block, and 256, which selects a
// word that changes nothing, for the places before them.
var tail = [8][8]uint16{
	{256, 256, 256, 256, 256, 256, 256, 256},
	{256, 256, 256, 256, 256, 256, 256, 0},
	{256, 256, 256, 256, 256, 256, 0, 0},
	{256, 256, 256, 256, 256, 0, 0, 0},
	{256, 256, 256, 256, 0, 0, 0, 0},
	{256, 256, 256, 0, 0, 0, 0, 0},
	{256, 256, 0, 0, 0, 0, 0, 0},
	{256, 0, 0, 0, 0, 0, 0, 0},
}

// maxShifted is the number of bytes that a Shift reads at most. After 128 bytes the
// string is almost certainly in a state with a loop, which a Vector and Table.run read
// faster.
const maxShifted = 128

// match runs s, which has at least eight bytes, to its end or until it leaves the
// states of the Shift; then the Vector, where there is one, or the table goes on from
// the start of that block.
func (h *Shift) match(t *Table, s string) bool {
	w := &h.Words
	q := h.Start
	i := 0
	for stop := min(len(s), maxShifted) - 8; i <= stop; i += 8 {
		b := s[i : i+8]
		n := w[b[0]] >> (q & 63)
		n = w[b[1]] >> (n & 63)
		n = w[b[2]] >> (n & 63)
		n = w[b[3]] >> (n & 63)
		n = w[b[4]] >> (n & 63)
		n = w[b[5]] >> (n & 63)
		n = w[b[6]] >> (n & 63)
		n = w[b[7]] >> (n & 63)
		if n&63 == 0 {
			return h.matchRest(t, s, i, q)
		}
		q = n
	}
	if len(s)-i >= 8 {
		return h.matchRest(t, s, i, q)
	}
	b, mask := s[len(s)-8:], &tail[(len(s)-i)&7]
	n := w[(uint16(b[0])|mask[0])&511] >> (q & 63)
	n = w[(uint16(b[1])|mask[1])&511] >> (n & 63)
	n = w[(uint16(b[2])|mask[2])&511] >> (n & 63)
	n = w[(uint16(b[3])|mask[3])&511] >> (n & 63)
	n = w[(uint16(b[4])|mask[4])&511] >> (n & 63)
	n = w[(uint16(b[5])|mask[5])&511] >> (n & 63)
	n = w[(uint16(b[6])|mask[6])&511] >> (n & 63)
	n = w[(uint16(b[7])|mask[7])&511] >> (n & 63)
	if n&63 == 0 {
		return h.matchRest(t, s, i, q)
	}
	return h.Accept>>(n&63)&1 != 0
}

// row returns the offset in Table.Next of the row of a state.
func (h *Shift) row(q uint64) uint {
	return uint(h.Rows[(q&63)/shiftBits%uint64(len(h.Rows))])
}

// split is match that also records offsets, from where the string leaves each state.
func (h *Shift) split(t *Table, s string, off *Offsets) bool {
	var end [64]uint32 // the end of each state, 0 if the string has not been in it
	w := &h.Words
	q := h.Start
	i := 0
	for stop := min(len(s), maxShifted) - 8; i <= stop; i += 8 {
		b, at := s[i:i+8], uint32(i)
		n := w[b[0]] >> (q & 63)
		end[n&63] = at + 1
		n = w[b[1]] >> (n & 63)
		end[n&63] = at + 2
		n = w[b[2]] >> (n & 63)
		end[n&63] = at + 3
		n = w[b[3]] >> (n & 63)
		end[n&63] = at + 4
		n = w[b[4]] >> (n & 63)
		end[n&63] = at + 5
		n = w[b[5]] >> (n & 63)
		end[n&63] = at + 6
		n = w[b[6]] >> (n & 63)
		end[n&63] = at + 7
		n = w[b[7]] >> (n & 63)
		end[n&63] = at + 8
		if n&63 == 0 {
			return h.splitRest(t, s, i, q&63, &end, off)
		}
		q = n
	}
	if len(s)-i >= 8 {
		return h.splitRest(t, s, i, q&63, &end, off)
	}
	// The places before the tail do not change the state. Each writes the end of the
	// state at a wrong offset, until the last of them writes the right one.
	b, mask, at := s[len(s)-8:], &tail[(len(s)-i)&7], uint32(len(s)-8)
	n := w[(uint16(b[0])|mask[0])&511] >> (q & 63)
	end[n&63] = at + 1
	n = w[(uint16(b[1])|mask[1])&511] >> (n & 63)
	end[n&63] = at + 2
	n = w[(uint16(b[2])|mask[2])&511] >> (n & 63)
	end[n&63] = at + 3
	n = w[(uint16(b[3])|mask[3])&511] >> (n & 63)
	end[n&63] = at + 4
	n = w[(uint16(b[4])|mask[4])&511] >> (n & 63)
	end[n&63] = at + 5
	n = w[(uint16(b[5])|mask[5])&511] >> (n & 63)
	end[n&63] = at + 6
	n = w[(uint16(b[6])|mask[6])&511] >> (n & 63)
	end[n&63] = at + 7
	n = w[(uint16(b[7])|mask[7])&511] >> (n & 63)
	end[n&63] = at + 8
	if n&63 == 0 {
		return h.splitRest(t, s, i, q&63, &end, off)
	}
	setOffsets(h.Exits, &end, off)
	return h.Accept>>(n&63)&1 != 0
}

// setOffsets sets the offsets of a string from the ends of the states. The inner max does not wait for the offset
// before.
func setOffsets(x *[6]Exit, end *[64]uint32, off *Offsets) {
	last := max(end[x[0].A&63], end[x[0].B&63])
	off[0] = last
	last = max(last&x[1].Before, max(end[x[1].A&63], end[x[1].B&63]))
	off[1] = last
	last = max(last&x[2].Before, max(end[x[2].A&63], end[x[2].B&63]))
	off[2] = last
	last = max(last&x[3].Before, max(end[x[3].A&63], end[x[3].B&63]))
	off[3] = last
	last = max(last&x[4].Before, max(end[x[4].A&63], end[x[4].B&63]))
	off[4] = last
	last = max(last&x[5].Before, max(end[x[5].A&63], end[x[5].B&63]))
	off[5] = last
}

// record sets the offsets that were passed at the ends of the states before q, unless the table, which
// goes on from q, has set them since. The string was in state first at the offset from.
func record(t *Table, s string, first, q uint64, from int, end *[64]uint32, off *Offsets) {
	h := t.Shift
	for p := first; p < q; p += shiftBits {
		e := end[p&63]
		if e == 0 {
			if p != first {
				continue
			}
			e = uint32(from) // the string left it with the first byte
		}
		for m := t.Bounds[h.row(p)+uint(t.Class[s[e]])]; m != 0; m &= m - 1 {
			k := bits.TrailingZeros8(m) & 7
			off[k] = max(off[k], e)
		}
	}
}
