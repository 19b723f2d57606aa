// Package sample draws random strings. In come a rule and a seed; out come sentences,
// spread over the alternatives of the grammar, and strings that are one edit away from
// a sentence. It must not know what the rule means.
package sample

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/earley"
	"github.com/rfc3987/iri/internal/study/languages"
)

// A Sampler draws from the language of a rule. The same seed gives the same
// strings. It is for one goroutine.
type Sampler struct {
	g      *abnf.Grammar
	rule   *abnf.Rule
	match  func() (func(string) bool, error)
	rand   *rand.Rand
	text   []byte         // the current sentence
	used   map[choice]int // how often an alternative has been taken
	size   int            // how many terminals the current sentence has
	depth  int            // how many rules are open
	steps  int            // how many expressions the current sentence has gone through
	height heights
}

type choice struct {
	expr  abnf.Expr
	index int
}

// longest is the number of terminals from which on repetitions end as soon as they
// can, and rules that refer to themselves come to an end; so they do from deepest open rules on.
const (
	longest = 80
	deepest = 60
)

// most is how many expressions a sentence goes through. Rules that double each other would fill the memory.
const most = 1 << 22

// New returns a sampler. It fails if no string matches the rule.
func New(g *abnf.Grammar, rule *abnf.Rule, seed uint64) (*Sampler, error) {
	match := sync.OnceValues(func() (func(string) bool, error) { return earley.Matcher(g, rule) })
	s := &Sampler{g: g, rule: rule, match: match, rand: rand.New(rand.NewPCG(seed, 0)), used: make(map[choice]int)}
	if closure := g.Closure(rule); g.CyclesOf(closure).IsRecursive(rule) {
		s.height = heightsOf(g, closure)
		if s.height.of(rule.Expr) == endless {
			return nil, fmt.Errorf("no string matches the rule %s", rule.Name)
		}
	}
	return s, nil
}

// Sentence returns a sentence. Of the alternatives, those that have been taken
// least often are preferred, so that a few hundred sentences use all of them. One that is very long is cut off.
func (s *Sampler) Sentence() string {
	s.size, s.depth, s.steps = 0, 0, 0
	s.text = s.text[:0]
	s.expr(s.rule.Expr)
	return string(s.text)
}

// tooLong reports whether the current sentence is cut off.
func (s *Sampler) tooLong() bool { return s.steps > most }

// write adds a terminal to the sentence.
func (s *Sampler) write(c rune) { s.text = s.g.Terminals.Append(s.text, c) }

func (s *Sampler) expr(e abnf.Expr) {
	if s.steps++; s.tooLong() {
		return
	}
	if r := s.g.Target(e); r != nil {
		s.depth++
		s.expr(r.Expr)
		s.depth--
		return
	}
	switch e := e.(type) {
	case *abnf.Alternation:
		s.expr(s.alternative(e))
	case *abnf.Concatenation:
		for _, p := range e.Parts {
			s.expr(p)
		}
	case *abnf.Repetition:
		for n := s.times(e); n > 0 && !s.tooLong(); n-- {
			s.expr(e.X)
		}
	case *abnf.Literal:
		s.size++
		for _, c := range e.Text {
			if other, ok := e.OtherCase(c); ok && s.rand.IntN(2) == 0 {
				c = other
			}
			s.write(c)
		}
	case *abnf.Range:
		s.size++
		s.write(s.char(e.Lo, e.Hi))
	case *abnf.Sequence:
		s.size++
		for _, c := range e.Runes {
			s.write(c)
		}
	}
}

// choose returns the index of an alternative: mostly one of those taken least often,
// sometimes any.
func (s *Sampler) choose(e abnf.Expr, n int) int {
	best := s.rand.IntN(n)
	if s.rand.IntN(4) > 0 {
		for _, i := range s.rand.Perm(n) {
			if s.used[choice{e, i}] < s.used[choice{e, best}] {
				best = i
			}
		}
	}
	s.used[choice{e, best}]++
	return best
}

