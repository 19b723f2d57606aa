package prose

import (
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/chars"
	"github.com/rfc3987/iri/internal/component"
	"github.com/rfc3987/iri/internal/engine"
	"github.com/rfc3987/iri/internal/glance"
	"github.com/rfc3987/iri/internal/hostname"
	"github.com/rfc3987/iri/internal/report"
	"github.com/rfc3987/iri/internal/spec"
)

// This file says which http and https IRIs are clean: in which the prose rules, as they
// are by default, find nothing. Most IRIs are clean, and need no other checks; those that
// are not sure to be clean get them all.
//
// [IsClean] reads the host by [hostname.IsPlain] and the rest at a glance, if that suffices, or by
// [checker.readParts].
// [CleanAutomaton] decides the same as an automaton, for the lines of a file:
// [hostname.CoarseScanner] reads the host, and partState a part as [checker.readParts] does. A
// test compares the automaton with the checks.

// IsClean reports whether the prose rules are sure to find nothing in ref, which conforms
// to the rule, one for references of another spec than LEIRI.
func IsClean(ref *component.Ref, rule spec.Rule) bool {
	s, p := ref.Text, &ref.Parts
	if name := s[:p.Scheme]; name != "http" && name != "https" {
		return false
	}
	if p.Host != p.Scheme+3 || p.Path-p.HostEnd > uint32(maxPort) {
		return false // a userinfo, no authority, or a port that may be out of range
	}
	host := s[p.Host:p.HostEnd]
	if host == "" {
		return false
	}
	if host[0] != '[' {
		if plain, numeric := hostname.IsPlain(host); !plain || numeric {
			return false
		}
	}
	i := int(p.Path)
	if glance.IsCleanText(s, i) {
		return true
	}
	if i += chars.NonASCII(s[i:]); i == len(s) {
		return true
	}
	c := checker{List: report.List{Settings: &defaults, Trial: true}, s: s, rule: rule}
	has := c.readParts(i) // the host has been read, so it can do without the components
	if c.Total > 0 || has&defaultChars == 0 {
		return c.Total == 0
	}
	return c.charactersClean(ref, has, i)
}

// charactersClean reports whether the checks for properties of characters find nothing.
func (c *checker) charactersClean(ref *component.Ref, has uint16, first int) bool {
	t := newChecker(ref, c.rule, c.Settings)
	defer t.release()
	t.Trial = true
	t.characters(has, first)
	return t.Total == 0
}

// defaults are the settings that [IsClean] speaks of. They are never changed.
var defaults report.Settings

// maxPort is the length of the longest port that is sure to be in range, with its ":".
const maxPort = len(":9999")

// A CleanAutomaton is the automaton of the clean IRIs, which runs beside the table of a rule in
// [engine.LineChecker]. Which strings conform is for the table to say.
//
// States are numbered as they turn up. A CleanAutomaton must not be used by two goroutines at
// once.
type CleanAutomaton struct {
	states []cleanState
	number map[cleanState]int
}

// NewCleanAutomaton returns the automaton with its dead state and its first state alone.
func NewCleanAutomaton() *CleanAutomaton {
	c := &CleanAutomaton{number: make(map[cleanState]int)}
	c.add(cleanState{})
	c.add(cleanState{phase: inScheme})
	return c
}

func (c *CleanAutomaton) add(q cleanState) int {
	n, ok := c.number[q]
	if !ok && len(c.states) < 1<<16 {
		n = len(c.states)
		c.states = append(c.states, q)
		c.number[q] = n
	}
	return n
}

// Start returns the first state; see [engine.LineAutomaton].
func (c *CleanAutomaton) Start() int { return engine.Start }

// Step returns the state after a character.
func (c *CleanAutomaton) Step(state int, r rune) int {
	q := c.states[state]
	if !q.step(r) {
		return engine.Dead
	}
	return c.add(q)
}

