package lines

import (
	"bytes"

	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/text/chars"
)

// A Scanner runs a DFA, and with it an [Automaton], over the lines of a block, or with a
// [Frame] over the items in them. Looking for line ends first would cost more than a third of
// the time of the check, so line ends are steps of the same table. Each step has to wait until
// the cache has delivered the step before; for this reason the scanner works on six parts of the
// block in turns.
//
// An Automaton may have very many states; the lines of one file need few of them.
// So a step is computed when it is first made, and stored in the table. For this
// reason two goroutines must not use one Scanner at the same time.
type Scanner struct {
	// class gives the class of each byte, which is the column in a row of next.
	class [256]uint32
	// next holds rows. A row is named by its offset, in units. At the offset of a state's
	// row plus the class of a byte it holds the next state's row, or an event. Its length
	// is a constant and a power of two, so that the remainder of an index takes no register
	// and needs no check.
	next *[tableSize]uint16
	end  byte // what ends a line: LF, before which a CR may be, or NUL
	lineStates

	ends [parts][]lineFeed // of the last block
}

const (
	unit  = 8 // elements: the processor multiplies by 8 as it adds the class
	parts = 6 // of a block
)

// The events, which are larger than any row. To lineEnd the kind of the line is added.
const (
	unknownStep = 0xFFF0 // the step has not been computed
	lineEnd     = 0xFFF1 // or the end of an item
)

// TickBytes is how many bytes of a block come between two ticks: see [Automaton]. It is
// a power of two, as is farBack.
const TickBytes = 16

// farBack is the largest number of steps that are made again before a step that has not
// been computed; with an [Automaton] it is TickBytes.
const farBack = 1 << 10

// An Outcome is the result for one line, or for one item of a line.
type Outcome uint8

const (
	Clean      Outcome = iota // accepted by both automata
	Rejected                  // not accepted by the DFA, or not a line of the frame
	NeedsCheck                // not accepted by the Automaton, and perhaps not by the DFA
	blank                     // empty
)

// New returns a scanner for lines that end with LF or CRLF, or with NUL if that is the end. With a nil Automaton every
// line that the DFA accepts is clean. With one, the scanner takes two mebibytes, and half of them are for rows; when
// they are used up, lines that would need more need a check, and after some of them the table is filled anew. New
// returns nil if the DFA is too large, or if it accepts strings that have line ends in them.
func New(d *automaton.DFA, auto Automaton, end byte) *Scanner {
	l := &Scanner{end: end}
	for q := range d.States() {
		for b := range 256 {
			if l.endsLine(byte(b)) && d.Step(q, string([]byte{byte(b)})) != Dead {
				return nil
			}
		}
	}
	if !l.setup(d, auto, nil) {
		return nil
	}
	return l
}

// NewItems is [New] for the items of a frame. What the strings that the DFA
// accepts have inside does not matter: a byte that no item has rejects the line.
func NewItems(d *automaton.DFA, auto Automaton, f *Frame) *Scanner {
	l := &Scanner{end: '\n'}
	if !l.setup(d, auto, f) {
		return nil
	}
	return l
}

// RowBytes returns how many bytes the rows take whose steps lines have needed so far.
func (l *Scanner) RowBytes() int {
	return 2 * unit * (len(l.outside)*int(l.stride) + len(l.inRow)*insideStride)
}

// A Line is a line that is neither clean nor blank, or an item that needs a check.
type Line struct {
	Start int // the offset in the block
	End   int // the offset of its end, or of the byte after the item
	Kind  Outcome
}

// A lineFeed is the end of a line or item that is not clean.
type lineFeed struct {
	offset int
	kind   Outcome
}

// The cursors are the places in the six parts of a block. All are at the same offset of
// what is left of their part.
type cursors struct {
	part   [parts][]byte
	n      int // the length of the shortest part that is not read yet
	i      int
	state  [parts]uint32
	shadow [parts]bool // the part has been read: its cursor repeats the shortest part, and the result is ignored

	// The states at an earlier offset. The only event since then is the last one.
	from   int
	before [parts]uint32
	ticked bool // the tick at offset from has been made
}

