package engine

import (
	"math/bits"
	"slices"

	"github.com/rfc3987/iri/internal/automaton"
)

// A Shift runs the few states that nearly all strings stay in, as long as they
// stay in them, without a branch and without a load that waits for another: a
// state is a number of bits from 6 to 54, and the word of a byte holds at that
// place the next state, so that a step is one shift (Per Vognsen's shift-based
// DFA). Six bits for each state leave room for nine of them and for state 0, in
// which the string has left them and the table takes over.
//
// Which states they are follows from the strings that the grammar's header field
// "typical" gives: those that such a string passes.
type Shift struct {
	// Words holds the word of each byte; from 256 on, words that change nothing,
	// for places that are not to be read.
	Words [512]uint64
	// Start is the state at the start.
	Start uint64
	// Accept has the bit at each state that accepts.
	Accept uint64
	// Rows gives the row of the Table for each state, at its sixth.
	Rows [10]uint16
	// Exits tells for each offset the states at whose end it may lie; it lies at
	// the last of them that the string has been in. It is nil if that is not so
	// for all strings.
	Exits *[6]Exit
}

// An Exit is an offset that lies at the end of state A or B, or where the offset
// before it in Shift.Exits lies if the bits of Before are set, whichever is last.
// A state that is not needed is noState.
type Exit struct {
	Before uint32 // all bits set, or none
	A, B   uint8
}

const noState = 63 // no state has this number; nothing ever ends there

const shiftBits = 6 // of a state

// addShift adds to the table the states that the typical string passes.
func (t *Table) addShift(d *automaton.DFA, typical string) {
	s := &Shift{}
	var hot []int
	for i := range len(typical) + 1 {
		q := d.Step(1, typical[:i])
		if q == 0 {
			break
		}
		if !slices.Contains(hot, q) && len(hot) < len(s.Rows)-1 {
			hot = append(hot, q)
		}
	}
	id := make(map[int]uint64)
	for i, q := range hot {
		id[q] = uint64(i+1) * shiftBits
		s.Rows[i+1] = uint16(q * int(t.Width))
		if d.Accept[q] {
			s.Accept |= 1 << id[q]
		}
	}
	s.Start = id[1]
	for c := range 256 {
		for _, q := range hot {
			to := int(d.Next[q*d.N+int(d.Class[c])])
			s.Words[c] |= id[to] << id[q]
			s.Words[256+c] |= id[q] << id[q]
		}
	}
	s.Exits = exits(d, hot, id)
	t.Shift = s
}

// exits finds the states at whose end each offset may lie, and tries all ways
// through the states whether the last of them that a string has been in is where
// the automaton records the offset. It returns nil if not.
func exits(d *automaton.DFA, hot []int, id map[int]uint64) *[6]Exit {
	if d.Mark == nil {
		return nil
	}
	type edge struct {
		to   int
		mark uint8
	}
	edges := make(map[int][]edge)
	out := make([][]uint8, 8)
	fires := func(q int, mark uint8) {
		for m := mark; m != 0; m &= m - 1 {
			i := bits.TrailingZeros8(m)
			// At the end of the start every offset is 0, which it is anyway.
			if q != 1 && !slices.Contains(out[i], uint8(id[q])) {
				out[i] = append(out[i], uint8(id[q]))
			}
		}
	}
	for _, q := range hot {
		for k := range d.N {
			e := edge{int(d.Next[q*d.N+k]), d.Mark[q*d.N+k]}
			if id[e.to] == 0 {
				continue
			}
			if e.to == q && e.mark != 0 {
				return nil
			}
			if id[e.to] < id[q] {
				return nil // the states do not come in the order of their numbers
			}
			if e.to != q && !slices.Contains(edges[q], e) {
				edges[q] = append(edges[q], e)
				fires(q, e.mark)
			}
		}
		if d.Accept[q] {
			fires(q, d.Final[q])
		}
	}
	type place [8]int // the state at whose end each offset lies; the start for none
	var try func(q int, been []int, real place) bool
	try = func(q int, been []int, real place) bool {
		if slices.Contains(been, q) {
			return false // a way back, on which the end of a state is not one place
		}
		been = append(slices.Clone(been), q)
		leave := func(mark uint8) place {
			p := real
			for m := mark; m != 0; m &= m - 1 {
				p[bits.TrailingZeros8(m)] = q
			}
			return p
		}
		if d.Accept[q] {
			p := leave(d.Final[q])
			for i, list := range out {
				last := 1
				for _, b := range been {
					if slices.Contains(list, uint8(id[b])) {
						last = b
					}
				}
				if p[i] != last {
					return false
				}
			}
		}
		for _, e := range edges[q] {
			if !try(e.to, been, leave(e.mark)) {
				return false
			}
		}
		return true
	}
	if !try(1, nil, place{1, 1, 1, 1, 1, 1, 1, 1}) {
		return nil
	}
	return compact(out)
}

