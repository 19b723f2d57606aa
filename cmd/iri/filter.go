package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/work/checks"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/output"
	"github.com/rfc3987/iri/internal/work/result"
	"github.com/rfc3987/iri/internal/work/run"
)

func newFilterCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "filter [FILE...]"}
	f := &filterRun{app: a}
	f.in.addReading(cmd)
	f.in.addCharset(cmd)
	f.in.addSpec(cmd, "the spec's top rule")
	f.in.addChecks(cmd)
	f.runFlags.add(cmd)
	fs := cmd.Flags()
	fs.StringVar(&f.rejects, "rejects", "",
		"write the bad records to `FILE`, - for standard output; without it they are only counted")
	choice(cmd, &f.reasons, "reasons", output.ReasonsComments,
		"the format of the reasons in the file of --rejects: comments, json or none", output.Reasons())
	_ = cmd.MarkFlagFilename("rejects")
	takeConfig(cmd, &f.in)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return f.do(cmd) }
	f.in.takeFiles(a, cmd, func() bool { return true })
	return cmd
}

// A filterRun is a run of iri filter: what its flags say, and the [run.Job].
type filterRun struct {
	run.NoJob
	app      *app
	in       inputFlags
	runFlags runFlags
	rejects  string
	reasons  string

	r      *run.Run
	filter checks.FilterRun
}

func (f *filterRun) do(cmd *cobra.Command) (err error) {
	target, err := f.in.target(config.TopRule)
	if err != nil {
		return err
	}
	r, err := newRun(f.app, &f.in, &f.runFlags, cmd, nil, f.app.stdout)
	if err != nil {
		return err
	}
	r.Rejects = f.rejects
	rejects := output.Rejects{Reasons: f.reasons, None: f.rejects == ""}
	f.r, r.Job = r, f
	r.Input.LinesOnly = true
	f.filter = checks.FilterRun{
		Checker: checks.NewChecker(target), Input: r.Input, By: r.Summary.By,
		Begin: rejects.Begin, Found: rejects.Found, Reject: rejects.Reject,
	}
	return r.Do()
}

// Block is for [run.Job], as the methods after it.
func (f *filterRun) Block(b *input.Block, r *result.Result) { f.filter.Block(b, r) }

func (f *filterRun) Result(r *result.Result) error { return f.r.Separate(r) }

func (f *filterRun) End() error {
	// Where both streams go to one place, the summary comes after the records.
	if err := f.r.Flush(); err != nil || f.runFlags.noSummary {
		return err
	}
	sum := &f.r.Summary
	text := fmt.Appendf(nil, "%s kept, %d rejected\n", quote.Plural(int(sum.Kept), "record"), sum.Rejected)
	text = sum.AppendText(sum.AppendLine(text), f.app.errStyle())
	_, err := f.app.stderr.Write(text)
	return err
}
