package iri

// This file makes the strings that the proof of abnf_test.go tries the rules with:
// all short ones, sentences drawn from the grammar, and mutations of those.

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/abnf"
)

// samples makes strings for a rule.
type samples struct {
	g        *abnf.Grammar
	rnd      *rand.Rand
	alphabet []rune // one character of each class that the rule can tell apart
	edges    []rune // first and last characters of its ranges, and their neighbours
}

func newSamples(g *abnf.Grammar, rule *abnf.Rule, seed uint64) *samples {
	s := &samples{g: g, rnd: rand.New(rand.NewPCG(seed, 3987)), edges: []rune{'a', utf8.MaxRune}}
	type span struct{ lo, hi rune }
	var spans []span
	seen := map[*abnf.Rule]bool{}
	var walk func(e abnf.Expr) bool
	walk = func(e abnf.Expr) bool {
		switch e := e.(type) {
		case *abnf.Repetition:
			return e.Max != 0
		case *abnf.Reference, *abnf.Prose:
			if r := g.Target(e); !seen[r] {
				seen[r] = true
				abnf.Walk(r.Expr, walk)
			}
		case *abnf.Literal:
			for _, c := range e.Text {
				spans = append(spans, span{c, c})
				if l := c | 0x20; !e.Sensitive && 'a' <= l && l <= 'z' {
					spans = append(spans, span{c ^ 0x20, c ^ 0x20})
				}
			}
		case *abnf.Range:
			spans = append(spans, span{e.Lo, e.Hi})
		case *abnf.Sequence:
			for _, c := range e.Runes {
				spans = append(spans, span{c, c})
			}
		}
		return true
	}
	abnf.Walk(rule.Expr, walk)
	// Characters are alike if they lie in the same ranges.
	bounds := []rune{0, utf8.MaxRune + 1}
	for _, x := range spans {
		bounds = append(bounds, x.lo, x.hi+1)
		for _, c := range []rune{x.lo - 1, x.lo, x.hi, x.hi + 1} {
			if utf8.ValidRune(c) {
				s.edges = append(s.edges, c)
			}
		}
	}
	slices.Sort(bounds)
	classes := map[string]bool{}
	for _, lo := range slices.Compact(bounds) {
		if !utf8.ValidRune(lo) {
			continue
		}
		// Ranges next to each other in one alternation, as the planes of ucschar,
		// stand for one class.
		var key strings.Builder
		for i, x := range spans {
			if x.lo <= lo && lo <= x.hi {
				if x.hi > x.lo && x.lo > 0x7F {
					fmt.Fprint(&key, "wide ")
				} else {
					fmt.Fprint(&key, i, " ")
				}
			}
		}
		k := key.String()
		if !classes[k] {
			classes[k] = true
			s.alphabet = append(s.alphabet, lo)
		}
	}
	slices.Sort(s.edges)
	s.edges = slices.Compact(s.edges)
	return s
}

// sentence draws a string that e matches.
func (s *samples) sentence(e abnf.Expr) string {
	switch e := e.(type) {
	case *abnf.Alternation:
		return s.sentence(e.Alts[s.rnd.IntN(len(e.Alts))])
	case *abnf.Concatenation:
		var b strings.Builder
		for _, p := range e.Parts {
			b.WriteString(s.sentence(p))
		}
		return b.String()
	case *abnf.Repetition:
		n := e.Min
		for s.rnd.IntN(3) > 0 && n != e.Max && n < e.Min+8 {
			n++
		}
		var b strings.Builder
		for range n {
			b.WriteString(s.sentence(e.X))
		}
		return b.String()
	case *abnf.Reference, *abnf.Prose:
		return s.sentence(s.g.Target(e).Expr)
	case *abnf.Literal:
		if !e.Sensitive && s.rnd.IntN(2) == 0 {
			return strings.ToUpper(e.Text)
		}
		return e.Text
	case *abnf.Range:
		for {
			c := e.Lo + s.rnd.Int32N(e.Hi-e.Lo+1)
			switch s.rnd.IntN(4) {
			case 0:
				c = e.Lo
			case 1:
				c = e.Hi
			}
			if utf8.ValidRune(c) {
				return string(c)
			}
		}
	case *abnf.Sequence:
		return string(e.Runes)
	}
	panic(fmt.Sprintf("unknown expression %T", e))
}

