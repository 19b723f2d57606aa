package work

import (
	"slices"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/work/baseline"
)

// This file has the findings that a check does not report, because a team knows them. Such a string
// still does not conform; the run does not fail because of it.

// leaves reports whether findings may be left out.
func (c *CheckRun) leaves() bool { return c.Baseline != nil || c.Ignores != nil }

// leave takes the findings out of the result for which left is true, and returns how many these are.
func (c *Checked) leave(left func(f *report.Finding) bool) (n int) {
	resolved := len(c.Findings)
	if c.Resolved != nil {
		resolved -= len(c.Resolved.Findings)
	}
	var rest, ofResolved []report.Finding
	for i := range c.Findings {
		f := c.Findings[i]
		if left(&f) {
			c.Left = append(c.Left, f)
			n++
			continue
		}
		rest = append(rest, f)
		if i >= resolved {
			ofResolved = append(ofResolved, c.Resolved.Findings[i-resolved])
		}
	}
	switch {
	case n == 0:
		return 0
	case len(ofResolved) == 0:
		c.Resolved = nil
	default:
		c.Resolved = &Resolved{c.Resolved.IRI, ofResolved}
	}
	if c.Findings = rest; len(rest) == 0 {
		c.More = 0 // they are findings of the same text, and known with it
	}
	return n
}

// keyOf returns what a finding is known by.
func (c *CheckRun) keyOf(rec *input.Record, checked *Checked, f *report.Finding) baseline.Key {
	text := rec.Text
	if checked.Fault != nil {
		text = checked.Text
	}
	return c.Baseline.Key(rec.Source, text, string(f.Code), f.Rules)
}

// held is a record that waits for the records before it: a baseline lists one of its findings, and
// whether that is one too many is known only in the order of the input.
type held struct {
	record input.Record
	file   *input.File
	at     int // where its output belongs, in Result.Out
}

// hold keeps a record for Settle if the baseline lists one of its findings. If the baseline is to be
// written it counts the findings, and they are left out.
func (c *CheckRun) hold(r *Result, b *input.Block, rec *input.Record, checked *Checked) bool {
	if c.Baseline.Writing {
		checked.Known += checked.leave(func(f *report.Finding) bool {
			r.listed.Add(baseline.Set{c.keyOf(rec, checked, f): 1})
			return true
		})
		return false
	}
	if !slices.ContainsFunc(checked.Findings, func(f report.Finding) bool { return c.Baseline.Lists(c.keyOf(rec, checked, &f)) }) {
		return false
	}
	h := held{rec.Clone(), b.File, len(r.Out)}
	r.held = append(r.held, h)
	r.heldBytes += len(h.record.Text) + len(h.record.Raw) + len(h.record.Whole)
	return true
}

// Settle decides which findings of the records that Block has held are known, and puts the output
// of the others where it belongs. It must be called with the results in the order of the input,
// before they are written and counted. Without a baseline it does nothing.
func (c *CheckRun) Settle(r *Result) {
	if c.Baseline == nil {
		return
	}
	c.Taken.Add(r.listed)
	r.listed = nil
	if len(r.held) == 0 {
		return
	}
	out, ends, done := r.Out, r.Ends, 0
	r.Out, r.Ends = make([]byte, 0, len(out)), nil
	take := func(to int) { // the output up to there, and where its findings end
		r.Out = append(r.Out, out[done:to]...)
		for len(ends) > 0 && ends[0] <= to {
			r.Ends, ends = append(r.Ends, ends[0]+len(r.Out)-to), ends[1:]
		}
		done = to
	}
	for i := range r.held {
		h := &r.held[i]
		take(h.at)
		checked := c.Checker.Of(h.file).Check(&h.record, nil)
		if c.Ignores != nil {
			c.Ignores.leave(h.file, &h.record, &checked)
		}
		checked.Known = checked.leave(func(f *report.Finding) bool {
			return c.Baseline.Take(c.Taken, c.keyOf(&h.record, &checked, f))
		})
		c.report(r, &input.Block{File: h.file}, &h.record, &checked)
	}
	take(len(out))
	r.held, r.heldBytes = nil, 0
}
