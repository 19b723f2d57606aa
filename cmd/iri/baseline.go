package main

import (
	"io"
	"slices"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/work/baseline"
	"github.com/rfc3987/iri/internal/work/checks"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/result"
	"github.com/rfc3987/iri/internal/work/run"
)

// useKnown has a check leave out what is known and what comments ignore.
func (c *checkRun) useKnown() error {
	r := c.r
	if !c.in.On("no-ignore") {
		c.check.Ignores = checks.NewIgnores(config.CodesOfFindings, &c.target)
		r.Input.Comments = c.check.Ignores.Comments
	}
	file, err := baseline.Chosen(c.in.Get("baseline").Text(), c.in.On("write-baseline"))
	if err != nil || file == nil {
		return err
	}
	if file.Writing {
		if err := run.RefuseInput("--baseline", file.Real(), run.FilesOf(nil)); err != nil {
			return err
		}
	}
	r.Input.Reserved = append(r.Input.Reserved, file.Real()) // it is JSON, but not input
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
	read, taken := r.Input.FileNotes.Names(), known.Taken()
	read = slices.DeleteFunc(read, func(name string) bool { return slices.Contains(r.Incomplete, name) })
	if len(r.Words) > 0 {
		read = []string{input.Args}
	}
	gone, err := known.Finish(taken, read)
	if err != nil || c.quiet {
		return err
	}
	r.Summary.Gone = gone
	r.Hide()
	if err := r.Out.Flush(); err != nil {
		return err
	}
	_, err = io.WriteString(c.app.stderr, known.Account(taken, gone))
	return err
}
