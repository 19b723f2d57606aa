package lines

import (
	"math"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/grammar/engine"
)

// The states that have fixed numbers in every [automaton.DFA] and in every [Automaton].
const (
	Dead  = engine.Dead
	Start = engine.Start
)

// An Automaton is an automaton over characters that a [Scanner] runs beside
// the grammar's DFA. It may compute its states when they are first reached. States
// are numbers below 1<<16, and [Dead] is the state from which nothing is accepted.
//
// After every TickBytes bytes of a block there is a tick, wherever in a line that is. So
// an automaton can know roughly how long something is with few states: in text of n bytes
// there are at least n/TickBytes ticks, rounded down.
type Automaton interface {
	Start() int
	Step(state int, r rune) int
	// StepAll puts into next where the 64 characters from first on lead: those that share
	// all bytes of UTF-8 but the last one.
	StepAll(state int, first rune, next *[64]uint16)
	Tick(state int) int
	Accept(state int) bool
	// Class returns the class of an ASCII character. Two characters of one class lead
	// from every state to the same next state.
	Class(b byte) int
}

// A lineState is a state inside a line or an item: the states of both automata, and the
// character that has begun, if the line is inside one. Between the items of a frame it has no
// states of them.
type lineState struct {
	frame   uint16 // with a frame: its state, inside an item that in which the item began
	dfa     uint16 // the state of the DFA after the last byte
	auto    uint16 // the state of the Automaton before the character that has begun
	missing uint8  // how many bytes the character still needs; 0 between characters
	char    rune   // the bits of the character so far
}

// A statePair holds the states of both automata after a whole character.
type statePair struct{ dfa, auto uint16 }

// The lastBytes are where the 64 possible last bytes of a character lead.
type lastBytes struct {
	after     [64]statePair
	afterTick [64]uint16 // the states of the Automaton, if a tick comes before the byte
	frame     uint16
}

// The lineStates are the rows of a Scanner's table and what they stand for.
//
// Without an Automaton, the table has a row for each state of the DFA. With one, most
// states are inside a character and wait for one of 64 bytes, from 0x80 on, and the others
// for none of these. So these bytes have columns of their own, from insideRows on, and a
// row inside characters has no others: where they would be, the next rows have theirs, and
// all steps stay unknown.
//
//	row                   at row*unit                         at row*unit + insideRows
//	outside characters    the columns of the other bytes      hardly used: the line is rejected
//	inside characters     unknown                             the columns of the 64 bytes
type lineStates struct {
	dfa        *automaton.DFA
	auto       Automaton   // nil: accepts every line
	frame      *Frame      // nil: the lines are the items
	exact      bool        // the frame's state is kept in the items
	looseAfter uint32      // the row after an item that needs a check
	stride     uint32      // the length of a row outside of characters
	outside    []lineState // by the number of the row, with zeros for the fixed rows
	inRow      []lineState // the same for the rows inside of characters
	rowOf      map[lineState]uint32
	afterTick  *[tickRows]uint16 // by row; nil without an Automaton
	full       bool              // there was no room for a new row
	unsure     int               // lines that need a check since then
	spared     int               // lines read before the table was full
	patience   int               // how many unsure lines empty the table
	// Most characters have the same effect as their neighbours: all Han characters, for
	// example. So states that wait for the last byte of a character share one row if
	// each of the 64 possible bytes leads to the same states, with a tick before it and without.
	sharedRow map[lastBytes]uint32
}

const (
	outsideElements = 180 << 10              // of 2 bytes each
	insideRows      = 512 << 10              // elements: together a mebibyte
	firstInside     = outsideElements / unit // the first row inside a character
	insideStride    = 64 / unit
	lastRow         = unknownStep - 1   // that there can be
	tickRows        = insideRows / unit // more than that, so that the remainder of a row needs no check
	tableSize       = 2 * insideRows    // so that no row and class is past its end
)

// inside reports whether a row is one for states inside a character.
func (l *lineStates) inside(row uint32) bool { return l.auto != nil && row >= firstInside }

// The fixed rows: the start of a line, a line that needs a check whatever follows, and the
// place after the CR of a line, one row for each other kind of line.
const (
	rowLineStart = iota
	rowNeedsCheck
	rowAfterCR
	fixedRows = rowAfterCR + uint32(blank) + 1
)

