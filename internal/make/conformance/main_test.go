package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/rulehash"
	"github.com/rfc3987/iri/internal/testkit"
)

const kit = "../../../conformance"

// TestCurrent holds that the suites were made of the grammars as they are; in its long form, that
// making them again gives the same.
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
		if list.Suites[i].Grammar != rulehash.Of(g.Rules) {
			t.Errorf("the suite of %s is not that of its grammar: run make generate WHAT=conformance", name)
		}
	}
	if !testkit.Long() {
		return
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "syntax"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, hand := range []string{"resolve", "normalize", "map"} {
		text, err := os.ReadFile(filepath.Join(kit, hand+".jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, hand+".jsonl"), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := write(dir); err != nil {
		t.Fatal(err)
	}
	again, err := os.ReadFile(filepath.Join(dir, "suites.json"))
	if err != nil {
		t.Fatal(err)
	}
	if string(again) != string(text) {
		t.Errorf("made again, the list is\n%s\nrun make generate WHAT=conformance", again)
	}
}
