package clean

import "sync"

import "slices"

// Most hosts are ASCII. For them the [hostScanner] has few states if its lengths are left out,
// so few that a word holds the next one of each: reading a byte is then a load and a shift,
// without a branch, as in the lines. The words are made from the hostScanner when the program
// starts.

// asciiUnknown is the state in which only the hostScanner can tell whether the host is plain.
const asciiUnknown = 0

// stateBits is the width of a state in a word of asciiNext. A state is the offset of its own
// bits, in bits.
const stateBits = 8

// asciiEnd reads a host and returns the state at its end; asciiUnknown if the host has
// characters that are not ASCII, or is not plain.
func asciiEnd(host string) uint8 {
	state := uint64(stateBits)
	for i := 0; i < len(host) && uint8(state) != asciiUnknown; i++ {
		state = asciiNext[host[i]] >> (state & 63)
	}
	end := uint8(state)
	if !asciiScanners[end].ends() {
		return asciiUnknown
	}
	return end
}

// asciiNext holds, for each byte, the state after each state. asciiScanners holds the
// hostScanner of each state; that of asciiUnknown is the zero hostScanner, which cannot end.
var (
	asciiNext     [256]uint64
	asciiScanners [64]hostScanner
	asciiOnce     sync.Once
)

func asciiStates() (next [256]uint64, scanners [64]hostScanner) {
	states := []hostScanner{{}} // without asciiUnknown
	for from := 0; from < len(states); from++ {
		for b := range byte(0x80) {
			h := states[from]
			if !h.step(rune(b), 0) {
				continue
			}
			// What only matters to lengths and to characters that are not ASCII.
			h = hostScanner{before: min(h.before, 1), length: min(h.length, 1), numeric: h.numeric, hyphen: h.hyphen}
			if h.length > 0 {
				h.before = 1 // matters only at the start of a label
			}
			to := slices.Index(states, h)
			if to < 0 {
				to = len(states)
				states = append(states, h)
			}
			next[b] |= uint64(to+1) * stateBits << ((from + 1) * stateBits)
		}
	}
	for i, h := range states {
		scanners[(i+1)*stateBits] = h
	}
	return next, scanners
}