// compact states each list of states by the one before it, if it holds that, and
// two states at most; nil if that cannot be done.
func compact(lists [][]uint8) *[6]Exit {
	var out [6]Exit
	var before []uint8
	for i, list := range lists {
		e := Exit{A: noState, B: noState}
		if without := slices.DeleteFunc(slices.Clone(list), func(q uint8) bool { return slices.Contains(before, q) }); len(without) == len(list)-len(before) {
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

// tail tells for each place of the last eight bytes of a string whether it lies
// before the last n, for n from 0 to 7: 256, to change nothing, or 0.
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

// far is how many bytes are run by shifts at most. Who is in the same state for
// that long is in a loop, which reads twice as fast once it has begun.
const far = 256

// match runs s, of at least eight bytes, until it is done or leaves the states; it
// then goes on by the table from the block in which it left them.
func (h *Shift) match(t *Table, s string) bool {
	w := &h.Words
	q := h.Start
	i := 0
	for stop := min(len(s), far) - 8; i <= stop; i += 8 {
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
			return t.run(s, i, h.row(q), nil)
		}
		q = n
	}
	if i == far {
		return t.run(s, i, h.row(q), nil)
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
		return t.run(s, i, h.row(q), nil)
	}
	return h.Accept>>(n&63)&1 != 0
}

func (h *Shift) row(q uint64) uint {
	return uint(h.Rows[(q&63)/shiftBits%uint64(len(h.Rows))])
}

// split is match that notes where each state ends.
func (h *Shift) split(t *Table, s string, off *Offsets) bool {
	var end [64]uint16 // of each state; 0 if the string has not been in it; far is below 1<<16
	w := &h.Words
	q := h.Start
	i := 0
	for stop := min(len(s), far) - 8; i <= stop; i += 8 {
		b, at := s[i:i+8], uint16(i)
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
			h.record(t, s, q&63, &end, off)
			return t.run(s, i, h.row(q), off)
		}
		q = n
	}
	if i == far {
		h.record(t, s, q&63, &end, off)
		return t.run(s, i, h.row(q), off)
	}
	// Places before the tail note an end that the next one corrects; the last of
	// them notes the right one.
	b, mask, at := s[len(s)-8:], &tail[(len(s)-i)&7], uint16(len(s)-8)
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
		h.record(t, s, q&63, &end, off)
		return t.run(s, i, h.row(q), off)
	}
	x := h.Exits
	last := uint32(max(end[x[0].A&63], end[x[0].B&63]))
	off[0] = last
	last = max(last&x[1].Before, uint32(end[x[1].A&63]), uint32(end[x[1].B&63]))
	off[1] = last
	last = max(last&x[2].Before, uint32(end[x[2].A&63]), uint32(end[x[2].B&63]))
	off[2] = last
	last = max(last&x[3].Before, uint32(end[x[3].A&63]), uint32(end[x[3].B&63]))
	off[3] = last
	last = max(last&x[4].Before, uint32(end[x[4].A&63]), uint32(end[x[4].B&63]))
	off[4] = last
	last = max(last&x[5].Before, uint32(end[x[5].A&63]), uint32(end[x[5].B&63]))
	off[5] = last
	return h.Accept>>(n&63)&1 != 0
}

// record notes in off what has been passed where the states before q ended, for
// the table to go on from q.
func (h *Shift) record(t *Table, s string, q uint64, end *[64]uint16, off *Offsets) {
	for p := uint64(shiftBits); p < q; p += shiftBits {
		e := end[p&63]
		if e == 0 && p != h.Start {
			continue
		}
		for m := t.Mark[h.row(p)+uint(t.Class[s[e]])]; m != 0; m &= m - 1 {
			off[bits.TrailingZeros8(m)&7] = uint32(e)
		}
	}
}
