package main

import (
	"bufio"
	"io"
	"slices"

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
}

// A conversion turns the text of a record into a result or into findings. The
// rule is the one that --rule or the record names, else the default.
type conversion func(rec *input.Record, rule iri.Rule) (output string, findings []iri.Finding, err error)

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
		ok, err := p.print(rec, c.result(rec, t, convert))
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

// A result is what a conversion made of a record: findings mean that there is no
// output.
type result struct {
	output   string
	findings []iri.Finding
}

// result carries out a conversion of a record that could be read.
func (c *converter) result(rec *input.Record, t target, convert conversion) result {
	if rec.Err != nil {
		return result{}
	}
	rule, err := t.ruleOf(rec.Rule)
	if err != nil {
		return result{findings: findingsOf(err, rec.Text)}
	}
	if !c.anyString && !rule.Valid(rec.Text) {
		return result{findings: rule.Validate(rec.Text, slices.Concat(t.opts, []iri.Option{iri.GrammarOnly()})...).Findings()}
	}
	output, findings, err := convert(rec, rule)
	if err != nil {
		findings = findingsOf(err, rec.Text)
	}
	return result{output, findings}
}

// A printer writes the results of conversions.
type printer struct {
	w     *bufio.Writer
	notes io.Writer // for findings in text
	json  bool
	keep  bool // print inputs that have no result
	end   byte // after each result in text
	style render.Style
	buf   []byte
}

// print writes the result of one record and reports whether it had one.
func (p *printer) print(rec *input.Record, r result) (ok bool, err error) {
	p.buf = p.buf[:0]
	ok = rec.Err == nil && len(r.findings) == 0
	switch {
	case p.json && rec.Err != nil:
		text, f := faultOf(rec)
		p.buf = appendResult(p.buf, text, "", []iri.Finding{f})
	case p.json:
		p.buf = appendResult(p.buf, rec.Text, r.output, r.findings)
	case ok:
		p.buf = append(append(p.buf, r.output...), p.end)
	case rec.Err != nil:
		p.buf = appendFault(p.buf, rec, p.style)
	default:
		p.buf = appendFindings(p.buf, rec, r.findings, 0, p.style)
	}
	if ok || p.json {
		_, err = p.w.Write(p.buf)
		return ok, err
	}
	if p.keep && rec.Err == nil {
		if _, err := p.w.WriteString(rec.Text + string(p.end)); err != nil {
			return ok, err
		}
	}
	// What came before goes first, for those who look at both streams in one.
	if err := p.w.Flush(); err != nil {
		return ok, err
	}
	_, err = p.notes.Write(p.buf)
	return ok, err
}
