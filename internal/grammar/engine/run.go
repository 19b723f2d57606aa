package engine

import "math/bits"

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

// Split is Match that also sets off to the offsets to record, if the table has any. If
// it returns false, off holds nothing of use. s must be shorter than 4 GiB.
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

// run goes on at offset i, from the row of a state, to the end of s.
func (t *Table) run(s string, i int, row uint, off *Offsets) bool {
	_, row = t.advance(s, i, row, off, nil)
	return t.finish(s, row, off)
}

// advance goes on at offset i, from the row of a state, and returns the row at the end of s, 0 if s can no longer be
// accepted. In a state that many bytes leave unchanged it first passes over these: no load waits for the one before.
// With back it stops where the string comes to such a state of that Shift, and returns the offset there as well.
func (t *Table) advance(s string, i int, row uint, off *Offsets, back *Shift) (int, uint) {
	next, class, stays := t.Next, t.Class, t.Width-2 // where a row says whether its state is one
	for uint(i) < uint(len(s)) {
		at := row + uint(class[s[i]])
		row = uint(next[at])
		if off != nil {
			for m := t.Bounds[at]; m != 0; m &= m - 1 {
				off[bits.TrailingZeros8(m)&7] = uint32(i)
			}
		}
		i++
		if next[row+stays] == 0 {
			if row == 0 {
				return i, 0
			}
			continue
		}
		if back != nil && back.stateOf(row) != 0 {
			return i, row
		}
		state := next[row : row+stays]
		for i < len(s) && uint(state[class[s[i]]]) == row {
			i++
		}
	}
	return i, row
}

// finish reports whether s may end in the state of a row, and records the offsets that
// are at its end.
func (t *Table) finish(s string, row uint, off *Offsets) bool {
	final := t.Next[row+t.Width-1]
	if off != nil {
		for m := final >> 8; m != 0; m &= m - 1 {
			off[bits.TrailingZeros16(m)&7] = uint32(len(s))
		}
	}
	return final&accepts != 0
}
