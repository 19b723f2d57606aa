package engine

import (
	"bytes"
	"slices"

	"github.com/rfc3987/iri/internal/automaton"
)

// A Lines runs an automaton over blocks of lines. Finding where a line ends costs
// more than a third of what checking it does, so the line ends are states of the
// automaton, too; and since a step has to wait for the one before it to come out
// of the cache, four places of the block are worked on in turns.
type Lines struct {
	class [256]uint8
	// next holds the row of the next state for a row and a class. Both are what is
	// added up, so that an index needs no multiplication; the array has a size that
	// makes the mask do for a bounds check.
	next  [1 << linesBits]uint16
	begin uint32 // the row of the state before a line
	event uint32 // the row of the first state that has to be looked at
}

const (
	linesBits = 15
	linesMask = 1<<linesBits - 1
	linesRow  = 64 // the length of a row
	quarters  = 4
)

// What a line can be, beside in order.
const (
	Bad   = iota // not accepted
	Doubt        // accepted, but not by the second automaton
	blank
	kinds
)

// NewLines lays out an automaton for blocks of lines. LF ends a line, with a CR
// before it or not. A second automaton, which may be nil, says which of the lines
// that are accepted need no second look. NewLines returns nil if the automata are
// too large together, or if the strings of the first may have line ends in them.
//
// The states are pairs of states. Behind a line that is to be looked at there is a
// state for what it is; from there it goes on as from the state before any line.
func NewLines(d, plain *automaton.DFA) *Lines {
	l := &Lines{}
	var classes [][2]uint8 // of the automata, for each class of both
	for c := range l.class {
		pair := [2]uint8{d.Class[c]}
		if plain != nil {
			pair[1] = plain.Class[c]
		}
		n := slices.Index(classes, pair)
		if n < 0 {
			n = len(classes)
			classes = append(classes, pair)
		}
		l.class[c] = uint8(n)
	}
	lf, cr := len(classes), len(classes)+1
	if cr >= linesRow {
		return nil
	}
	type state [2]uint16
	states := []state{{}, {1, 1}} // dead, start
	number := map[state]int{{}: 0, {1, 1}: 1}
	var rows [][]int
	const most = 1<<linesBits/linesRow - (1 + 3 + kinds) // begin, those behind a CR, the kinds
	for k := 0; k < len(states); k++ {
		if len(states) > most {
			return nil
		}
		row := make([]int, len(classes))
		for c, pair := range classes {
			q := state{d.Next[int(states[k][0])*d.N+int(pair[0])]}
			if q[0] != 0 && plain != nil {
				q[1] = plain.Next[int(states[k][1])*plain.N+int(pair[1])]
			}
			n, ok := number[q]
			if !ok {
				n = len(states)
				states = append(states, q)
				number[q] = n
			}
			row[c] = n
		}
		if row[l.class['\n']] != 0 || row[l.class['\r']] != 0 {
			return nil
		}
		rows = append(rows, row)
	}
	begin := len(states)
	crOK, crDoubt, crBlank := begin+1, begin+2, begin+3
	first := begin + 4
	l.begin, l.event = uint32(begin)*linesRow, uint32(first)*linesRow
	l.class['\n'], l.class['\r'] = uint8(lf), uint8(cr)
	set := func(from, class, to int) { l.next[from*linesRow+class] = uint16(to * linesRow) }
	for k, row := range rows {
		for c, to := range row {
			set(k, c, to)
		}
		set(k, lf, first+Bad)
		if !d.Accept[states[k][0]] {
			continue
		}
		if plain == nil || plain.Accept[states[k][1]] {
			set(k, lf, begin)
			set(k, cr, crOK)
		} else {
			set(k, lf, first+Doubt)
			set(k, cr, crDoubt)
		}
	}
	set(crOK, lf, begin)
	set(crDoubt, lf, first+Doubt)
	set(crBlank, lf, first+blank)
	for _, q := range []int{begin, first + Bad, first + Doubt, first + blank} {
		copy(l.next[q*linesRow:], l.next[linesRow:2*linesRow])
		set(q, lf, first+blank)
		set(q, cr, crBlank)
	}
	return l
}

// A Line is one to be looked at.
type Line struct {
	Start int // in the block
	End   int // without its LF or CRLF
	Kind  int // Bad or Doubt
}

// An event is the end of a line that is not in order.
type event struct{ lf, kind int }

// Check runs the automata over a block of lines, of which the last one has an end,
// too. It returns how many lines there are that are not blank, and appends those
// that are to be looked at, in order.
func (l *Lines) Check(block []byte, found []Line) (lines int, _ []Line) {
	var events [quarters][]event
	var starts [quarters]int
	for k := 1; k < quarters; k++ {
		at := max(len(block)*k/quarters, starts[k-1])
		starts[k] = at + bytes.IndexByte(block[at:], '\n') + 1
	}
	a, b, c, d := block[:starts[1]], block[starts[1]:starts[2]], block[starts[2]:starts[3]], block[starts[3]:]
	n := min(len(a), len(b), len(c), len(d))
	state := [quarters]uint32{l.begin, l.begin, l.begin, l.begin}
	for i := 0; i < n; {
		i = l.run(a[:n], b[:n], c[:n], d[:n], i, &state)
		for k, s := range state {
			if s >= l.event {
				events[k] = append(events[k], event{starts[k] + i - 1, int(s-l.event) / linesRow})
				state[k] = l.begin
			}
		}
	}
	for k, part := range [quarters][]byte{a, b, c, d} {
		s := state[k]
		for i := n; i < len(part); i++ {
			s = uint32(l.next[(s+uint32(l.class[part[i]]))&linesMask])
			if s >= l.event {
				events[k] = append(events[k], event{starts[k] + i, int(s-l.event) / linesRow})
			}
		}
	}
	lines = bytes.Count(block, []byte{'\n'})
	at := 0 // all before it has been seen to
	for _, part := range events {
		for _, e := range part {
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

// run makes steps in four parts of the same length, from i on, until there is an
// event in one of them, and returns the offset behind it.
func (l *Lines) run(a, b, c, d []byte, i int, state *[quarters]uint32) int {
	w, x, y, z, first := state[0], state[1], state[2], state[3], l.event
	b, c, d = b[:len(a)], c[:len(a)], d[:len(a)]
	for i < len(a) && i >= 0 {
		w = uint32(l.next[(w+uint32(l.class[a[i]]))&linesMask])
		x = uint32(l.next[(x+uint32(l.class[b[i]]))&linesMask])
		y = uint32(l.next[(y+uint32(l.class[c[i]]))&linesMask])
		z = uint32(l.next[(z+uint32(l.class[d[i]]))&linesMask])
		i++
		if w >= first || x >= first || y >= first || z >= first {
			break
		}
	}
	state[0], state[1], state[2], state[3] = w, x, y, z
	return i
}
