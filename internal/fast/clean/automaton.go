package clean

import (
	"strings"

	"github.com/rfc3987/iri/internal/fast/lines"
	"github.com/rfc3987/iri/internal/text/chars"
)

// An Automaton is the automaton of the clean IRIs, which runs beside the table of a rule in
// [lines.Checker]. Which strings conform is for the table to say. A coarseScanner reads the host, and
// a partState a part of the text.
//
// States are numbered as they turn up. An Automaton must not be used by two goroutines at
// once.
type Automaton struct {
	avoid  uint16 // the properties of characters that rules ask for
	states []state
	number map[state]int
}

// Automaton returns the automaton with its dead state and its first state alone.
func (k *Kernels) Automaton() *Automaton {
	c := &Automaton{avoid: k.avoid, number: make(map[state]int)}
	c.add(state{})
	c.add(state{phase: inScheme})
	return c
}

func (c *Automaton) add(q state) int {
	n, ok := c.number[q]
	if !ok && len(c.states) < 1<<16 {
		n = len(c.states)
		c.states = append(c.states, q)
		c.number[q] = n
	}
	return n
}

// Start returns the first state; see [lines.Automaton].
func (c *Automaton) Start() int { return lines.Start }

// Step returns the state after a character.
func (c *Automaton) Step(state int, r rune) int {
	q := c.states[state]
	if !q.step(r, c.avoid) {
		return lines.Dead
	}
	return c.add(q)
}

// StepAll returns the states after 64 characters; see [lines.Automaton]. Many of these have
// the same properties and are in the same window, and so lead to the same state.
func (c *Automaton) StepAll(state int, first rune, next *[64]uint16) {
	type kind struct {
		char   chars.Char
		twin   bool // looks like ASCII
		window window
	}
	var known [16]struct {
		kind
		next uint16
		set  bool
	}
	is := kind{window: windowOf(first)}
	for k := range next {
		r := first + rune(k)
		last := is
		if is.char, is.twin = chars.Of(r), chars.HasLatinTwin(r); first < 0x800 { // beyond that, windows begin at multiples of 64
			is.window = windowOf(r)
		}
		if k > 0 && is == last {
			next[k] = next[k-1]
			continue
		}
		at := &known[(is.char^is.char>>8)%16]
		if !at.set || at.kind != is {
			at.kind, at.set, at.next = is, true, uint16(c.Step(state, r))
		}
		next[k] = at.next
	}
}

// Tick returns the state after a tick: see [lines.Automaton].
func (c *Automaton) Tick(state int) int {
	q := c.states[state]
	if q.phase == inLabel && !q.host.tick() {
		return lines.Dead
	}
	return c.add(q)
}

// Accept reports whether the string may end in a state.
func (c *Automaton) Accept(state int) bool {
	q := c.states[state]
	return q.end()
}

// Class returns the class of a character of ASCII: those of one class lead to the same
// states.
func (c *Automaton) Class(b byte) int {
	switch {
	case strings.IndexByte("htpsxX:/.-[]?#", b) >= 0:
		return int(b)
	case chars.IsLetter(b) && b|0x20 <= 'f': // by case
		return int(b&0x20) + 1
	case chars.IsLetter(b):
		return int(b&0x20) + 2
	}
	return int(chars.SegmentClass[b]) + 3
}

// A state is a state of an Automaton: what has to be known of the characters read so
// far. As few states as possible should differ in what does not matter. The zero
// state is the dead state.
type state struct {
	phase phase
	n     uint8 // how many characters of the scheme or digits of the port have been read
	host  coarseScanner
	part  partState
}

// A phase is the component that is being read.
type phase uint8

const (
	dead      phase = iota
	inScheme        // and "://"
	inLabel         // of the host
	inLiteral       // an IPv6 address or what else is in brackets
	afterLiteral
	inPort
	inText // what follows the authority
)

// step reads a character; it returns false if the checks have to be made.
func (q *state) step(r rune, avoid uint16) bool {
	switch q.phase {
	case inScheme:
		return q.scheme(r)
	case inLabel:
		switch {
		case r == ':' || r == '/' || r == '?' || r == '#':
			return q.host.end() && q.endHost(r)
		case r == '[' && q.host.isZero():
			*q = state{phase: inLiteral}
			return true
		}
		return q.host.step(r, avoid)
	case inLiteral:
		if r == ']' {
			q.phase = afterLiteral
		}
		return true
	case afterLiteral:
		return q.endHost(r)
	case inPort:
		return q.port(r)
	case inText:
		return q.part.step(r, avoid)
	}
	return false
}

// end reports whether the string may end here.
func (q *state) end() bool {
	switch q.phase {
	case inLabel:
		return q.host.end()
	case inText:
		return q.part.end()
	}
	return q.phase == afterLiteral || q.phase == inPort
}

// scheme reads http:// or https://.
func (q *state) scheme(r rune) bool {
	const secure = "https://"
	switch {
	case r == rune(secure[q.n]):
		q.n++
	case r == ':' && int(q.n) == len("http"):
		q.n = uint8(len("https:"))
	default:
		return false
	}
	if int(q.n) == len(secure) {
		*q = state{phase: inLabel}
	}
	return true
}

// endHost reads the character that ends the host.
func (q *state) endHost(r rune) bool {
	switch r {
	case ':':
		*q = state{phase: inPort}
	case '/', '?', '#':
		*q = state{phase: inText}
	default:
		return false
	}
	return true
}

// port reads a port of up to four digits, which is in range. Other characters may make
// it a password.
func (q *state) port(r rune) bool {
	if r < '0' || r > '9' {
		return r != ':' && q.endHost(r)
	}
	q.n++
	return int(q.n) < maxPort
}
