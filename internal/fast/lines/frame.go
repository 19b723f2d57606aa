package lines

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/rfc3987/iri/internal/grammar/automaton"
)

// A Frame is the language of the lines in which a [Scanner] checks items that are not
// whole lines: the statements of a file of RDF, in which the items are the IRIs. It is made of
// the automaton of the lines, and is immutable.
//
// The states of a Frame are those of the automaton, and then loose states. A loose state is
// the set of states that are possible when it is not known how many items of the line have
// been read. A table needs the rows inside of an item for each state in which an item may begin,
// but only once for all loose states.
type Frame struct {
	dfa     *automaton.DFA
	foreign [256]bool // the bytes that no item has
	open    byte      // the byte before each item
	end     byte      // the byte after each item

	next   []uint16 // the state after a byte of class c in state s, at s*dfa.N+c
	after  []uint16 // by state: the state after the item that begins here; Dead if none does
	accept []bool   // by state

	items      int    // in how many states an item begins, loose states aside
	looseItem  uint16 // the state in which any item of a line can begin
	looseAfter uint16 // the state after it

	// Refused, if not nil, is a text: a line that has it does not match.
	Refused []byte
}

var errOther = errors.New("frame: an item and something else can stand at the same place")

// itemMark is the character that stands for an item.
const itemMark = "\x00"

// NewFrame returns the frame of the lines that the automaton accepts, which have NUL in the
// place of each item. All items stand between the same two bytes, and have neither these, nor
// a line feed, nor a byte of foreign inside.
func NewFrame(d *automaton.DFA, foreign string) (*Frame, error) {
	if 2*d.States() > math.MaxUint16 {
		return nil, fmt.Errorf("frame: %d states are too many", d.States())
	}
	f := &Frame{dfa: d, next: slices.Clone(d.Next), after: make([]uint16, d.States()), accept: slices.Clone(d.Accept)}
	// Every step of every state shows which bytes stand before and after items, and in which states an item begins.
	var open, end []byte
	for q := range uint16(d.States()) {
		for b := range 256 {
			b := byte(b)
			to := f.step(q, b)
			if to == Dead {
				continue
			}
			switch {
			case b == '\n':
				return nil, errors.New("frame: a line has a line feed inside")
			case b != itemMark[0] && f.step(q, itemMark[0]) != Dead:
				return nil, errOther
			}
			if f.step(to, itemMark[0]) != Dead {
				open = append(open, b)
			}
			if b != itemMark[0] {
				continue
			}
			// An item begins in q. A step from to over a byte is past the end of the item.
			f.items++
			for b := range 256 {
				if after := f.step(to, byte(b)); after != Dead {
					f.after[q], end = after, append(end, byte(b))
				}
			}
		}
	}
	slices.Sort(open)
	slices.Sort(end)
	open, end = slices.Compact(open), slices.Compact(end)
	if len(open) != 1 || len(end) != 1 {
		return nil, fmt.Errorf("frame: %q and %q stand before and after items, want one byte each", open, end)
	}
	f.open, f.end = open[0], end[0]
	for _, b := range append([]byte(foreign), f.open, f.end, '\n') {
		f.foreign[b] = true
	}
	return f, f.addLoose()
}

// step returns the state after a byte that is not in an item.
func (f *Frame) step(q uint16, b byte) uint16 {
	return f.next[int(q)*f.dfa.N+int(f.dfa.Class[b])]
}

// addLoose adds the loose states, as the subset construction does. sets[i] is the state looseItem+i; sets[0] is empty,
// because looseItem stands for every set in all of whose states an item begins.
func (f *Frame) addLoose() error {
	n := f.dfa.N
	f.looseItem = uint16(f.dfa.States())
	sets := [][]uint16{nil}
	number := make(map[string]uint16)
	var mixed error
	add := func(set []uint16) uint16 {
		slices.Sort(set)
		set = slices.Compact(set)
		items := 0
		var key []byte
		for _, q := range set {
			key = binary.LittleEndian.AppendUint16(key, q)
			if f.after[q] != Dead {
				items++
			}
		}
		switch {
		case len(set) == 0:
			return Dead
		case items == len(set):
			return f.looseItem
		case items > 0:
			mixed = errOther
		}
		q, ok := number[string(key)]
		if !ok {
			q = f.looseItem + uint16(len(sets))
			number[string(key)] = q
			sets = append(sets, set)
		}
		return q
	}
	live := func(states []uint16) []uint16 {
		return slices.DeleteFunc(states, func(q uint16) bool { return q == Dead })
	}
	f.looseAfter = add(live(slices.Clone(f.after)))
	f.after = append(f.after, f.looseAfter)
	f.accept = append(f.accept, false)
	f.next = append(f.next, make([]uint16, n)...)
	for i := 1; i < len(sets) && mixed == nil; i++ {
		if int(f.looseItem)+len(sets) > math.MaxUint16 {
			return errors.New("frame: too many states")
		}
		for c := range n {
			var to []uint16
			for _, q := range sets[i] {
				to = append(to, f.dfa.Next[int(q)*n+c])
			}
			f.next = append(f.next, add(live(to)))
		}
		f.after = append(f.after, Dead)
		f.accept = append(f.accept, slices.ContainsFunc(sets[i], func(q uint16) bool { return f.dfa.Accept[q] }))
	}
	return mixed
}

