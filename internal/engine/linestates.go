package engine

import (
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/automaton"
)

// A LineAutomaton is an automaton over characters that a [LineChecker] runs beside
// the grammar's DFA. It may compute its states when they are first reached. States
// are numbers below 1<<16, and [Dead] is the state from which nothing is accepted.
type LineAutomaton interface {
	Start() int
	Step(state int, r rune) int
	Accept(state int) bool
	// Class returns the class of an ASCII character. Two characters of one class lead
	// from every state to the same next state.
	Class(b byte) int
}

// A lineState is a state inside a line: the states of both automata, and the
// character that has begun, if the line is inside one.
type lineState struct {
	dfa     uint16 // the state of the DFA after the last byte
	auto    uint16 // the state of the LineAutomaton before the character that has begun
	missing uint8  // how many bytes the character still needs; 0 between characters
	char    rune   // the bits of the character so far
}

// A statePair holds the states of both automata after a whole character.
type statePair struct{ dfa, auto uint16 }

// The lineStates are the rows of a LineChecker's table and what they stand for.
type lineStates struct {
	dfa    *automaton.DFA
	auto   LineAutomaton // nil: accepts every line
	budget *Budget       // for the growth of the table; nil for no limit
	stride uint32        // the length of a row
	states []lineState   // by the number of the row, without the fixed rows
	rowOf  map[lineState]uint32
	// Most characters have the same effect as their neighbours: all Han characters, for
	// example. So states that wait for the last byte of a character share one row if
	// each of the 64 possible bytes leads to the same states.
	sharedRow map[[64]statePair]uint32
}

// The fixed rows: the start of a line, and the place after the CR of a line, one row
// for each kind of line.
const (
	rowLineStart = 0
	rowAfterCR   = 1
	fixedRows    = rowAfterCR + int(kinds)
)

// setup builds the first table. It returns false if a table of maxElements has no room
// for twice the states of the DFA.
func (l *LineChecker) setup(d *automaton.DFA, auto LineAutomaton, budget *Budget) bool {
	l.lineStates = lineStates{dfa: d, auto: auto, budget: budget, rowOf: make(map[lineState]uint32), sharedRow: make(map[[64]statePair]uint32)}
	// A row is a little longer than the number of classes, and not a power of two: then
	// the same byte of many rows would compete for one cache line.
	l.stride = uint32(l.classes()) | 15 + 2
	size := minElements
	for size < (fixedRows+2*d.States())*int(l.stride) {
		if size *= 2; size > maxElements {
			return false
		}
	}
	l.next = make([]uint32, size)
	for n := range uint32(fixedRows) {
		l.clearRow(n * l.stride)
	}
	// These rows have the LineAutomaton in its dead state. When the table is full, lines
	// go on in them: see row.
	for q := range d.States() {
		l.row(lineState{dfa: uint16(q)})
	}
	return true
}

