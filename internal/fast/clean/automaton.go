package clean

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/fast/lines"
	"github.com/rfc3987/iri/internal/ref/component"
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

// A state is a state of an [Automaton]. Fields that no longer matter are zeroed, so that there are fewer states. The zero
// state is the dead state.
type state struct {
	phase phase
	n     uint8 // number of characters read of the scheme or of digits of the port; in later phases, the state of words
	host  hostScanner
	part  partState
}

// A phase is the component that is being read, with the delimiter before it.
type phase uint8

const (
	dead      phase = iota
	inScheme        // and "://"
	inLabel         // of the host
	inLiteral       // an IPv6 address, or another address in brackets
	afterLiteral
	inPort
	inText     // the path, and also the query and the fragment unless Language.texts
	inQuery    // only if Language.texts
	inFragment // only if Language.texts
	numPhases
)

// literal are the kinds that the brackets of an address belong to.
const literal = 1<<component.Authority | 1<<component.Host | 1<<component.IPLiteral

// kindsIn are the kinds of component of which a clean IRI may have characters in each phase.
var kindsIn = [numPhases]component.Kinds{
	inScheme:     1 << component.Scheme,
	inLabel:      1<<component.Authority | 1<<component.Host | 1<<component.RegName,
	inLiteral:    literal | 1<<component.IPv6 | 1<<component.IPvFuture,
	afterLiteral: literal,
	inPort:       1<<component.Authority | 1<<component.Port,
	inText:       1 << component.PathAbempty,
	inQuery:      1 << component.Query,
	inFragment:   1 << component.Fragment,
}

// step reads a character. It returns false if the string has to be checked in full.
func (q *state) step(r rune, l *Language) bool {
	return q.read(r, l) && (l.watches[q.phase] == nil || !l.isWatched(q.phase, r))
}

// read is like step, but ignores the characters that rules look for in one component.
func (q *state) read(r rune, l *Language) bool {
	switch q.phase {
	case inScheme:
		return q.scheme(r)
	case inLabel:
		switch {
		case r == ':' || r == '/' || r == '?' || r == '#':
			return q.host.end() && q.endHost(r, l)
		case r == '[' && q.host.isZero():
			*q = state{phase: inLiteral}
			return true
		}
		return q.host.step(r, l.avoid)
	case inLiteral:
		if r == ']' {
			q.phase = afterLiteral
		}
		return true
	case afterLiteral:
		return q.endHost(r, l)
	case inPort:
		return q.port(r, l)
	case inText, inQuery, inFragment:
		if l.texts {
			q.phase = max(q.phase, phaseAfter(r))
		}
		return q.word(r, l) && q.part.step(r, l.avoid)
	}
	return false
}

// word reads a character after the authority. It returns false if the character ends a text that rules look for.
func (q *state) word(r rune, l *Language) (ok bool) {
	q.n, ok = l.words.step(q.n, r)
	return ok
}

// phaseAfter returns the phase that a delimiter after the authority begins.
func phaseAfter(r rune) phase {
	switch r {
	case '?':
		return inQuery
	case '#':
		return inFragment
	}
	return inText
}

// tick counts a tick: see [lines.Automaton]. It returns false if the string has to be checked in full.
func (q *state) tick() bool { return q.phase != inLabel || q.host.tick() }