// setup makes the table, in which no step is known. It returns false if the DFA has too
// many states.
func (l *Scanner) setup(d *automaton.DFA, auto Automaton, f *Frame) bool {
	l.lineStates = lineStates{dfa: d, auto: auto, frame: f, rowOf: make(map[lineState]uint32),
		sharedRow: make(map[lastBytes]uint32)}
	l.stride = (l.classes() + unit - 1) / unit
	if auto != nil {
		l.stride = max(l.stride, insideStride) // so that the columns of the 64 bytes do not overlap
	}
	if l.stride%8 == 0 {
		l.stride++ // then the same byte of many rows would compete for one cache line
	}
	if auto == nil {
		rows := fixedRows + uint32(d.States())
		if f != nil {
			// Between items there is a row for each state of the frame; inside an item one for each state of the DFA,
			// and if that is exact, for each pair of one and a state of the frame in which an item begins.
			rows += uint32(len(f.accept) + d.States()*f.items)
			if l.exact = rows*l.stride <= unknownStep; !l.exact {
				rows = fixedRows + uint32(len(f.accept)+d.States())
			}
		}
		if rows*l.stride > unknownStep { // a row is named by its offset, and larger numbers are events
			return false
		}
	} else if d.States() > math.MaxUint16 {
		return false
	} else {
		l.exact = f != nil // until a block is not ASCII
	}
	l.next, l.patience = new([tableSize]uint16), costOfTable
	if auto != nil {
		l.afterTick = new([tickRows]uint16)
	}
	l.forget()
	return true
}

// forget makes the table one in which no step is known. Between blocks this may be done at any time.
func (l *Scanner) forget() {
	l.outside, l.inRow = append(l.outside[:0], make([]lineState, fixedRows)...), l.inRow[:0]
	clear(l.rowOf)
	clear(l.sharedRow)
	l.full, l.unsure, l.spared = false, 0, 0
	for row := range fixedRows {
		l.setUnknown(row * l.stride)
	}
	if l.frame != nil {
		l.addFrame()
	}
}

// forgetIfFull is called after each block, with its number of lines and of those that need a check. With a full table, all
// lines in a new script need a check. So the table is emptied when these checks have probably cost as much as filling the
// table does. If it is full again too soon, because lines in many scripts need more rows than there are, the next emptying
// waits for eight times as many checks.
func (l *Scanner) forgetIfFull(lines, unsure int) {
	if !l.full {
		l.spared += lines
		return
	}
	if l.unsure += unsure; l.unsure <= l.patience {
		return
	}
	if l.patience *= 8; l.spared >= worthTable {
		l.patience = costOfTable
	}
	l.forget()
}

// Filling the table takes as long as this many checks of a line: if checks are slow, and if they are fast.
const costOfTable, worthTable = 1 << 12, 1 << 16

// setUnknown sets all steps of a row to unknown. So only those parts of the table take memory that are used.
func (l *Scanner) setUnknown(row uint32) {
	set := func(steps []uint16) {
		for i := range steps {
			steps[i] = unknownStep
		}
	}
	at := row * unit
	if set(l.next[at : at+l.stride*unit]); l.auto != nil {
		at += insideRows
		set(l.next[at : at+64])
		l.afterTick[row] = unknownStep
	}
}

// classes gives the bytes that always lead to the same states one class, and returns
// the number of classes, without those of the bytes inside a character.
func (l *Scanner) classes() uint32 {
	type class struct{ dfa, auto, frame int }
	classes := make(map[class]uint32)
	for b := range l.class {
		c := class{int(l.dfa.Class[b]), -1, -1}
		if l.frame != nil {
			c.frame = l.frame.class(byte(b))
		}
		switch {
		case l.endsLine(byte(b)):
			c = class{-1, b, -1}
		case l.auto == nil || neverInUTF8(b): // the DFA alone decides
		case b >= utf8.RuneSelf && b < 0xC0:
			l.class[b] = insideRows + uint32(b&0x3F)
			continue
		case b >= utf8.RuneSelf: // its bits are a part of the character
			c.auto = b
		default:
			c.auto = l.auto.Class(byte(b))
		}
		n, ok := classes[c]
		if !ok {
			n = uint32(len(classes))
			classes[c] = n
		}
		l.class[b] = n
	}
	return uint32(len(classes))
}

// endsLine reports whether a byte ends a line, or is a part of its end.
func (l *Scanner) endsLine(b byte) bool { return b == l.end || b == '\r' && l.end == '\n' }

// neverInUTF8 reports whether a byte never occurs in UTF-8.
func neverInUTF8(b int) bool { return b == 0xC0 || b == 0xC1 || b >= 0xF5 }

// row returns the row of a state, a new one if the state has none yet. If the
// Automaton is dead, or the table is full, it returns rowNeedsCheck.
func (l *Scanner) row(s lineState) uint32 {
	if l.auto != nil && s.auto == Dead && s.dfa != Dead { // the end cannot be Clean: no need to follow the DFA
		return rowNeedsCheck * l.stride
	}
	row, ok := l.rowOf[s]
	switch {
	case ok:
		return row
	case s.missing > 0:
		row = firstInside + uint32(len(l.inRow))*insideStride
		if row+insideStride-1 > lastRow {
			l.full = true
			return rowNeedsCheck * l.stride
		}
		l.inRow = append(l.inRow, s)
	default:
		row = uint32(len(l.outside)) * l.stride
		if l.auto != nil && row+l.stride > firstInside {
			l.full = true
			return rowNeedsCheck * l.stride
		}
		l.outside = append(l.outside, s)
	}
	l.rowOf[s] = row
	l.setUnknown(row)
	return row
}

