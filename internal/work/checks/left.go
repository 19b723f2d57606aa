package checks

import (
	"slices"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/work/baseline"
	"github.com/rfc3987/iri/internal/work/result"
)

// This file has the findings that a check does not report, because a team knows them. Such a string
// still does not conform; the run does not fail because of it.

// leaves reports whether findings may be left out.
func (c *Run) leaves() bool { return c.Baseline != nil || c.Ignores != nil }

// keyOf returns what says by which key a finding of a record is known.
func (c *Run) keyOf(rec *input.Record, checked *result.Checked) func(f *report.Finding) baseline.Key {
	text := rec.Text
	if checked.Fault != nil {
		text = checked.Text
	}
	text = baseline.TextOf(text)
	return func(f *report.Finding) baseline.Key { return c.Baseline.Key(rec.Source, text, string(f.Code)) }
}

// leaveKnown leaves out the findings that the baseline knows. Which of several is one too many is decided in the order
// of the input, so it first waits for that, unless the baseline is to be written.
func (c *Run) leaveKnown(r *result.Result, rec *input.Record, checked *result.Checked) {
	key := c.keyOf(rec, checked)
	if !c.Baseline.Writing {
		if !slices.ContainsFunc(checked.Findings, func(f report.Finding) bool { return c.Baseline.Lists(key(&f)) }) {
			return
		}
		r.HandOn()
	}
	checked.InBaseline += checked.Leave(func(f *report.Finding) bool { return c.Baseline.Take(key(f)) })
}
