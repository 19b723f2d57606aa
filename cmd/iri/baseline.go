package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/text/wording"
	"github.com/rfc3987/iri/internal/work"
	"github.com/rfc3987/iri/internal/work/baseline"
	"github.com/rfc3987/iri/internal/work/codes"
	"github.com/rfc3987/iri/internal/work/run"
)

// baselineFlags holds the flags for findings that are known.
type baselineFlags struct {
	name         string
	write, prune bool
}

func (f *baselineFlags) add(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&f.name, "baseline", "", "leave out the findings that `FILE` lists, and report what is new")
	fs.BoolVar(&f.write, "write-baseline", false, "write what is found to the file of --baseline, instead of reporting it")
	fs.BoolVar(&f.prune, "prune-baseline", false, "strike what is gone from the file of --baseline")
	exclusive(cmd, "write-baseline", "prune-baseline")
	_ = cmd.MarkFlagFilename("baseline", "json")
}

// use has a check leave out what is known and what comments ignore.
func (f *baselineFlags) use(c *checkRun, r *run.Run, check *work.CheckRun) error {
	if !c.rules.NoIgnore {
		check.Ignores = work.NewIgnores(codes.OfFindings, c.target.Spec)
		r.Input.Watch = check.Ignores.Watch
		r.Whole = func() error {
			var remarks work.Result
			check.Remarks(&remarks)
			return r.Emit(&remarks)
		}
	}
	return f.useBaseline(c, r, check)
}

// useBaseline opens the baseline, if there is one.
func (f *baselineFlags) useBaseline(c *checkRun, r *run.Run, check *work.CheckRun) error {
	switch {
	case f.name == "" && (f.write || f.prune):
		return usagef("--write-baseline and --prune-baseline change the file of --baseline: give it too")
	case f.name == "":
		return nil
	case (f.write || f.prune) && r.Checkpoint != "":
		return usagef("--write-baseline and --prune-baseline need a run from start to end: leave --checkpoint out")
	}
	known, err := baseline.Open(f.name, f.write)
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("the baseline %s does not exist; --write-baseline writes it", wording.Visible(f.name))
	}
	if err != nil {
		return err
	}
	if path, err := durable.RealPath(f.name); err == nil {
		r.Input.Own = append(r.Input.Own, path) // it is JSON, but not input
	}
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
		gone, err := known.Finish(r.Taken, read, f.prune)
		if err != nil || c.quiet {
			return err
		}
		r.Summary.Gone = gone
		r.Hide()
		if err := r.Out.Flush(); err != nil {
			return err
		}
		_, err = io.WriteString(c.app.stderr, known.Account(r.Taken, gone, f.prune))
		return err
	}
	return nil
}