// class returns a number for a byte. Two bytes with the same number make no difference to the frame, nor to where its
// items begin and end.
func (f *Frame) class(b byte) int {
	c := 2 * int(f.dfa.Class[b])
	if f.foreign[b] {
		c++
	}
	return c
}

// insideChar reports whether a state waits for another byte of a character.
func (f *Frame) insideChar(q uint16) bool {
	// Such a state has steps over 80 to BF alone, and others have none over these: the first byte with a step tells.
	for b := range 256 {
		if f.step(q, byte(b)) != Dead {
			return b >= 0x80 && b < 0xC0
		}
	}
	return false
}

// Match reports whether a line, without its end, is in the language. Any text may be in place of its items.
func (f *Frame) Match(line []byte) bool {
	if f.Refused != nil && bytes.Contains(line, f.Refused) {
		return false
	}
	q := uint16(Start)
	for i := 0; i < len(line) && q != Dead; i++ {
		q = f.step(q, line[i])
		if f.after[q] == Dead {
			continue
		}
		n := bytes.IndexByte(line[i+1:], f.end)
		if n < 0 {
			return false
		}
		i, q = i+1+n, f.after[q] // at the byte that ends the item, and in the state after that byte
	}
	return f.accept[q]
}

// Unmatched returns the offset of the first line that does not match, or len(lines). lines are whole lines.
func (f *Frame) Unmatched(lines []byte) int {
	at := 0
	for at < len(lines) {
		n := bytes.IndexByte(lines[at:], '\n')
		if !f.Match(lines[at : at+n]) {
			break
		}
		at += n + 1
	}
	return at
}

// FirstRefused returns the offset of the first line that contains Refused, or len(lines). lines are whole lines.
func (f *Frame) FirstRefused(lines []byte) int {
	if i := bytes.Index(lines, f.Refused); f.Refused != nil && i >= 0 {
		return bytes.LastIndexByte(lines[:i], '\n') + 1
	}
	return len(lines)
}

// addFrame adds a row for each reachable state of the frame, so that a full table has all of them.
func (l *Scanner) addFrame() {
	f := l.frame
	l.row(lineState{})
	l.looseAfter = l.row(l.between(f.looseAfter))
	found := []uint16{Start, f.looseAfter}
	seen := map[uint16]bool{Start: true, f.looseAfter: true}
	for i := 0; i < len(found); i++ {
		for b := range 256 {
			q := f.step(found[i], byte(b))
			switch {
			case f.after[q] == Dead:
			case l.exact:
				q = f.after[q]
			default:
				q = f.looseAfter
			}
			if !seen[q] {
				seen[q] = true
				found = append(found, q)
				l.row(l.between(q))
			}
		}
	}
}

// Exact reports whether the lines of the last block in which the scanner has found nothing are lines of the frame. If
// not, they may have too many items or too few, or other text in place of an item. A line with an item that needs a
// check may have that in any case.
func (l *Scanner) Exact() bool { return l.frame == nil || l.exact }

// between returns the state of a line outside of its items.
func (l *Scanner) between(q uint16) lineState {
	s := lineState{frame: q}
	if l.auto != nil && l.frame.insideChar(q) {
		s.missing = 1
	}
	return s
}

// rowAfter returns the row after the end of a line or item of a kind.
func (l *Scanner) rowAfter(kind Outcome) uint32 {
	if l.frame != nil && kind == NeedsCheck {
		return l.looseAfter
	}
	return rowLineStart
}

// computeFramed is computeStep for a scanner with a frame. A row is inside an item if the state of the DFA is not
// dead. Otherwise it is between items, or in a rejected line if the frame's state is dead as well.
func (l *Scanner) computeFramed(row uint32, b byte) uint32 {
	f := l.frame
	s := lineState{frame: Start}
	switch {
	case row == rowNeedsCheck*l.stride:
		switch {
		case b == f.end:
			return lineEnd + uint32(NeedsCheck)
		case !f.foreign[b]:
			return row
		}
		s = lineState{}
	case row != rowLineStart:
		s = l.stateOf(row)
	}
	switch {
	case s.dfa != Dead && b == f.end: // the item ends
		switch l.kind(s) {
		case Clean:
			return l.row(l.between(f.after[s.frame]))
		case NeedsCheck:
			return lineEnd + uint32(NeedsCheck)
		}
	case s.dfa != Dead && !f.foreign[b]:
		return l.stepInLine(s, b)
	case s.dfa != Dead || s.frame == Dead: // a byte that no item has, or a line that is rejected already
	case b == '\n' && f.accept[s.frame]:
		return rowLineStart
	case b != '\n':
		return l.rowBetween(f.step(s.frame, b))
	}
	if b == '\n' {
		return lineEnd + uint32(Rejected)
	}
	return l.row(lineState{})
}

// rowBetween returns the row of a state of the frame: that of the start of an item if one begins there.
func (l *Scanner) rowBetween(q uint16) uint32 {
	if l.frame.after[q] == Dead {
		return l.row(l.between(q))
	}
	if !l.exact {
		q = l.frame.looseItem
	}
	s := lineState{frame: q, dfa: Start}
	if l.auto != nil {
		s.auto = uint16(l.auto.Start())
	}
	return l.row(s)
}
