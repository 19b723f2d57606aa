package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/work/baseline"
	"github.com/rfc3987/iri/internal/work/checks"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/grammars"
	"github.com/rfc3987/iri/internal/work/option"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/run"
	"github.com/rfc3987/iri/internal/work/summary"
)

func newCheckCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "check [IRI... | FILE...]"}
	c := &checkFlags{}
	c.in.addAll(cmd, "the spec's top rule")
	c.in.addWhole(cmd)
	c.in.addChecks(cmd)
	c.in.add(cmd, option.Guess())
	c.in.add(cmd, option.Findings()...)
	_ = cmd.MarkFlagFilename("baseline", "json")
	complete(cmd, "fail-on", option.FailOns)
	c.out.add(cmd, render.Formats(true)...)
	c.runFlags.add(cmd)
	c.runFlags.addWhichFindings(cmd)
	cmd.Flags().BoolVarP(&c.quiet, "quiet", "q", false, "print nothing: only the exit status counts")
	cmd.Flags().BoolVar(&c.explain, "explain", false,
		"print the rule and productions with each finding; by default only with the first one of a code")
	cmd.Flags().BoolVar(&c.onlyFindings, "only-findings", false, "with --format json, print no object for an input without findings")
	takeConfig(cmd, &c.in)
	cmd.RunE = func(cmd *cobra.Command, words []string) error { return a.check(cmd, c, words) }
	c.in.takeWords(a, cmd, 0, ownWords.always)
	return cmd
}

// checkFlags are the flags of iri check.
type checkFlags struct {
	in       inputFlags
	out      outputFlags
	runFlags runFlags
	quiet    bool

	onlyFindings bool
	explain      bool
}

// check checks the words or, without words, the strings of the files or of standard input.
func (a *app) check(cmd *cobra.Command, c *checkFlags, words []string) error {
	target, err := c.in.target(config.TopRule)
	if err != nil {
		return err
	}
	dst := a.stdout
	if c.quiet {
		dst, c.runFlags.noProgress = io.Discard, true
	}
	r, err := newRun(a, &c.in, &c.runFlags, cmd, words, dst)
	if err != nil {
		return err
	}
	r.FailOn = c.in.Get("fail-on").Text()
	st := a.outStyle()
	st.OneRule = !c.explain
	each := c.in.oneLineEach(c.out.format)
	sink := render.NewFindings(render.Findings{
		Printer: render.Printer{OnlyFaulty: c.onlyFindings,
			Formatter: render.NewFormatter(c.out.format, target, st, version(), config.CodesOfFindings)},
		Out: r.Out, Err: a.stderr, OutStyle: a.outStyle(), ErrStyle: a.errStyle(), Words: len(words) > 0, Each: each,
		Quiet: c.quiet, SummaryOnly: c.runFlags.summaryOnly, NoSummary: c.runFlags.noSummary,
		Fix: func() string { return c.in.fixCommand(a, cmd) },
		Advice: func(sum *summary.Summary) string {
			advice := grammars.FaultAdvice(target.Spec)
			if !target.Chosen && sum.NotConforming() > 0 {
				advice += grammars.DefaultAdvice(target.Spec.GuessedTop())
			}
			return advice
		}}, int(c.runFlags.limit), r.AtOnce)
	r.Input.KeepBlank = each
	target.Components = c.out.format == render.FormatJSON
	target.Guesses = c.out.format == render.FormatText && !c.quiet
	check := checks.Check{Checker: checks.NewChecker(target), Input: r.Input, By: r.Summary.By,
		AllItems: sink.PrintsEvery(), Settles: true, Words: len(words) > 0}
	if !c.in.On("no-ignore") {
		check.Ignores = checks.NewIgnores(config.CodesOfFindings, &target)
		r.Input.Comments = check.Ignores.Comments
	}
	file, err := baseline.Chosen(c.in.Get("baseline").Text(), c.in.On("write-baseline"))
	if err != nil {
		return err
	}
	if file != nil {
		if file.Writing {
			if err := run.RefuseInput("--baseline", file.Real(), run.FilesOf(nil)); err != nil {
				return err
			}
		}
		r.Input.Reserved = append(r.Input.Reserved, file.Real()) // the baseline is JSON, but not input
		if check.Baseline, err = file.Open(); err != nil {
			return err
		}
	}
	return r.Do(&check, sink)
}
