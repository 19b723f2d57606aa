package iri_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
)

// TestCodeExamples holds that the good examples of every code do not have it and
// that the bad ones do.
func TestCodeExamples(t *testing.T) {
	for _, info := range iri.Codes() {
		t.Run(string(info.Code), func(t *testing.T) {
			spec := info.Spec
			if spec == nil {
				spec = iri.RFC3987
			}
			rule := spec.Top()
			if info.Rule != "" {
				var ok bool
				if rule, ok = spec.Rule(info.Rule); !ok {
					t.Fatalf("%s has no rule %q", spec.Name(), info.Rule)
				}
			}
			opts := []iri.Option{iri.MaxFindings(0)}
			if info.Severity == iri.Off {
				opts = append(opts, iri.WithSeverity(info.Code, iri.Warning))
			}
			codes := func(s string) []iri.Code {
				var cs []iri.Code
				for _, f := range rule.Validate(s, opts...).Findings() {
					cs = append(cs, f.Code)
				}
				return cs
			}
			if len(info.Good) == 0 || len(info.Bad) == 0 {
				t.Errorf("there are %d good and %d bad examples, want some of each", len(info.Good), len(info.Bad))
			}
			if info.Command != "" {
				checkConversionExamples(t, info)
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

// conversions holds what the library does for the commands that [iri.CodeInfo] names.
var conversions = map[string]func(s string) error{
	"to-uri --host uts46": func(s string) error {
		_, err := iri.ToURI(s, iri.WithHost(iri.HostUTS46))
		return err
	},
	"to-uri --charset shift_jis": func(s string) error {
		c, err := iri.ParseCharset("shift_jis")
		if err == nil {
			_, err = iri.ToURI(s, iri.WithQueryCharset(c))
		}
		return err
	},
	"resolve": func(s string) error {
		_, err := iri.RFC3987.ParseBase(s)
		return err
	},
	"prepare --entities": func(s string) error {
		_, err := iri.Prepare(s, iri.PrepareEntities())
		return err
	},
	"prepare --spaces split": func(s string) error {
		_, err := iri.Prepare(s, iri.PrepareSpaces(iri.SplitSpaces))
		return err
	},
}

// checkConversionExamples checks the examples of a code that a conversion gives.
func checkConversionExamples(t *testing.T, info iri.CodeInfo) {
	t.Helper()
	convert, ok := conversions[info.Command]
	if !ok {
		t.Fatalf("the table of conversions lacks the command %q", info.Command)
	}
	for _, s := range info.Good {
		if err := convert(s); err != nil {
			t.Errorf("good example %q: %v", s, err)
		}
	}
	for _, s := range info.Bad {
		err := convert(s)
		if err == nil {
			t.Errorf("bad example %q has a result", s)
			continue
		}
		findings := findingsOfError(t, err)
		if !slices.ContainsFunc(findings, func(f iri.Finding) bool { return f.Code == info.Code }) {
			t.Errorf("bad example %q has the findings %v, want %q among them", s, findings, info.Code)
		}
	}
}

// TestCodeEntries holds that every entry says what iri explain and SARIF show.
func TestCodeEntries(t *testing.T) {
	seen := make(map[iri.Code]bool)
	for _, info := range iri.Codes() {
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
		if got, ok := iri.LookupCode(info.Code); !ok || got.Title != info.Title {
			t.Errorf("LookupCode(%q) gives %q, %v", info.Code, got.Title, ok)
		}
		if info.Grammar && info.Severity != iri.Error {
			t.Errorf("%s: a rule of the grammar is %v, want error", info.Code, info.Severity)
		}
	}
	if _, ok := iri.LookupCode("no-such-code"); ok {
		t.Error("LookupCode finds what is not there")
	}
}

// TestCodesAreComplete holds that whatever a whole reference is blamed for has an
// entry.
func TestCodesAreComplete(t *testing.T) {
	var inputs []string
	for _, info := range iri.Codes() {
		inputs = append(append(inputs, info.Good...), info.Bad...)
	}
	found := make(map[iri.Code]bool)
	for _, spec := range iri.Specs() {
		for rule := range spec.Rules() {
			if !rule.WholeReference() {
				continue
			}
			for _, s := range inputs {
				for _, f := range rule.Validate(s, iri.MaxFindings(0), iri.Lint()).Findings() {
					found[f.Code] = true
					if _, ok := iri.LookupCode(f.Code); !ok {
						t.Errorf("%s %s: %q has a finding with the code %q, which has no entry", spec.Name(), rule, s, f.Code)
					}
				}
			}
		}
	}
	for _, code := range []iri.Code{"reg-name", "ireg-name", "relative-ref", "absolute-URI", "absolute-LEIRI", "path-noscheme", "utf-8"} {
		if !found[code] {
			t.Errorf("no example leads to %q", code)
		}
	}
}
