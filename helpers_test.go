package iri_test

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"testing"

	"github.com/rfc3987/iri"
)

// mustRule returns a rule of a spec. It panics if there is no such rule.
func mustRule(s *iri.Spec, name string) iri.Rule {
	r, ok := s.Rule(name)
	if !ok {
		panic(s.Name() + " has no rule " + name)
	}
	return r
}

// findingsOfError returns the findings that the error of a conversion holds.
func findingsOfError(t *testing.T, err error) []iri.Finding {
	t.Helper()
	var c *iri.ConvertError
	if !errors.As(err, &c) {
		t.Fatalf("got the error %v, want a *ConvertError", err)
	}
	if len(c.Findings()) == 0 {
		t.Fatalf("%v holds no findings", err)
	}
	return c.Findings()
}

// codesAndSpans returns the code and the span of each finding, for comparison.
func codesAndSpans(findings []iri.Finding) []string {
	var all []string
	for _, f := range findings {
		all = append(all, fmt.Sprintf("%s [%d,%d)", f.Code, f.Start, f.End))
	}
	return all
}

// checkReport checks what holds for every report.
func checkReport(t *testing.T, rep iri.Report) {
	t.Helper()
	at := 0
	for _, f := range rep.Findings() {
		if f.Start < at || f.End < f.Start || f.End > len(rep.Input()) {
			t.Errorf("%q: %s [%d,%d) is out of order or bounds", rep.Input(), f.Code, f.Start, f.End)
		}
		at = f.Start
		if f.Message == "" || f.Section == "" || len(f.Rules) == 0 {
			t.Errorf("%q: %s lacks a message, a section or rules: %+v", rep.Input(), f.Code, f)
		}
		if f.Severity == iri.Error && f.Rules[0] != rep.Rule().Name() {
			t.Errorf("%q: rules %v do not begin with %s", rep.Input(), f.Rules, rep.Rule())
		}
		if f.Fix == nil || f.Severity != iri.Error || !rep.Rule().WholeReference() {
			continue
		}
		mended := rep.Input()[:f.Fix.Start] + f.Fix.Text + rep.Input()[f.Fix.End:]
		after := rep.Rule().Validate(mended, iri.GrammarOnly(), iri.MaxFindings(0))
		before := rep.Rule().Validate(rep.Input(), iri.GrammarOnly(), iri.MaxFindings(0))
		if len(after.Findings()) != len(before.Findings())-1 {
			t.Errorf("%q: the fix of %s [%d,%d) gives %q with findings %s", rep.Input(), f.Code, f.Start, f.End, mended, findings(after))
		}
	}
}

// raceDetector reports whether the race detector is on. With it, sync.Pool drops some
// of the items on purpose, so allocations cannot be counted.
func raceDetector() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

// sink keeps the result of what a test or a benchmark measures.
var sink iri.IRI
