package grammartest

import (
	"testing"

	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// Load returns a built-in grammar.
func Load(t testing.TB, name string) *abnf.Grammar {
	t.Helper()
	g, err := abnf.Load(grammar.Files, ".", name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Read returns the grammar of a text, which may change a built-in one.
func Read(t testing.TB, src string) *abnf.Grammar {
	t.Helper()
	g, err := abnf.Parse("x.abnf", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	if g, err = abnf.Build(grammar.Files, ".", g); err != nil {
		t.Fatal(err)
	}
	return g
}
