package automaton

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

func compile(t testing.TB, e abnf.Expr) *DFA {
	t.Helper()
	d, err := Compile(grammar(rule("top", e)), "top")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestWitness(t *testing.T) {
	tests := []struct {
		name string
		expr abnf.Expr
		want string
	}{
		{"the shortest", alt(lit("xyz"), lit("ab"), rep(3, -1, lit("a"))), "ab"},
		{"the empty one", rep(0, -1, lit("a")), ""},
		{"a letter before a digit before a mark", rng(0, 0x7F), "a"},
		{"printable before control", alt(rng(0, 0x1F), lit("~")), "~"},
		{"fewer characters, not fewer bytes", alt(lit("aa"), rng(0x1F600, 0x1F600)), "😀"},
		{"assigned before private use", alt(rng(0xE000, 0xF8FF), rng(0x4E00, 0x4E01)), "一"},
		{"only a control", rng(1, 3), "\x01"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, ok := compile(t, tt.expr).Witness(); got != tt.want || !ok {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	none := (&DFA{N: 1, Next: make([]uint16, 2), Accept: make([]bool, 2)}).Minimal()
	if got, ok := none.Witness(); ok || !none.Empty() || none.Match("") {
		t.Errorf("the empty language has the sentence %q", got)
	}
}

// TestAlphabet checks that no character is told apart from all of the alphabet.
func TestAlphabet(t *testing.T) {
	d := compile(t, alt(rng(0xA0, 0xD7FF), rng(0xE000, 0xF8FF), rng(0x10000, 0x1FFFD), rng(0x100000, 0x10FFFD), lit("a")))
	alphabet := d.Alphabet()
	state := make(map[int]bool)
	for _, a := range alphabet {
		if utf8.RuneCountInString(a.Text) != 1 {
			t.Errorf("%q is not one character", a.Text)
		}
		state[d.Step(1, a.Text)] = true
	}
	for r := range rune(utf8.MaxRune + 1) {
		if utf8.ValidRune(r) && !state[d.Step(1, string(r))] {
			t.Fatalf("no character of %v leads where %U does", alphabet, r)
		}
	}
	if len(state) != 2 {
		t.Errorf("the alphabet leads to %d states, want 2", len(state))
	}
}

func TestSampler(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for i := range 100 {
		d := compile(t, randomExpr(r, 4))
		s := d.Sampler()
		if (s == nil) != d.Empty() {
			t.Fatalf("grammar %d: a sampler of nothing, or none of something", i)
		}
		for n := range 20 {
			if s == nil {
				break
			}
			if w := s.Sentence(r, n); !d.Match(w) {
				t.Fatalf("grammar %d: %q is not a sentence", i, w)
			}
		}
	}
	// Every sentence of a small language is drawn.
	s := compile(t, alt(lit("a"), lit("bc"), cat(lit("b"), rng('0', '1')))).Sampler()
	seen := map[string]bool{}
	for range 500 {
		seen[strings.ToLower(s.Sentence(r, 3))] = true
	}
	if len(seen) != 4 {
		t.Errorf("drew %d sentences of 4", len(seen))
	}
}
