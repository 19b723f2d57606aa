package checks

import (
	"slices"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/baseline"
	"github.com/rfc3987/iri/internal/work/run"
)

// This file has the findings that a check does not report, because a team knows them. Such a string
// still does not conform; the run does not fail because of it.

// keyOf returns what says by which key a finding of an item is known.
func (c *Check) keyOf(rec *input.Item, checked *run.Checked) func(f *finding.Finding) baseline.Key {
	text := rec.Text
	if checked.Fault != nil {
		text = checked.Text
	}
	text = baseline.TextOf(text)
	return func(f *finding.Finding) baseline.Key { return c.Baseline.Key(rec.Source, text, string(f.Code)) }
}

// leaveKnown leaves out the findings that the baseline knows. Which of several is one too many is decided in the order
// of the input, so it first waits for that, unless the baseline is to be written.
func (c *Check) leaveKnown(r *run.Result, rec *input.Item, checked *run.Checked) {
	key := c.keyOf(rec, checked)
	if !c.Baseline.Writing {
		if !slices.ContainsFunc(checked.Findings, func(f finding.Finding) bool { return c.Baseline.Lists(key(&f)) }) {
			return
		}
		r.HandOn()
	}
	checked.InBaseline += checked.Leave(func(f *finding.Finding) bool { return c.Baseline.Take(key(f)) })
}

// settle writes the baseline if it is to be written, and says what has become of it.
func (c *Check) settle(p *run.Progress) (err error) {
	read, taken := c.Input.FileNotes.Names(), c.Baseline.Taken()
	read = slices.DeleteFunc(read, func(name string) bool { return slices.Contains(p.Incomplete, name) })
	if c.Words {
		read = []string{input.Args}
	}
	p.Summary.Gone, err = c.Baseline.Finish(taken, read)
	p.Account = c.Baseline.Account(taken, p.Summary.Gone)
	return err
}

// leaveCFIs leaves out the finding of an EPUB CFI with brackets, if the file has had one: a book has thousands, made by one
// program. The first one is known in the order of the input, so it waits for that.
func (c *Check) leaveCFIs(b *input.Chunk, r *run.Result, checked *run.Checked) {
	isCFI := func(f finding.Finding) bool { return f.Hint.Reason() == finding.HintCfi }
	i := slices.IndexFunc(checked.Findings, isCFI)
	if i < 0 {
		return
	}
	r.HandOn()
	if _, seen := c.cfis.LoadOrStore(b.File.Name, true); seen {
		checked.Leave(func(f *finding.Finding) bool { return isCFI(*f) })
		return
	}
	checked.Findings[i].Also = finding.HintCfiOthers.Text()
}
