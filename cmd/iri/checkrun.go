package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/work/checks"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/grammars"
	"github.com/rfc3987/iri/internal/work/output"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/result"
	"github.com/rfc3987/iri/internal/work/run"
	"github.com/rfc3987/iri/internal/work/summary"
)

// A checkRun is a run of iri check: what its flags say, and the [run.Job].
type checkRun struct {
	app      *app
	in       inputFlags
	out      outputFlags
	runFlags runFlags
	quiet    bool

	onlyFindings bool
	explain      bool

	target  config.Target
	r       *run.Run
	check   checks.Run
	printer output.Printer
	pieces  output.Trimmer
}

// run checks the words, or without words what the files or standard input hold.
func (c *checkRun) run(cmd *cobra.Command, words []string) (err error) {
	if c.target, err = c.in.target(config.TopRule); err != nil {
		return err
	}
	dst := c.app.stdout
	if c.quiet {
		dst = io.Discard
		c.runFlags.noProgress = true
	}
	r, err := newRun(c.app, &c.in, &c.runFlags, cmd, words, dst)
	if err != nil {
		return err
	}
	r.FailOn = c.in.Get("fail-on").Text()
	c.r, r.Job = r, c
	st := c.app.outStyle()
	st.OneRule = !c.explain
	c.printer = output.Printer{
		Formatter: output.NewFormatter(c.out.format, c.target, st, version(), config.CodesOfFindings),
		Silent:    c.quiet || c.runFlags.summaryOnly, OnlyFaulty: c.onlyFindings,
		Limit: c.runFlags.limitOf(c.out.format, r.AtOnce), Pieces: &c.pieces,
	}
	p := &c.printer
	if p.Worst, err = c.worst(p.Formatter); err != nil {
		return err
	}
	if p.Worst != nil {
		p.Limit = 0
	}
	c.pieces = output.Trimmer{W: r.Out, Sep: p.Separator, Limit: p.Limit}
	r.Input.KeepBlank = c.in.oneLineEach(c.out.format)
	target := c.target
	target.Components = c.out.format == output.FormatJSON
	target.Guesses = c.out.format == output.FormatText && !c.quiet
	c.check = checks.Run{
		Input:   r.Input,
		Checker: checks.NewChecker(target), By: r.Summary.By, AllRecords: p.PrintsEvery(),
		Found: p.Found,
	}
	if err := c.useKnown(); err != nil {
		return err
	}
	return r.Do()
}

// Start is for [run.Job], as the methods after it.
func (c *checkRun) Start() error {
	if c.printer.Silent || c.printer.Worst != nil {
		return nil
	}
	_, err := c.r.Out.Write(c.printer.Start())
	return err
}

func (c *checkRun) Block(b *input.Block, r *result.Result) { c.check.Block(b, r) }

func (c *checkRun) Result(r *result.Result) error {
	if c.printer.Worst != nil {
		c.printer.Worst.Add(r.Out, r.Ends)
		return nil
	}
	return c.r.WriteParts(&c.pieces, r.Out, r.Ends)
}

func (c *checkRun) End() error {
	r := c.r
	if err := c.writeEnd(); err != nil {
		return err
	}
	if err := c.runFlags.sayCut(c.app, r, &c.pieces); err != nil || c.quiet || c.runFlags.noSummary {
		return err
	}
	return c.summarize()
}

// worst returns what holds a report until it is written, nil for other formats and where it can be
// written as it comes: of SARIF without a limit the findings need not be held.
func (c *checkRun) worst(f *output.Formatter) (*output.Worst, error) {
	switch {
	case !f.IsReport || c.quiet || c.runFlags.summaryOnly:
		return nil, nil
	case !f.AtEnd && c.runFlags.limit == 0:
		return nil, nil
	case c.runFlags.limit >= 0:
		return output.NewWorst(f, int(c.runFlags.limit)), nil
	}
	return output.NewWorst(f, output.ReportLimit), nil
}

// writeEnd writes what comes after the last finding.
func (c *checkRun) writeEnd() error {
	if c.printer.Silent {
		return nil
	}
	r := c.r
	o := render.Outcome{Unread: r.Unread, Line: strings.TrimSpace(string(r.Summary.AppendLine(nil)))}
	if c.printer.Worst != nil {
		return c.printer.Worst.Write(r.Out, r.Summary.Errors+r.Summary.Warnings, o)
	}
	_, err := r.Out.Write(c.printer.End(o))
	return err
}

// summarize prints the summary. With --format json it is the last object on standard
// output; with --summary-only it is on standard output, as text or JSON; otherwise it
// is text on standard error: one line, and of files with many findings how often there is each code.
func (c *checkRun) summarize() error {
	r, words := c.r, len(c.r.Words) > 0
	if c.out.format == output.FormatJSON && (c.runFlags.summaryOnly || !words && !c.in.oneLineEach(c.out.format)) {
		r.Summary.Spec = render.MadeFrom(c.target.Spec)
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
	isText := c.out.format == output.FormatText || c.out.format == output.FormatShort
	switch {
	case r.Summary.By != "" && c.out.format != output.FormatJSON, isText && c.runFlags.summaryOnly:
		text = r.Summary.AppendText(text, st)
	case isText && !words:
		text = r.Summary.AppendCodes(text, st)
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
		io.WriteString(c.app.stderr, grammars.DefaultAdvice(s.GuessedTop()))
	}
}
