package spec

import (
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/engine"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
)

// Held sets ref to text, which a conversion has made, if it conforms to the rule, which names a whole reference; else to text
// with the characters percent-encoded that its components must not have by the rule. It reports whether that conforms; if not, it does not change ref.
func (r Rule) Held(text string, ref *component.Ref) bool {
	if r.Split(text, ref) {
		return ref.Text == text
	}
	out, ok := r.escape(text)
	return ok && r.Split(out, ref) && ref.Text == out
}

// escape percent-encodes what the components of s, by RFC 3986 Appendix B, must not have by the rule. ok is false if a
// component cannot have it percent-encoded either.
func (r Rule) escape(s string) (out string, ok bool) {
	p := r.d.spec.Profile()
	from := component.SchemeEnd(s) + 1
	if from > 0 && !p.Of[component.Scheme].Valid(s[:from-1]) {
		return "", false // a scheme has no percent-encoding, and is not to become a path
	}
	parts := component.Divide(s, from)
	var b []byte
	at := 0
	for _, kind := range [...]component.Kind{component.Userinfo, component.Host, parts.PathKind(s), component.Query, component.Fragment} {
		start, end, is := parts.Span(s, kind)
		if !is {
			continue
		}
		b = append(b, s[at:start]...)
		if b, ok = p.Of[kind].appendEscaped(b, s[start:end]); !ok {
			return "", false
		}
		at = end
	}
	return string(append(b, s[at:]...)), true
}

// appendEscaped appends s with the characters percent-encoded at which the automaton of the rule cannot go on otherwise.
func (r Rule) appendEscaped(dst []byte, s string) ([]byte, bool) {
	if r.General() {
		return append(dst, s...), r.Valid(s)
	}
	d, state := r.DFA(), engine.Start
	for len(s) > 0 {
		_, w := utf8.DecodeRuneInString(s)
		_, triplet := percent.Triplet(s)
		if triplet {
			w = len("%41")
		}
		next := d.Step(state, s[:w])
		if next != engine.Dead {
			dst = append(dst, s[:w]...)
		} else {
			start := len(dst)
			dst = percent.Append(dst, s[:w])
			if next = d.Step(state, chars.View(dst[start:])); next == engine.Dead || triplet {
				return dst, false
			}
		}
		state, s = next, s[w:]
	}
	return dst, d.Accept[state]
}
