package grammartest

import (
	"testing"

	"github.com/rfc3987/iri/grammar/published"
	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// Load returns the grammar of a built-in spec as published: rows of tests state what the document says.
func Load(t testing.TB, name string) *abnf.Grammar {
	t.Helper()
	g, err := abnf.Load(published.Files, ".", name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Read returns the grammar of a text, which may change one as published.
func Read(t testing.TB, src string) *abnf.Grammar {
	t.Helper()
	g, err := abnf.Parse("x.abnf", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	if g, err = abnf.Build(published.Files, ".", g); err != nil {
		t.Fatal(err)
	}
	return g
}
