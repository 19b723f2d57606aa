package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/convert"
	"github.com/rfc3987/iri/internal/work/option"
	"github.com/rfc3987/iri/internal/work/output"
	"github.com/rfc3987/iri/internal/work/result"
	"github.com/rfc3987/iri/internal/work/run"
)

// A converter holds what the converting commands have in common: it reads records
// from the command line, from standard input or from files, prints one result for
// each in the order of the input, and returns the exit status. A command uses it like
// this:
//
//	func newUpperCmd(a *app) *cobra.Command {
//		cmd := &cobra.Command{Use: "upper [IRI...]"}
//		c := newConverter(a, cmd, config.ReferenceRule)      // registers the shared flags
//		all := cmd.Flags().Bool("all", false, "…")    // then the command's own
//		cmd.RunE = func(_ *cobra.Command, args []string) error {
//			return c.runAppend(args, func(dst []byte, rec *input.Record, rule spec.Rule) ([]byte, error) {
//				r, err := diagnose.Parse(rec.Text, rule)
//				if err != nil {
//					return dst, err // its findings are printed
//				}
//				return append(dst, strings.ToUpper(r.Text)...), nil
//			})
//		}
//		return cmd
//	}
//
// and is listed in groups, in root.go, and described in help.txt.
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
	out      outputFlags
	runFlags runFlags

	defaultRule func(*spec.Spec) spec.Rule
	targeted    config.Target // what target has returned

	anyText bool // of encode and decode, whose texts are not references: templates are taken, too
	display bool // as in convert.Conversion
	onBase  bool // as in convert.Conversion

	// base is the base of documents that declare none. relative says that results are relative references.
	base     string
	relative bool

	byFile func(name string) *convert.Conversion // as in convert.Run

	// list, quiet and rejects are the values of these flags.
	list, quiet bool
	rejects     string
	how         option.Values // the options of the conversion

	// What has the output instead of the sink; nil for none.
	uniq *output.Uniq
	diff *run.Diff

	// baseWords is the number of words before the inputs: 1 if there is a base.
	baseWords int
}

// newConverter registers the flags that the commands share that convert and check nothing.
func newConverter(a *app, cmd *cobra.Command, defaultRule func(*spec.Spec) spec.Rule) *converter {
	c := newRewriter(a, cmd, defaultRule)
	c.in.addDuplicates(cmd)
	return c
}

// newRewriter registers the flags that these commands and fix share.
func newRewriter(a *app, cmd *cobra.Command, defaultRule func(*spec.Spec) spec.Rule) *converter {
	c := &converter{app: a, cmd: cmd, defaultRule: defaultRule}
	c.in.addReading(cmd)
	what := "the spec's rule for references"
	if defaultRule(spec.RFC3987) == spec.RFC3987.Top() {
		what = "the spec's top rule"
	}
	c.in.addSpec(cmd, what)
	c.out.add(cmd, output.FormatText, output.FormatJSON, output.FormatTSV)
	c.runFlags.addJobs(cmd)
	cmd.Flags().BoolVar(&c.list, "list", false,
		"print the results alone, one a line, instead of the file with the results in place")
	c.addFindings(cmd)
	return c
}

// addFindings registers the flags that say where findings go.
func (c *converter) addFindings(cmd *cobra.Command) {
	c.runFlags.addLimit(cmd)
	fs := cmd.Flags()
	fs.BoolVarP(&c.quiet, "quiet", "q", false, "print no findings: the exit status says if there are some")
	fs.StringVar(&c.rejects, "rejects", "", "print the results alone, as with --list, and write inputs without a "+
		"result to `FILE`, each after a line with the reason, as filter does")
	exclusive(cmd, "quiet", "rejects")
	_ = cmd.MarkFlagFilename("rejects")
}

// target returns what the flags have strings checked against. It reads a grammar once.
func (c *converter) target() (t config.Target, err error) {
	if c.targeted.Spec == nil {
		c.targeted, err = c.in.target(c.defaultRule)
	}
	return c.targeted, err
}

// An appendConversion is the function Append of a convert.Conversion.
type appendConversion = func(dst []byte, rec *input.Record, rule spec.Rule) ([]byte, error)

// runAppend converts the words, or without words what the files or standard input hold.
func (c *converter) runAppend(words []string, do appendConversion) error {
	t, err := c.target()
	if err != nil {
		return err
	}
	conversion := convert.Conversion{Append: do, Templates: c.anyText, Display: c.display, OnBase: c.onBase, Conforming: c.onBase}
	_, err = c.run(words, t, conversion, c.app.stdout)
	return err
}

