package main

import (
	"io"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/work/checks"
	"github.com/rfc3987/iri/internal/work/codes"
	"github.com/rfc3987/iri/internal/work/result"
	"github.com/rfc3987/iri/internal/work/run"
)

// useKnown has a check leave out what is known and what comments ignore.
func (c *checkRun) useKnown(r *run.Run, check *checks.Run) error {
	if !c.in.On("no-ignore") {
		check.Ignores = checks.NewIgnores(codes.OfFindings, c.target.Spec)
		r.Input.Watch = check.Ignores.Watch
		r.Whole = func() error {
			var remarks result.Result
			return check.Remarks(&remarks, func() error { return r.Emit(&remarks) })
		}
	}
	return c.useBaseline(r, check)
}

// useBaseline opens the baseline, if there is one.
func (c *checkRun) useBaseline(r *run.Run, check *checks.Run) error {
	if (c.in.On("write-baseline") || c.in.On("prune-baseline")) && r.Checkpoint != "" {
		return usagef("--write-baseline and --prune-baseline need a run from start to end: leave --checkpoint out")
	}
	file, err := c.in.Baseline()
	if err != nil || file == nil {
		return err
	}
	known, err := file.Open()
	if err != nil {
		return err
	}
	r.Input.Own = append(r.Input.Own, file.Real()) // it is JSON, but not input
	check.Baseline, check.Taken = known, &r.Taken
	r.Settle = check.Settle
	remarks := r.Whole
	r.Whole = func() error {
		if remarks != nil {
			if err := remarks(); err != nil {
				return err
			}
		}
		read := r.Input.Tally.Names()
		if len(r.Words) > 0 {
			read = []string{input.Args}
		}
		gone, err := known.Finish(r.Taken, read, c.in.On("prune-baseline"))
		if err != nil || c.quiet {
			return err
		}
		r.Summary.Gone = gone
		r.Hide()
		if err := r.Out.Flush(); err != nil {
			return err
		}
		_, err = io.WriteString(c.app.stderr, known.Account(r.Taken, gone, c.in.On("prune-baseline")))
		return err
	}
	return nil
}
