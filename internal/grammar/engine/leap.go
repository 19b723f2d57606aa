package engine

import "math/bits"

// A Leap reads a string by its runs: bytes side by side that leave a state as it is. It is a [Vector] in another form,
// for processors with AVX-512, and for strings of fewer than leapMost bytes. What it does not know, the Vector and
// the table read from the start.
//
// It takes some instructions for each run, where the Vector takes two for each byte. That counts most where the strings are
// not in the cache: while the processor waits for one, it goes on to the next, as far as there is room for instructions that
// wait. internal/fast/asm writes the assembly.
//
// A Leap knows the start, the first state, to which the first byte leads and which the string leaves in its first
// 64 bytes, and up to seven others. These have the numbers 8, 16, … 56; the number 0 means that the string has left
// them. The first state has the number 0 where that cannot be meant.
type Leap struct {
	// Words holds the word of each byte: at the bit offset of a state's number is the number of the next state.
	// The byte 0xFF, which stands for the end of the string, leaves every state as it is.
	Words [256]uint64
	// Stay has bit n/8 set for the bytes that leave the state of number n unchanged.
	Stay [256]uint8
	// First has LeapStarts set for the bytes that lead from the start to the first state, LeapNever for those that no
	// string of the language has, and LeapFollows for those that may be one of the two after the byte Led.
	First [256]uint8
	// After gives where each byte leads from the first state.
	After [256]uint8
	// Lists has bit k set in the element for the number of a state if the k-th offset to record may lie at its end: see
	// [Vector.Lists].
	Lists [64]uint8
	// Accept has a bit set at the number of each state that accepts.
	Accept uint64
	// Typical is 8 if the offsets are the same in all strings that are in state 8 LeapSteps bytes after the one that leaves the
	// first state; otherwise 0xFF. Passed has all bits set for the offsets that are known then; they lie
	// Steps bytes after the end of the first state.
	Typical       uint8
	Steps, Passed Offsets
	// Lead is the lead byte of ASCII, such as "%"; 0xFF if there is none. Led is the same, but 0xFF if a string of the
	// language may end less than two bytes after it.
	Lead, Led uint8
}

// LeapSteps is how many steps follow the one that leaves the first state, before a Leap looks for the next run: the states of a
// typical string have no runs there.
const LeapSteps = 3

// The bits of Leap.First.
const (
	LeapStarts = 1 << iota
	LeapNever
	LeapFollows
)

// LeapRefused stands for the state of a string that is not in the language whatever state it ends in.
const LeapRefused = 1

// leapMost is the length of strings from which on a Leap does not read them: most of a long string is one run, which
// the Vector reads as fast.
const leapMost = 512

// leapNumbers is how many numbers of states there are.
const leapNumbers = 8

// newLeap returns the Leap of a Shift that has a Vector; nil if the states do not fit in. has tells which bytes the
// strings of the language have, and following does what [Table.following] does.
func (h *Shift) newLeap(has [256]bool, following func(c uint8) (set [256]bool, ok bool)) *Leap {
	v := h.Vector
	if v.Words[0xFF] != 0 {
		return nil
	}
	first, others := v.leapStates(h.Start)
	if first == 0 || len(others) >= leapNumbers {
		return nil
	}
	l := &Leap{Lead: 0xFF, Led: 0xFF}
	for c, open := range v.Open[:0x80] {
		if open != 0 && l.Lead != 0xFF {
			return nil
		}
		if open != 0 {
			l.Lead = uint8(c)
		}
	}
	follows, ok := following(l.Lead)
	if ok {
		l.Led = l.Lead
	}
	l.Lists[0] = v.Lists[first&15]
	var number [64]uint64
	for i, q := range others {
		n := 8 * uint64(i+1)
		number[q] = n
		l.Lists[n] = v.Lists[q&15]
		l.Accept |= h.Accept >> q & 1 << n
	}
	for c, w := range v.Words[:256] {
		for _, q := range others {
			l.Words[c] |= number[w>>q&63] << number[q]
			if w>>q&63 == q {
				l.Stay[c] |= 1 << (number[q] / 8)
			}
		}
		if w>>first&63 == first {
			l.Stay[c] |= 1
		}
		if w>>h.Start&63 == first {
			l.First[c] = LeapStarts
		}
		if !has[c] {
			l.First[c] |= LeapNever
		}
		if follows[c] {
			l.First[c] |= LeapFollows
		}
		l.After[c] = uint8(number[w>>first&63])
	}
	l.Stay[0xFF] = 0xFF
	for _, q := range others {
		l.Words[0xFF] |= number[q] << number[q]
	}
	l.setTypical()
	return l
}

// leapStates returns the state to which the most bytes lead from the start, 0 if there is none, and all others but the
// start: those with runs come first.
func (v *Vector) leapStates(start uint64) (first uint64, others []uint64) {
	var ways [64]int
	for _, w := range v.Words[:256] {
		if q := w >> start & 63; q != start && q != 0 {
			ways[q]++
		}
	}
	for q, n := range ways {
		if n > ways[first] {
			first = uint64(q)
		}
	}
	var plain []uint64
	for q := uint64(shiftBits); q < 64-shiftBits; q += shiftBits {
		if v.Words[256]>>q&63 != q || q == start || q == first {
			continue
		}
		if v.run(q) {
			others = append(others, q)
		} else {
			plain = append(plain, q)
		}
	}
	return first, append(others, plain...)
}

// run reports whether a state has runs of ASCII.
func (v *Vector) run(q uint64) bool {
	n := 0
	for _, row := range v.Stay[q/shiftBits][:16] {
		n += bits.OnesCount8(row)
	}
	return n >= loopLimit
}

// setTypical tries all ways from the first state to state 8.
func (l *Leap) setTypical() {
	ways := 0
	var walk func(state uint64, steps uint32, at, passed Offsets)
	walk = func(state uint64, steps uint32, at, passed Offsets) {
		if steps == LeapSteps+1 {
			if state == 8 && (ways == 0 || at != l.Steps || passed != l.Passed) {
				ways, l.Steps, l.Passed = ways+1, at, passed
			}
			return
		}
		for k := range at {
			if l.Lists[state]>>k&1 != 0 {
				at[k], passed[k] = steps, ^uint32(0)
			}
		}
		var to [64]bool
		for c := range l.Words {
			next := l.Words[c] >> state & 63
			if steps == 0 {
				next = uint64(l.After[c])
			}
			if !to[next] && next != 0 {
				to[next] = true
				walk(next, steps+1, at, passed)
			}
		}
	}
	walk(0, 0, Offsets{}, Offsets{})
	l.Typical = 8
	if ways != 1 {
		l.Typical, l.Steps, l.Passed = 0xFF, Offsets{}, Offsets{}
	}
}