// convert carries out a conversion of references.
func (c *converter) convert(words []string, to conversions.Conversion) error {
	if err := run.OptionError(c.how.Fill(&to)); err != nil {
		return err
	}
	o, err := c.in.options()
	if err != nil {
		return err
	}
	t, conversion, err := convert.Of(o, to)
	if err != nil {
		return run.OptionError(err)
	}
	_, err = c.run(words, t, conversion, c.app.stdout)
	return err
}

// run carries out a conversion. The results go to dst, and findings in text to standard error.
func (c *converter) run(words []string, t config.Target, conversion convert.Conversion, dst io.Writer) (*run.Run, error) {
	r, err := newRun(c.app, &c.in, &c.runFlags, c.cmd, words, dst)
	if err != nil {
		return nil, err
	}
	form := convert.FormOf(c.out.format, c.list || len(words) > 0 || c.rejects != "")
	j := &convertJob{converter: c, r: r, work: convert.Run{Target: t, Conversion: conversion, PerFile: c.byFile,
		Form: form, Edits: c.diff != nil}}
	r.Job = j
	j.notes = output.Trimmer{W: c.app.stderr, Sep: '\n', Limit: c.runFlags.limitOf(c.out.format, r.AtOnce)}
	switch {
	case c.rejects != "" && (len(words) > 0 || c.out.format == output.FormatJSON):
		return nil, usagef("--rejects is for files, and not for JSON, whose objects hold the findings")
	case c.rejects != "":
		r.Rejects = c.rejects
		j.work.Conversion.KeepInput = false
		rejects := output.Rejects{Reasons: output.ReasonsComments}
		j.work.Found = func(r *result.Result, b *input.Block, rec *input.Record, found *result.Checked) {
			rejects.Found(r, b, rec, found)
			rejects.Reject(r, append([]byte(rec.Text), '\n'), false)
		}
	case !c.quiet:
		style := c.app.errStyle()
		j.work.Found = func(r *result.Result, _ *input.Block, rec *input.Record, found *result.Checked) {
			if !j.notes.Cut.Load() {
				r.Second = output.AppendFindings(r.Second, &r.Ends, rec, found, style)
			}
		}
	}
	r.FirstWord, r.Converts = c.baseWords, true
	o := r.Input
	o.Base, o.Relative, o.Rewrite = c.base, c.relative, form == convert.InPlace
	// encode and decode take any text, and other conversions relative references
	o.AnyLines, o.References = o.AnyLines || c.anyText, o.References || config.TakesRelative(t.Rule)
	o.KeepBlank = !o.Rewrite && c.in.oneLineEach(c.out.format)
	j.work.Input, j.work.End = o, o.From.End()
	j.work.Prepare()
	err = r.Do()
	if left := r.Summary.TemplatesLeft(); left != "" && !c.quiet && c.cmd.Name() != "fix" { // fix says it at its end
		fmt.Fprintln(c.app.stderr, strings.TrimPrefix(left, ", "))
	}
	return r, err
}

// A convertJob is the [run.Job] of a conversion.
type convertJob struct {
	run.NoJob
	converter *converter
	r         *run.Run
	work      convert.Run
	notes     output.Trimmer
}

// Block is for [run.Job], as the methods after it.
func (j *convertJob) Block(b *input.Block, r *result.Result) { j.work.Block(b, r) }

func (j *convertJob) Result(res *result.Result) error {
	r := j.r
	if err := j.write(res); err != nil || len(res.Second) == 0 {
		return err
	}
	if r.Second != nil {
		_, err := r.Second.Write(res.Second)
		return err
	}
	// Where both streams go to one place, findings come after the results so far.
	r.Hide()
	if err := r.Out.Flush(); err != nil {
		return err
	}
	return r.WriteParts(&j.notes, res.Second, res.Ends)
}

// write writes what is converted.
func (j *convertJob) write(res *result.Result) (err error) {
	switch c := j.converter; {
	case c.uniq != nil:
		err = c.uniq.Take(j.r.Out, res.Out)
	case c.diff != nil:
		c.diff.Take(res.Out, res.Edits)
	default:
		_, err = j.r.Out.Write(res.Out)
	}
	return err
}

func (j *convertJob) End() error {
	if u := j.converter.uniq; u != nil {
		if err := u.End(j.r.Out); err != nil {
			return err
		}
	}
	return j.converter.runFlags.sayCut(j.converter.app, j.r, &j.notes)
}
