package sample

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/grammar/library"
	"github.com/rfc3987/iri/grammar/published"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/grammartest"
)

// shelves are the folders in which grammars are looked for.
type shelves []fs.FS

func (s shelves) Open(name string) (f fs.File, err error) {
	for _, folder := range s {
		if f, err = folder.Open(name); err == nil {
			break
		}
	}
	return f, err
}

// recursive returns the rules of a library file that refer to themselves, directly or through
// others, with its grammar. Rules of another file, which have a test there, are left out.
func recursive(t *testing.T, name string) (*abnf.Grammar, []*abnf.Rule) {
	t.Helper()
	text, err := library.Files.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	g, err := abnf.Parse(name, text)
	if err != nil {
		t.Fatal(err)
	}
	if g, err = abnf.Build(shelves{library.Files, published.Files}, ".", g); err != nil {
		t.Fatal(err)
	}
	cycles := g.CyclesOf(g.Rules)
	return g, slices.DeleteFunc(slices.Clone(g.Rules), func(r *abnf.Rule) bool {
		return cycles.Kind(r) == abnf.NotRecursive || r.Pos.File != name
	})
}

// TestRecursion draws from rules that refer to themselves, all of the library among them: every
// sentence has to match, and of strings that are one edit away the matcher has to say what an
// interpreter says that tries every way of reading.
func TestRecursion(t *testing.T) {
	names, err := fs.Glob(library.Files, "*.abnf")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, name := range names {
		g, rules := recursive(t, name)
		for _, r := range rules {
			found++
			t.Run(strings.TrimSuffix(name, ".abnf")+" "+r.Name, func(t *testing.T) { referee(t, g, r) })
		}
	}
	if found < 20 {
		t.Errorf("%d rules of the library refer to themselves", found)
	}
	for _, tt := range []struct{ name, abnf string }{
		{"at both ends", "a = a a / \"x\" / \"\"\n"},
		{"at the start", "a = a \"+\" b / b\nb = \"x\" / \"(\" a \")\"\n"},
		{"at the end", "a = b [ \",\" a ]\nb = \"x\" / \"(\" a \")\"\n"},
		{"through others", "a = b \"x\" / \"y\"\nb = c\nc = a a / a\n"},
	} {
		g := grammartest.Read(t, tt.abnf)
		t.Run(tt.name, func(t *testing.T) { referee(t, g, g.Rules[0]) })
	}
}

func referee(t *testing.T, g *abnf.Grammar, rule *abnf.Rule) {
	n := testkit.Size(20, 30, 500)
	if testkit.Asked("attack") != "" {
		n = 10_000 // ten minutes
	}
	s, err := New(g, rule, 1)
	if err != nil {
		t.Fatal(err)
	}
	ref := &grammartest.Interpreter{G: g}
	drawn, judged, wrong := 0, 0, 0
	for ; judged < n && drawn < 20*n; drawn++ {
		text := s.Sentence()
		if !matchOf(t, s)(text) {
			t.Fatalf("%q is not matched", text)
		}
		edited, why := s.edit(g.Terminals.Runes(text))
		mutant := g.Terminals.Text(edited)
		if !g.Terminals.Valid(mutant) || len(mutant) > 300 { // the interpreter is slow
			continue
		}
		judged++
		got, want := matchOf(t, s)(mutant), ref.Match(rule, mutant)
		if got != want {
			t.Fatalf("%q (%s): got %v, want %v", mutant, why, got, want)
		}
		if !want {
			wrong++
		}
	}
	if judged < n || wrong == 0 {
		t.Errorf("of %d strings %d were judged, and %d do not match", drawn, judged, wrong)
	}
}

// matchOf returns what decides whether strings match the rule of a sampler.
func matchOf(t *testing.T, s *Sampler) func(string) bool {
	match, err := s.match()
	if err != nil {
		t.Fatal(err)
	}
	return match
}
