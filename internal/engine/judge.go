package engine

import (
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/automaton"
)

// A Judge is an automaton over characters, which is worked out as it is needed. Its
// states are numbers below 1<<16; 0 is that from which nothing is accepted.
type Judge interface {
	Start() int
	Step(state int, r rune) int
	Accept(state int) bool
	// Class returns the class of a character of ASCII. Those of one class lead to the
	// same states.
	Class(b byte) int
}

// A lineState is a state within a line.
type lineState struct {
	d     uint16 // the state of the automaton, whose strings are UTF-8
	q     uint16 // that of the judge, before the character that has begun
	lacks uint8  // how many bytes that lacks; 0 between characters
	char  rune   // its bits so far
}

// A pair of states follows a character.
type pair struct{ d, q uint16 }

// The lineStates are the states of a Lines that have come up.
type lineStates struct {
	d      *automaton.DFA
	judge  Judge       // nil: accepts all
	room   *Room       // that the table may take when it grows; nil for any
	stride uint32      // of the rows
	states []lineState // by the number of the row, from the first row within a line on
	row    map[lineState]uint32
	// Most beginnings of characters lead to the same as others do, as those of all Han
	// characters. The beginnings that lack one byte only are told apart by what the 64
	// bytes that can follow lead to.
	same map[[64]pair]uint32
}

// The first rows: that before a line, and those behind the CR of a line, by kind.
const (
	begin     = 0
	behindCR  = 1
	firstRows = behindCR + int(kinds)
)

// init sets up a Lines. It returns false if the table has no room for twice the
// states of the automaton.
func (l *Lines) init(d *automaton.DFA, judge Judge, room *Room) bool {
	l.lineStates = lineStates{d: d, judge: judge, room: room, row: make(map[lineState]uint32), same: make(map[[64]pair]uint32)}
	// Rows have as many elements as there are classes, or some more: were it a power of
	// two, the same bytes of many rows would compete for one place in the cache.
	l.stride = uint32(l.classes()) | 15 + 2
	size := minSize
	for size < (firstRows+2*d.States())*int(l.stride) {
		if size *= 2; size > maxSize {
			return false
		}
	}
	l.next = make([]uint32, size)
	for n := range uint32(firstRows) {
		l.unknown(n * l.stride)
	}
	for q := range d.States() { // there always is room to go on without the judge
		l.add(lineState{d: uint16(q)})
	}
	return true
}

// classes gives one class to the bytes that always lead to the same states, and
// returns how many classes there are.
func (l *Lines) classes() int {
	type class struct{ d, judge int }
	classes := make(map[class]uint8)
	for b := range l.class {
		c := class{int(l.d.Class[b]), -1}
		switch {
		case b == '\n' || b == '\r' || b >= utf8.RuneSelf && l.judge != nil:
			c = class{-1, b}
		case l.judge != nil:
			c.judge = l.judge.Class(byte(b))
		}
		n, ok := classes[c]
		if !ok {
			n = uint8(len(classes))
			classes[c] = n
		}
		l.class[b] = n
	}
	return len(classes)
}

// unknown makes a row of which no step is known.
func (l *Lines) unknown(row uint32) {
	steps := l.next[row:][:l.stride]
	for i := range steps {
		steps[i] = events + row
	}
}

// add returns the row of a state. If there is no room for it, its lines are in doubt.
func (l *Lines) add(s lineState) uint32 {
	row, ok := l.row[s]
	if ok {
		return row
	}
	row = uint32(firstRows+len(l.states)) * l.stride
	if int(row+l.stride) > len(l.next) && !l.grow() {
		return l.row[lineState{d: s.d}]
	}
	l.states = append(l.states, s)
	l.row[s] = row
	l.unknown(row)
	return row
}

// grow makes the table twice as long; false if that must not be.
func (l *Lines) grow() bool {
	n := len(l.next)
	if n == maxSize || l.room != nil && !l.room.take(4*int64(n)) {
		return false
	}
	next := make([]uint32, 2*n)
	copy(next, l.next)
	l.next = next
	return true
}

// find returns the row that a step leads to, or the end of a line.
func (l *Lines) find(row uint32, b byte) uint32 {
	n := int(row / l.stride)
	switch {
	case n == begin && b != '\n' && b != '\r':
		s := lineState{d: 1}
		if l.judge != nil {
			s.q = uint16(l.judge.Start())
		}
		return l.within(s, b)
	case n >= firstRows && b != '\n' && b != '\r':
		return l.within(l.states[n-firstRows], b)
	}
	// It is the end of a line, or should be.
	kind := blank
	switch {
	case n >= firstRows:
		kind = l.kind(l.states[n-firstRows])
	case n >= behindCR:
		kind = Kind(n - behindCR)
	}
	switch {
	case b == '\n' && kind == Clean:
		return begin
	case b == '\n':
		return lineEnd + uint32(kind)
	case n >= behindCR && n < firstRows || kind == Bad:
		return l.add(lineState{}) // there is a CR in the line
	}
	return uint32(behindCR+int(kind)) * l.stride
}

// kind returns what a line is that ends in a state.
func (l *Lines) kind(s lineState) Kind {
	switch {
	case !l.d.Accept[s.d]:
		return Bad
	case l.judge == nil || l.judge.Accept(int(s.q)):
		return Clean
	}
	return Doubt
}

// within returns the row behind a byte that does not end the line.
func (l *Lines) within(s lineState, b byte) uint32 {
	s.d = l.advance(s.d, b)
	switch {
	case s.d == 0 || s.q == 0:
		return l.add(lineState{d: s.d})
	case b < utf8.RuneSelf:
		return l.add(lineState{d: s.d, q: uint16(l.judge.Step(int(s.q), rune(b)))})
	case s.lacks == 1:
		return l.add(lineState{d: s.d, q: uint16(l.judge.Step(int(s.q), s.char<<6|rune(b&0x3F)))})
	case s.lacks > 1:
		s.lacks, s.char = s.lacks-1, s.char<<6|rune(b&0x3F)
	case b >= 0xF0:
		s.lacks, s.char = 3, rune(b&0x07)
	case b >= 0xE0:
		s.lacks, s.char = 2, rune(b&0x0F)
	default:
		s.lacks, s.char = 1, rune(b&0x1F)
	}
	if s.lacks > 1 {
		return l.add(s)
	}
	var all [64]pair
	for k := range all {
		if d := l.advance(s.d, 0x80|byte(k)); d != 0 {
			all[k] = pair{d, uint16(l.judge.Step(int(s.q), s.char<<6|rune(k)))}
		}
	}
	row, ok := l.same[all]
	if !ok {
		known := len(l.states)
		if row = l.add(s); len(l.states) > known { // else same would grow without end
			l.same[all] = row
		}
	}
	return row
}

// advance makes a step of the automaton.
func (l *Lines) advance(d uint16, b byte) uint16 {
	return l.d.Next[int(d)*l.d.N+int(l.d.Class[b])]
}
