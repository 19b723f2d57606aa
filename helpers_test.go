package iri_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/rfc3987/iri"
)

// mustRule returns a rule of a spec that is there.
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

// sink keeps the result of what a test or a benchmark measures.
var sink iri.IRI
