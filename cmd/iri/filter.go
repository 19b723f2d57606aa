package main

import (
	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/work/checks"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/render"
)

func newFilterCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "filter [FILE...]"}
	var in inputFlags
	var f runFlags
	var rejects, reasons string
	in.addAll(cmd, "the spec's top rule")
	in.addChecks(cmd)
	f.add(cmd)
	fs := cmd.Flags()
	fs.StringVar(&rejects, "rejects", "", "write the bad records to `FILE`, - for standard output; without it they are only counted")
	choice(cmd, &reasons, "reasons", render.ReasonsComments,
		"the format of the reasons in the file of --rejects; comments, json or none", render.Reasons())
	_ = cmd.MarkFlagFilename("rejects")
	takeConfig(cmd, &in)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		target, r, err := in.start(a, &f, cmd, nil, config.TopRule)
		if err != nil {
			return err
		}
		r.SetRejects(rejects)
		r.Input.LinesOnly = true
		return r.Do(&checks.Filter{Checker: checks.NewChecker(target), Input: r.Input, By: r.Summary.By},
			&render.Records{Rejects: render.Rejects{Reasons: reasons, Second: r.Second}, Out: r.Out, Err: a.stderr,
				What: render.NounOf(target), Style: a.errStyle(), NoSummary: f.noSummary})
	}
	in.takeWords(a, cmd, 0, fileWords.always)
	return cmd
}