// stateOf returns the state of a row that is not fixed.
func (l *Scanner) stateOf(row uint32) lineState {
	if l.inside(row) {
		return l.inRow[(row-firstInside)/insideStride]
	}
	return l.outside[row/l.stride]
}

// computeTick returns the row after a tick.
func (l *Scanner) computeTick(row uint32) uint32 {
	if row < fixedRows*l.stride {
		return row
	}
	s := l.stateOf(row)
	if s.auto != Dead {
		s.auto = uint16(l.auto.Tick(int(s.auto)))
	}
	return l.row(s)
}

// computeStep returns the row after a byte, or the event that ends the line.
func (l *Scanner) computeStep(row uint32, b byte) uint32 {
	if l.frame != nil {
		return l.computeFramed(row, b)
	}
	n := row / l.stride
	fixed := n < fixedRows
	if !l.endsLine(b) {
		switch {
		case n == rowLineStart:
			s := lineState{dfa: Start}
			if l.auto != nil {
				s.auto = uint16(l.auto.Start())
			}
			return l.stepInLine(s, b)
		case n == rowNeedsCheck:
			return row
		case !fixed:
			return l.stepInLine(l.stateOf(row), b)
		}
	}
	// The line ends here, or it has a CR that LF does not follow.
	kind := blank
	switch {
	case !fixed:
		kind = l.kind(l.stateOf(row))
	case n >= rowAfterCR:
		kind = Outcome(n - rowAfterCR)
	case n == rowNeedsCheck:
		kind = NeedsCheck
	}
	switch {
	case b == l.end && kind == Clean:
		return rowLineStart
	case b == l.end:
		return lineEnd + uint32(kind)
	case n == rowNeedsCheck:
		return row
	case n >= rowAfterCR && fixed || kind == Rejected:
		return l.row(lineState{}) // the line has a CR inside, or is rejected with its end, too
	}
	return (rowAfterCR + uint32(kind)) * l.stride // LF is to follow, and then ends a line of this kind
}

// kind returns the kind of a line that ends in a state.
func (l *Scanner) kind(s lineState) Outcome {
	switch {
	case !l.dfa.Accept[s.dfa]:
		return Rejected
	case l.auto == nil || l.auto.Accept(int(s.auto)):
		return Clean
	}
	return NeedsCheck
}

// stepInLine returns the row after a byte that does not end the line or item. The DFA makes a step for each byte, the
// Automaton one for each character, with its last byte.
func (l *Scanner) stepInLine(s lineState, b byte) uint32 {
	s.dfa = l.stepDFA(s.dfa, b)
	switch {
	case s.dfa == Dead:
		return l.row(lineState{})
	case s.auto == Dead:
		return l.row(lineState{frame: s.frame, dfa: s.dfa}) // the DFA alone
	case b < utf8.RuneSelf:
		return l.row(lineState{frame: s.frame, dfa: s.dfa, auto: uint16(l.auto.Step(int(s.auto), rune(b)))})
	case s.missing == 1:
		return l.row(lineState{frame: s.frame, dfa: s.dfa,
			auto: uint16(l.auto.Step(int(s.auto), s.char<<6|rune(b&0x3F)))})
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
	// One byte is missing. Where each of the 64 leads, with a tick before it and without, is all that matters from here
	// on. A byte that the DFA does not take has the same states everywhere, so that it does not keep rows apart.
	var last lastBytes
	var next [64]uint16
	l.auto.StepAll(int(s.auto), s.char<<6, &next)
	last.afterTick, last.frame = next, s.frame
	if ticked := l.auto.Tick(int(s.auto)); ticked != int(s.auto) {
		l.auto.StepAll(ticked, s.char<<6, &last.afterTick)
	}
	for k := range last.after {
		if d := l.stepDFA(s.dfa, 0x80|byte(k)); d != Dead {
			last.after[k] = statePair{d, next[k]}
		} else {
			last.afterTick[k] = Dead
		}
	}
	row, ok := l.sharedRow[last]
	if !ok {
		known := len(l.inRow)
		// Without a new row nothing is stored: once the table is full, sharedRow would
		// grow without end.
		if row = l.row(s); len(l.inRow) > known {
			l.sharedRow[last] = row
		}
	}
	return row
}

// stepDFA returns the state of the DFA after a byte.
func (l *Scanner) stepDFA(d uint16, b byte) uint16 {
	return l.dfa.Next[int(d)*l.dfa.N+int(l.dfa.Class[b])]
}
