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
