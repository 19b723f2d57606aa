package clean

import (
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/fast/lines"
	"github.com/rfc3987/iri/internal/text/chars"
)

// Has reports whether s is clean, if it conforms to a rule for references of another spec than LEIRI. It steps from
// state to state as an [Automaton] does, but passes over ASCII that makes no difference, and knows how long labels
// are.
func (l *Language) Has(s string) bool {
	if l.watched || l.start.phase == dead {
		return l.hasByStep(s)
	}
	rest, ok := strings.CutPrefix(s, "https://")
	if !ok {
		if rest, ok = strings.CutPrefix(s, "http://"); !ok {
			return false
		}
	}
	end := 0
	if rest != "" && rest[0] == '[' {
		end = strings.IndexByte(rest, ']') + 1
	} else if end, ok = l.plainHost(rest); !ok {
		return false
	}
	q := state{phase: inLabel}
	for rest = rest[end:]; rest != "" && q.phase != inText; rest = rest[1:] {
		if q.phase == inLabel {
			ok = q.endHost(rune(rest[0]), l)
		} else {
			ok = q.port(rune(rest[0]), l)
		}
		if !ok {
			return false
		}
	}
	return l.plainText(rest)
}

// hasByStep is Has, character by character.
func (l *Language) hasByStep(s string) bool {
	q, ticks := l.start, 0
	for i, r := range s {
		for ; ticks < i/lines.TickBytes; ticks++ {
			if !q.tick() {
				return false
			}
		}
		if !q.step(r, l) {
			return false
		}
	}
	return q.end()
}

// plainHost reports whether the host with which s begins is plain, and where it ends.
func (l *Language) plainHost(s string) (end int, plain bool) {
	var h hostScanner
	for label, i := 0, 0; ; {
		if i == label && h.before <= (maxName-maxLabel-1)/16 { // what is left may be ASCII
			if n, ok := l.hosts.read(s[i:]); ok && endsHost(s, i+n) {
				return i + n, true
			}
		}
		if endsHost(s, i) {
			return i, h.mayHave(i-label) && h.end()
		}
		r, n := chars.RuneAt(s, i)
		switch {
		case r >= utf8.RuneSelf:
			plain = h.stepNonASCII(r, l.avoid)
		case r == '.':
			plain, label = h.mayHave(i-label) && h.step(r, l.avoid), i+n
		default:
			plain = h.step(r, l.avoid)
		}
		if i += n; !plain {
			return i, false
		}
	}
}

// endsHost reports whether a host ends at s[i:].
func endsHost(s string, i int) bool {
	return i == len(s) || s[i] == '/' || s[i] == ':' || s[i] == '?' || s[i] == '#'
}

// plainText reports whether there is nothing to say of the text after an authority and the delimiter that ends it.
func (l *Language) plainText(s string) bool {
	for i := 0; ; {
		// Of a part of ASCII there is nothing to say.
		if i += chars.NonASCII(s[i:]); i == len(s) {
			return true
		}
		for i > 0 && s[i-1] < utf8.RuneSelf && chars.SegmentClass[s[i-1]] != chars.ClassDelimiter {
			i--
		}
		var t partState
		mask, want := t.dir.alike(l.avoid)
		for i < len(s) {
			if b := s[i]; b < utf8.RuneSelf {
				if chars.SegmentClass[b] == chars.ClassDelimiter {
					break
				}
				if !t.step(rune(b), l.avoid) {
					return false
				}
				mask, want = t.dir.alike(l.avoid)
				i++
				continue
			}
			u, n := chars.Decode(s, i)
			if flags := u.Flags(); flags&mask == want && n < utf8.UTFMax && t.word.Takes(u.Script()) {
				t.last = chars.AfterStarter(flags)
			} else {
				if chars.AtTag(s, i) || !t.stepChar(u, l.avoid) {
					return false
				}
				mask, want = t.dir.alike(l.avoid)
			}
			i += n
		}
		if !t.end() {
			return false
		}
	}
}
