package main

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
	"github.com/rfc3987/iri/internal/render"
	"github.com/rfc3987/iri/internal/summary"
)

// A checker is a run of iri check.
type checker struct {
	app   *app
	in    inputFlags
	rules ruleFlags
	out   outputFlags
	bulk  bulkFlags
	quiet bool

	coverage bool

	target  target
	f       *formatter
	options *input.Options
}

// prepare interprets the flags.
func (c *checker) prepare() (err error) {
	if c.target, err = c.rules.target(topRule); err != nil {
		return err
	}
	if err := c.out.check(); err != nil {
		return err
	}
	c.f = newFormatter(c.out.format, c.target, render.Style{Color: c.app.color(c.app.outTerminal)})
	if c.coverage && c.out.format != formatText && c.out.format != formatJSON {
		return usagef("--coverage goes with --format text or json")
	}
	return c.bulk.check()
}

// words checks what stands on the command line.
func (c *checker) words(words []string) error {
	records, _, err := c.in.records(c.app, words, c.out.format)
	if err != nil {
		return err
	}
	dst := c.app.stdout
	if c.quiet || c.bulk.summaryOnly {
		dst = io.Discard
	}
	w := bufio.NewWriterSize(dst, 64<<10)
	if _, err := w.Write(c.f.start(nil)); err != nil {
		return err
	}
	pieces := &trimmer{w: w, sep: c.f.separator()}
	var sum summary.Summary
	var cover *iri.Coverage
	var total *coverage
	if c.coverage {
		cover, total = new(iri.Coverage), new(coverage)
	}
	for rec := range records {
		v := c.f.judge(rec, cover)
		sum.Add(rec, v.findings, v.more, v.conforms, c.bulk.hosts)
		if _, err := pieces.Write(c.f.append(nil, rec, &v)); err != nil {
			return err
		}
	}
	if _, err := w.Write(c.f.end(nil)); err != nil {
		return err
	}
	total.merge(cover, c.target.spec)
	if _, err := w.Write(total.append(nil, c.out.format)); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if !c.quiet && !c.bulk.noSummary {
		if c.bulk.summaryOnly {
			return cmpErr(c.summarize(c.app.stdout, &sum), status(&sum))
		}
		fmt.Fprintf(c.app.stderr, "%s", sum.AppendLine(nil))
	}
	return status(&sum)
}

// status is how a run ends that could read all its input.
func status(sum *summary.Summary) error {
	if sum.NotConforming() > 0 {
		return statusFound
	}
	return nil
}