// times returns how often something is repeated: between narrow bounds each number is
// equally frequent, otherwise small numbers are preferred.
func (s *Sampler) times(e *abnf.Repetition) int {
	if e.Max == e.Min || s.height.of(e.X) == endless || s.height.rules != nil && s.full() {
		return e.Min
	}
	if e.Max >= 0 && e.Max-e.Min <= 8 {
		if s.size > longest {
			return e.Min
		}
		return e.Min + s.choose(e, e.Max-e.Min+1)
	}
	n := e.Min
	for s.size < longest && (e.Max < 0 || n < e.Max) && n < e.Min+12 && s.rand.IntN(4) > 0 {
		n++
	}
	return n
}

// char returns a character of a range: mostly a letter, sometimes an end of the
// range or any other.
func (s *Sampler) char(lo, hi rune) rune {
	switch s.rand.IntN(12) {
	case 0:
		return lo
	case 1:
		return hi
	}
	for range 20 {
		c := lo + s.rand.Int32N(hi-lo+1)
		if s.rand.IntN(2) == 0 {
			c = lo + s.rand.Int32N(min(hi-lo+1, 0x500)) // the scripts near the start of a range
		}
		if 0xD800 <= c && c <= 0xDFFF {
			continue
		}
		if unicode.IsLetter(c) || unicode.IsDigit(c) || hi-lo < 0x80 {
			return c
		}
	}
	return lo
}

// NearMiss returns a string that is not a sentence, but one edit away from one, and
// what the edit was. ok is false if it finds none: nearly every string is a sentence, or the rule is too large.
func (s *Sampler) NearMiss() (text, why string, ok bool) {
	match, err := s.match()
	if err != nil {
		return "", "", false
	}
	for range 1000 {
		sentence := s.Sentence()
		if s.tooLong() {
			return "", "", false
		}
		to, why := s.edit(s.g.Terminals.Runes(sentence))
		text := s.g.Terminals.Text(to)
		if text != "" && !match(text) && s.g.Terminals.Valid(text) {
			return text, why, true
		}
	}
	return "", "", false
}

// A Row is a string that was drawn, as the command and the page write it.
type Row struct {
	Input string `json:"input"`
	Bytes []byte `json:"inputBase64,omitempty"` // of what JSON cannot carry
	Valid bool   `json:"valid"`
	Rule  string `json:"rule"`
	Why   string `json:"why,omitempty"`
}

// Row draws a sentence or, if it is to be invalid, a near miss.
func (s *Sampler) Row(invalid bool) (Row, error) {
	row := Row{Valid: !invalid, Rule: s.rule.Name}
	if !invalid {
		if row.Input = s.Sentence(); s.tooLong() {
			return row, languages.ErrTooLarge
		}
	} else if text, why, ok := s.NearMiss(); ok {
		row.Input, row.Why = text, why
	} else {
		const none = "no string was found that nearly matches %s: nearly every string matches it, or it is too large"
		return row, fmt.Errorf(none, s.rule.Name)
	}
	if !utf8.ValidString(row.Input) {
		row.Bytes = []byte(row.Input)
	}
	return row, nil
}

// inserts are the characters that are put into near misses.
var inserts = []rune(" %/?#[]@:.<>\"{}|\\^`0a\x00\x7f\u00e9\u200e\ue000\ufdd0\ufffd\U0001fffe\U000e0001")

