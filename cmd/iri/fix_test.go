package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/rewrite"
)

// fixed returns what iri fix makes of a string, and what prevents a fix.
func fixed(t *testing.T, in string, rule spec.Rule) (string, []finding.Finding) {
	t.Helper()
	c, err := rewrite.Fix(config.Target{Spec: rule.Spec(), Rule: rule}, nil, false)
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.Append(nil, &input.Item{Text: in, Format: input.Words}, rule)
	if err != nil {
		return in, conversions.FindingsOf(err, in)
	}
	return string(out), nil
}

// fixInputs returns the strings of the golden files.
func fixInputs(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/golden/*.in")
	if err != nil {
		t.Fatal(err)
	}
	var inputs []string
	for _, f := range files {
		for _, c := range readGolden(t, f) {
			inputs = append(inputs, c.input)
		}
	}
	return inputs
}

// TestFixIsChecked holds that the output of iri fix conforms, or is the input and has
// findings; and that fixing the output again changes nothing.
func TestFixIsChecked(t *testing.T) {
	fixedCount := 0
	for _, rule := range []spec.Rule{spec.RFC3987.Top(), spec.RFC3987.Reference(), spec.RFC3986.Reference(),
		spec.LEIRI.Reference()} {
		for _, in := range fixInputs(t) {
			out, findings := fixed(t, in, rule)
			switch {
			case len(findings) > 0 && out != in:
				t.Errorf("%s: %q cannot be fixed, but becomes %q", rule, in, out)
			case len(findings) == 0 && !check.Report(out, rule, new(finding.Run)).Conforms():
				t.Errorf("%s: %q becomes %q, which does not conform", rule, in, out)
			case len(findings) > 0:
				continue
			}
			if again, _ := fixed(t, out, rule); again != out {
				t.Errorf("%s: %q becomes %q, then %q", rule, in, out, again)
			}
			if out != in {
				fixedCount++
			}
		}
	}
	if fixedCount < 100 {
		t.Errorf("only %d strings were fixed", fixedCount)
	}
}

// TestFixKeepsTheRest holds that the fix of an error changes only the text of its
// finding, except that it may put ./ in front; and that warnings are not fixed.
func TestFixKeepsTheRest(t *testing.T) {
	for _, rule := range []spec.Rule{spec.RFC3987.Top(), spec.RFC3987.Reference()} {
		for _, in := range fixInputs(t) {
			rep := check.Report(in, rule, new(finding.Run))
			var want strings.Builder // the input with the errors' fixes and nothing else
			at, plain := 0, true
			fs := slices.Clone(rep.Findings)
			slices.SortStableFunc(fs, func(a, b finding.Finding) int {
				if a.Fix == nil || b.Fix == nil {
					return 0
				}
				return a.Fix.Start - b.Fix.Start
			})
			for _, f := range fs {
				if f.Severity != finding.Error || f.Fix == nil {
					continue
				}
				front := *f.Fix == finding.Fix{Text: "./"}
				trims := f.Fix.Text == "" && strings.TrimSpace(in[f.Fix.Start:f.Fix.End]) == ""
				if !front && !trims && (f.Fix.Start < f.Start || f.Fix.End > f.End) {
					t.Errorf("%s: %q: the fix [%d,%d) of %s [%d,%d) reaches beyond it", rule, in, f.Fix.Start,
						f.Fix.End, f.Code, f.Start, f.End)
				}
				if f.Fix.Start < at {
					plain = false // fixes that overlap need several rounds
					break
				}
				want.WriteString(in[at:f.Fix.Start] + f.Fix.Text)
				at = f.Fix.End
			}
			want.WriteString(in[at:])
			out, findings := fixed(t, in, rule)
			if len(findings) == 0 && plain && out != want.String() {
				t.Errorf("%s: %q becomes %q, want %q", rule, in, out, want.String())
			}
		}
	}
}
