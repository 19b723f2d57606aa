package main

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/work/codes"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/grammars"
	"github.com/rfc3987/iri/internal/work/option"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/run"
)

func newGrammarCheckCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:               "check [SPEC|FILE...]",
		ValidArgsFunction: completeSpecOrFile,
	}
	var rules ruleFlags
	var out outputFlags
	rules.addGrammar(cmd)
	cmd.Flags().Lookup("spec").DefValue = "" // there is no default here
	out.add(cmd, render.Formats(false)...)
	var own option.Values // of checks of grammars, not of a job
	addFlags(cmd, &own,
		option.Option{Name: "severity", Kind: option.List,
			Usage: "the severity of a check: `CODE=LEVEL`, where LEVEL is error, warning or off; may be repeated"},
		option.Option{Name: "lint", Kind: option.Switch,
			Usage: "carry out the checks that are off by default too: for authors of drafts"})
	addConfig(cmd, &own)
	builtin := cmd.Flags().Bool("builtin", false,
		"check whether the file can be built in, before the program is made from it")
	complete(cmd, "severity", func() []string {
		var all []string
		for _, c := range config.CodesOfGrammars() {
			if c.Severity != report.Error {
				all = append(all, string(c.Code)+"=error", string(c.Code)+"=warning", string(c.Code)+"=off")
			}
		}
		return all
	})
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		named, err := rules.namedByFlag(cmd, words)
		switch {
		case err != nil:
			return err
		case len(rules.Get("grammar").List()) > 0:
			words = rules.Get("grammar").List()
		case named:
			words = []string{rules.Get("spec").Text()}
		case len(words) == 0:
			return usagef("name a spec or a file")
		}
		files, err := grammars.Read(words)
		if err != nil {
			return err
		}
		c, err := config.Chosen(own)
		if err != nil {
			return err
		}
		lint := own.On("lint")
		if !cmd.Flags().Changed("lint") {
			lint = c.Flag("lint") != ""
		}
		levels, err := grammarSeverities(own.Get("severity").List())
		if err != nil {
			return err
		}
		nearest := make(map[string]*config.Config)
		for _, f := range files {
			if nearest[f.Name], err = config.Nearest(own, f.Name); err != nil {
				return err
			}
		}
		levelsOf := func(file string) config.Levels {
			all := nearest[file].GrammarLevels(file)
			if maps.Copy(all, levels); lint {
				all.Lint()
			}
			return all
		}
		if *builtin {
			if len(files) != 1 {
				return usagef("--builtin takes one file")
			}
			return a.checkBuiltin(files[0], levelsOf(files[0].Name), &out)
		}
		lost := false
		var documents []grammars.Document
		for i, f := range files {
			if d, ok := grammars.OfDocument(f); ok {
				unread, some := d.Unread()
				io.WriteString(a.stderr, unread)
				files[i], documents, lost = d.File, append(documents, d), lost || some
			}
		}
		in, err := codes.Inspect(levelsOf, append(files, config.Library()...)...)
		if err != nil {
			return err
		}
		for _, d := range documents {
			d.Place(&in)
		}
		faults := in.Faults
		errs := errorsAmong(faults)
		err = a.writeBuffered(func(w *bufio.Writer) error {
			if err := render.WriteFaults(w, faults, out.format, a.outStyle(), version(),
				config.CodesOfGrammars()); err != nil {
				return err
			}
			return grammars.WriteStartRules(w, in, out.format)
		})
		if err != nil {
			return err
		}
		fmt.Fprintf(a.stderr, "%s, %s\n%s\n", quote.Plural(errs, "error"), quote.Plural(len(faults)-errs, "warning"),
			grammars.CountRules(in))
		io.WriteString(a.stderr, grammars.DefaultAdvice(spec.GuessedTopOf(files...)))
		if errs > 0 || lost {
			return statusFound
		}
		return nil
	}
	return cmd
}

// checkBuiltin says whether a grammar can be built in.
func (a *app) checkBuiltin(f spec.GrammarFile, levels config.Levels, out *outputFlags) error {
	faults := levels.Apply(grammars.BuiltinFaults(f))
	err := a.writeBuffered(func(w *bufio.Writer) error {
		return render.WriteFaults(w, faults, out.format, a.outStyle(), version(), config.CodesOfGrammars())
	})
	if err != nil {
		return err
	}
	errs, can := errorsAmong(faults), "can"
	if errs > 0 {
		can = "cannot"
	}
	fmt.Fprintf(a.stderr, "%s, %s\n%s %s be built in\n", quote.Plural(errs, "error"),
		quote.Plural(len(faults)-errs, "warning"), f.Name, can)
	if errs > 0 {
		return statusUsage
	}
	return nil
}

// errorsAmong returns how many faults are errors.
func errorsAmong(faults abnf.ErrorList) (n int) {
	for _, f := range faults {
		if !f.Warning {
			n++
		}
	}
	return n
}

// grammarSeverities parses the values of --severity, for checks of grammars.
func grammarSeverities(list []string) (config.Levels, error) {
	named, err := option.ReadSeverities(list)
	if err != nil {
		return nil, run.OptionError(err)
	}
	levels := make(config.Levels)
	for _, name := range slices.Sorted(maps.Keys(named)) {
		if err := levels.Set(name, report.Severity(named[name])); err != nil {
			return nil, run.OptionError(err)
		}
	}
	return levels, nil
}
