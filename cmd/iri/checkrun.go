package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/work/checks"
	"github.com/rfc3987/iri/internal/work/codes"
	"github.com/rfc3987/iri/internal/work/grammars"
	"github.com/rfc3987/iri/internal/work/job"
	"github.com/rfc3987/iri/internal/work/output"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/result"
	"github.com/rfc3987/iri/internal/work/run"
	"github.com/rfc3987/iri/internal/work/summary"
)

// A checkRun is a run of iri check.
type checkRun struct {
	app      *app
	in       inputFlags
	out      outputFlags
	runFlags runFlags
	quiet    bool

	onlyFindings bool

	target job.Target
}

// run checks the words, or without words what the files or standard input hold.
func (c *checkRun) run(cmd *cobra.Command, words []string) (err error) {
	if c.target, err = c.in.target(job.TopRule); err != nil {
		return err
	}
	if err := c.out.check(); err != nil {
		return err
	}
	if c.in.On("coverage") && c.out.format != output.FormatText && c.out.format != output.FormatJSON {
		return usagef("--coverage needs --format text or json")
	}
	if err := c.runFlags.check(); err != nil {
		return err
	}
	dst := c.app.stdout
	if c.in.quiet = c.quiet; c.quiet {
		dst = io.Discard
		c.runFlags.noProgress = true
	}
	r, err := newRun(c.app, &c.in, &c.runFlags, cmd, words, dst)
	if err != nil {
		return err
	}
	r.FailOn = c.in.Get("fail-on").Text()
	if c.in.On("coverage") {
		r.Coverage = new(output.Coverage)
	}
	printer := output.Printer{
		Formatter: output.NewFormatter(c.out.format, c.target, c.app.outStyle(), version(), codes.OfFindings),
		Silent:    c.quiet || c.runFlags.summaryOnly, Few: c.onlyFindings,
		Sample: c.in.Get("sample").Int(), Limit: c.runFlags.limitOf(c.out.format, r.AtOnce || c.in.Get("sample").Int() > 0),
	}
	if printer.Worst, err = c.worst(printer.Formatter); err != nil {
		return err
	}
	if printer.Worst != nil {
		printer.Limit = 0
	}
	r.Input.KeepBlank = c.in.oneLineEach(c.out.format)
	target := c.target
	target.Components = c.out.format == output.FormatJSON
	check := checks.Run{
		Input:   r.Input,
		Checker: checks.NewChecker(target), Hosts: c.runFlags.hosts, Every: printer.PrintsEvery(), Coverage: c.in.On("coverage"),
		// The findings are needed all the same for the summary that a checkpoint keeps.
		Verdicts: c.quiet && c.runFlags.checkpoint == "" && c.in.Get("fail-on").Text() != summary.FailOnWarning,
		Found:    printer.Found,
	}
	if err := c.useKnown(r, &check); err != nil {
		return err
	}
	pieces := &output.Trimmer{W: r.Out, Sep: printer.Separator, Limit: printer.Limit}
	printer.Pieces = pieces
	r.Start = func() error {
		if printer.Silent || printer.Worst != nil {
			return nil
		}
		_, err := r.Out.Write(printer.Start())
		return err
	}
	r.Block = check.Block
	r.Result = func(res *result.Result) error {
		r.Coverage = r.Coverage.Plus(output.CoverageOf(res.Coverage, c.target.Spec))
		if printer.Worst != nil {
			printer.Worst.Add(res.Out, res.Ends)
			return nil
		}
		return r.WriteParts(pieces, res.Out, res.Ends)
	}
	r.End = func() error {
		if printer.Sample > 0 {
			for _, d := range r.Summary.Drawn() {
				if _, err := pieces.Write(d.Output); err != nil {
					return err
				}
			}
		}
		if err := c.writeEnd(r, &printer); err != nil {
			return err
		}
		if _, err := r.Out.Write(r.Coverage.Append(nil, c.out.format)); err != nil {
			return err
		}
		if err := c.runFlags.sayCut(c.app, r, pieces); err != nil || c.quiet || c.runFlags.noSummary {
			return err
		}
		return c.summarize(r, len(words) > 0)
	}
	return r.Do()
}

// worst returns what holds a report until it is written, nil for other formats and where it can be
// written as it comes: a run that may be resumed must have written what it has found, and of SARIF
// without a limit the findings need not be held.
func (c *checkRun) worst(f *output.Formatter) (*output.Worst, error) {
	switch {
	case !f.IsReport || c.quiet || c.runFlags.summaryOnly:
		return nil, nil
	case f.AtEnd && (c.runFlags.checkpoint != "" || c.in.Get("sample").Int() > 0):
		return nil, usagef("--format %s takes no --checkpoint and no --sample: its report is written at the end", f.Name)
	case !f.AtEnd && (c.runFlags.checkpoint != "" || c.in.Get("sample").Int() > 0 || c.runFlags.limit == 0):
		return nil, nil
	case c.runFlags.limit >= 0:
		return output.NewWorst(f, int(c.runFlags.limit)), nil
	}
	return output.NewWorst(f, output.ReportLimit), nil
}

// writeEnd writes what comes after the last finding.
func (c *checkRun) writeEnd(r *run.Run, printer *output.Printer) error {
	if printer.Silent {
		return nil
	}
	o := render.Outcome{Unread: r.Unread, Line: strings.TrimSpace(string(r.Summary.AppendLine(nil)))}
	if printer.Worst != nil {
		return printer.Worst.Write(r.Out, r.Summary.Errors+r.Summary.Warnings, o)
	}
	_, err := r.Out.Write(printer.End(o))
	return err
}

// summarize prints the summary. With --format json it is the last object on standard
// output; with --summary-only it is on standard output, as text or JSON; otherwise it
// is text on standard error, for words one line of it.
func (c *checkRun) summarize(r *run.Run, words bool) error {
	if c.out.format == output.FormatJSON && (c.runFlags.summaryOnly || !words && !c.in.oneLineEach(c.out.format)) {
		r.Summary.Spec = job.MadeFrom(c.target.Spec)
		if _, err := r.Out.Write(r.Summary.AppendJSON(nil)); err != nil || c.runFlags.summaryOnly {
			return err
		}
	}
	var to io.Writer = c.app.stderr
	st := c.app.errStyle()
	if c.runFlags.summaryOnly {
		st, to = c.app.outStyle(), r.Out
	}
	text := r.Summary.AppendLine(nil)
	if r.Summary.ByFile && c.out.format != output.FormatJSON || c.out.format == output.FormatText && (!words || c.runFlags.summaryOnly) {
		text = r.Summary.AppendText(text, st)
	}
	// Where both streams go to one place, the summary comes after the findings.
	if err := r.Out.Flush(); err != nil {
		return err
	}
	_, err := to.Write(text)
	c.adviseDefault(&r.Summary)
	return err
}

// adviseDefault says that rules of the grammar are faulty. It also says which rule is the default if inputs do not
// conform to it and the grammar file is written from the smallest rule up.
func (c *checkRun) adviseDefault(sum *summary.Summary) {
	s := c.target.Spec
	io.WriteString(c.app.stderr, grammars.FaultAdvice(s))
	if !c.target.Chosen && sum.NotConforming() > 0 {
		io.WriteString(c.app.stderr, grammars.DefaultAdvice(s.Widest()))
	}
}