// classes gives the bytes that always lead to the same states one class, and returns
// the number of classes.
func (l *LineChecker) classes() int {
	type class struct{ dfa, auto int }
	classes := make(map[class]uint8)
	for b := range l.class {
		c := class{int(l.dfa.Class[b]), -1}
		switch {
		case b == '\n' || b == '\r' || b >= utf8.RuneSelf && l.auto != nil:
			c = class{-1, b}
		case l.auto != nil:
			c.auto = l.auto.Class(byte(b))
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

// clearRow marks all steps from a row as unknown.
func (l *LineChecker) clearRow(row uint32) {
	steps := l.next[row:][:l.stride]
	for i := range steps {
		steps[i] = unknownStep + row
	}
}

// row returns the row of a state, a new one if the state has none yet. If the table is
// full, it returns the row with the same DFA state and a dead LineAutomaton: the line
// then ends as Rejected or NeedsCheck, never as Clean.
func (l *LineChecker) row(s lineState) uint32 {
	row, ok := l.rowOf[s]
	if ok {
		return row
	}
	row = uint32(fixedRows+len(l.states)) * l.stride
	if int(row+l.stride) > len(l.next) && !l.grow() {
		return l.rowOf[lineState{dfa: s.dfa}]
	}
	l.states = append(l.states, s)
	l.rowOf[s] = row
	l.clearRow(row)
	return row
}

// grow doubles the table. It returns false if the limit or the budget forbids that.
func (l *LineChecker) grow() bool {
	n := len(l.next)
	if n == maxElements || l.budget != nil && !l.budget.take(4*int64(n)) {
		return false
	}
	next := make([]uint32, 2*n)
	copy(next, l.next)
	l.next = next
	return true
}

// computeStep returns the row after byte b, or the event that ends the line.
func (l *LineChecker) computeStep(row uint32, b byte) uint32 {
	n := int(row / l.stride)
	if b != '\n' && b != '\r' {
		switch {
		case n == rowLineStart:
			s := lineState{dfa: Start}
			if l.auto != nil {
				s.auto = uint16(l.auto.Start())
			}
			return l.stepInLine(s, b)
		case n >= fixedRows:
			return l.stepInLine(l.states[n-fixedRows], b)
		}
	}
	// The line ends here, or it has a CR that LF does not follow.
	kind := blank
	switch {
	case n >= fixedRows:
		kind = l.kind(l.states[n-fixedRows])
	case n >= rowAfterCR:
		kind = Kind(n - rowAfterCR)
	}
	switch {
	case b == '\n' && kind == Clean:
		return rowLineStart
	case b == '\n':
		return lineEnd + uint32(kind)
	case n >= rowAfterCR && n < fixedRows || kind == Rejected:
		return l.row(lineState{}) // the line has a CR inside, or is rejected with its end, too
	}
	return uint32(rowAfterCR+int(kind)) * l.stride
}

// kind returns the kind of a line that ends in a state.
func (l *LineChecker) kind(s lineState) Kind {
	switch {
	case !l.dfa.Accept[s.dfa]:
		return Rejected
	case l.auto == nil || l.auto.Accept(int(s.auto)):
		return Clean
	}
	return NeedsCheck
}

// stepInLine returns the row after a byte that does not end the line.
func (l *LineChecker) stepInLine(s lineState, b byte) uint32 {
	s.dfa = l.stepDFA(s.dfa, b)
	switch {
	case s.dfa == Dead || s.auto == Dead:
		return l.row(lineState{dfa: s.dfa})
	case b < utf8.RuneSelf:
		return l.row(lineState{dfa: s.dfa, auto: uint16(l.auto.Step(int(s.auto), rune(b)))})
	case s.missing == 1:
		return l.row(lineState{dfa: s.dfa, auto: uint16(l.auto.Step(int(s.auto), s.char<<6|rune(b&0x3F)))})
	case s.missing > 1:
		s.missing, s.char = s.missing-1, s.char<<6|rune(b&0x3F)
	case b >= 0xF0:
		s.missing, s.char = 3, rune(b&0x07)
	case b >= 0xE0:
		s.missing, s.char = 2, rune(b&0x0F)
	default:
		s.missing, s.char = 1, rune(b&0x1F)
	}
	if s.missing > 1 {
		return l.row(s)
	}
	var after [64]statePair
	for k := range after {
		if d := l.stepDFA(s.dfa, 0x80|byte(k)); d != Dead {
			after[k] = statePair{d, uint16(l.auto.Step(int(s.auto), s.char<<6|rune(k)))}
		}
	}
	row, ok := l.sharedRow[after]
	if !ok {
		known := len(l.states)
		// Without a new row nothing is stored: once the table is full, sharedRow would
		// grow without end.
		if row = l.row(s); len(l.states) > known {
			l.sharedRow[after] = row
		}
	}
	return row
}

// stepDFA returns the state of the DFA after a byte.
func (l *LineChecker) stepDFA(d uint16, b byte) uint16 {
	return l.dfa.Next[int(d)*l.dfa.N+int(l.dfa.Class[b])]
}