// StepAll returns the states after 64 characters; see [engine.LineAutomaton]. Many of these have
// the same properties and are in the same window, and so lead to the same state.
func (c *CleanAutomaton) StepAll(state int, first rune, next *[64]uint16) {
	type kind struct {
		char   chars.Char
		window hostname.Window
	}
	var known [16]struct {
		kind
		next uint16
		set  bool
	}
	is := kind{window: hostname.WindowOf(first)}
	for k := range next {
		r := first + rune(k)
		last := is
		if is.char = chars.Of(r); first < 0x800 { // beyond that, windows begin at multiples of 64
			is.window = hostname.WindowOf(r)
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

// Tick returns the state after a tick: see [engine.LineAutomaton].
func (c *CleanAutomaton) Tick(state int) int {
	q := c.states[state]
	if q.phase == inLabel && !q.host.Tick() {
		return engine.Dead
	}
	return c.add(q)
}

// Accept reports whether the string may end in a state.
func (c *CleanAutomaton) Accept(state int) bool {
	q := c.states[state]
	return q.end()
}

// Class returns the class of a character of ASCII: those of one class lead to the same
// states.
func (c *CleanAutomaton) Class(b byte) int {
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

// A cleanState is a state of a CleanAutomaton: what has to be known of the characters read so
// far. As few states as possible should differ in what does not matter. The zero
// cleanState is the dead state.
type cleanState struct {
	phase phase
	n     uint8 // how many characters of the scheme or digits of the port have been read
	host  hostname.CoarseScanner
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
func (q *cleanState) step(r rune) bool {
	switch q.phase {
	case inScheme:
		return q.scheme(r)
	case inLabel:
		switch {
		case r == ':' || r == '/' || r == '?' || r == '#':
			return q.host.End() && q.endHost(r)
		case r == '[' && q.host.IsZero():
			*q = cleanState{phase: inLiteral}
			return true
		}
		return q.host.Step(r)
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
		return q.part.step(r)
	}
	return false
}

// end reports whether the string may end here.
func (q *cleanState) end() bool {
	switch q.phase {
	case inLabel:
		return q.host.End()
	case inText:
		return q.part.end()
	}
	return q.phase == afterLiteral || q.phase == inPort
}

// scheme reads http:// or https://.
func (q *cleanState) scheme(r rune) bool {
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
		*q = cleanState{phase: inLabel}
	}
	return true
}

// endHost reads the character that ends the host.
func (q *cleanState) endHost(r rune) bool {
	switch r {
	case ':':
		*q = cleanState{phase: inPort}
	case '/', '?', '#':
		*q = cleanState{phase: inText}
	default:
		return false
	}
	return true
}

// port reads a port of up to four digits, which is in range. Other characters may make
// it a password.
func (q *cleanState) port(r rune) bool {
	if r < '0' || r > '9' {
		return r != ':' && q.endHost(r)
	}
	q.n++
	return int(q.n) < maxPort
}

// A partState is what has to be known of the present part of a path, query or
// fragment, as [checker.readParts] reads it. The zero value is that of an empty part.
type partState struct {
	digits uint8 // how many digits of a percent-encoding are to come
	dir    direction
	word   chars.Scripts
	last   chars.LastChar
}

// A direction is what has to be known of the directions in a part.
type direction uint8

const (
	dirNone    direction = iota // the part is empty
	dirNeutral                  // neither left-to-right nor right-to-left characters
	dirLeft                     // left-to-right characters, but no others
	dirRight                    // begins and ends with right-to-left characters, and has no others
	dirDigits                   // the same, but does not end so
)

// add adds a character by its flags; it returns false if the rules on directions
// have to be checked.
func (d *direction) add(flags uint16) bool {
	switch {
	case flags&chars.L != 0:
		if *d >= dirRight {
			return false
		}
		*d = dirLeft
	case flags&chars.R != 0:
		if *d == dirNeutral || *d == dirLeft {
			return false
		}
		*d = dirRight
	case *d == dirNone:
		*d = dirNeutral
	case *d == dirRight && flags&chars.NSM == 0:
		*d = dirDigits
	}
	return true
}

// step reads a character.
func (t *partState) step(r rune) bool {
	if r >= utf8.RuneSelf {
		return t.stepNonASCII(r)
	}
	var flags uint16
	switch {
	case t.digits > 0:
		t.digits--
		if chars.IsLetter(byte(r)) {
			flags = chars.L
		}
		return t.dir.add(flags)
	case chars.SegmentClass[r] == chars.ClassDelimiter:
		ok := t.end()
		*t = partState{}
		return ok
	case chars.SegmentClass[r] == chars.ClassPercent:
		t.digits = 2
		t.word = chars.Scripts{}
	case chars.SegmentClass[r] == chars.ClassLetter:
		flags = chars.L
		t.word.Add(chars.Latin)
	}
	t.last = chars.LastChar{}
	return t.dir.add(flags) && !t.word.Mixed()
}

// stepNonASCII reads a character that is not ASCII.
func (t *partState) stepNonASCII(r rune) bool {
	u := chars.Of(r)
	p := u.Properties()
	if p.Flags&defaultChars != 0 || chars.IsTag(r) {
		return false
	}
	if !t.last.Follow(u, &t.word) || t.word.Mixed() {
		return false
	}
	if p.Flags&chars.Break != 0 {
		t.word = chars.Scripts{}
	}
	return t.dir.add(p.Flags)
}

// end reports whether the part may end here.
func (t *partState) end() bool { return t.dir != dirDigits }
