package main

import (
	"bufio"
	"io"
	"slices"
	"unsafe"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
	"github.com/rfc3987/iri/internal/render"
)

// A converter is the frame of the converting commands: it reads records from the
// command line, from standard input or from files, prints one result for each
// in the order of the input, and ends with the right exit status. A command is
// made of it like this:
//
//	func newUpperCmd(a *app) *cobra.Command {
//		cmd := &cobra.Command{
//			Use:     "upper [IRI...]",
//			Short:   "Shout an IRI",
//			Example: "  iri upper http://example.org/",
//		}
//		c := newConverter(a, cmd, referenceRule)      // registers the shared flags
//		loud := cmd.Flags().Bool("loud", false, "…")  // then the command's own
//		cmd.RunE = func(_ *cobra.Command, args []string) error {
//			return c.run(args, func(rec *input.Record, rule iri.Rule) (string, []iri.Finding, error) {
//				r, err := iri.ParseRef(rec.Text)
//				if err != nil {
//					return "", nil, err // its findings are printed
//				}
//				return strings.ToUpper(r.String()), nil, nil
//			})
//		}
//		return cmd
//	}
//
// and is listed in commands, in root.go. A conversion returns its result; or
// findings, which mean that there is no result; or an error that holds findings,
// such as *iri.ParseError. Any other error becomes a finding with the code
// "conversion" and its text. A conversion must be safe to call from several
// goroutines at once.
//
// Results go to standard output, one a line (ended by NUL with --from null), as
// text or, with --format json, as {"input":…,"output":…}. An input without a
// result gives {"input":…,"findings":[…]}; in text its findings go to standard
// error, and the exit status is 1.
type converter struct {
	app   *app
	in    inputFlags
	rules ruleFlags
	out   outputFlags

	byDefault func(*iri.Spec) iri.Rule

	// anyString says that the inputs need not conform to the rule: otherwise the
	// conversion sees only those that do, and the others give their findings.
	anyString bool

	// keep says that an input without a result is printed as it was, in text.
	keep bool

	// split, if set, stands in the place of the conversion: a record may have
	// several results.
	split func(rec *input.Record, rule iri.Rule) []piece
}

// A conversion turns the text of a record into a result or into findings. The
// rule is the one that --rule or the record names, else the default.
type conversion func(rec *input.Record, rule iri.Rule) (output string, findings []iri.Finding, err error)

// An appender is a conversion for bulk: it appends the result to dst. What it
// returns on an error is not looked at.
type appender func(dst []byte, rec *input.Record, rule iri.Rule) ([]byte, error)

// A piece is one of several results that a record has. The findings count in its
// input.
type piece struct {
	input    string
	output   string
	findings []iri.Finding
	start    int // where the input begins in the text of the record
}

// newConverter registers the flags that all converting commands share.
func newConverter(a *app, cmd *cobra.Command, byDefault func(*iri.Spec) iri.Rule) *converter {
	c := &converter{app: a, byDefault: byDefault}
	c.in.add(cmd)
	c.rules.addSpec(cmd, "the spec's rule for references")
	c.out.add(cmd, formatText, formatJSON)
	return c
}

// run converts the words, or what --file or standard input hold.
func (c *converter) run(words []string, convert conversion) error {
	return c.runBulk(words, func(dst []byte, rec *input.Record, rule iri.Rule) ([]byte, error) {
		output, findings, err := convert(rec, rule)
		if len(findings) > 0 {
			err = heldFindings(findings)
		}
		return append(dst, output...), err
	})
}

// heldFindings is an error that holds the findings of a conversion.
type heldFindings []iri.Finding

func (h heldFindings) Error() string           { return h[0].Message }
func (h heldFindings) Findings() []iri.Finding { return h }

