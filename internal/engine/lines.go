package engine

import (
	"bytes"
	"sync/atomic"

	"github.com/rfc3987/iri/internal/automaton"
)

// A Lines runs an automaton over blocks of lines, and with it a [Judge]. Finding
// where a line ends costs more than a third of what checking it does, so the line
// ends are states of the automaton, too; and since a step has to wait for the one
// before it to come out of the cache, six places of the block are worked on in
// turns.
//
// A judge may have very many states, of which the lines of a file need few. So
// where a step leads is found out when it is first made, and from then on stands in
// the table. For this a Lines must not be used by two goroutines at once.
type Lines struct {
	// class gives the class of each byte, the column of a row of next.
	class [256]uint8
	// next holds the row of the next state at the row of a state plus the class of a
	// byte; from events on, there is something to be done first. Its length is a power
	// of two.
	next []uint32
	lineStates
}

const (
	minSize = 1 << 17 // elements of a table
	maxSize = 1 << 21
	parts   = 6
)

// The events. The row whose step is not known yet follows events; the kind of the
// line follows lineEnd.
const (
	events  = 1 << 30
	lineEnd = 1 << 31
)

// A Kind says what a line is.
type Kind uint8

const (
	Clean Kind = iota // accepted
	Bad               // not accepted by the automaton
	Doubt             // accepted, but not by the judge
	blank             // empty
	kinds
)

// A Room is what the tables of several Lines may take together when they grow, in
// bytes.
type Room struct{ left atomic.Int64 }

// NewRoom returns a room of a size.
func NewRoom(bytes int64) *Room {
	r := &Room{}
	r.left.Store(bytes)
	return r
}

// take reports whether there is so much room, and takes it.
func (r *Room) take(bytes int64) bool {
	if r.left.Add(-bytes) >= 0 {
		return true
	}
	r.left.Add(bytes)
	return false
}

// NewLines lays out an automaton for blocks of lines. LF ends a line, with a CR
// before it or not. A judge, which may be nil, says which of the lines that are
// accepted need no second look. The table begins with half a mebibyte, and grows
// to eight as long as there is room. NewLines returns nil if the automaton is too
// large, or if its strings may have line ends in them.
func NewLines(d *automaton.DFA, judge Judge, room *Room) *Lines {
	for q := range d.States() {
		if d.Step(q, "\n") != 0 || d.Step(q, "\r") != 0 {
			return nil
		}
	}
	l := &Lines{}
	if !l.init(d, judge, room) {
		return nil
	}
	return l
}

// A Line is one that is not clean.
type Line struct {
	Start int // in the block
	End   int // without its LF or CRLF
	Kind  Kind
}

// An end is that of a line that is not clean.
type end struct {
	lf   int
	kind Kind
}

// Check runs the automaton over a block of lines, of which the last one has an end,
// too. It returns how many lines there are that are not blank, and appends those
// that are not clean, in order.
func (l *Lines) Check(block []byte, found []Line) (lines int, _ []Line) {
	var ends [parts][]end
	var part [parts][]byte
	var starts [parts]int
	state := [parts]uint32{} // begin
	n, at := len(block), 0
	for k := range parts {
		end := max(len(block)*(k+1)/parts, at)
		end += bytes.IndexByte(block[end:], '\n') + 1
		part[k], starts[k] = block[at:end], at
		n, at = min(n, end-at), end
	}
	for i := 0; i < n; {
		i = l.run(&part, i, n, &state)
		for k, s := range state {
			if s < events {
				continue
			}
			if s < lineEnd {
				s = l.learn(s-events, part[k][i-1])
			}
			if s >= lineEnd {
				ends[k] = append(ends[k], end{starts[k] + i - 1, Kind(s - lineEnd)})
				s = begin
			}
			state[k] = s
		}
	}
	for k, s := range state {
		for i := n; i < len(part[k]); i++ {
			if s = l.step(s, part[k][i]); s >= lineEnd {
				ends[k] = append(ends[k], end{starts[k] + i, Kind(s - lineEnd)})
				s = begin
			}
		}
	}
	lines = bytes.Count(block, []byte{'\n'})
	at = 0 // all before it has been seen to
	for _, list := range ends {
		for _, e := range list {
			if e.kind == blank {
				lines--
				at = e.lf + 1
				continue
			}
			line := Line{Start: at, End: e.lf, Kind: e.kind}
			// Often this line comes right behind the last one; looking forward for a
			// line end that is not there is fast.
			if bytes.IndexByte(block[at:e.lf], '\n') >= 0 {
				line.Start = bytes.LastIndexByte(block[:e.lf], '\n') + 1
			}
			at = e.lf + 1
			if line.End > line.Start && block[line.End-1] == '\r' {
				line.End--
			}
			found = append(found, line)
		}
	}
	return lines, found
}

// run makes steps in all parts, from i to n, until there is an event in one of them,
// and returns the offset behind it.
func (l *Lines) run(part *[parts][]byte, i, n int, state *[parts]uint32) int {
	a, b, c, d, e, f := part[0][:n], part[1][:n], part[2][:n], part[3][:n], part[4][:n], part[5][:n]
	u, v, w, x, y, z := state[0], state[1], state[2], state[3], state[4], state[5]
	next, mask := l.next, len(l.next)-1 // with a mask, no index needs a check
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
		if u >= events || v >= events || w >= events || x >= events || y >= events || z >= events {
			break
		}
	}
	*state = [parts]uint32{u, v, w, x, y, z}
	return i
}

// step makes one step: it returns the next row, or the end of a line.
func (l *Lines) step(row uint32, b byte) uint32 {
	next := l.next[row+uint32(l.class[b])]
	if next >= events && next < lineEnd {
		return l.learn(row, b)
	}
	return next
}

// learn finds out where a step leads.
func (l *Lines) learn(row uint32, b byte) uint32 {
	next := l.find(row, b)
	l.next[row+uint32(l.class[b])] = next
	return next
}
