package main

import (
	"fmt"
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
// and is listed in groups, in root.go. A conversion returns its result; or
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
	app      *app
	cmd      *cobra.Command
	in       inputFlags
	rules    ruleFlags
	out      outputFlags
	runFlags runFlags

	defaultRule func(*iri.Spec) iri.Rule

	// anyString says that the inputs need not conform to the rule: otherwise the
	// conversion sees only those that do, and the others give their findings.
	anyString bool

	// taken is how many words stand before those that are inputs: a base.
	baseWords int

	// keep says that an input without a result is printed as it was, in text.
	keepInput bool

	// lines, if set, does for whole lines that conform to the rule what the
	// conversion does for each: it appends what the text becomes, line ends and all.
	convertLines func(dst []byte, text string) []byte

	// local, if set, says of a reference, parsed by the rule, that the
	// conversion treats the characters behind its authority one by one: of a very
	// long one, the parts are then converted one by one.
	canSplit func(ref iri.Ref) bool

	// split, if set, stands in the place of the conversion: a record may have
	// several results.
	convertToPieces func(rec *input.Record, rule iri.Rule) []piece
}

// A conversion turns the text of a record into a result or into findings. The
// rule is the one that --rule or the record names, else the default.
type conversion func(rec *input.Record, rule iri.Rule) (output string, findings []iri.Finding, err error)

// An appender is a conversion for bulk: it appends the result to dst. What it
// returns on an error is not looked at.
type appendConversion func(dst []byte, rec *input.Record, rule iri.Rule) ([]byte, error)

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
	c := &converter{app: a, cmd: cmd, defaultRule: byDefault}
	c.in.add(cmd)
	what := "the spec's rule for references"
	if byDefault(iri.RFC3987) == iri.RFC3987.Top() {
		what = "the spec's top rule"
	}
	c.rules.addSpec(cmd, what)
	c.out.add(cmd, formatText, formatJSON)
	c.runFlags.addHowToRun(cmd)
	return c
}

// run converts the words, or what --file or standard input hold.
func (c *converter) run(words []string, convert conversion) error {
	return c.runPrinter(words, &printer{convert: func(dst []byte, rec *input.Record, rule iri.Rule) ([]byte, error) {
		output, err := convert.result(rec, rule)
		return append(dst, output...), err
	}, convertLong: convert})
}

// result is the conversion with the findings as an error.
func (c conversion) result(rec *input.Record, rule iri.Rule) (string, error) {
	output, findings, err := c(rec, rule)
	if len(findings) > 0 {
		err = findingsError(findings)
	}
	return output, err
}

// heldFindings is an error that holds the findings of a conversion.
type findingsError []iri.Finding

func (h findingsError) Error() string           { return h[0].Message }
func (h findingsError) Findings() []iri.Finding { return h }

// runBulk is run for an appender.
func (c *converter) runBulk(words []string, convert appendConversion) error {
	return c.runPrinter(words, &printer{convert: convert})
}

func (c *converter) runPrinter(words []string, p *printer) error {
	t, err := c.rules.target(c.defaultRule)
	if err != nil {
		return err
	}
	if err := c.out.check(); err != nil {
		return err
	}
	if err := c.runFlags.check(); err != nil {
		return err
	}
	p.c, p.target, p.resultEnd = c, t, '\n'
	p.grammarOptions = slices.Concat(t.opts, []iri.Option{iri.GrammarOnly()})
	p.json = c.out.format == formatJSON
	p.style = render.Style{Color: c.app.color(c.app.errTerminal)}
	if c.in.fromIs(input.Null) {
		p.resultEnd = '\x00'
	}
	if len(words) > 0 {
		return p.words(words)
	}
	return p.files()
}

// within wraps a conversion whose results are in the grammar of its input. That
// they conform is proved for the grammars that are built in; by one that was read
// from a file each result is checked.
func (c *converter) checkResults(convert appendConversion) appendConversion {
	if len(c.rules.grammar) == 0 {
		return convert
	}
	return func(dst []byte, rec *input.Record, rule iri.Rule) ([]byte, error) {
		out, err := convert(dst, rec, rule)
		if err != nil {
			return dst, err
		}
		if text, ref := string(out[len(dst):]), rule.Spec().Reference(); !ref.Valid(text) {
			return dst, fmt.Errorf("the result %s does not conform to %s of %s", render.Quote(text), ref, rule.Spec().Name())
		}
		return out, nil
	}
}
