package spec_test

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/grammar/published"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/tables"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/languages"
)

// TestOutlines checks that what is generated of each spec is what its grammar says, and that a spec is what both say.
func TestOutlines(t *testing.T) {
	if got, want := len(spec.Specs()), len(tables.Outlines); got != want {
		t.Errorf("there are %d specs and %d outlines", got, want)
	}
	for _, got := range tables.Outlines {
		g, err := abnf.Load(grammar.Files, ".", got.Spec)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.MarkChangedFrom(published.Files); err != nil {
			t.Fatal(err)
		}
		want := g.Outline()
		want.NamesFirst = g.NamesFirst()
		// TestIncludes of package diagnose holds these to the automata
		want.Hash, want.Includes = languages.Hash(g.Rules), got.Includes
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n got %+v\nwant %+v", got.Spec, got, want)
		}
		if trees := tables.Grammar(got.Spec); !bytes.Equal(trees.Pack(), g.Pack()) {
			t.Errorf("%s: the rules that are generated are stale, run make generate", got.Spec)
		}
		s, ok := spec.ByName(got.Spec)
		if !ok {
			t.Fatalf("there is no spec %s", got.Spec)
		}
		if s.Title() != g.Title || s.TopName() != g.Top || s.Top().Name() != g.Top ||
			s.Reference().Name() != g.Reference || s.Hash() != want.Hash {
			t.Errorf("%s: title %q, top %q and %q, reference %q, hash %s", got.Spec, s.Title(), s.TopName(), s.Top(),
				s.Reference(), s.Hash())
		}
		var names []string
		for r := range s.Rules() {
			names = append(names, r.Name())
			if d := r.Definition(); d == nil || d.Name != r.Name() || r.Terminals() != g.Terminals {
				t.Errorf("%s: the rule %s has the definition %+v and terminals %v", got.Spec, r, d, r.Terminals())
			}
		}
		if !reflect.DeepEqual(names, want.Rules) {
			t.Errorf("%s has the rules %q", got.Spec, names)
		}
	}
}
