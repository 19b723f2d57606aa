package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
	"github.com/rfc3987/iri/internal/render"
)

// A converter holds what the converting commands have in common: it reads records
// from the command line, from standard input or from files, prints one result for
// each in the order of the input, and returns the exit status. A command uses it like
// this:
//
//	func newUpperCmd(a *app) *cobra.Command {
//		cmd := &cobra.Command{
//			Use:     "upper [IRI...]",
//			Short:   "Write an IRI in upper case",
//			Example: "  iri upper http://example.org/",
//		}
//		c := newConverter(a, cmd, referenceRule)      // registers the shared flags
//		all := cmd.Flags().Bool("all", false, "…")    // then the command's own
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
// and is listed in groups, in root.go.
//
// The results for files and standard input go to standard output in the place of the
// IRIs: all other bytes stay. An input without a result stays, too, and its findings go
// to standard error. With --list, and for words, the results come alone, one on each
// line (ended by NUL with --from null). With --format json there is one object for each
// input, {"input":…,"output":…}, or {"input":…,"findings":[…]} if it has no result. If
// an input has no result, the exit status is 1.
type converter struct {
	app      *app
	cmd      *cobra.Command
	in       inputFlags
	rules    ruleFlags
	out      outputFlags
	runFlags runFlags

	defaultRule func(*iri.Spec) iri.Rule

	// anyString means that the conversion takes every input and checks it itself.
	// Otherwise it gets only inputs that match the rule, and the others give findings.
	anyString bool

	// base is the base of documents that declare none.
	base string

	// list is the value of --list: print the results alone.
	list bool

	// baseWords is the number of words before the inputs: 1 if there is a base.
	baseWords int

	// keepInput means that, in text, an input without a result is printed unchanged.
	keepInput bool

	// convertLines, if not nil, converts many lines that match the rule at the same
	// time. It appends the results, each with the line end of its line.
	convertLines func(dst []byte, text string) []byte

	// canSplit, if not nil, reports whether the conversion of a reference treats each
	// character after the authority by itself. A very long reference is then converted
	// in parts.
	canSplit   func(ref iri.Ref) bool
	keepsWhole bool // but a component with text beyond ASCII as a whole

	// convertToPieces, if not nil, is used instead of the conversion: a record may
	// have several results.
	convertToPieces func(rec *input.Record, rule iri.Rule) []piece
}

// A conversion converts the text of a record. The rule is the one that the record or
// --rule names, or else the default. If there is no result, the conversion returns
// findings, or an error that holds findings, such as *iri.ParseError. Any other error
// becomes a finding with the code "conversion". A conversion must be safe to call from
// several goroutines at the same time.
type conversion func(rec *input.Record, rule iri.Rule) (output string, findings []iri.Finding, err error)

// An appendConversion is a conversion that appends its result to dst. On an error the
// bytes that it returns are ignored.
type appendConversion func(dst []byte, rec *input.Record, rule iri.Rule) ([]byte, error)

// A piece is one of several results of a record. The offsets of the findings are those
// in input.
type piece struct {
	input    string
	output   string
	findings []iri.Finding
	start    int // where input begins in the text of the record
}

// newConverter registers the flags that all converting commands share.
func newConverter(a *app, cmd *cobra.Command, defaultRule func(*iri.Spec) iri.Rule) *converter {
	c := &converter{app: a, cmd: cmd, defaultRule: defaultRule}
	c.in.add(cmd)
	what := "the spec's rule for references"
	if defaultRule(iri.RFC3987) == iri.RFC3987.Top() {
		what = "the spec's top rule"
	}
	c.rules.addSpec(cmd, what)
	c.out.add(cmd, formatText, formatJSON)
	c.runFlags.addHowToRun(cmd)
	cmd.Flags().BoolVar(&c.list, "list", false, "print the results alone, one a line, instead of the file with the results in place")
	return c
}

// run converts the words, or without words what the files or standard input hold.
func (c *converter) run(words []string, convert conversion) error {
	return c.runPrinter(words, &printer{convert: func(dst []byte, rec *input.Record, rule iri.Rule) ([]byte, error) {
		output, err := convert.result(rec, rule)
		return append(dst, output...), err
	}, convertLong: convert})
}

// result calls the conversion and returns findings as an error.
func (c conversion) result(rec *input.Record, rule iri.Rule) (string, error) {
	output, findings, err := c(rec, rule)
	if len(findings) > 0 {
		err = findingsError(findings)
	}
	return output, err
}

// findingsError is an error that holds the findings of a conversion; at least one.
type findingsError []iri.Finding

func (h findingsError) Error() string           { return h[0].Message }
func (h findingsError) Findings() []iri.Finding { return h }

// runAppend is run for an appendConversion.
func (c *converter) runAppend(words []string, convert appendConversion) error {
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
	p.style = c.app.errStyle()
	if c.in.fromIs(input.Null) {
		p.resultEnd = '\x00'
	}
	if len(words) > 0 {
		return p.words(words)
	}
	if p.inPlace = !p.json && !c.list; p.inPlace {
		return p.rewrite()
	}
	return p.files()
}

// checkResults wraps a conversion whose results must conform to the grammar of the
// input. Tests show that they do for the built-in grammars. With a grammar from a
// file, each result is checked.
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
