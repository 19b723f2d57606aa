package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/study/languages"
)

const kit = "../../../conformance"

// TestCurrent holds that the suites were made of the grammars as they are. That making them again gives the same is
// held by make generate WHAT=check.
func TestCurrent(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(kit, "suites.json"))
	if err != nil {
		t.Fatal(err)
	}
	var list struct{ Suites []suite }
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"rfc3986", "rfc3987", "rfc3987bis", "leiri"} {
		g, err := abnf.Load(grammar.Files, ".", name)
		if err != nil {
			t.Fatal(err)
		}
		if list.Suites[i].Grammar != languages.Hash(g.Rules) {
			t.Errorf("the suite of %s is not that of its grammar: run make generate WHAT=conformance", name)
		}
	}
}
