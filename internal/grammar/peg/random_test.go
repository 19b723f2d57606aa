package peg_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/grammar/peg"
	"github.com/rfc3987/iri/internal/testkit/grammartest"
)

// TestRandomGrammars transcribes random grammars. Each rule of those that can be
// transcribed must agree with the automaton of the ABNF on every short string; for
// the others the error must have a string that shows why. Most must be
// transcribed.
func TestRandomGrammars(t *testing.T) {
	words := grammartest.Words(6)
	done, refused := 0, 0
	for seed := range uint64(400) {
		text := grammartest.Random(rand.New(rand.NewPCG(seed, 1)))
		g, err := abnf.Parse("random.abnf", []byte(text))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		rules, err := peg.Transcribe(g)
		if err != nil {
			refused++
			var c *peg.ConflictError
			if errors.As(err, &c) && c.What != "its alternatives" && c.Witness == "" && !nullableOnly(t, g, c.Rule) {
				t.Errorf("%s\n%v: got no string that shows the conflict", text, err)
			}
			continue
		}
		done++
		for _, r := range rules {
			dfa, err := automaton.Compile(g, r.Name)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			for _, w := range words {
				n, ok := grammartest.Run(r, []rune(w))
				if got, want := ok && n.End == len(w), dfa.Match(w); got != want {
					t.Fatalf("%s\n%s <- %s: %q: got %t, want %t", text, r.ID, peg.Text(r.Body), w, got, want)
				}
			}
		}
	}
	t.Logf("%d transcribed, %d refused", done, refused)
	if done < refused/2 {
		t.Errorf("%d transcribed and %d refused: want more of the first", done, refused)
	}
}

// nullableOnly reports whether the rule matches the empty string, which then is
// the string that shows the conflict.
func nullableOnly(t *testing.T, g *abnf.Grammar, rule string) bool {
	t.Helper()
	return g.Nullable(g.Rule(rule).Expr)
}
