package main

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
	"github.com/rfc3987/iri/internal/recordcheck"
	"github.com/rfc3987/iri/internal/summary"
)

// A checkRun is a run of iri check.
type checkRun struct {
	app      *app
	in       inputFlags
	rules    ruleFlags
	out      outputFlags
	runFlags runFlags
	quiet    bool
	coverage bool
	railroad string // the file for diagrams of the rules that are broken

	target    target
	checker   *recordcheck.Checker
	formatter *formatter
	options   *input.Options
}

// prepare interprets the flags.
func (c *checkRun) prepare() (err error) {
	if c.target, err = c.rules.target(topRule); err != nil {
		return err
	}
	if err := c.out.check(); err != nil {
		return err
	}
	c.checker = recordcheck.NewChecker(c.target.records())
	c.formatter = newFormatter(c.out.format, c.target, c.app.outStyle())
	if c.coverage && c.out.format != formatText && c.out.format != formatJSON {
		return usagef("--coverage needs --format text or json")
	}
	return c.runFlags.check()
}

// words checks the words of the command line.
func (c *checkRun) words(words []string) error {
	if err := refuseInput("--railroad", c.railroad, filesOf(c.rules.grammar)); err != nil {
		return err
	}
	records, _, err := c.in.records(c.app, words, c.out.format)
	if err != nil {
		return err
	}
	dst := c.app.stdout
	if c.quiet || c.runFlags.summaryOnly {
		dst = io.Discard
	}
	w := bufio.NewWriterSize(dst, 64<<10)
	if _, err := w.Write(c.formatter.start(nil)); err != nil {
		return err
	}
	pieces := &separatorTrimmer{w: w, sep: c.formatter.separator()}
	var sum summary.Summary
	var recordCoverage *iri.Coverage
	var total *coverage
	if c.coverage {
		recordCoverage, total = new(iri.Coverage), new(coverage)
	}
	for rec := range records {
		result := c.checker.Check(rec, recordCoverage)
		sum.Add(rec, result.Findings, result.More, result.Conforms, c.runFlags.hosts)
		if _, err := pieces.Write(c.formatter.append(nil, rec, &result, nil)); err != nil {
			return err
		}
	}
	if _, err := w.Write(c.formatter.end(nil)); err != nil {
		return err
	}
	total.merge(recordCoverage, c.target.spec)
	if _, err := w.Write(total.append(nil, c.out.format)); err != nil {
		return err
	}
	if err := firstError(w.Flush(), c.writeRailroad(&sum)); err != nil {
		return err
	}
	if !c.quiet && !c.runFlags.noSummary {
		if c.runFlags.summaryOnly {
			return firstError(c.summarize(c.app.stdout, &sum), status(&sum))
		}
		fmt.Fprintf(c.app.stderr, "%s", sum.AppendLine(nil))
		c.adviseDefault(&sum)
	}
	return status(&sum)
}

// status returns the exit status of a run that could read all its input.
func status(sum *summary.Summary) error {
	if sum.NotConforming() > 0 {
		return statusFound
	}
	return nil
}

// firstError returns the first error that is not nil.
func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// printsEveryInput reports whether every input gives output, not only those with
// findings.
func (c *checkRun) printsEveryInput() bool {
	return c.out.format == formatJSON && !c.quiet && !c.runFlags.summaryOnly && c.runFlags.sample == 0 && c.runFlags.limit == 0
}

// files checks what the files, or standard input, hold.
func (c *checkRun) files(cmd *cobra.Command) error {
	dst := c.app.stdout
	if c.quiet {
		dst = io.Discard
		c.runFlags.noProgress = true
	}
	r := newFileRun(c.app, &c.in, &c.runFlags, cmd, dst)
	r.page = c.railroad
	if c.coverage {
		r.coverage = new(coverage)
	}
	pieces := &separatorTrimmer{w: r.out, sep: c.formatter.separator()}
	silent := c.quiet || c.runFlags.summaryOnly
	r.adjustInput = func(o *input.Options) {
		o.KeepBlank = c.in.oneLineEach(c.out.format)
		c.options = o
	}
	r.onStart = func() error {
		if silent {
			return nil
		}
		_, err := r.out.Write(c.formatter.start(nil))
		return err
	}
	r.onBlock = c.onBlock
	r.onResult = func(result *blockResult) error {
		r.coverage.merge(result.coverage, c.target.spec)
		pieces.started = r.printedAny // a run that is resumed may have printed before
		out := result.out
		if c.runFlags.limit > 0 {
			n := min(len(result.inputEnds), c.runFlags.limit-r.printedInputs)
			r.printedInputs += n
			if out = nil; n > 0 {
				out = result.out[:result.inputEnds[n-1]]
			}
		}
		_, err := pieces.Write(out)
		r.printedAny = pieces.started
		return err
	}
	r.onEnd = func() error {
		if c.runFlags.sample > 0 {
			for _, d := range r.summary.Drawn() {
				if _, err := pieces.Write(d.Output); err != nil {
					return err
				}
			}
		}
		if !silent {
			if _, err := r.out.Write(c.formatter.end(nil)); err != nil {
				return err
			}
		}
		if _, err := r.out.Write(r.coverage.append(nil, c.out.format)); err != nil {
			return err
		}
		if err := c.writeRailroad(&r.summary); err != nil {
			return err
		}
		if c.quiet || c.runFlags.noSummary {
			return nil
		}
		return c.summarize(r.out, &r.summary)
	}
	return r.run()
}

