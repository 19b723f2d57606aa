package iri

import (
	"slices"
	"strings"
	"testing"
)

// TestCodeExamples holds that the good examples of every code do not have it and
// that the bad ones do.
func TestCodeExamples(t *testing.T) {
	for _, info := range Codes() {
		t.Run(string(info.Code), func(t *testing.T) {
			spec := info.Spec
			if spec == nil {
				spec = RFC3987
			}
			rule := spec.Top()
			if info.Rule != "" {
				var ok bool
				if rule, ok = spec.Rule(info.Rule); !ok {
					t.Fatalf("%s has no rule %q", spec.Name(), info.Rule)
				}
			}
			opts := []Option{MaxFindings(0)}
			if info.Severity == Off {
				opts = append(opts, WithSeverity(info.Code, Warning))
			}
			codes := func(s string) []Code {
				var cs []Code
				for _, f := range rule.Validate(s, opts...).Findings() {
					cs = append(cs, f.Code)
				}
				return cs
			}
			if len(info.Good) == 0 || len(info.Bad) == 0 {
				t.Errorf("there are %d good and %d bad examples, want some of each", len(info.Good), len(info.Bad))
			}
			if info.convert != nil {
				conversionExamples(t, info)
				return
			}
			for _, s := range info.Good {
				if !rule.Valid(s) {
					t.Errorf("good example %q does not match %s", s, rule)
				}
				if cs := codes(s); slices.Contains(cs, info.Code) {
					t.Errorf("good example %q has the findings %q", s, cs)
				}
			}
			for _, s := range info.Bad {
				if cs := codes(s); !slices.Contains(cs, info.Code) {
					t.Errorf("bad example %q has the findings %q, want %q among them", s, cs, info.Code)
				}
			}
		})
	}
}

// TestCodeEntries holds that every entry says what iri explain and SARIF show.
func TestCodeEntries(t *testing.T) {
	seen := make(map[Code]bool)
	for _, info := range Codes() {
		if seen[info.Code] {
			t.Errorf("%s has two entries", info.Code)
		}
		seen[info.Code] = true
		for _, field := range []struct{ name, text string }{
			{"Title", info.Title}, {"Section", info.Section}, {"Text", info.Text}, {"Mend", info.Mend},
		} {
			if field.text == "" {
				t.Errorf("%s: %s is empty", info.Code, field.name)
			}
		}
		for _, text := range []string{info.Title, info.Mend} {
			if strings.HasSuffix(text, ".") {
				t.Errorf("%s: %q ends with a full stop", info.Code, text)
			}
		}
		if got, ok := LookupCode(info.Code); !ok || got.Title != info.Title {
			t.Errorf("LookupCode(%q) gives %q, %v", info.Code, got.Title, ok)
		}
		if info.Grammar && info.Severity != Error {
			t.Errorf("%s: a rule of the grammar is %v, want error", info.Code, info.Severity)
		}
	}
	if _, ok := LookupCode("no-such-code"); ok {
		t.Error("LookupCode finds what is not there")
	}
}

// TestCodesAreComplete holds that whatever a whole reference is blamed for has an
// entry.
func TestCodesAreComplete(t *testing.T) {
	var inputs []string
	for _, info := range Codes() {
		inputs = append(append(inputs, info.Good...), info.Bad...)
	}
	found := make(map[Code]bool)
	for _, spec := range Specs() {
		for rule := range spec.Rules() {
			if !rule.WholeReference() {
				continue
			}
			for _, s := range inputs {
				for _, f := range rule.Validate(s, MaxFindings(0), Lint()).Findings() {
					found[f.Code] = true
					if _, ok := LookupCode(f.Code); !ok {
						t.Errorf("%s %s: %q has a finding with the code %q, which has no entry", spec.Name(), rule, s, f.Code)
					}
				}
			}
		}
	}
	for _, code := range []Code{"reg-name", "ireg-name", "relative-ref", "absolute-URI", "absolute-LEIRI", "path-noscheme", "utf-8"} {
		if !found[code] {
			t.Errorf("no example leads to %q", code)
		}
	}
}
