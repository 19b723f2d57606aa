package spec

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/grammar/earley"
	"github.com/rfc3987/iri/internal/grammar/engine"
)

// endOfInput is how the lists of what can come next name the end of the string.
const endOfInput = "end"

// An expectation is what can come next in a state of a rule's automaton.
type expectation struct {
	within []string // what can come next within the rule, as the grammar names it
	ends   bool     // a sentence can end here
	inWord bool     // a literal is read in part
}

// expectations holds what can come next in the states of a rule's automaton, computed
// when a state is first asked for. Many prefixes lead to one state of a minimal
// automaton. The names are those after the shortest prefix, so that they do not depend
// on what was checked before.
type expectations struct {
	nfa    func() *automaton.NFA
	access func() []string // by state: a shortest string that leads to it
	states func() []atomic.Pointer[expectation]
	start  atomic.Pointer[expectation] // of the start, for which the automaton is not needed
}

// newExpectations returns the expectations of a rule of a grammar, whose automaton dfa returns.
func newExpectations(grammar func() *abnf.Grammar, rule string, dfa func() *automaton.DFA) expectations {
	return expectations{
		nfa: sync.OnceValue(func() *automaton.NFA {
			a, err := automaton.CompileNFA(grammar(), rule)
			if err != nil {
				panic(err) // the DFA was made from the same rule
			}
			return a
		}),
		access: sync.OnceValue(func() []string { return dfa().Access() }),
		states: sync.OnceValue(func() []atomic.Pointer[expectation] {
			return make([]atomic.Pointer[expectation], dfa().States())
		}),
	}
}

// set returns the states of the NFA in which the rule is in a state of its automaton, after the shortest prefix.
func (es *expectations) set(r Rule, state int) automaton.Set {
	nfa := es.nfa()
	set := nfa.Start()
	if state != engine.Start {
		for _, ch := range r.d.kind.Runes(es.access()[state]) {
			set = nfa.StepRune(set, ch)
		}
	}
	return set
}

// expectation returns what can come next in a state of the rule's automaton.
func (r Rule) expectation(state int) *expectation {
	es := &r.d.expectations
	known := &es.start
	if state != engine.Start {
		known = &es.states()[state]
	}
	if e := known.Load(); e != nil {
		return e
	}
	nfa, set := es.nfa(), es.set(r, state)
	// Findings share the slice: without spare capacity, an append cannot write into it.
	e := &expectation{ends: nfa.Accepts(set), inWord: slices.ContainsFunc(nfa.Edges(set), inWord),
		within: slices.Clip(nextNames(r.d.spec.Grammar(), 0, false, earley.Reading{NFA: nfa, Set: set}))}
	known.Store(e)
	return e
}

// maxRead is how many bytes before a fault are read again for the words that they begin.
const maxRead = 1 << 10

// wordsAfter returns what can come next after a text that leads to a state of the rule's automaton, with each word that
// the text has begun as a whole. The expectation of the state cannot say which words these are: "htt" and "ft" lead to
// one state of "http" / "ftp".
func (r Rule) wordsAfter(state int, text string) (names []string, ok bool) {
	if len(text) > maxRead || r.DFA().Step(engine.Start, text) != state {
		return nil, false
	}
	nfa := r.d.expectations.nfa()
	set := nfa.Start()
	for _, ch := range r.d.kind.Runes(text) {
		set = nfa.StepRune(set, ch)
	}
	return nextNames(r.d.spec.Grammar(), 0, true, earley.Reading{NFA: nfa, Set: set}), true
}

// maxCompared is how many names are held against each other.
const maxCompared = 500

// nextNames returns what can come next in sets of states, as the grammar names it. A class
// of characters that begins there has the name of its rule, if the rule lies at least depth
// rules within each other below the start rule. A word that has begun is named as a whole if the readings are those of
// the text, and with what is left of it if other texts lead to them, too.
func nextNames(g *abnf.Grammar, depth int, whole bool, readings ...earley.Reading) []string {
	var own []string
	chars := make(map[string][]automaton.Edge) // the edges of each name
	for _, r := range readings {
		for _, edge := range r.NFA.Edges(r.Set) {
			name := ""
			level := r.Depth + edge.Occurrence.Depth()
			for f := edge.Occurrence; f.Parent != nil && level >= depth; f, level = f.Parent, level-1 {
				if r.Set.Has(f.Start) && namedWhole(g, f.Rule) {
					name = f.Rule.Name // the outermost rule gives the name
				}
			}
			if name == "" {
				name = terminalName(edge, whole)
			}
			if chars[name] == nil {
				own = append(own, name)
			}
			chars[name] = append(chars[name], edge)
		}
	}
	// Drop the names that another one includes: DIGIT where HEXDIG can stand. A word includes
	// nothing, not even another one that begins as it does: "Tue" and "Thu". Each is held against
	// all others, so very many are left as they are.
	if len(own) > maxCompared {
		return own
	}
	for i := 0; i < len(own); i++ {
		name := own[i]
		covered := false
		for j, other := range own {
			wider := covers(chars[other], chars[name]) && !isWord(chars[other][0])
			same := wider && covers(chars[name], chars[other])
			covered = covered || j != i && wider && (!same || j < i && !isWord(chars[name][0]))
		}
		if covered {
			own = slices.Delete(own, i, i+1)
			i--
		}
	}
	return own
}