// cmpErr returns the first error.
func cmpErr(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// perRecord reports whether every input gives output, not only those with findings.
func (c *checker) perRecord() bool {
	return c.out.format == formatJSON && !c.quiet && !c.bulk.summaryOnly && c.bulk.sample == 0 && c.bulk.limit == 0
}

// files checks what the files, or standard input, hold.
func (c *checker) files(cmd *cobra.Command) error {
	dst := c.app.stdout
	if c.quiet {
		dst = io.Discard
		c.bulk.noProgress = true
	}
	k := &bulk{app: c.app, in: &c.in, flags: &c.bulk, command: commandLine(cmd), out: newSink("standard output", dst)}
	if c.coverage {
		k.coverage = new(coverage)
	}
	pieces := &trimmer{w: k.out, sep: c.f.separator()}
	silent := c.quiet || c.bulk.summaryOnly
	k.tune = func(o *input.Options) {
		o.KeepBlank = c.in.lineForLine(c.out.format)
		c.options = o
	}
	k.begin = func() error {
		if silent {
			return nil
		}
		_, err := k.out.Write(c.f.start(nil))
		return err
	}
	k.work = c.work
	k.emit = func(p *share) error {
		k.coverage.merge(p.coverage, c.target.spec)
		pieces.started = k.started // also that of the run that is resumed
		out := p.out
		if c.bulk.limit > 0 {
			n := min(len(p.ends), c.bulk.limit-k.printed)
			k.printed += n
			if out = nil; n > 0 {
				out = p.out[:p.ends[n-1]]
			}
		}
		_, err := pieces.Write(out)
		k.started = pieces.started
		return err
	}
	k.end = func() error {
		if c.bulk.sample > 0 {
			for _, d := range k.total.Drawn() {
				if _, err := pieces.Write(d.Output); err != nil {
					return err
				}
			}
		}
		if !silent {
			if _, err := k.out.Write(c.f.end(nil)); err != nil {
				return err
			}
		}
		if _, err := k.out.Write(k.coverage.append(nil, c.out.format)); err != nil {
			return err
		}
		if c.quiet || c.bulk.noSummary {
			return nil
		}
		return c.summarize(k.out, &k.total)
	}
	return k.run()
}

// work checks the records of a block.
func (c *checker) work(b *input.Block, p *share, flush func() error) {
	var clean input.Cleaner
	if !c.perRecord() && !c.coverage && b.File.Format != input.HTML && b.File.Format != input.XML {
		clean = c.f.validator
	}
	if c.coverage && p.coverage == nil {
		p.coverage = new(iri.Coverage)
	}
	passed := b.Each(c.options, clean, func(rec *input.Record) bool {
		if c.quiet && c.broken(rec) {
			p.sum.Inputs++
			return true
		}
		v := c.f.judge(rec, p.coverage)
		p.sum.Add(rec, v.findings, v.more, v.conforms, c.bulk.hosts)
		switch {
		case c.quiet || c.bulk.summaryOnly:
		case c.bulk.sample > 0:
			c.draw(b, p, rec, &v)
		case c.bulk.limit > 0 && len(v.findings) == 0:
		case c.f.format == formatJSON && c.bulk.limit == 0 && v.fault == nil && len(rec.Text) > large:
			if v.report.WriteJSON(pourer{&p.out, flush}) != nil {
				return false
			}
			p.out = append(appendOrigin(p.out, rec), '\n')
		case c.f.format == formatJSON && c.bulk.limit == 0 && v.fault != nil && len(v.text) > large:
			to := spill{sh: p, flush: flush}
			p.out = appendFaultJSON(p.out, v.text, c.target, rec.Rule, v.fault, to.full)
			p.out = append(appendOrigin(p.out, rec), '\n')
		default:
			p.out = c.f.append(p.out, rec, &v)
			if c.bulk.limit > 0 {
				p.ends = append(p.ends, len(p.out))
			}
		}
		return len(p.out) < large || flush() == nil
	})
	p.sum.Inputs += int64(passed)
	p.sum.Conforming += int64(passed)
}

// broken reports whether the grammar rejects a record. What is to be said of it costs
// far more to find out; with --quiet nobody asks, unless a checkpoint keeps it.
func (c *checker) broken(rec *input.Record) bool {
	if rec.Err != nil || c.coverage || c.bulk.checkpoint != "" {
		return false
	}
	rule, err := c.target.ruleFor(rec)
	return err == nil && !rule.Valid(rec.Text)
}

// draw offers a record to the samples of its codes.
func (c *checker) draw(b *input.Block, p *share, rec *input.Record, v *verdict) {
	var codes []iri.Code
	for i := range v.findings {
		code := v.findings[i].Code
		if slices.Contains(codes, code) {
			continue
		}
		codes = append(codes, code)
		p.sum.Draw(string(code), c.bulk.sample, b.File.Number, rec.Offset, func() []byte { return c.f.append(nil, rec, v) })
	}
}

// summarize prints the summary: on standard output with --summary-only and, as the
// last object, with --format json; else for people, on standard error.
func (c *checker) summarize(out io.Writer, sum *summary.Summary) error {
	if c.out.format == formatJSON && (c.bulk.summaryOnly || !c.in.lineForLine(c.out.format)) {
		if _, err := out.Write(sum.AppendJSON(nil)); err != nil {
			return err
		}
		if c.bulk.summaryOnly {
			return nil
		}
	}
	st := summary.Style{Color: c.app.color(c.app.errTerminal)}
	to := c.app.stderr
	if c.bulk.summaryOnly {
		st.Color, to = c.app.color(c.app.outTerminal), out
	}
	text := sum.AppendLine(nil)
	if c.out.format == formatText {
		text = sum.AppendText(text, st)
	}
	_, err := to.Write(text)
	return err
}