// mutation changes a string in one to three places.
func (s *samples) mutation(text string) string {
	chars := []rune(text)
	some := func() rune {
		if s.rnd.IntN(2) == 0 && len(chars) > 0 {
			return chars[s.rnd.IntN(len(chars))]
		}
		return s.edges[s.rnd.IntN(len(s.edges))]
	}
	for range 1 + s.rnd.IntN(3) {
		i := s.rnd.IntN(len(chars) + 1)
		j := min(i+1+s.rnd.IntN(4), len(chars))
		switch op := s.rnd.IntN(6); {
		case op == 0 || len(chars) == 0 || i == len(chars):
			chars = slices.Insert(chars, i, some())
		case op == 1:
			chars[i] = some()
		case op == 2:
			chars = slices.Delete(chars, i, i+1)
		case op == 3: // say something twice
			chars = slices.Insert(chars, i, slices.Clone(chars[i:j])...)
		case op == 4: // take something out
			chars = slices.Delete(chars, i, j)
		case op == 5: // move something
			cut := slices.Clone(chars[i:j])
			chars = slices.Delete(chars, i, j)
			chars = slices.Insert(chars, s.rnd.IntN(len(chars)+1), cut...)
		}
	}
	return string(chars)
}

// wordsUpTo yields every string of up to n letters, shortest first, and no more than
// limit of them: the length is cut down to what the limit allows in full.
func wordsUpTo(letters []string, n, limit int, yield func(string) bool) bool {
	total, count := 1, 1
	for l := 1; l <= n; l++ {
		if total *= len(letters); count+total > limit {
			n = l - 1
			break
		}
		count += total
	}
	var extend func(prefix string, left int) bool
	extend = func(prefix string, left int) bool {
		if left == 0 {
			return yield(prefix)
		}
		for _, l := range letters {
			if !extend(prefix+l, left-1) {
				return false
			}
		}
		return true
	}
	for l := 0; l <= n; l++ {
		if !extend("", l) {
			return false
		}
	}
	return true
}

// alphabets are for rules that need longer strings than one representative of
// each class allows: letters may be several characters.
var alphabets = []struct {
	name    string
	rules   []string // the rules that it is for; nil for all
	letters string
	n       int
}{
	{"IPv6", []string{"IPv6address", "IP-literal", "ls32"}, "1 :", 17},
	{"IPv6 groups", []string{"IPv6address", "IP-literal", "ls32"}, "1: :: 1 1.2.3.4", 9},
	{"IPv6 brackets", []string{"host", "ihost", "authority", "iauthority"}, "[ ] 1: :: 1", 8},
	{"IPv4", []string{"IPv4address", "ls32", "host", "ihost"}, "1 .", 16},
	{"IPv4 octets", []string{"IPv4address", "host", "ihost"}, "25 255 256 0 .", 8},
	{"octets", []string{"dec-octet"}, "0 1 2 3 4 5 6 9", 5},
	{"IPvFuture", []string{"IPvFuture", "IP-literal"}, "v V 1 f . : [ ]", 6},
	{"references", nil, "a 1 : / ? # @ [::1] % %4a é \ue000 . 1.2.3.4", 5},
}

// strings yields the strings that a rule is tried with: words over the classes of
// its characters, words over alphabets made for it, sentences, mutations of those,
// and text that is not UTF-8. It stops when yield returns false.
func (s *samples) strings(rule *abnf.Rule, limit int, yield func(string) bool) {
	letters := make([]string, len(s.alphabet))
	for i, c := range s.alphabet {
		letters[i] = string(c)
	}
	if !wordsUpTo(letters, 8, limit, yield) {
		return
	}
	for _, a := range alphabets {
		if slices.Contains(a.rules, rule.Name) || a.rules == nil {
			if !wordsUpTo(strings.Fields(a.letters), a.n, limit*4, yield) {
				return
			}
		}
	}
	for range limit / 8 {
		text := s.sentence(rule.Expr)
		if !yield(text) || !yield(s.mutation(text)) || !yield(s.mutation(text)) || !yield(s.mutation(text)) {
			return
		}
	}
	for _, bad := range []string{"\xff", "a\x80", "\xc3", "\xed\xa0\x80", "\xf4\x90\x80\x80", "a:\xc0\xaf", "//\xff/"} {
		if !yield(bad) || !yield(s.sentence(rule.Expr)+bad) {
			return
		}
	}
}
