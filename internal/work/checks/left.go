package checks

import (
	"slices"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/baseline"
	"github.com/rfc3987/iri/internal/work/run"
)

// This file removes the findings that a check does not report because the baseline lists them. Such a string still
// does not conform, but the run does not fail because of it.

// keyOf returns the function that makes the baseline key of a finding of an item.
func (c *Check) keyOf(rec *input.Item, checked *run.Checked) func(f *finding.Finding) baseline.Key {
	text := rec.Text
	if checked.Fault != nil {
		text = checked.Text
	}
	text = baseline.TextOf(text)
	return func(f *finding.Finding) baseline.Key { return c.Baseline.Key(rec.Source, text, string(f.Code)) }
}

// suppressKnown removes the findings that the baseline lists. If a file has more of a finding than are listed, the
// last ones are new: so the chunk waits until all chunks before it are finished, unless the baseline is being
// written.
func (c *Check) suppressKnown(r *run.Result, rec *input.Item, checked *run.Checked) {
	key := c.keyOf(rec, checked)
	if !c.Baseline.Writing {
		if !slices.ContainsFunc(checked.Findings, func(f finding.Finding) bool { return c.Baseline.Lists(key(&f)) }) {
			return
		}
		r.FlushInOrder()
	}
	checked.InBaseline += checked.Suppress(func(f *finding.Finding) bool { return c.Baseline.Consume(key(f)) })
}

// finishBaseline writes the baseline if that was asked for, and reports how the list has changed.
func (c *Check) finishBaseline(p *run.Progress) (err error) {
	read, taken := c.Input.FileNotes.Names(), c.Baseline.Taken()
	read = slices.DeleteFunc(read, func(name string) bool { return slices.Contains(p.Incomplete, name) })
	if c.Words {
		read = []string{input.Args}
	}
	p.Summary.Gone, err = c.Baseline.Finish(taken, read)
	p.Account = c.Baseline.Account(taken, p.Summary.Gone)
	return err
}

// suppressCFIs removes the finding of an EPUB CFI with brackets if the file has had one before: a book has thousands,
// all made by one program. It waits for the chunks before this one, so that the first in the order of the input is
// reported.
func (c *Check) suppressCFIs(b *input.Chunk, r *run.Result, checked *run.Checked) {
	isCFI := func(f finding.Finding) bool { return f.Hint.Reason() == finding.HintCfi }
	i := slices.IndexFunc(checked.Findings, isCFI)
	if i < 0 {
		return
	}
	r.FlushInOrder()
	if _, seen := c.cfis.LoadOrStore(b.File.Name, true); seen {
		checked.Suppress(func(f *finding.Finding) bool { return isCFI(*f) })
		return
	}
	checked.Findings[i].Also = finding.HintCfiOthers.Text()
}
