package clean

import "github.com/rfc3987/iri/internal/ref/component"

// A state is a state of an [Automaton]. The fewer states differ in what does not matter, the better. The zero state
// is the dead state.
type state struct {
	phase phase
	n     uint8 // how many characters of the scheme, or digits of the port, have been read; after them, the state of words
	host  hostScanner
	part  partState
}

// A phase is the component that is being read, with the delimiter before it.
type phase uint8

const (
	dead      phase = iota
	inScheme        // and "://"
	inLabel         // of the host
	inLiteral       // an IPv6 address or what else is in brackets
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

// step reads a character; it returns false if the checks have to be made.
func (q *state) step(r rune, l *Language) bool {
	return q.read(r, l) && (l.watches[q.phase] == nil || !l.isWatched(q.phase, r))
}

// read is step without the characters that rules look for in one component.
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

// tick counts a tick: see [lines.Automaton]. It returns false if the checks have to be made.
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