// begin goes to the start of what is left of the parts. It returns false if all are read.
func (c *cursors) begin() bool {
	short := -1
	for k, p := range c.part {
		if c.shadow[k] = len(p) == 0; !c.shadow[k] && (short < 0 || len(p) < c.n) {
			short, c.n = k, len(p)
		}
	}
	if short < 0 {
		return false
	}
	for k, shadow := range c.shadow {
		if shadow {
			c.part[k], c.state[k] = c.part[short], c.state[short]
		}
	}
	c.i, c.ticked = 0, false
	return true
}

// Check checks a block of lines, which ends with a line end. It returns the number of
// lines that are not blank, and appends to found, in order, the lines that are
// neither clean nor blank.
//
// With a frame it appends the lines that are Rejected and the items that need a check. Of the
// other lines, only a scanner that is [Scanner.Exact] knows that they are lines of the
// frame.
func (l *Scanner) Check(block []byte, found []Line) (lines int, _ []Line) {
	if l.frame != nil && l.auto != nil && l.exact && !chars.IsASCII(chars.UnsafeString(block)) {
		// Text beyond ASCII has many rows, too many to have them for each place of an item in a line.
		l.exact = false
		l.forget()
	}
	l.findEnds(block)
	before := len(found)
	found, blanks := l.appendLines(found, block)
	lines = bytes.Count(block, []byte{l.end}) - blanks
	l.forgetIfFull(lines, len(found)-before)
	return lines, found
}

// findEnds makes the steps in all parts of a block, and sets l.ends.
func (l *Scanner) findEnds(block []byte) {
	var starts [parts]int
	var c cursors // all states are rowLineStart
	ends := &l.ends
	for k := range ends {
		ends[k] = ends[k][:0]
	}
	// Each part ends with a line end, so that all begin in that state. In a block of few lines the last ones are empty.
	at := 0
	for k := range parts {
		end := max(len(block)*(k+1)/parts, at)
		end += bytes.IndexByte(block[end:], l.end) + 1
		c.part[k], starts[k] = block[at:end], at
		at = end
	}
	for c.begin() {
		for c.i < c.n {
			if !l.run(&c) {
				l.tickAll(&c)
				continue
			}
			for k, s := range c.state {
				if s == unknownStep {
					s = l.again(&c, k)
				}
				if s >= lineEnd {
					if !c.shadow[k] {
						ends[k] = append(ends[k], lineFeed{starts[k] + c.i - 1, Outcome(s - lineEnd)})
					}
					s = l.rowAfter(Outcome(s - lineEnd))
				}
				c.state[k] = s
			}
		}
		for k := range parts {
			c.part[k] = c.part[k][c.n:]
			starts[k] += c.n
		}
	}
}

// appendLines appends the lines and items of l.ends to found, and counts those that are blank. The parts are in the
// order of the block, and so are the ends in each: found is in order, too.
func (l *Scanner) appendLines(found []Line, block []byte) (_ []Line, blanks int) {
	at := 0 // the end of the last line that is not clean
	for _, list := range l.ends {
		for _, e := range list {
			if e.kind == blank {
				blanks++
				at = e.offset + 1
				continue
			}
			if l.frame != nil && e.kind == NeedsCheck {
				start := bytes.LastIndexByte(block[:e.offset], l.frame.open) + 1
				found = append(found, Line{Start: start, End: e.offset, Kind: e.kind})
				continue
			}
			line := Line{Start: at, End: e.offset, Kind: e.kind}
			// Often this line comes directly after the last one, and then IndexByte, which
			// is faster than LastIndexByte, finds nothing.
			if bytes.IndexByte(block[at:e.offset], l.end) >= 0 {
				line.Start = bytes.LastIndexByte(block[:e.offset], l.end) + 1
			}
			at = e.offset + 1
			if l.end == '\n' && line.End > line.Start && block[line.End-1] == '\r' {
				line.End--
			}
			found = append(found, line)
		}
	}
	return found, blanks
}