// edit changes one character.
func (s *Sampler) edit(from []rune) (to []rune, why string) {
	at := s.rand.IntN(len(from) + 1)
	c := inserts[s.rand.IntN(len(inserts))]
	name := s.g.Terminals.Number
	if s.g.Terminals == abnf.Octets {
		c &= 0xFF
	}
	kind := s.rand.IntN(5)
	if at == len(from) {
		kind = 0
	}
	switch kind {
	case 0:
		return slices.Insert(slices.Clone(from), at, c), fmt.Sprintf("%s put in at character %d", name(c), at)
	case 1:
		return slices.Delete(slices.Clone(from), at, at+1), fmt.Sprintf("%s left out at character %d", name(from[at]), at)
	case 2:
		return slices.Insert(slices.Clone(from), at, from[at]), fmt.Sprintf("%s doubled at character %d", name(from[at]), at)
	case 3:
		to := slices.Clone(from)
		to[at] = c
		return to, fmt.Sprintf("%s for %s at character %d", name(c), name(from[at]), at)
	}
	if at+1 < len(from) {
		to := slices.Clone(from)
		to[at], to[at+1] = to[at+1], to[at]
		return to, fmt.Sprintf("characters %d and %d exchanged", at, at+1)
	}
	return from[:at], fmt.Sprintf("cut off at character %d", at)
}

// The functions below bring rules that refer to themselves to an end: where a sentence is long or deep,
// the alternative is taken in which the fewest rules lie within each other.

// heights says how many rules lie within each other at least in what expressions match. The
// zero heights is for rules that do not refer to themselves, and counts nothing.
type heights struct {
	g     *abnf.Grammar
	rules map[*abnf.Rule]int // without those that match nothing
}

// endless is the height of what matches nothing.
const endless = math.MaxInt

// heightsOf finds the heights of rules, which have to include all that they use.
func heightsOf(g *abnf.Grammar, rules []*abnf.Rule) heights {
	h := heights{g, make(map[*abnf.Rule]int)}
	for found := true; found; {
		found = false
		for _, r := range rules {
			n := h.of(r.Expr)
			if old, known := h.rules[r]; n != endless && (!known || n+1 < old) {
				h.rules[r] = n + 1
				found = true
			}
		}
	}
	return h
}

// of returns the height of an expression.
func (h heights) of(e abnf.Expr) int {
	if h.rules == nil {
		return 0
	}
	n := 0
	switch e := e.(type) {
	case *abnf.Alternation:
		n = endless
		for _, x := range e.Alts {
			n = min(n, h.of(x))
		}
	case *abnf.Concatenation:
		for _, x := range e.Parts {
			n = max(n, h.of(x))
		}
	case *abnf.Repetition:
		if e.Min > 0 {
			n = h.of(e.X)
		}
	case *abnf.Reference, *abnf.Prose:
		if r := h.g.Target(e); r != nil {
			var known bool
			if n, known = h.rules[r]; !known {
				n = endless
			}
		}
	}
	return n
}

// full reports whether the sentence should come to an end.
func (s *Sampler) full() bool { return s.size > longest || s.depth > deepest }

// alternative returns the alternative that is taken.
func (s *Sampler) alternative(e *abnf.Alternation) abnf.Expr {
	x := e.Alts[s.choose(e, len(e.Alts))]
	if n := s.height.of(x); n == endless || n > 0 && s.full() {
		for _, y := range e.Alts {
			if s.height.of(y) < s.height.of(x) {
				x = y
			}
		}
	}
	return x
}

// Shortest returns a shortest sentence of a rule, of readable characters if there is one. Of a rule that
// refers to itself it is a shortest one in which no rule lies within itself. The error says that the rule
// is too large, or that no such string matches it.
func Shortest(g *abnf.Grammar, rule *abnf.Rule) (sentence string, err error) {
	name := rule.Name
	if g.CyclesOf(g.Closure(rule)).IsRecursive(rule) {
		if g, rule = g.Unroll(rule, 0); g == nil {
			return "", fmt.Errorf("no string matches the rule %s without rules within themselves", name)
		}
	}
	defer languages.Recover(&err)
	alphabet := languages.NewAlphabet(map[*abnf.Grammar][]*abnf.Rule{g: {rule}})
	alphabet.Limit(languages.CompareWork)
	sentence, ok := languages.NewCompiler(alphabet, g).Rule(rule).Shortest()
	if !ok {
		return "", fmt.Errorf("no string matches the rule %s", name)
	}
	return sentence, nil
}
