package sample

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/grammar/parsetree"
	"github.com/rfc3987/iri/internal/study/languages"
	"github.com/rfc3987/iri/internal/testkit/grammartest"
)

func TestSampler(t *testing.T) {
	for _, name := range []string{"rfc3986", "rfc3987", "rfc3987bis", "leiri"} {
		g := grammartest.Load(t, name)
		rule := g.Rule(g.Reference)
		dfa, err := automaton.Compile(g, rule.Name)
		if err != nil {
			t.Fatal(err)
		}
		s, err := New(g, rule, 1)
		if err != nil {
			t.Fatal(err)
		}
		again, _ := New(g, rule, 1)
		program, err := parsetree.Compile(g, rule)
		if err != nil {
			t.Fatal(err)
		}
		seen := make(map[int]bool)
		for range 400 {
			text := s.Sentence()
			if !dfa.Match(text) {
				t.Errorf("%s: %q is not a sentence", name, text)
			}
			if got := again.Sentence(); got != text {
				t.Fatalf("%s: the same seed gives %q and %q", name, text, got)
			}
			program.Walk(text, func(m parsetree.Match) { seen[m.Rule] = true }, nil)
			miss, why, ok := s.NearMiss()
			if _, _, _ = again.NearMiss(); !ok || dfa.Match(miss) || !utf8.ValidString(miss) || why == "" {
				t.Errorf("%s: %q (%s) is not a near miss", name, miss, why)
			}
		}
		for i, r := range g.Rules {
			reached := false
			for _, u := range g.Closure(rule) {
				reached = reached || u == r
			}
			// Text that ucschar of LEIRI matches hides iprivate.
			if reached && !seen[i] && !(name == "leiri" && r.Name == "iprivate") {
				t.Errorf("%s: none of 400 sentences uses %s", name, r.Name)
			}
		}
	}
}

// TestTooLong holds that rules that double each other are refused before a sentence of them fills the memory, even if
// no character is in it.
func TestTooLong(t *testing.T) {
	for _, form := range []string{"a%d = a%d a%[2]d\n", "a%d = 2a%d\n"} {
		for _, last := range []string{"x", ""} {
			var text strings.Builder
			for i := range 36 {
				fmt.Fprintf(&text, form, i, i+1)
			}
			g := grammartest.Read(t, fmt.Sprintf("%sa36 = %q\n", &text, last))
			s, err := New(g, g.Rules[0], 1)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.Row(false); err != languages.ErrTooLarge {
				t.Errorf("%q: got %v, want %v", form, err, languages.ErrTooLarge)
			}
			if text, _, ok := s.NearMiss(); ok {
				t.Errorf("%q: a near miss of %d bytes", form, len(text))
			}
		}
	}
}

// TestShortest has shortest sentences, of rules that refer to themselves too.
func TestShortest(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"one string", `a = "xy" / "z"`, "z"},
		{"the empty string", `a = *"x"`, ""},
		{"a repetition", `a = 3DIGIT`, "000"},
		{"readable characters first", `a = %x00-7F`, "a"},
		{"a rule in itself", `a = "(" a ")" / "xx"`, "xx"},
		{"rules in each other", "a = b \"y\"\nb = \"x\" [ a ]", "xy"},
		{"no end", `a = "x" a`, "error"},
	} {
		g := grammartest.Read(t, tt.text+"\n")
		got, err := Shortest(g, g.Rule("a"))
		if err != nil {
			got = "error"
		}
		if got != tt.want {
			t.Errorf("%s: got %q, %v; want %q", tt.name, got, err, tt.want)
		}
	}
}
