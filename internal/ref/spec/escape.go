package spec

import (
	"slices"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/grammar/engine"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
)

// ConformOrEscape sets ref to text, the result of a conversion, if it conforms to the rule. Otherwise it percent-encodes the
// characters that the components do not allow, and sets ref to that. It returns false, and does not change ref, if
// neither conforms, or the rule does not name a whole reference.
func (r Rule) ConformOrEscape(text string, ref *component.Ref) bool {
	if !r.IsWhole() {
		return false
	}
	if r.Split(text, ref) {
		return ref.Text == text
	}
	out, ok := r.escape(text)
	return ok && r.Split(out, ref) && ref.Text == out
}

// escape percent-encodes the characters of s that its components, by RFC 3986 Appendix B, do not allow by the rule.
// ok is false if that does not help.
func (r Rule) escape(s string) (out string, ok bool) {
	p := r.d.spec.Profile()
	from := component.AfterScheme(s, p.Of[component.Scheme].Valid)
	if from <= component.SchemeEnd(s) {
		return "", false // a scheme has no percent-encoding, and is not to become a path
	}
	parts := component.Divide(s, from)
	var b []byte
	at := 0
	for _, kind := range [...]component.Kind{component.Userinfo, component.RegName, component.IPLiteral,
		parts.PathKind(s), component.Query, component.Fragment} {
		start, end, is := parts.Span(s, kind)
		isHost := kind == component.RegName || kind == component.IPLiteral
		if !is || isHost && p.Of[component.Host].Valid(s[start:end]) {
			continue
		}
		if kind == component.IPLiteral {
			kind = p.Literal()
		}
		if !p.Of[kind].EachCharToEscape(s[start:end], false, func(from, to int) {
			b = percent.Append(append(b, s[at:start+from]...), s[start+from:start+to])
			at = start + to
		}) {
			return "", false
		}
	}
	return string(append(b, s[at:]...)), true
}

// EachCharToEscape calls f for each character of s, the text of a component, that must be percent-encoded for s to conform
// to the rule of the component, and for as few as possible. It includes a reserved character only if the rule never
// allows it; elsewhere it is a delimiter. If anyString is true, it includes each "%" that does not begin a
// percent-encoding, and may include ":". ok is false if s does not conform then either; the calls of f still mend as
// many faults as encoding can.
func (r Rule) EachCharToEscape(s string, anyString bool, f func(from, to int)) (ok bool) {
	if r.Valid(s) {
		return true
	}
	if r.IsZero() || r.HasNoAutomaton() {
		return false
	}
	w := fitter{d: r.DFA(), pct: r.d.spec.Profile().PctEncoded, has: r.Bytes(), anyString: anyString}
	w.last = append(w.last, way{state: engine.Start, from: -1})
	ok = true
	for i := 0; i < len(s); {
		n := w.step(s, i)
		if len(w.next) == 0 {
			ok = false
		} else {
			w.last, w.next = w.next, w.last[:0]
		}
		if i += n; len(w.last) == 1 { // all ways come together here
			w.emit(w.last[0], f)
		}
	}
	best := -1
	for j, way := range w.last {
		if w.d.Accept[way.state] && (best < 0 || way.cost < w.last[best].cost) {
			best = j
		}
	}
	w.emit(w.last[max(best, 0)], f)
	return ok && best >= 0
}

// A fitter tries at once all ways to percent-encode characters of a text.
type fitter struct {
	d          *automaton.DFA
	pct        Rule        // for percent-encodings
	has        [256]bool   // which bytes the strings of the rule have
	anyString  bool        // see [Rule.EachCharToEscape]
	last, next []way       // one for each state that the automaton can be in
	encoded    []encodedAt // what the ways have encoded since they were one
}

// A way is the cheapest way that leads to a state.
type way struct {
	state int
	cost  int // how many characters it encodes
	from  int // the last one of these in encoded; -1 if there is none
}

// An encodedAt is a character that a way encodes.
type encodedAt struct {
	start, end int
	from       int // the one before it in encoded
}

// step reads the character or percent-encoding of s at an offset, and returns its length. It sets next, which is
// empty if no way continues.
func (w *fitter) step(s string, at int) int {
	char, n := utf8.DecodeRuneInString(s[at:])
	triplet := encodedLen(w.pct, s[at:])
	n = max(n, triplet)
	unit := s[at : at+n]
	var buf [utf8.UTFMax * len("%41")]byte
	var encoded string
	lone := char == '%' && triplet == 0
	if triplet == 0 && (char != utf8.RuneError || n > 1) && w.encodable(char) {
		encoded = chars.UnsafeString(percent.Append(buf[:0], unit))
	}
	for _, way := range w.last {
		if !lone || !w.anyString {
			w.reach(w.d.Step(way.state, unit), way, 0, 0)
		}
		if encoded != "" {
			w.reach(w.d.Step(way.state, encoded), way, at, at+n)
		}
	}
	return n
}

// encodable reports whether percent-encoding a character keeps the meaning.
func (w *fitter) encodable(char rune) bool {
	switch {
	case char == '%', char == ':' && w.anyString:
		return w.anyString
	case char >= utf8.RuneSelf || chars.IsUnreserved(byte(char)) || !chars.UriByte[byte(char)]:
		return true
	}
	return !w.has[char]
}

// reach adds a way to a state to next, unless there is a better one. It encodes s[start:end].
func (w *fitter) reach(state int, from way, start, end int) {
	if state == engine.Dead {
		return
	}
	if from.state = state; start < end {
		from.cost++
	}
	known := slices.IndexFunc(w.next, func(other way) bool { return other.state == state })
	switch {
	case known < 0:
		known = len(w.next)
		w.next = append(w.next, from)
	case from.cost >= w.next[known].cost:
		return
	}
	if start < end {
		w.encoded = append(w.encoded, encodedAt{start, end, from.from})
		from.from = len(w.encoded) - 1
	}
	w.next[known] = from
}

// emit calls f for each character that a way has encoded, and resets encoded.
func (w *fitter) emit(best way, f func(from, to int)) {
	var all []encodedAt
	for i := best.from; i >= 0; i = w.encoded[i].from {
		all = append(all, w.encoded[i])
	}
	for _, e := range slices.Backward(all) {
		f(e.start, e.end)
	}
	w.encoded = w.encoded[:0]
	for i := range w.last {
		w.last[i].from = -1
	}
}

// encodedLen returns the length of the percent-encoding that s begins with: two hexadecimal digits after a "%", or what
// the grammar calls one; 0 if there is none.
func encodedLen(pct Rule, s string) int {
	if _, ok := percent.Triplet(s); ok {
		return len("%41")
	}
	if s[0] == '%' {
		for n := len("%41"); n <= min(len(s), longestEncoded); n++ {
			if pct.Valid(s[:n]) {
				return n
			}
		}
	}
	return 0
}

// longestEncoded is the greatest length of other percent-encodings than those with two digits.
const longestEncoded = 12

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
