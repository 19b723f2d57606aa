package parsetree

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/testkit/grammartest"
)

func compile(t *testing.T, text string) (*abnf.Grammar, *Program) {
	t.Helper()
	g, err := abnf.Parse("test.abnf", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	p, err := Compile(g, g.Rules[0])
	if err != nil {
		t.Fatal(err)
	}
	return g, p
}

func show(g *abnf.Grammar, matches []Match) string {
	var b strings.Builder
	for _, m := range matches {
		fmt.Fprintf(&b, "%s[%d,%d)%d ", g.Rules[m.Rule].Name, m.Begin, m.End, m.First)
	}
	return strings.TrimSpace(b.String())
}

func TestRun(t *testing.T) {
	for _, tt := range []struct{ name, abnf, text, want string }{
		{"matches end in order", "a = b c\nb = \"x\"\nc = b\n", "xx", "b[0,1)0 b[1,2)1 c[1,2)1 a[0,2)0"},
		{"empty matches", "a = b b\nb = [ \"x\" ]\n", "", "b[0,0)0 b[0,0)1 a[0,0)0"},
		{"first alternative", "a = b / c\nb = *\"x\"\nc = \"x\"\n", "x", "b[0,1)0 a[0,1)0"},
		{"the alternative that leads on", "a = ( b / c ) \"y\"\nb = \"x\"\nc = \"xx\"\n", "xxy", "c[0,2)0 a[0,3)0"},
		{"bytes", "a = *b\nb = %xE9 / %x10000\n", "é\U00010000", "b[0,2)0 b[2,6)1 a[0,6)0"},
		{"as long as possible", "a = *b *c\nb = \"x\"\nc = \"x\"\n", "xx", "b[0,1)0 b[1,2)1 a[0,2)0"},
		{"within itself", "a = \"(\" *a \")\"\n", "(()())", "a[1,3)0 a[3,5)1 a[0,6)0"},
		{"at its end", "a = b [ a ]\nb = \"x\"\n", "xx", "b[0,1)0 b[1,2)1 a[1,2)1 a[0,2)0"},
		{"at its start, the first alternative", "a = a b / b\nb = \"x\"\n", "xxx",
			"b[0,1)0 a[0,1)0 b[1,2)2 a[0,2)0 b[2,3)4 a[0,3)0"},
		{"through itself alone", "a = a / b\nb = \"x\" / a\n", "x", "b[0,1)0 a[0,1)0"},
		{"at both ends, the longest first", "a = a a / \"x\" / \"\"\n", "xxx",
			"a[0,1)0 a[1,2)1 a[0,2)0 a[2,3)3 a[0,3)0"},
		{"what can be empty, repeated", "a = 2*b\nb = *\"x\"\n", "", "a[0,0)0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g, p := compile(t, tt.abnf)
			matches, ok, _ := p.Run(tt.text)
			if got := show(g, matches); !ok || got != tt.want {
				t.Errorf("got %s, %t, want %s", got, ok, tt.want)
			}
			if m, ok, _ := p.Run(tt.text + "?"); ok {
				t.Errorf("got %v, want no match", m)
			}
		})
	}
}

// TestRandomGrammars compares with an automaton, conflicts and empty repetitions
// included, and checks that the matches nest.
func TestRandomGrammars(t *testing.T) {
	words := grammartest.Words(6)
	for seed := range uint64(400) {
		text := grammartest.Random(rand.New(rand.NewPCG(seed, 2)))
		if seed >= 300 {
			text = grammartest.RandomRecursive(rand.New(rand.NewPCG(seed, 2)))
		}
		g, p := compile(t, text)
		var match func(string) bool
		if dfa, err := automaton.Compile(g, g.Rules[0].Name); err == nil {
			match = dfa.Match
		} else {
			ref := &grammartest.Interpreter{G: g}
			match = func(s string) bool { return ref.Match(g.Rules[0], s) }
		}
		for _, w := range words {
			if seed >= 300 && len(w) > 4 {
				break
			}
			matches, ok, err := p.Run(w)
			if want := match(w); ok != want || err != nil {
				t.Fatalf("%s%q: got %t, %v, want %t", text, w, ok, err, want)
			}
			if !ok {
				continue
			}
			if m := matches[len(matches)-1]; m != (Match{0, 0, 0, len(w)}) {
				t.Fatalf("%s%q: got the last match %v, want all of it", text, w, m)
			}
			for i, m := range matches {
				if m.First > i || m.Begin > m.End {
					t.Fatalf("%s%q: got %v", text, w, m)
				}
				for _, in := range matches[m.First:i] {
					if in.Begin < m.Begin || in.End > m.End || in.First < m.First {
						t.Fatalf("%s%q: got %v in %v", text, w, in, m)
					}
				}
			}
		}
	}
}

func TestCompileRefuses(t *testing.T) {
	for _, tt := range []struct{ name, abnf, want string }{
		{"a rule that is not defined", "a = b\n", "not defined"},
		{"too many steps", "a = 1000000\"x\"\n", "steps"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g, err := abnf.Parse("test.abnf", []byte(tt.abnf))
			if err != nil {
				t.Skipf("the reader refuses it: %v", err)
			}
			if _, err := Compile(g, g.Rules[0]); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q in it", err, tt.want)
			}
		})
	}
}

// TestRunIsLinear has a grammar on which backtracking would take exponential time: this test
// would not end.
func TestRunIsLinear(t *testing.T) {
	_, deep := compile(t, "a = \"(\" *a \")\"\n")
	brackets := strings.Repeat("(", 1<<17) + strings.Repeat(")", 1<<17)
	if matches, ok, err := deep.Run(brackets); !ok || err != nil || len(matches) != 1<<17 {
		t.Errorf("brackets within each other: got %d matches, %t, %v", len(matches), ok, err)
	}
	_, p := compile(t, "a = *( *\"x\" \"y\" / \"x\" ) *\"x\" *\"x\" \"z\"\n")
	if _, ok, _ := p.Run(strings.Repeat("x", 1<<18) + "z"); !ok {
		t.Error("got no match")
	}
}

// TestRunKeepsSets holds that a program knows from one string to the next which sets of instructions there are, also
// when several goroutines use it: then a string takes few allocations.
func TestRunKeepsSets(t *testing.T) {
	g, p := compile(t, "a = *( b / c ) c\nb = \"x\" / \"y\"\nc = 1*\"x\"\n")
	text := "xyxxyx"
	matches, _, _ := p.Run(text)
	want := show(g, matches)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 50 {
				if matches, ok, err := p.Run(text); !ok || err != nil || show(g, matches) != want {
					t.Errorf("got %s, %t, %v, want %s", show(g, matches), ok, err, want)
				}
			}
		})
	}
	wg.Wait()
	least := math.Inf(1) // the race detector lets the pool forget some
	for range 20 {
		least = min(least, testing.AllocsPerRun(1, func() { p.Run(text) }))
	}
	if least > 12 {
		t.Errorf("a string that is known takes %v allocations", least)
	}
}
