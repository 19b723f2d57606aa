package clean

import "unicode/utf8"

// Most hosts are ASCII. For them the [hostScanner] has few states if its lengths are left out,
// so few that a word holds the next one of each: reading a byte is then a load and a shift,
// without a branch, as in the lines. The words are made from the hostScanner.

// asciiUnknown is the state in which only the hostScanner can decide whether the host is plain.
const asciiUnknown = 0

// stateBits is the width of a state in a word. A state is the offset of its own
// bits, in bits.
const stateBits = 8

// An asciiHosts has, for each byte, the state after each state, and for each state whether a host may end there.
type asciiHosts struct {
	next  [256]uint64
	plain [1 << stateBits]bool
}

// read reads the ASCII host at the start of s, up to 63 bytes, so that no label is too long. It returns the offset at
// which it stops, and whether the host is plain if it ends there.
func (a *asciiHosts) read(s string) (end int, plain bool) {
	state := uint64(stateBits)
	for s = s[:min(len(s), maxLabel)]; end < len(s); end++ {
		next := a.next[s[end]] >> (state & 63)
		if uint8(next) == asciiUnknown {
			break
		}
		state = next
	}
	return end, a.plain[uint8(state)]
}

// makeStates makes the states.
func (a *asciiHosts) makeStates() {
	t := newTable(utf8.RuneSelf, func(h *hostScanner, b int) bool {
		ok := h.step(rune(b), 0)
		// What only matters to lengths and to characters that are not ASCII is left out.
		began := min(h.before+h.length, 1) // matters only at the start of a label
		*h = hostScanner{before: began, length: min(h.length, 1), numeric: h.numeric, hyphen: h.hyphen}
		return ok
	})
	for from := 1; from < len(t.states); from++ {
		a.plain[from*stateBits] = t.states[from].end()
		for b, to := range t.next[from][:utf8.RuneSelf] {
			a.next[b] |= uint64(to) * stateBits << (from * stateBits)
		}
	}
}