// onBlock checks the records of a block.
func (c *checkRun) onBlock(b *input.Block, r *blockResult, flush func() error) {
	var clean input.Cleaner
	if !c.printsEveryInput() && !c.coverage {
		clean = c.checker
	}
	if c.coverage && r.coverage == nil {
		r.coverage = new(iri.Coverage)
	}
	passed := b.Each(c.options, clean, func(rec *input.Record) bool {
		if conforms, ok := c.verdict(rec); ok {
			r.summary.Add(rec, nil, 0, conforms, false)
			return true
		}
		result := c.checker.Check(rec, r.coverage)
		r.summary.Add(rec, result.Findings, result.More, result.Conforms, c.runFlags.hosts)
		longJSON := c.formatter.format == formatJSON && c.runFlags.limit == 0
		switch {
		case c.quiet || c.runFlags.summaryOnly:
		case c.runFlags.sample > 0:
			c.sample(b, r, rec, &result)
		case c.runFlags.limit > 0 && len(result.Findings) == 0:
		case longJSON && result.Fault == nil && len(rec.Text) > flushSize:
			if result.Report.WriteJSON(&flushWriter{buf: &r.out, flush: flush}) != nil {
				return false
			}
			r.out = append(recordcheck.AppendOrigin(r.out, rec), '\n')
		case longJSON && result.Fault != nil && len(result.Text) > flushSize:
			w := flushWriter{buf: &r.out, flush: flush}
			r.out = c.checker.AppendFault(r.out, result.Text, rec.Rule, result.Fault, w.full)
			r.out = append(recordcheck.AppendOrigin(r.out, rec), '\n')
		default:
			w := flushWriter{buf: &r.out}
			if c.runFlags.limit == 0 && len(rec.Text) > flushSize {
				w.flush = flush
			}
			r.out = c.formatter.append(r.out, rec, &result, w.full)
			if c.runFlags.limit > 0 {
				r.inputEnds = append(r.inputEnds, len(r.out))
			}
		}
		return r.flushIfLarge(flush)
	})
	r.summary.Inputs += int64(passed)
	r.summary.Conforming += int64(passed)
	r.summary.Empty += int64(b.Empty)
}

// verdict says whether a record conforms, for --quiet. ok is false where the findings are
// needed all the same: for --coverage, for --railroad and for the summary that a checkpoint
// keeps.
func (c *checkRun) verdict(rec *input.Record) (conforms, ok bool) {
	if !c.quiet || c.coverage || c.railroad != "" || c.runFlags.checkpoint != "" {
		return false, false
	}
	return c.checker.Verdict(rec)
}

// sample offers a record to the sample of each of its codes.
func (c *checkRun) sample(b *input.Block, r *blockResult, rec *input.Record, result *recordcheck.Result) {
	var codes []iri.Code
	for i := range result.Findings {
		code := result.Findings[i].Code
		if slices.Contains(codes, code) {
			continue
		}
		codes = append(codes, code)
		r.summary.Draw(string(code), c.runFlags.sample, b.File.Number, rec.Offset, func() []byte { return c.formatter.append(nil, rec, result, nil) })
	}
}

// summarize prints the summary. With --format json it is the last object on standard
// output; with --summary-only it is on standard output, as text or JSON; otherwise it
// is text on standard error.
func (c *checkRun) summarize(out io.Writer, sum *summary.Summary) error {
	if c.out.format == formatJSON && (c.runFlags.summaryOnly || !c.in.oneLineEach(c.out.format)) {
		if _, err := out.Write(sum.AppendJSON(nil)); err != nil {
			return err
		}
		if c.runFlags.summaryOnly {
			return nil
		}
	}
	st := summary.Style{Color: c.app.color(c.app.errTerminal)}
	to := c.app.stderr
	if c.runFlags.summaryOnly {
		st.Color, to = c.app.color(c.app.outTerminal), out
	}
	text := sum.AppendLine(nil)
	if c.out.format == formatText {
		text = sum.AppendText(text, st)
	}
	// Where both streams go to one place, the summary comes after the findings.
	if s, ok := out.(*sink); ok && to != out {
		if err := s.Flush(); err != nil {
			return err
		}
	}
	_, err := to.Write(text)
	c.adviseDefault(sum)
	return err
}

// adviseDefault says which rule is the default if inputs do not conform to it and the
// grammar file is written from the smallest rule up.
func (c *checkRun) adviseDefault(sum *summary.Summary) {
	if c.target.chosen || sum.NotConforming() == 0 {
		return
	}
	if advice := defaultAdvice(c.rules.files); advice != "" {
		fmt.Fprintln(c.app.stderr, advice)
	}
}
