package iri

import (
	"errors"
	"slices"
	"testing"
)

// findingsOfError returns the findings that the error of a conversion holds.
func findingsOfError(t *testing.T, err error) []Finding {
	t.Helper()
	var c *ConvertError
	if !errors.As(err, &c) {
		t.Fatalf("got the error %v, want a *ConvertError", err)
	}
	if len(c.Findings()) == 0 {
		t.Fatalf("%v holds no findings", err)
	}
	return c.Findings()
}

// conversionExamples checks the examples of a code that a conversion gives.
func conversionExamples(t *testing.T, info CodeInfo) {
	for _, s := range info.Good {
		if err := info.convert(s); err != nil {
			t.Errorf("good example %q: %v", s, err)
		}
	}
	for _, s := range info.Bad {
		err := info.convert(s)
		if err == nil {
			t.Errorf("bad example %q has a result", s)
			continue
		}
		findings := findingsOfError(t, err)
		if !slices.ContainsFunc(findings, func(f Finding) bool { return f.Code == info.Code }) {
			t.Errorf("bad example %q has the findings %v, want %q among them", s, findings, info.Code)
		}
	}
}