// runBulk is run for an appender.
func (c *converter) runBulk(words []string, convert appender) error {
	t, err := c.rules.target(c.byDefault)
	if err != nil {
		return err
	}
	if err := c.out.check(); err != nil {
		return err
	}
	records, broken, err := c.in.records(c.app, words)
	if err != nil {
		return err
	}
	p := printer{
		w:     bufio.NewWriterSize(c.app.stdout, 64<<10),
		notes: &trimmer{w: c.app.stderr, sep: '\n'},
		json:  c.out.format == formatJSON,
		keep:  c.keep,
		end:   '\n',
		style: render.Style{Color: c.app.color(c.app.errTerminal)},
	}
	if c.in.from == "null" {
		p.end = '\x00'
	}
	status := statusOK
	for rec := range records {
		ok, err := c.print(&p, rec, t, convert)
		if err != nil {
			return err
		}
		if !ok {
			status = statusFound
		}
		if c.in.unbuffered {
			if err := p.w.Flush(); err != nil {
				return err
			}
		}
	}
	if err := p.w.Flush(); err != nil {
		return err
	}
	if *broken {
		status = statusUsage
	}
	return status.err()
}

// print converts a record, prints the results, and reports whether there was no
// fault.
func (c *converter) print(p *printer, rec *input.Record, t target, convert appender) (ok bool, err error) {
	if rec.Err != nil {
		return p.fault(rec)
	}
	rule, err := t.ruleFor(rec)
	switch {
	case err != nil:
		return p.findings(rec, findingsOf(err, rec.Text))
	case c.split != nil:
		ok = true
		for _, pc := range c.split(rec, rule) {
			part := *rec
			part.Line, part.Col = rec.Position(pc.start)
			rawStart, rawEnd := rec.RawSpan(pc.start, pc.start+len(pc.input))
			part.Text, part.Raw = pc.input, rec.Raw[min(rawStart, len(rec.Raw)):min(rawEnd, len(rec.Raw))]
			var good bool
			if len(pc.findings) > 0 {
				good, err = p.findings(&part, pc.findings)
			} else {
				good, err = p.output(&part, append(p.out[:0], pc.output...))
			}
			if err != nil {
				return false, err
			}
			ok = ok && good
		}
		return ok, nil
	case !c.anyString && !rule.Valid(rec.Text):
		rep := rule.Validate(rec.Text, slices.Concat(t.opts, []iri.Option{iri.GrammarOnly()})...)
		return p.findings(rec, rep.Findings())
	}
	out, err := convert(p.out[:0], rec, rule)
	if err != nil {
		return p.findings(rec, findingsOf(err, rec.Text))
	}
	return p.output(rec, out)
}

// A printer writes the results of conversions. Its methods report whether what
// they printed is a result.
type printer struct {
	w     *bufio.Writer
	notes io.Writer // for findings in text
	json  bool
	keep  bool // print inputs that have no result
	end   byte // after each result in text
	style render.Style
	buf   []byte
	out   []byte // room for a result
}

// output writes a result and keeps its room for the next one.
func (p *printer) output(rec *input.Record, out []byte) (bool, error) {
	p.out = out
	if p.json {
		text := unsafe.String(unsafe.SliceData(out), len(out)) // until the next result
		p.buf = appendResult(p.buf[:0], rec.Text, text, nil)
		out = p.buf
	} else {
		out = append(out, p.end)
		p.out = out
	}
	_, err := p.w.Write(out)
	return true, err
}

// findings writes why there is no result.
func (p *printer) findings(rec *input.Record, findings []iri.Finding) (bool, error) {
	if p.json {
		p.buf = appendResult(p.buf[:0], rec.Text, "", findings)
		_, err := p.w.Write(p.buf)
		return false, err
	}
	if p.keep {
		if _, err := p.w.WriteString(rec.Text + string(p.end)); err != nil {
			return false, err
		}
	}
	p.buf = appendFindings(p.buf[:0], rec, findings, 0, p.style)
	return false, p.note()
}

// fault writes why a record could not be read.
func (p *printer) fault(rec *input.Record) (bool, error) {
	if p.json {
		text, f := faultOf(rec)
		p.buf = appendResult(p.buf[:0], text, "", []iri.Finding{f})
		_, err := p.w.Write(p.buf)
		return false, err
	}
	p.buf = appendFault(p.buf[:0], rec, p.style)
	return false, p.note()
}

// note writes to standard error what is in the buffer. What came before goes
// first, for those who look at both streams in one.
func (p *printer) note() error {
	if err := p.w.Flush(); err != nil {
		return err
	}
	_, err := p.notes.Write(p.buf)
	return err
}
