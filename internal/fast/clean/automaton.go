package clean

import (
	"strings"

	"github.com/rfc3987/iri/internal/fast/lines"
	"github.com/rfc3987/iri/internal/text/chars"
)

// An Automaton steps through the states of a [Language] for [lines.Scanner], which runs it beside the table of a
// rule: the table decides which strings conform. A hostScanner reads the host, and a partState another component.
//
// States are numbered in the order in which they are reached. An Automaton must not be used by two goroutines at
// once.
type Automaton struct {
	language *Language
	states   []state
	number   map[state]int
}

// Automaton returns an automaton that has only its dead state and its first state.
func (l *Language) Automaton() *Automaton {
	c := &Automaton{language: l, number: make(map[state]int)}
	c.states = append(c.states, state{}, l.start)
	for n, q := range c.states {
		c.number[q] = n
	}
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
	if !q.step(r, c.language) {
		return lines.Dead
	}
	return c.add(q)
}

// StepAll returns the states after each of 64 characters; see [lines.Automaton]. Characters with the same properties
// in the same window lead to the same state, so it steps once for them.
func (c *Automaton) StepAll(state int, first rune, next *[64]uint16) {
	type kind struct {
		char    chars.Char
		twin    bool // looks like ASCII
		watched bool // a rule looks for this character in this phase
		window  window
	}
	phase := c.states[state].phase
	var known [16]struct {
		kind
		next uint16
		set  bool
	}
	is := kind{window: windowOf(first)}
	for k := range next {
		r := first + rune(k)
		last := is
		is.char, is.twin, is.watched = chars.Of(r), chars.HasLatinTwin(r), c.language.isWatched(phase, r)
		if first < 0x800 { // windows from U+0800 on begin at multiples of 64
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
	if !q.tick() {
		return lines.Dead
	}
	return c.add(q)
}

// Accept reports whether the string may end in a state.
func (c *Automaton) Accept(state int) bool {
	q := c.states[state]
	return q.end()
}

// Class returns the class of an ASCII character. Characters of one class lead to the same states.
func (c *Automaton) Class(b byte) int { return c.language.class[b] }

// baseClass returns the class of an ASCII character by what the scanners distinguish; see [Automaton.Class].
func baseClass(b byte) byte {
	switch {
	case strings.IndexByte("htpsxX:/.-[]?#", b) >= 0:
		return b
	case '6' <= b && b <= '9':
		return '6'
	case chars.IsLetter(b) && b|0x20 <= 'f': // by case
		return b&0x20 + 1
	case chars.IsLetter(b):
		return b&0x20 + 2
	}
	return chars.SegmentClass[b] + 3
}
