package spec

import (
	"github.com/rfc3987/iri/internal/grammar/engine"
	"github.com/rfc3987/iri/internal/text/percent"
)

// EncodedIsURI reports whether each string of the rule becomes a URI-reference of RFC 3986 when the characters beyond
// ASCII are percent-encoded (RFC 3987 §3.1 step 2). That holds for all rules of RFC 3987 as published, but not for
// LEIRIs, nor for edited grammars that allow more of ASCII.
func (r Rule) EncodedIsURI() bool {
	uri := RFC3986.Reference()
	if r.d == nil || r.HasNoAutomaton() || uri.IsZero() || uri.HasNoAutomaton() {
		return false
	}
	return r.d.encodedURI.Get(func() bool { return r.encodedIn(uri) })
}

// encodedIn steps through the automata of two rules in parallel: the other one reads the percent-encoding of each
// byte beyond ASCII.
func (r Rule) encodedIn(other Rule) bool {
	type pair struct{ own, other int }
	d, e := r.DFA(), other.DFA()
	seen := map[pair]bool{{engine.Start, engine.Start}: true}
	open := []pair{{engine.Start, engine.Start}}
	var buf [len("%41")]byte
	for len(open) > 0 {
		at := open[len(open)-1]
		open = open[:len(open)-1]
		if d.Accept[at.own] && !e.Accept[at.other] {
			return false
		}
		for b := range 256 {
			text := string([]byte{byte(b)})
			own := d.Step(at.own, text)
			if own == engine.Dead {
				continue
			}
			if b >= 0x80 {
				text = string(percent.Append(buf[:0], text))
			}
			next := pair{own, e.Step(at.other, text)}
			if next.other == engine.Dead {
				return false
			}
			if !seen[next] {
				seen[next] = true
				open = append(open, next)
			}
		}
	}
	return true
}