// rest returns the characters of a literal or a sequence that can come next, from the one that a
// step consumes; nil for a range.
func rest(edge automaton.Edge) []rune {
	switch e := edge.Expr.(type) {
	case *abnf.Literal:
		return []rune(e.Text[edge.At:])
	case *abnf.Sequence:
		return e.Runes[edge.At:]
	}
	return nil
}

// isWord reports whether a step begins several characters that stand in one terminal.
func isWord(edge automaton.Edge) bool { return len(rest(edge)) > 1 }

// inWord reports whether a step goes on in a literal or a sequence that has a letter: punctuation such as "::" is not a word.
func inWord(edge automaton.Edge) bool {
	return edge.At > 0 && strings.ContainsFunc(literal(edge.Expr), unicode.IsLetter)
}

// literal returns the characters of a literal or a sequence; "" for a range.
func literal(e abnf.Expr) string {
	switch e := e.(type) {
	case *abnf.Literal:
		return e.Text
	case *abnf.Sequence:
		return string(e.Runes)
	}
	return ""
}

// terminalName returns the name of what a step over a terminal begins: words rather than numbers,
// and rather than letters. Inside a word it is the whole word, or what is left of it.
func terminalName(edge automaton.Edge, whole bool) string {
	if whole && inWord(edge) {
		edge.At = 0
	}
	text := rest(edge)
	printable := !slices.ContainsFunc(text, func(c rune) bool { return c <= ' ' || c > '~' })
	switch e := edge.Expr.(type) {
	case *abnf.Literal:
		return `"` + string(text) + `"`
	case *abnf.Sequence:
		switch {
		case printable:
			return strconv.Quote(string(text))
		case edge.At > 0:
			return characterName(edge.Lo)
		}
	case *abnf.Range:
		switch {
		case e.Lo == e.Hi:
			return characterName(e.Lo)
		case e.Lo > ' ' && e.Hi <= '~':
			return characterName(e.Lo) + " to " + characterName(e.Hi)
		}
	}
	return edge.Expr.String()
}

// characterName returns the name of one character: a string, a core rule of RFC 5234, or a
// number.
func characterName(c rune) string {
	switch {
	case c == '\t':
		return "HTAB"
	case c == '\n':
		return "LF"
	case c == '\r':
		return "CR"
	case c == ' ':
		return "SP"
	case c == '"':
		return "DQUOTE"
	case ' ' < c && c <= '~':
		return strconv.Quote(string(c))
	}
	return (&abnf.Range{Lo: c, Hi: c, Base: 'x'}).String()
}

// covers reports whether each range of characters in b lies within one in a.
func covers(a, b []automaton.Edge) bool {
	for _, y := range b {
		if !slices.ContainsFunc(a, func(x automaton.Edge) bool { return x.Lo <= y.Lo && y.Hi <= x.Hi }) {
			return false
		}
	}
	return true
}

// commonPrefix returns the elements at the start of a that b starts with too.
func commonPrefix(a, b []string) []string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return a[:n]
}

// ExpectedAt returns what can come next in a state of the rule's automaton, as the
// grammar names it, with "end" where a sentence can end.
func (r Rule) ExpectedAt(state int) []string {
	if r.d == nil {
		return nil
	}
	e := r.expectation(state)
	if e.ends {
		return append(e.within, endOfInput)
	}
	return e.within
}

// Furthest returns the offset of the first character at which no sentence of the
// rule can go on, and the state of the automaton before it. The offset is len(s) if s
// is only the beginning of a sentence, and -1 if s is a sentence. A byte that is not
// UTF-8 is a character at which no sentence can go on, unless the terminals are octets.
func (r Rule) Furthest(s string) (at, state int) {
	d := r.d.dfa()
	state = engine.Start
	for at < len(s) {
		_, w, ok := r.d.kind.Decode(s[at:])
		if !ok {
			return at, state // the automaton may know the byte as the first one of a character
		}
		next := d.Step(state, s[at:at+w])
		if next == engine.Dead {
			return at, state
		}
		state, at = next, at+w
	}
	if d.Accept[state] {
		return -1, state
	}
	return at, state
}

// Prefix returns the length of the shortest sentence of the rule that s begins with; 0 if there is none.
func (r Rule) Prefix(s string) int {
	if r.IsZero() || r.General() {
		return 0
	}
	d := r.d.dfa()
	for state, n := engine.Start, 0; n < len(s) && state != engine.Dead; n++ {
		if state = d.Step(state, s[n:n+1]); d.Accept[state] {
			return n + 1
		}
	}
	return 0
}
