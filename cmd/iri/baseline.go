package main

import (
	"io"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/work/checks"
	"github.com/rfc3987/iri/internal/work/codes"
	"github.com/rfc3987/iri/internal/work/result"
)

// useKnown has a check leave out what is known and what comments ignore.
func (c *checkRun) useKnown() error {
	r := c.r
	if !c.in.On("no-ignore") {
		c.check.Ignores = checks.NewIgnores(codes.OfFindings, &c.target)
		r.Input.Comments = c.check.Ignores.Comments
	}
	if (c.in.On("write-baseline") || c.in.On("prune-baseline")) && r.State.File != "" {
		return usagef("--write-baseline and --prune-baseline need a run from start to end: leave --checkpoint out")
	}
	file, err := c.in.Baseline()
	if err != nil || file == nil {
		return err
	}
	r.Input.Reserved = append(r.Input.Reserved, file.Real()) // it is JSON, but not input
	c.check.Taken = &r.Taken
	c.check.Baseline, err = file.Open()
	return err
}

// Complete reports what is wrong with comments, and what has become of the baseline.
func (c *checkRun) Complete() error {
	r := c.r
	var remarks result.Result
	err := c.check.Remarks(&remarks, func() error { return r.Emit(&remarks) })
	known := c.check.Baseline
	if err != nil || known == nil {
		return err
	}
	read, prune := r.Input.FileNotes.Names(), c.in.On("prune-baseline")
	if len(r.Words) > 0 {
		read = []string{input.Args}
	}
	gone, err := known.Finish(r.Taken, read, prune)
	if err != nil || c.quiet {
		return err
	}
	r.Summary.Gone = gone
	r.Hide()
	if err := r.Out.Flush(); err != nil {
		return err
	}
	_, err = io.WriteString(c.app.stderr, known.Account(r.Taken, gone, prune))
	return err
}
