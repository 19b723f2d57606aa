package spec

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/automaton"
)

// Examples returns up to n strings that conform to the rule, the shortest first,
// and up to n that do not. They are drawn from the grammar, the same ones every
// time; where a string does not conform, the fault is one character.
func (r Rule) Examples(n int) (good, bad []string) {
	if r.d == nil {
		return nil, nil
	}
	d := r.DFA()
	if d == nil {
		if d = r.shallow(); d == nil {
			return nil, nil
		}
	}
	add := func(to []string, s string) []string {
		if len(to) < n && !slices.Contains(to, s) {
			return append(to, s)
		}
		return to
	}
	if s, ok := d.Witness(); ok {
		good = add(good, s)
	}
	h := fnv.New64a()
	h.Write([]byte(r.Name()))
	random := rand.New(rand.NewPCG(h.Sum64(), 3987))
	sampler := d.Sampler()
	for try := 0; try < 50*n && len(good) < n; try++ {
		if s := sampler.Sentence(random, 1+try%24); r.Valid(s) && isReadable(s) {
			good = add(good, s)
		}
	}
	slices.SortStableFunc(good, func(a, b string) int { return len(a) - len(b) })
	const wrong = " %:/?#[]@<\\é_.a1"
	for try := 0; try < 50*n && len(bad) < n; try++ {
		if len(good) == 0 {
			break
		}
		s := good[try%len(good)]
		at := random.IntN(len(s) + 1)
		for at > 0 && at < len(s) && !utf8.RuneStart(s[at]) {
			at--
		}
		c, _ := utf8.DecodeRuneInString(wrong[random.IntN(len(wrong)):])
		if c == utf8.RuneError {
			continue
		}
		if s = s[:at] + string(c) + s[at:]; !r.Valid(s) {
			bad = add(bad, s)
		}
	}
	return good, bad
}

// shallow returns an automaton for those sentences of a rule without an automaton in which
// rules lie within themselves only a few times; nil if that is too large, too.
func (r Rule) shallow() *automaton.DFA {
	g := r.d.spec.Grammar()
	for depth := 2; depth >= 0; depth-- {
		if u, start := g.Unroll(r.d.rule(), depth); u != nil {
			if d, err := automaton.Compile(u, start.Name); err == nil {
				return d
			}
		}
	}
	return nil
}

// isReadable reports whether most readers can read every character of s: ASCII, Latin and
// hiragana, which most fonts have.
func isReadable(s string) bool {
	return strings.IndexFunc(s, func(c rune) bool {
		return c >= utf8.RuneSelf && (c < 'À' || c > 'ſ' || !unicode.IsLetter(c)) && (c < 'あ' || c > 'ん')
	}) < 0
}
