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

// keyOf returns what a finding is known by.
func (c *Run) keyOf(rec *input.Record, checked *result.Checked, f *report.Finding) baseline.Key {
	text := rec.Text
	if checked.Fault != nil {
		text = checked.Text
	}
	return c.Baseline.Key(rec.Source, text, string(f.Code), f.Rules)
}

// hold keeps a record for Settle if the baseline lists one of its findings. If the baseline is to be
// written it counts the findings, and they are left out.
func (c *Run) hold(r *result.Result, b *input.Block, rec *input.Record, checked *result.Checked) bool {
	if c.Baseline.Writing {
		checked.InBaseline += checked.Leave(func(f *report.Finding) bool {
			r.Listed.Add(baseline.Counts{c.keyOf(rec, checked, f): 1})
			return true
		})
		return false
	}
	if !slices.ContainsFunc(checked.Findings,
		func(f report.Finding) bool { return c.Baseline.Lists(c.keyOf(rec, checked, &f)) }) {
		return false
	}
	h := result.Held{Record: rec.Clone(), File: b.File, Comments: b.Comments(), At: len(r.Out)}
	r.Held = append(r.Held, h)
	r.HeldBytes += len(h.Record.Text) + len(h.Record.Raw) + len(h.Record.LineText)
	return true
}

// Settle decides which findings of the records that Block has held are known, and puts the output
// of the others where it belongs. It must be called with the results in the order of the input,
// before they are written and counted. Without a baseline it does nothing.
func (c *Run) Settle(r *result.Result) {
	if c.Baseline == nil {
		return
	}
	c.Taken.Add(r.Listed)
	r.Listed = nil
	if len(r.Held) == 0 {
		return
	}
	out, ends, done := r.Out, r.Ends, 0
	r.Out, r.Ends = make([]byte, 0, len(out)), nil
	take := func(to int) { // the output up to there, and where its findings end
		r.Out = append(r.Out, out[done:to]...)
		for ; len(ends) > 0 && ends[0].At <= to; ends = ends[1:] {
			ends[0].At += len(r.Out) - to
			r.Ends = append(r.Ends, ends[0])
		}
		done = to
	}
	for i := range r.Held {
		h := &r.Held[i]
		take(h.At)
		checked := c.Checker.Of(h.File).Check(&h.Record, nil)
		if c.Ignores != nil {
			c.Ignores.leave(h.File, h.Comments, &h.Record, &checked)
		}
		checked.InBaseline = checked.Leave(func(f *report.Finding) bool {
			return c.Baseline.Take(c.Taken, c.keyOf(&h.Record, &checked, f))
		})
		c.report(r, &input.Block{File: h.File}, &h.Record, &checked)
	}
	take(len(out))
	r.Held, r.HeldBytes = nil, 0
}