// end reports whether the string may end here.
func (q *state) end() bool {
	switch q.phase {
	case inLabel:
		return q.host.end()
	case inText, inQuery, inFragment:
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
func (q *state) endHost(r rune, l *Language) bool {
	switch r {
	case ':':
		*q = state{phase: inPort}
	case '/', '?', '#':
		*q = state{phase: inText}
		if l.texts {
			q.phase = phaseAfter(r)
		}
		return q.word(r, l)
	default:
		return false
	}
	return true
}

// port reads a port of up to four digits, or of five of which the first is at most 5, so that it is in range. It
// returns false for other characters, which may be part of a password.
func (q *state) port(r rune, l *Language) bool {
	switch {
	case r < '0' || r > '9':
		return r != ':' && q.endHost(r, l)
	case q.n == 0 && r > '5':
		q.n = 2 // count one more digit
	default:
		q.n++
	}
	return q.n <= 5
}

// A table has the steps of a scanner S, without its counters: for each state the number of the state after a
// character of each column. State 0 is dead; state 1 is the zero S.
type table[S comparable] struct {
	states []S
	next   [math.MaxUint8 + 1][math.MaxUint8 + 1]uint8
}

// newTable returns the table of a scanner; step reads a character of a column.
func newTable[S comparable](columns int, step func(q *S, column int) bool) *table[S] {
	t := new(table[S])
	t.states = make([]S, 2)
	number := map[S]uint8{t.states[1]: 1}
	for from := 1; from < len(t.states); from++ {
		var last S // the state after the column before, which is most often the same
		to := uint8(0)
		for column := range columns {
			q := t.states[from]
			if !step(&q, column) {
				continue
			}
			if to == 0 || q != last {
				last, to = q, number[q]
			}
			if to == 0 && len(t.states) <= math.MaxUint8 {
				to = uint8(len(t.states))
				number[q] = to
				t.states = append(t.states, q)
			}
			t.next[from][column] = to
		}
	}
	return t
}

// The tables are those of a hostScanner in a label, and of a partState. [Language.Has] checks what they leave out:
// scripts, percent-encodings, the length of labels, and look-alikes of ASCII.
type tables struct {
	ascii [utf8.RuneSelf]uint8      // the columns of ASCII
	char  [math.MaxUint16 + 1]uint8 // the columns of other characters, by their entry in package chars
	hosts *table[hostScanner]
	parts *table[partState]
}

// deadColumn is the column of characters that lead to no state.
const deadColumn = math.MaxUint8

// makeTables makes the tables.
func (l *Language) makeTables() *tables {
	t := new(tables)
	var members []rune // for each column a character of ASCII, or utf8.RuneSelf plus an entry of package chars
	for b := range rune(utf8.RuneSelf) {
		c := l.class[b]
		if t.ascii[b] = uint8(c); c == len(members) {
			members = append(members, b)
		}
	}
	// Other characters share a column if the scanners treat them alike and the same characters may follow in NFC.
	type kind struct {
		flags uint16
		last  chars.LastChar
	}
	const asked = chars.PValid | chars.NotNFC | chars.L | chars.R | chars.NSM | chars.Mark | chars.Marked |
		chars.Second | chars.Break
	columns := make(map[kind]uint8)
	for i := range chars.Blocks {
		for _, u := range chars.Blocks[i] {
			if t.char[u] > 0 {
				continue
			}
			is := kind{flags: u.Flags() & asked}
			var word chars.Scripts
			word.Add(u.Script())
			is.last.Follow(u, &word)
			is.last = is.last.Rough()
			c, ok := columns[is]
			switch {
			case u.Flags()&l.avoid != 0 || u.Flags()&chars.Marked != 0 && u.Script() == 0:
				c = deadColumn // the effect of a mark of any script depends on the word
			case !ok && len(members) == deadColumn:
				c = deadColumn
			case !ok:
				c = uint8(len(members))
				columns[is] = c
				members = append(members, utf8.RuneSelf+rune(u))
			case u.Properties().Ccc < chars.Char(members[c]-utf8.RuneSelf).Properties().Ccc:
				members[c] = utf8.RuneSelf + rune(u) // it may follow the fewest marks
			}
			t.char[u] = c
		}
	}
	t.hosts = newTable(len(members), func(h *hostScanner, column int) bool {
		r := members[column]
		if r < utf8.RuneSelf {
			if !h.step(r, l.avoid) {
				return false
			}
		} else {
			u := chars.Char(r - utf8.RuneSelf)
			h.scripts.Add(u.Script())
			if !h.stepChar(u, 1, false, latin, l.avoid) {
				return false
			}
		}
		if h.length > 0 {
			h.length, h.before = 1, 1
		}
		h.before, h.ticks, h.scripts, h.last = min(h.before, 1), 0, chars.Scripts{}, h.last.Rough()
		return true
	})
	t.parts = newTable(len(members), func(q *partState, column int) bool {
		r := members[column]
		ok := false
		if r < utf8.RuneSelf {
			ok = chars.SegmentClass[r] != chars.ClassDelimiter && r != '%' && q.step(r, l.avoid)
		} else {
			u := chars.Char(r - utf8.RuneSelf)
			q.word.Add(u.Script())
			ok = q.stepChar(u, l.avoid)
		}
		q.word, q.last = chars.Scripts{}, q.last.Rough()
		return ok
	})
	return t
}
