package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/work"
)

// ruleFlags holds the flags that say what strings are checked against.
type ruleFlags struct {
	spec        string
	grammar     []string
	rule        string
	severity    []string
	grammarOnly bool
	lint        bool
	maxFindings int
	guess       bool
	suspicious  bool

	files []iri.GrammarFile // of --grammar; a pipe can be read only once
}

// grammarFiles returns the files of --grammar.
func (f *ruleFlags) grammarFiles() ([]iri.GrammarFile, error) {
	var err error
	if f.files == nil {
		f.files, err = readGrammarFiles(f.grammar)
	}
	return f.files, err
}

// addSpec registers --spec, --grammar and --rule.
func (f *ruleFlags) addSpec(cmd *cobra.Command, defaultRule string) {
	f.addGrammar(cmd)
	cmd.Flags().StringVar(&f.rule, "rule", "", "the production to start from (default "+defaultRule+")")
	complete(cmd, "rule", f.ruleNames)
}

// addGrammar registers --spec and --grammar.
func (f *ruleFlags) addGrammar(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.spec, "spec", "rfc3987", "the grammar: rfc3987, rfc3986, rfc3987bis or leiri")
	cmd.Flags().StringArrayVar(&f.grammar, "grammar", nil, "read the grammar from `FILE.abnf` instead; may be repeated")
	exclusive(cmd, "spec", "grammar")
	complete(cmd, "spec", specNames)
	_ = cmd.MarkFlagFilename("grammar", "abnf")
}

// exclusive makes it an error to give two of the flags other values than their defaults.
// That of cobra is against a default that is written out, too, which says nothing.
func exclusive(cmd *cobra.Command, names ...string) {
	before := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, words []string) error {
		given := ""
		for _, name := range names {
			f := cmd.Flags().Lookup(name)
			if !f.Changed || f.Value.String() == f.DefValue {
				continue
			}
			if given != "" {
				return usagef("--%s and --%s cannot stand together: leave one out", given, name)
			}
			given = name
		}
		if before != nil {
			return before(cmd, words)
		}
		return nil
	}
}

// addChecks registers the flags for the prose rules and the limit of findings.
func (f *ruleFlags) addChecks(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringArrayVar(&f.severity, "severity", nil, "set a prose rule to `CODE=error|warning|off`; may be repeated")
	fs.BoolVar(&f.grammarOnly, "grammar-only", false, "leave out the prose rules")
	fs.BoolVar(&f.lint, "lint", false, "turn on every prose rule that is off by default, as a warning")
	fs.BoolVar(&f.suspicious, "suspicious", false, "warn of what conforms and is hardly meant: the codes suspicious-…")
	fs.IntVar(&f.maxFindings, "max-findings", iri.DefaultMaxFindings, "report at most `N` findings of one input; 0 for all")
	complete(cmd, "severity", func() []string {
		var all []string
		for _, c := range iri.Codes() {
			if c.Grammar {
				continue // always an error
			}
			for _, s := range []string{"=error", "=warning", "=off"} {
				all = append(all, string(c.Code)+s)
			}
		}
		return all
	})
}

// addGuess registers --guess.
func (f *ruleFlags) addGuess(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.guess, "guess", false, "where a string was probably meant otherwise, take the likeliest meaning as the fix")
}

// options fills in what strings are checked against.
func (f *ruleFlags) options(o *work.Options) (err error) {
	o.Spec, o.Rule = f.spec, f.rule
	o.GrammarOnly, o.Lint, o.Guess, o.Suspicious = f.grammarOnly, f.lint, f.guess, f.suspicious
	switch {
	case f.maxFindings < 0:
		return usagef("--max-findings %d: must not be negative", f.maxFindings)
	case f.maxFindings == 0:
		o.MaxFindings = -1
	default:
		o.MaxFindings = f.maxFindings
	}
	if len(f.grammar) > 0 {
		o.Spec = ""
		if o.Grammar, err = f.grammarFiles(); err != nil {
			return err
		}
	}
	for _, s := range f.severity {
		code, severity, err := cutSeverity(s)
		if err != nil {
			return err
		}
		if o.Severity == nil {
			o.Severity = make(map[iri.Code]iri.Severity)
		}
		o.Severity[iri.Code(code)] = severity
	}
	return nil
}

// target interprets the flags. defaultRule picks the rule if --rule is not given.
func (f *ruleFlags) target(defaultRule func(*iri.Spec) iri.Rule) (work.Target, error) {
	var o work.Options
	if err := f.options(&o); err != nil {
		return work.Target{}, err
	}
	t, err := o.Target(defaultRule)
	return t, optionError(err)
}

// optionError returns the error of options that flags have filled in.
func optionError(err error) error {
	var e *work.OptionError
	var grammar *iri.GrammarError
	switch {
	case err == nil, errors.As(err, &grammar):
		return err
	case errors.As(err, &e):
		return usagef("--%w", err)
	}
	return usageError{Cause: err}
}

// readSpec returns the grammar that --spec or --grammar names.
func (f *ruleFlags) readSpec() (*iri.Spec, error) {
	o := work.Options{Spec: f.spec}
	if len(f.grammar) > 0 {
		files, err := f.grammarFiles()
		if err != nil {
			return nil, err
		}
		o = work.Options{Grammar: files}
	}
	s, err := o.ReadSpec()
	return s, optionError(err)
}

// schemeRule returns the rule for references that have a scheme: IRI beside
// IRI-reference. The default rule of a grammar file can be any other rule.
func schemeRule(s *iri.Spec) iri.Rule {
	if name, ok := strings.CutSuffix(s.Reference().Name(), "-reference"); ok {
		if r, ok := s.Rule(name); ok {
			return r
		}
	}
	return s.Top()
}

// cutSeverity parses the CODE=LEVEL of --severity. It does not look at the code.
func cutSeverity(s string) (code string, severity iri.Severity, err error) {
	code, level, ok := strings.Cut(s, "=")
	if !ok {
		return "", 0, usagef("--severity %s: write CODE=error, CODE=warning or CODE=off", s)
	}
	switch level {
	case "off":
		return code, iri.Off, nil
	case "warning":
		return code, iri.Warning, nil
	case "error":
		return code, iri.Error, nil
	}
	return "", 0, usagef("--severity %s: %q is not error, warning or off", s, level)
}
