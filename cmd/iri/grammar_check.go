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
	"github.com/rfc3987/iri/internal/work/output"
	"github.com/rfc3987/iri/internal/work/run"
)

func newGrammarCheckCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "check [SPEC|FILE...]",
		Short: "Check a grammar: notation, rules that are missing, unused or never end",
		Long: `check reads files in the notation of RFC 5234 and RFC 7405, as one grammar, and
reports what is wrong with them: notation, values that are not characters, rules
that are not defined, defined twice or never used, rules that no string matches,
repetitions of what can be empty, prose that is not the name of a rule, names that are the same as
identifiers. --lint also looks for what authors of drafts want to know: alternatives that
match the same string, core rules by other names, lines and characters that do not fit
into an RFC, lines that end in LF alone where ABNF has CRLF. The name of a built-in spec
stands for its file; --spec and --grammar name grammars too. "iri explain" lists the
checks and says what each code means.
iri.toml sets severities of checks and lint, for all files or by glob.

A rule that is faulty or too large, or that names what is not defined, cannot be a
start rule (--rule), nor can a rule that uses it. All other rules can be used. check
lists both; --format json writes them as the last line: {"top", "usable", "refused"}.
A fault of the notation matters only to the rule in which it is; one of the header must be
mended before any rule can be used.

--builtin says whether a file can be one of the folder grammar, from which the program is
made: its rules are regular and do not refer to themselves, a parser without backtracking
can read them, its name is a part of names of functions, it uses nothing that only the
library has, and the built-in specs that change it still have the rules that they use. It
warns of alternatives that are never taken, and of rules that are new and have the section
of the rule before them.

Exit status: 0 if every rule can be used, even with warnings, 1 if one cannot, 2 for
an error in usage, input or output, and for a file that cannot be built in.`,
		Example: `  iri grammar check draft.abnf
  iri grammar check --lint rfc3987bis
  iri grammar check --builtin grammar/rfc3987.abnf
  iri grammar check --severity unused=off --format sarif common.abnf draft.abnf
  xml2abnf draft.xml | iri grammar check -`,
		ValidArgsFunction: completeSpecOrFile,
	}
	var rules ruleFlags
	var out outputFlags
	rules.addGrammar(cmd)
	cmd.Flags().Lookup("spec").DefValue = "" // there is no default here
	out.add(cmd, output.Formats(false)...)
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
		for _, c := range codes.OfGrammars() {
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
		levelsOf := func(file string) codes.Levels {
			all := c.GrammarLevels(file)
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
		in, err := codes.Inspect(levelsOf, append(files, grammars.Library()...)...)
		if err != nil {
			return err
		}
		faults := in.Faults
		errs := errorsAmong(faults)
		err = a.writeBuffered(func(w *bufio.Writer) error {
			if err := output.WriteFaults(w, faults, out.format, a.outStyle(), version(),
				codes.OfGrammars()); err != nil {
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
		if errs > 0 {
			return statusFound
		}
		return nil
	}
	return cmd
}

// checkBuiltin says whether a grammar can be built in.
func (a *app) checkBuiltin(f spec.GrammarFile, levels codes.Levels, out *outputFlags) error {
	faults := levels.Apply(grammars.BuiltinFaults(f))
	err := a.writeBuffered(func(w *bufio.Writer) error {
		return output.WriteFaults(w, faults, out.format, a.outStyle(), version(), codes.OfGrammars())
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
func grammarSeverities(list []string) (codes.Levels, error) {
	named, err := option.ReadSeverities(list)
	if err != nil {
		return nil, run.OptionError(err)
	}
	levels := make(codes.Levels)
	for _, name := range slices.Sorted(maps.Keys(named)) {
		if err := levels.Set(name, report.Severity(named[name])); err != nil {
			return nil, run.OptionError(err)
		}
	}
	return levels, nil
}
