package engine

import (
	"bytes"
	"sync/atomic"

	"github.com/rfc3987/iri/internal/automaton"
)

// A LineChecker runs a DFA, and with it a [LineAutomaton], over blocks of lines.
// Looking for line ends first would cost more than a third of the time of the check,
// so line ends are steps of the same table. Each step has to wait until the cache
// has delivered the step before; for this reason the checker works on six parts of
// the block in turns.
//
// A LineAutomaton may have very many states, of which the lines of one file need few.
// So a step is computed when it is first made, and stored in the table. For this
// reason two goroutines must not use one LineChecker at the same time.
type LineChecker struct {
	// class gives the class of each byte, which is the column in a row of next.
	class [256]uint8
	// next holds rows, one after the other. At the offset of a state's row plus the
	// class of a byte it holds the offset of the next state's row, or an event. Its
	// length is a power of two.
	next []uint32
	lineStates
}

const (
	minElements = 1 << 17 // of a table, of 4 bytes each: half a mebibyte
	maxElements = 1 << 21 // 8 MiB
	parts       = 6       // of a block
)

// The events, which are larger than any offset of a row. To unknownStep the row is
// added whose step has not been computed, to lineEnd the kind of the line.
const (
	unknownStep = 1 << 30
	lineEnd     = 1 << 31
)

// A Kind is the result for one line.
type Kind uint8

const (
	Clean      Kind = iota // accepted by both automata
	Rejected               // not accepted by the DFA
	NeedsCheck             // accepted by the DFA, but not by the LineAutomaton
	blank                  // empty
	kinds
)

// A Budget is the memory, in bytes, by which the tables of several LineCheckers may
// grow together.
type Budget struct{ left atomic.Int64 }

// NewBudget returns a budget of so many bytes.
func NewBudget(bytes int64) *Budget {
	b := &Budget{}
	b.left.Store(bytes)
	return b
}

// take takes bytes out of the budget, and returns false if there are not so many left.
func (b *Budget) take(bytes int64) bool {
	if b.left.Add(-bytes) >= 0 {
		return true
	}
	b.left.Add(bytes)
	return false
}

// NewLineChecker returns a checker for lines that end with LF or CRLF. With a nil
// LineAutomaton every line that the DFA accepts is clean. The table begins with half
// a mebibyte and grows to 8 MiB at most, as long as the budget lasts; a nil budget has
// no limit. NewLineChecker returns nil if the DFA is too large, or if it accepts
// strings that have line ends in them.
func NewLineChecker(d *automaton.DFA, auto LineAutomaton, budget *Budget) *LineChecker {
	for q := range d.States() {
		if d.Step(q, "\n") != Dead || d.Step(q, "\r") != Dead {
			return nil
		}
	}
	l := &LineChecker{}
	if !l.setup(d, auto, budget) {
		return nil
	}
	return l
}

// A Line is a line that is neither clean nor blank.
type Line struct {
	Start int // the offset in the block
	End   int // the offset of its LF or CRLF
	Kind  Kind
}

// A lineFeed is the end of a line that is not clean.
type lineFeed struct {
	offset int
	kind   Kind
}

// Check checks a block of lines, which ends with a line end. It returns the number of
// lines that are not blank, and appends to found, in order, the lines that are
// neither clean nor blank.
func (l *LineChecker) Check(block []byte, found []Line) (lines int, _ []Line) {
	var ends [parts][]lineFeed
	var part [parts][]byte
	var starts [parts]int
	state := [parts]uint32{} // rowLineStart
	n, at := len(block), 0   // n is the length of the shortest part
	for k := range parts {
		end := max(len(block)*(k+1)/parts, at)
		end += bytes.IndexByte(block[end:], '\n') + 1
		part[k], starts[k] = block[at:end], at
		n, at = min(n, end-at), end
	}
	for i := 0; i < n; {
		i = l.run(&part, i, n, &state)
		for k, s := range state {
			if s < unknownStep {
				continue
			}
			if s < lineEnd {
				s = l.learn(s-unknownStep, part[k][i-1])
			}
			if s >= lineEnd {
				ends[k] = append(ends[k], lineFeed{starts[k] + i - 1, Kind(s - lineEnd)})
				s = rowLineStart
			}
			state[k] = s
		}
	}
	for k, s := range state {
		for i := n; i < len(part[k]); i++ {
			if s = l.step(s, part[k][i]); s >= lineEnd {
				ends[k] = append(ends[k], lineFeed{starts[k] + i, Kind(s - lineEnd)})
				s = rowLineStart
			}
		}
	}
	lines = bytes.Count(block, []byte{'\n'})
	at = 0 // the end of the last line that is not clean
	for _, list := range ends {
		for _, e := range list {
			if e.kind == blank {
				lines--
				at = e.offset + 1
				continue
			}
			line := Line{Start: at, End: e.offset, Kind: e.kind}
			// Often this line comes directly after the last one, and then IndexByte, which
			// is faster than LastIndexByte, finds nothing.
			if bytes.IndexByte(block[at:e.offset], '\n') >= 0 {
				line.Start = bytes.LastIndexByte(block[:e.offset], '\n') + 1
			}
			at = e.offset + 1
			if line.End > line.Start && block[line.End-1] == '\r' {
				line.End--
			}
			found = append(found, line)
		}
	}
	return lines, found
}

// run makes steps in all parts, from i to n, until one of them has an event. It returns
// the offset after the last step.
func (l *LineChecker) run(part *[parts][]byte, i, n int, state *[parts]uint32) int {
	a, b, c, d, e, f := part[0][:n], part[1][:n], part[2][:n], part[3][:n], part[4][:n], part[5][:n]
	u, v, w, x, y, z := state[0], state[1], state[2], state[3], state[4], state[5]
	next, mask := l.next, len(l.next)-1 // with the mask, the compiler checks no index
	if mask < 0 {
		return n
	}
	for i < len(a) && i >= 0 {
		u = next[int(u+uint32(l.class[a[i]]))&mask]
		v = next[int(v+uint32(l.class[b[i]]))&mask]
		w = next[int(w+uint32(l.class[c[i]]))&mask]
		x = next[int(x+uint32(l.class[d[i]]))&mask]
		y = next[int(y+uint32(l.class[e[i]]))&mask]
		z = next[int(z+uint32(l.class[f[i]]))&mask]
		i++
		if u >= unknownStep || v >= unknownStep || w >= unknownStep || x >= unknownStep || y >= unknownStep || z >= unknownStep {
			break
		}
	}
	*state = [parts]uint32{u, v, w, x, y, z}
	return i
}

// step makes one step: it returns the next row, or the end of a line.
func (l *LineChecker) step(row uint32, b byte) uint32 {
	next := l.next[row+uint32(l.class[b])]
	if next >= unknownStep && next < lineEnd {
		return l.learn(row, b)
	}
	return next
}

// learn computes a step and stores it in the table.
func (l *LineChecker) learn(row uint32, b byte) uint32 {
	next := l.computeStep(row, b)
	l.next[row+uint32(l.class[b])] = next
	return next
}
