package main

import (
	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
	"github.com/rfc3987/iri/internal/rewrite"
)

// This file has the guess that one string can hold several IRIs: iri fix --guess writes
// each on a line of its own.

// fixText is fix for the text of a record, which it counts.
func (f *fixer) fixText(rec *input.Record, rule iri.Rule) (string, []iri.Finding) {
	fixed, findings := f.fixRead(rec, rule)
	switch {
	case len(findings) > 0:
		f.left.Add(1)
	case fixed != rec.Text:
		f.mended.Add(1)
	default:
		f.untouched.Add(1)
	}
	return fixed, findings
}

func (f *fixer) fixRead(rec *input.Record, rule iri.Rule) (string, []iri.Finding) {
	if !f.converter.rules.guess {
		return f.Fix(rec.Text, rule)
	}
	first := rule.Validate(rec.Text, f.Opts...)
	at := splits(&first)
	if len(at) == 0 {
		return f.Fix(rec.Text, rule)
	}
	// In a file of other records than lines, a line end is not between two of them.
	if rec.Escape == input.None && !f.converter.in.fromIs(input.Null) {
		if lines, ok := f.fixLines(rec.Text, rule, at); ok {
			return lines, nil
		}
	}
	return rec.Text, rewrite.Unfixable(&first)
}

// splits returns the guessed fixes that make two lines of a string that holds two IRIs.
func splits(r *iri.Report) (fixes []iri.Fix) {
	for _, fd := range r.Findings() {
		if fd.Fix != nil && fd.Fix.Guessed && fd.Fix.Text == "\n" {
			fixes = append(fixes, *fd.Fix)
		}
	}
	return fixes
}

// fixLines returns the IRIs of a string that holds several, each fixed and on a line of its
// own. ok is false if one of them cannot be fixed.
func (f *fixer) fixLines(s string, rule iri.Rule, at []iri.Fix) (lines string, ok bool) {
	start := 0
	for _, end := range append(at, iri.Fix{Start: len(s), End: len(s)}) {
		fixed, findings := f.Fix(s[start:end.Start], rule)
		if len(findings) > 0 {
			return "", false
		}
		if start > 0 {
			lines += "\n"
		}
		lines += fixed
		start = end.End
	}
	return lines, true
}