// run makes steps in all parts until one of them has an event or the shortest has ended.
// It returns false if the next step is a tick that has not been computed.
//
// Work that is done once a tick costs as much as a part of its 16 steps. So the states are stored
// one by one: copying an array right after these stores would wait for them.
func (l *Scanner) run(at *cursors) bool {
	p, n, i := &at.part, at.n, at.i
	u, v, w, x, y, z := uint(at.state[0]), uint(at.state[1]), uint(at.state[2]), uint(at.state[3]), uint(at.state[4]),
		uint(at.state[5])
	next := l.next
	after := l.afterTick
	last := farBack - 1 // of a run of offsets
	if after != nil {
		last = TickBytes - 1
	}
	for i < n {
		if after != nil && i%TickBytes == 0 && !at.ticked {
			u1, v1, w1 := uint(after[u%tickRows]), uint(after[v%tickRows]), uint(after[w%tickRows])
			x1, y1, z1 := uint(after[x%tickRows]), uint(after[y%tickRows]), uint(after[z%tickRows])
			// The first test is cheap and misses nothing, but is also true for some rows; the second is exact.
			if u1|v1|w1|x1|y1|z1 >= unknownStep && max(u1, v1, w1, x1, y1, z1) >= unknownStep {
				at.i = i
				at.setState(u, v, w, x, y, z)
				return false
			}
			u, v, w, x, y, z = u1, v1, w1, x1, y1, z1
		}
		at.ticked = false
		at.from = i
		at.before[0], at.before[1], at.before[2] = uint32(u), uint32(v), uint32(w)
		at.before[3], at.before[4], at.before[5] = uint32(x), uint32(y), uint32(z)
		stop := min(n, (i|last)+1) // the next multiple of last+1, where a tick is due or before is stored again
		a, b, c, d, e, f := p[0][:stop], p[1][:stop], p[2][:stop], p[3][:stop], p[4][:stop], p[5][:stop]
		for uint(i) < uint(len(a)) {
			u = uint(next[(u*unit+uint(l.class[a[i]]))%tableSize])
			v = uint(next[(v*unit+uint(l.class[b[i]]))%tableSize])
			w = uint(next[(w*unit+uint(l.class[c[i]]))%tableSize])
			x = uint(next[(x*unit+uint(l.class[d[i]]))%tableSize])
			y = uint(next[(y*unit+uint(l.class[e[i]]))%tableSize])
			z = uint(next[(z*unit+uint(l.class[f[i]]))%tableSize])
			i++
			if u >= unknownStep || v >= unknownStep || w >= unknownStep || x >= unknownStep || y >= unknownStep ||
				z >= unknownStep {
				at.i = i
				at.setState(u, v, w, x, y, z)
				return true
			}
		}
	}
	at.i = i
	at.setState(u, v, w, x, y, z)
	return true
}

// setState stores the states of the cursors.
func (c *cursors) setState(u, v, w, x, y, z uint) {
	c.state = [parts]uint32{uint32(u), uint32(v), uint32(w), uint32(x), uint32(y), uint32(z)}
}

// tickAll makes a tick in all parts.
func (l *Scanner) tickAll(c *cursors) {
	for k, s := range c.state {
		c.state[k] = l.tickStep(s)
	}
	c.ticked = true
}

// again makes the steps of a part again, whose last one has not been computed, and returns what comes after it. The
// row before that step is lost: run keeps the rows at the offset from alone, and the step has overwritten the last one.
func (l *Scanner) again(c *cursors, k int) uint32 {
	s := c.before[k]
	for _, b := range c.part[k][c.from:c.i] {
		s = l.step(s, b)
	}
	return s
}

// step makes one step: it returns the next row, or the end of a line.
func (l *Scanner) step(row uint32, b byte) uint32 {
	at := row*unit + l.class[b]
	next := uint32(l.next[at])
	if next == unknownStep {
		next = l.computeStep(row, b)
		if !l.inside(row) || l.class[b] >= insideRows {
			l.next[at] = uint16(next)
		}
	}
	return next
}

// tickStep returns the row after a tick.
func (l *Scanner) tickStep(row uint32) uint32 {
	next := uint32(l.afterTick[row])
	if next == unknownStep {
		next = l.computeTick(row)
		l.afterTick[row] = uint16(next)
	}
	return next
}
