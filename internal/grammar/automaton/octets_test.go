package automaton_test

import (
	"testing"

	"github.com/rfc3987/iri/grammar/published"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
)

// TestInOctets holds that a grammar of characters has the same automata as the grammar of
// octets that is made of it.
func TestInOctets(t *testing.T) {
	for _, name := range []string{"rfc3987", "leiri"} {
		g, err := abnf.Load(published.Files, ".", name)
		if err != nil {
			t.Fatal(err)
		}
		o := g.InOctets()
		for _, r := range g.Rules {
			if testing.Short() && len(g.Closure(r)) > 20 {
				continue
			}
			want, err := automaton.Compile(g, r.Name)
			if err != nil {
				t.Fatal(err)
			}
			got, err := automaton.Compile(o, r.Name)
			if err != nil || !got.Equal(want) {
				t.Errorf("%s of %s: other states in octets, %v", r.Name, name, err)
			}
		}
	}
}

// TestOctetWords holds that the words of an automaton of octets are bytes.
func TestOctetWords(t *testing.T) {
	g, err := abnf.Parse("x", []byte("; terminals: octets\na = %x80-BF *%xC3 %s\"b\" / %xFF\n"))
	if err != nil {
		t.Fatal(err)
	}
	d, err := automaton.Compile(g, "a")
	if err != nil {
		t.Fatal(err)
	}
	if s, ok := d.Witness(); s != "\xff" || !ok {
		t.Errorf("the shortest sentence is %q", s)
	}
	if s, ok := d.Completion(d.Step(1, "\x80\xc3")); s != "b" || !ok {
		t.Errorf("%q comes after 80 C3", s)
	}
	alphabet := d.Alphabet()
	if want := []string{"b", "a", "\x80", "\xc3", "\xff"}; len(alphabet) != len(want) {
		t.Errorf("got the alphabet %v, want one of each of %q", alphabet, want)
	}
	for _, s := range []string{"\x80\xc3\xc3b", "\xbfb", "\xff"} {
		if !d.Match(s) {
			t.Errorf("%q does not match", s)
		}
	}
	for _, s := range []string{"\u0080b", "\u00ff", "\x80\xc3", "\xc0b"} {
		if d.Match(s) {
			t.Errorf("%q matches", s)
		}
	}
}
