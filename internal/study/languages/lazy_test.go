package languages_test

import (
	"fmt"
	"testing"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/testkit/grammartest"
)

// TestLazy puts variants in the place of each expression of the rules of hosts, and holds what is found by a lazy automaton
// to what the language says.
func TestLazy(t *testing.T) {
	g := grammartest.Load(t, "rfc3987")
	rule := g.Rule("ihost")
	c := compiler(g, rule)
	c.A.Allow(1 << 40)
	tested := 0
	for _, r := range g.Closure(rule) {
		own := c.Rule(r)
		abnf.Walk(r.Expr, func(e abnf.Expr) bool {
			for _, variant := range []abnf.Expr{
				&abnf.Literal{}, &abnf.Alternation{}, &abnf.Literal{Text: "A"}, &abnf.Sequence{Runes: []rune{'b', ':'}, Base: 'x'},
				&abnf.Repetition{Min: 2, Max: 2, X: copied(e)}, &abnf.Repetition{Min: 1, Max: 3, X: copied(e)},
				&abnf.Repetition{Max: -1, X: copied(e)}, &abnf.Repetition{Max: 0, X: copied(e)},
				&abnf.Concatenation{Parts: []abnf.Expr{&abnf.Literal{Text: "/"}, copied(e)}},
			} {
				changed := c.Swap(e, variant)
				l := changed.Lang(r.Expr)
				lazy := changed.Lazy(r.Expr)
				if got, ok := lazy.Shortest(); fmt.Sprint(got, ok) != fmt.Sprint(l.Shortest()) {
					t.Errorf("%s with %s for %s: the shortest is %q, %v", r.Name, variant, e, got, ok)
				}
				texts := []string{"", "a", "A", "b:", "/", "//", "a/b", "%41", "1.2.3.4", "::", "[::1]", "a@b:1", "?#"}
				if s, ok := l.Shortest(); ok {
					texts = append(texts, s, s+s)
				}
				want, wantOK := l.Minus(own).Shortest()
				if got, ok := changed.Lazy(r.Expr).Beyond(own); got != want || ok != wantOK {
					t.Errorf("%s with %s for %s: got %q, %v beyond the rule, want %q, %v", r.Name, variant, e, got, ok, want, wantOK)
				}
				for _, s := range texts {
					tested++
					if got, want := lazy.Match([]rune(s)), l.Match([]rune(s)); got != want {
						t.Errorf("%s with %s for %s: %q: got %v, want %v", r.Name, variant, e, s, got, want)
					}
				}
			}
			return true
		})
	}
	if tested < 1000 {
		t.Errorf("%d strings are too few", tested)
	}
}

// copied returns a copy of an expression, which a replacement of the expression does not change.
func copied(e abnf.Expr) abnf.Expr {
	switch e := e.(type) {
	case *abnf.Reference:
		c := *e
		return &c
	case *abnf.Prose:
		c := *e
		return &c
	case *abnf.Literal:
		c := *e
		return &c
	case *abnf.Range:
		c := *e
		return &c
	case *abnf.Sequence:
		c := *e
		return &c
	}
	return abnf.WithParts(e, copied)
}
