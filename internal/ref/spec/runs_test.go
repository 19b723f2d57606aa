package spec_test

import (
	"testing"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// TestRuns holds how often a check reads a string as a whole by the table of a rule.
func TestRuns(t *testing.T) {
	testkit.StatesRFC(t, "s://u@h:1/p")
	var whole []spec.Rule
	for _, s := range spec.Specs() {
		for r := range s.Rules() {
			if r.IsWhole() {
				whole = append(whole, r)
			}
		}
	}
	validate := func(o finding.Run) func(s string) {
		return func(s string) {
			var rep finding.Report
			check.Validate(&rep, s, spec.RFC3987.Top(), &o)
		}
	}
	clean := func(s string) {
		v := check.NewValidator(spec.RFC3987.Top(), finding.Run{})
		v.Clean(s)
	}
	asJSON := func(o finding.Run) func(s string) {
		return func(s string) {
			var rep finding.Report
			check.Validate(&rep, s, spec.RFC3987.Top(), &o)
			rep.AppendJSON(nil)
		}
	}
	fix := func(guess bool) func(s string) {
		again := func(s string, max int) (rep finding.Report) {
			check.Validate(&rep, s, spec.RFC3987.Top(), &finding.Run{Settings: finding.Settings{Guess: guess, Max: max},
				FixFirst: true})
			return rep
		}
		return func(s string) {
			rep := again(s, 0)
			check.Try(&rep, again)
			check.Fixed(&rep, again)
		}
	}
	for _, tt := range []struct {
		name, s string
		run     func(s string)
		want    int
	}{
		{"clean", "http://example.org/é", validate(finding.Run{}), 1},
		{"clean, with components", "http://example.org/é", asJSON(finding.Run{Components: true}), 1},
		{"clean, with components, grammar alone", "http://example.org/é",
			asJSON(finding.Run{Settings: finding.Settings{GrammarOnly: true}, Components: true}), 1},
		{"clean, whether", "http://example.org/é", clean, 1},
		{"clean by its scheme", "urn:isbn:0451450523", validate(finding.Run{}), 1},
		{"clean by its scheme, as JSON", "urn:isbn:0451450523", asJSON(finding.Run{}), 1},
		{"with a finding", "http://u:p@example.org/", asJSON(finding.Run{}), 1},
		{"a space", "http://e/a b", validate(finding.Run{}), 3}, // the last time with its fix, for the prose rules
		{"a space, as JSON", "http://e/a b", asJSON(finding.Run{Components: true}), 3},
		{"a bad port, perhaps in another spec", "http://h:8a/", validate(finding.Run{}), 3},
		{"a space to fix", "http://e/a b", fix(false), 4},
		{"a space to fix, with guesses", "http://e/a b", fix(true), 4},
		{"perhaps a LEIRI", "http://e/{a}", validate(finding.Run{}), 2},
	} {
		if got := spec.CountRuns(whole, func() { tt.run(tt.s) }); got > tt.want {
			t.Errorf("%s: %q is read %d times, want %d", tt.name, tt.s, got, tt.want)
		}
	}
}
