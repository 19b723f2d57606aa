package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/option"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/rewrite"
	"github.com/rfc3987/iri/internal/work/run"
	"github.com/rfc3987/iri/internal/work/summary"
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
//			return c.runAppend(args, func(dst []byte, rec *input.Item, rule spec.Rule) ([]byte, error) {
//				r, err := diagnose.Parse(rec.Text, rule)
//				if err != nil {
//					return dst, err // its findings are printed
//				}
//				return append(dst, strings.ToUpper(r.Text)...), nil
//			})
//		}
//		c.takeWords(0, stringWords)
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
	targeted    config.Target // the result of target

	anyText bool // for encode and decode: texts are not references, and may have placeholders
	display bool // as in rewrite.Change
	onBase  bool // as in rewrite.Change

	// base is the base of documents that declare none. relative says that results are relative references.
	base     string
	relative bool

	byFile func(name string) *rewrite.Change // as in rewrite.Rewrite

	// list, quiet and rejects are the values of these flags.
	list, quiet bool
	rejects     string
	files       writeBack
	how         option.Values // the options of the conversion

	fixes bool            // the command is iri fix, which always reports the outcome
	total summary.Summary // of all files

	// baseWords is the number of words before the inputs: 1 if the first is a base.
	baseWords int
}

// newConverter registers the flags that all converting commands share.
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
	c.addRewriting()
	return c
}

// addRewriting registers the flags of all commands that rewrite files.
func (c *converter) addRewriting() {
	c.out.add(c.cmd, render.FormatText, render.FormatJSON, render.FormatTSV)
	c.runFlags.addJobs(c.cmd)
	c.cmd.Flags().BoolVar(&c.list, "list", false,
		"print the results alone, one a line; by default the file is printed with the results in place")
	c.addFindings(c.cmd)
	c.files.add(c.cmd)
}

// takeWords is [inputFlags.takeWords] for a command that rewrites files.
func (c *converter) takeWords(first int, kind wordKind) {
	c.in.takeWords(c.app, c.cmd, first, func() wordKind {
		if c.files.on() {
			return fileWords
		}
		return kind
	})
}

// addFindings registers the flags that say where findings go.
func (c *converter) addFindings(cmd *cobra.Command) {
	c.runFlags.addLimit(cmd)
	fs := cmd.Flags()
	fs.BoolVarP(&c.quiet, "quiet", "q", false, "print no findings: the exit status says if there are some")
	fs.StringVar(&c.rejects, "rejects", "", "print the results alone, and inputs without one to `FILE`; each of these "+
		"after a line with the reason, as filter does")
	_ = cmd.MarkFlagFilename("rejects")
}

// target returns the target of the flags. It reads a grammar once.
func (c *converter) target() (t config.Target, err error) {
	if c.targeted.Spec == nil {
		c.targeted, err = c.in.target(c.defaultRule)
	}
	return c.targeted, err
}

// An appendConversion is the function Append of a [rewrite.Change].
type appendConversion = func(dst []byte, rec *input.Item, rule spec.Rule) ([]byte, error)

// runAppend converts the words or, without words, the strings of the files or of standard input.
func (c *converter) runAppend(words []string, do appendConversion) error {
	t, err := c.target()
	if err != nil {
		return err
	}
	conversion := rewrite.Change{Append: do, Templates: c.anyText, AnyText: c.anyText, Display: c.display, OnBase: c.onBase, Conforming: c.onBase}
	return c.run(words, t, conversion)
}

// convert runs a conversion of references.
func (c *converter) convert(words []string, to conversions.Conversion) error {
	t, conversion, err := c.conversion(to)
	if err != nil {
		return err
	}
	return c.run(words, t, conversion)
}

// conversion returns the target and the change for a conversion of references.
func (c *converter) conversion(to conversions.Conversion) (t config.Target, conversion rewrite.Change, err error) {
	if err := run.OptionError(c.how.Fill(&to)); err != nil {
		return t, conversion, err
	}
	o, err := c.in.options()
	if err != nil {
		return t, conversion, err
	}
	t, conversion, err = rewrite.Of(o, to)
	return t, conversion, run.OptionError(err)
}

// run runs a conversion. Results go to standard output or back into the files, and findings, as text, to standard
// error.
func (c *converter) run(words []string, t config.Target, conversion rewrite.Change) (err error) {
	defer func() {
		if (c.fixes || c.files.on()) && !c.silent() && (err == nil || !isUsage(err)) {
			fmt.Fprintln(c.app.stderr, c.account(&c.total))
		}
	}()
	if err := c.chooseOutput(words); err != nil {
		return err
	}
	if c.files.on() {
		return c.writeBack(words, t, conversion)
	}
	r, work, err := c.prepare(words, t, conversion)
	if err != nil {
		return err
	}
	err = r.Do(work, c.texts(r))
	c.total.Merge(&r.Summary)
	return err
}

// chooseOutput returns an error if the new texts of several files would be written to one output. On a terminal it
// shows their diff instead.
func (c *converter) chooseOutput(words []string) error {
	names := c.in.files()
	several := len(names) > 1 || len(names) == 1 && c.in.kinds(words)&option.Folders != 0
	switch {
	case c.files.on() || c.list || c.rejects != "" || c.out.format != render.FormatText || len(words) > 0 || !several:
		return nil
	case !c.app.outTerminal || slices.Contains(names, "-"):
		return usagef("%s of more than one file: choose -w to write the new texts back, --diff to see what changes, or "+
			"--list for the results alone", c.cmd.Name())
	}
	c.files.diff = true
	c.app.note([]string{"this is what would change; -w writes it, and --list prints the results alone"})
	return nil
}

// texts returns the sink of a run whose results are written unchanged.
func (c *converter) texts(r *run.Run) *render.Texts {
	s := &render.Texts{Sink: c.findings(r), Out: r.Out}
	if !c.quiet && !c.fixes { // its account has it
		s.Err = c.app.stderr
	}
	return s
}

// findings returns the sink for findings of texts without a result.
func (c *converter) findings(r *run.Run) run.Sink {
	switch {
	case r.Second != nil:
		return &render.Rejects{Reasons: render.ReasonsComments, Second: r.Second, Texts: true}
	case c.quiet:
		return run.NoSink{}
	}
	return render.NewNotes(r.Out, c.app.stderr, c.app.errStyle(), render.LimitOf(int(c.runFlags.limit), c.out.format, r.AtOnce))
}

// prepare returns the run and the job of a conversion.
func (c *converter) prepare(words []string, t config.Target, conversion rewrite.Change) (*run.Run, *rewrite.Rewrite,
	error) {
	r, err := newRun(c.app, &c.in, &c.runFlags, c.cmd, words, c.app.stdout)
	if err != nil {
		return nil, nil, err
	}
	r.SetRejects(c.rejects)
	r.FirstWord, r.Converts = c.baseWords, true
	conversion.KeepInput = conversion.KeepInput && c.rejects == ""
	form := rewrite.FormOf(c.out.format, c.list || len(words) > 0 || c.rejects != "")
	o := r.Input
	o.Base, o.Relative, o.Rewrite = c.base, c.relative, form == rewrite.InPlace
	// encode and decode take any text, and other conversions relative references
	o.AnyLines, o.References = o.AnyLines || c.anyText, o.References || config.TakesRelative(t.Rule)
	o.KeepBlank = !o.Rewrite && c.in.oneLineEach(c.out.format)
	work := &rewrite.Rewrite{Target: t, Change: conversion, PerFile: c.byFile, Input: o, Form: form, EOL: o.From.End()}
	work.Prepare()
	return r, work, nil
}
