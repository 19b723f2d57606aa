package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/grammars"
	"github.com/rfc3987/iri/internal/work/option"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/run"
)

// A grammarChecker has the flags of iri grammar check.
type grammarChecker struct {
	*app
	cmd     *cobra.Command
	rules   ruleFlags
	out     outputFlags
	own     option.Values // of checks of grammars, and not of a job
	builtin bool
}

func newGrammarCheckCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "check [SPEC|FILE...]", ValidArgsFunction: completeSpecOrFile}
	c := &grammarChecker{app: a, cmd: cmd}
	c.rules.addGrammar(cmd)
	cmd.Flags().Lookup("spec").DefValue = "" // there is no default here
	c.out.add(cmd, render.Formats(false)...)
	addFlags(cmd, &c.own,
		option.Option{Name: "severity", Kind: option.List,
			Usage: "the severity of a check; `CODE=LEVEL`, where LEVEL is error, warning or off; may be repeated"},
		option.Option{Name: "lint", Kind: option.Switch,
			Usage: "carry out the checks that are off by default too; for authors of drafts"})
	addConfig(cmd, &c.own)
	cmd.Flags().BoolVar(&c.builtin, "builtin", false,
		"check whether the file can be built in; that is asked before the program is made from it")
	complete(cmd, "severity", func() []string {
		var all []string
		for _, c := range config.CodesOfGrammars() {
			if c.Severity != finding.Error {
				all = append(all, string(c.Code)+"=error", string(c.Code)+"=warning", string(c.Code)+"=off")
			}
		}
		return all
	})
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		files, err := c.files(words)
		if err != nil {
			return err
		}
		levels, err := c.levels(files)
		switch {
		case err != nil:
			return err
		case !c.builtin:
			return c.check(files, levels)
		case len(files) != 1:
			return usagef("--builtin takes one file")
		}
		return c.checkBuiltin(files[0], levels(files[0].Name))
	}
	return cmd
}

// files returns the grammars that the flags or words name.
func (c *grammarChecker) files(words []string) ([]spec.GrammarFile, error) {
	named, err := c.rules.namedByFlag(c.cmd, words)
	switch {
	case err != nil:
		return nil, err
	case len(c.rules.Get("grammar").List()) > 0:
		words = c.rules.Get("grammar").List()
	case named:
		words = []string{c.rules.Get("spec").Text()}
	case len(words) == 0:
		return nil, usagef("name a spec or a file")
	}
	return grammars.Read(words)
}

// levels returns a function that returns the severities for each of the files, from the flags and the nearest
// iri.toml.
func (c *grammarChecker) levels(files []spec.GrammarFile) (func(file string) config.Levels, error) {
	here, err := config.Chosen(c.own)
	if err != nil {
		return nil, err
	}
	lint := c.own.On("lint") || !c.own.Get("lint").IsGiven() && here.Flag("lint") != ""
	levels, err := grammarSeverities(c.own.Get("severity").List())
	if err != nil {
		return nil, err
	}
	nearest := make(map[string]*config.Config)
	for _, f := range files {
		if nearest[f.Name], err = config.Nearest(c.own, f.Name); err != nil {
			return nil, err
		}
	}
	return func(file string) config.Levels {
		all := nearest[file].GrammarLevels(file)
		if maps.Copy(all, levels); lint {
			all.Lint()
		}
		return all
	}, nil
}

// check reports the faults of grammars.
func (c *grammarChecker) check(files []spec.GrammarFile, levels func(file string) config.Levels) error {
	lost := false
	var documents []grammars.Document
	for i, f := range files {
		if d, ok := grammars.OfDocument(f); ok {
			unread, some := d.Unread()
			io.WriteString(c.stderr, unread)
			files[i], documents, lost = d.File, append(documents, d), lost || some
		}
	}
	in, err := grammars.Inspect(levels, append(files, config.Library()...)...)
	if err != nil {
		return err
	}
	for _, d := range documents {
		d.Place(&in)
	}
	errs, err := c.print(in.Faults, func(w *bufio.Writer) error { return grammars.WriteStartRules(w, in, c.out.format) })
	if err != nil {
		return err
	}
	fmt.Fprintln(c.stderr, grammars.CountRules(in))
	io.WriteString(c.stderr, grammars.DefaultAdvice(spec.GuessedTopOf(files...)))
	if errs > 0 || lost {
		return statusFound
	}
	return nil
}

// checkBuiltin reports whether a grammar can be built in.
func (c *grammarChecker) checkBuiltin(f spec.GrammarFile, levels config.Levels) error {
	errs, err := c.print(levels.Apply(grammars.BuiltinFaults(f)), func(*bufio.Writer) error { return nil })
	if err != nil {
		return err
	}
	if errs > 0 {
		fmt.Fprintf(c.stderr, "%s cannot be built in\n", f.Name)
		return statusUsage
	}
	fmt.Fprintf(c.stderr, "%s can be built in\n", f.Name)
	return nil
}

// print prints faults, the output of rest, and the counts. It returns the number of errors.
func (c *grammarChecker) print(faults abnf.ErrorList, rest func(*bufio.Writer) error) (errs int, err error) {
	for _, f := range faults {
		if !f.Warning {
			errs++
		}
	}
	err = c.writeBuffered(func(w *bufio.Writer) error {
		return cmp.Or(render.WriteFaults(w, faults, c.out.format, c.outStyle(), version(), config.CodesOfGrammars()), rest(w))
	})
	if err == nil {
		fmt.Fprintf(c.stderr, "%s, %s\n", quote.Plural(errs, "error"), quote.Plural(len(faults)-errs, "warning"))
	}
	return errs, err
}

// grammarSeverities parses the values of --severity, for checks of grammars.
func grammarSeverities(list []string) (config.Levels, error) {
	named, err := option.ReadSeverities(list)
	if err != nil {
		return nil, run.OptionError(err)
	}
	levels := make(config.Levels)
	for _, name := range slices.Sorted(maps.Keys(named)) {
		if err := levels.Set(name, finding.Severity(named[name])); err != nil {
			return nil, run.OptionError(err)
		}
	}
	return levels, nil
}
