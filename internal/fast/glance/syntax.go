package glance

import (
	"slices"

	"github.com/rfc3987/iri/internal/grammar/automaton"
)

// A Syntax is a language in which [Kernel.Look] finds a string by the way: http and https IRIs with a name as their host;
// from the path on only what stands in paths, queries and fragments alike, with two digits after each "%" and one
// "#" at most. The grammar has no part in this definition: whether a rule accepts all such strings, [SyntaxIn] finds out. If it
// does, the automaton of the rule need not read them.
type Syntax uint8

const (
	NoSyntax Syntax = iota // nothing is known of the string
	ASCII                  // the language without characters beyond ASCII
	Unicode                // the language with those of all repertoires
)

// SyntaxIn returns the largest of the languages that is part of that of an automaton.
func SyntaxIn(d *automaton.DFA) Syntax {
	for s := Unicode; s > NoSyntax; s-- {
		if s.isIn(d) {
			return s
		}
	}
	return NoSyntax
}

// isIn reports whether the automaton accepts all strings of s: it follows all ways through both at once.
func (s Syntax) isIn(d *automaton.DFA) bool {
	type pair struct {
		state int
		at    place
	}
	var open []pair
	seen := make([]bool, d.States()*places)
	reach := func(state int, at place) bool {
		if i := state*places + int(at); state != 0 && !seen[i] {
			seen[i] = true
			open = append(open, pair{state, at})
		}
		return state != 0 && (d.Accept[state] || !at.isEnd())
	}
	for _, scheme := range []string{"http://", "https://"} {
		if !reach(d.Step(1, scheme), 0) {
			return false
		}
	}
	for len(open) > 0 {
		p := open[len(open)-1]
		open = open[:len(open)-1]
		for _, move := range p.at.moves() {
			for _, step := range move.steps {
				if step.low >= 0x80 && s != Unicode {
					continue
				}
				last := -1 // most bytes of a step are of the same class
				for b := int(step.low); b <= int(step.high); b++ {
					c := int(d.Class[b])
					if c != last && !reach(int(d.Next[p.state*d.N+c]), move.part+step.then) {
						return false
					}
					last = c
				}
			}
		}
	}
	return true
}

// A place is where a string of a Syntax goes on: one of its parts and what has to follow first, within a percent-encoding or a
// character. The place 0 is after the scheme.
type place uint8

// The parts.
const (
	first = iota * parts // of the host
	host
	port
	text
	fragment
	places
)

// What has to follow first.
const (
	nothing = iota
	digit
	digits // two of them
	octet
	octets // two of them
	afterC2
	afterE0
	afterED
	afterEF
	afterEFB7
	afterEFBF
	afterF0
	afterF09F
	parts
)

// A step is where a string goes on after one of some bytes.
type step struct {
	low, high byte
	then      place
}

// within has the steps within a percent-encoding or a character, to what has to follow then. The characters are those of ucschar
// (RFC 3987 §2.2) up to U+1FFBF; repertoires have no others.
var within = [parts][]step{
	digit:     {{'0', '9', nothing}, {'A', 'F', nothing}, {'a', 'f', nothing}},
	digits:    {{'0', '9', digit}, {'A', 'F', digit}, {'a', 'f', digit}},
	octet:     {{0x80, 0xBF, nothing}},
	octets:    {{0x80, 0xBF, octet}},
	afterC2:   {{0xA0, 0xBF, nothing}},
	afterE0:   {{0xA0, 0xBF, octet}},
	afterED:   {{0x80, 0x9F, octet}},
	afterEF:   {{0xA4, 0xB6, octet}, {0xB7, 0xB7, afterEFB7}, {0xB8, 0xBE, octet}, {0xBF, 0xBF, afterEFBF}},
	afterEFB7: {{0x80, 0x8F, nothing}, {0xB0, 0xBF, nothing}},
	afterEFBF: {{0x80, 0xAF, nothing}},
	afterF0:   {{0x90, 0x9E, octets}, {0x9F, 0x9F, afterF09F}},
	afterF09F: {{0x80, 0xBE, octet}},
}

// Steps by the first byte of what stands in the parts.
var (
	character = []step{{0xC2, 0xC2, afterC2}, {0xC3, 0xDF, octet}, {0xE0, 0xE0, afterE0}, {0xE1, 0xEC, octets}, {0xED, 0xED, afterED},
		{0xEF, 0xEF, afterEF}, {0xF0, 0xF0, afterF0}}
	name = []step{{'-', '.', nothing}, {'0', '9', nothing}, {'A', 'Z', nothing}, {'a', 'z', nothing}}
	// What of pchar is ASCII, but for pct-encoded; "/" and "?" (RFC 3986 §3.3 to §3.5).
	ascii = []step{{'!', '!', nothing}, {'$', '$', nothing}, {'&', ';', nothing}, {'=', '=', nothing}, {'?', 'Z', nothing},
		{'_', '_', nothing}, {'a', 'z', nothing}, {'~', '~', nothing}}
	encoding  = []step{{'%', '%', digits}}
	colon     = []step{{':', ':', nothing}}
	decimal   = []step{{'0', '9', nothing}}
	delimiter = []step{{'/', '/', nothing}, {'?', '?', nothing}}
	hash      = []step{{'#', '#', nothing}}
)

// A move is where steps lead to.
type move struct {
	steps []step
	part  place
}

// moves has the moves of each part, between characters.
var moves = [places / parts][]move{
	first / parts:    {{name, host}, {character, host}},
	host / parts:     {{name, host}, {character, host}, {colon, port}, {delimiter, text}, {hash, fragment}},
	port / parts:     {{decimal, port}, {delimiter, text}, {hash, fragment}},
	text / parts:     {{ascii, text}, {encoding, text}, {character, text}, {hash, fragment}},
	fragment / parts: {{ascii, fragment}, {encoding, fragment}, {character, fragment}},
}

// moves returns the moves from a place.
func (p place) moves() []move {
	if left := p % parts; left != nothing {
		return []move{{within[left], p - left}}
	}
	return moves[p/parts]
}

// isEnd reports whether a string may end here.
func (p place) isEnd() bool { return p != first && p%parts == nothing }

// IsText reports whether a character of ASCII stands in the text as it is, but for the "#" before a fragment.
func IsText(c byte) bool {
	return slices.ContainsFunc(ascii, func(s step) bool { return s.low <= c && c <= s.high })
}
