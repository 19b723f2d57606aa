package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
	"github.com/rfc3987/iri/internal/recordcheck"
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

// A target is the value of the ruleFlags: the rule that strings are checked against
// unless a record names another one, and the options.
type target struct {
	spec *iri.Spec
	rule iri.Rule
	opts []iri.Option

	chosen bool // --rule was given
}

// target interprets the flags. defaultRule picks the rule if --rule is not given.
func (f *ruleFlags) target(defaultRule func(*iri.Spec) iri.Rule) (target, error) {
	if f.maxFindings < 0 {
		return target{}, usagef("--max-findings %d: must not be negative", f.maxFindings)
	}
	spec, err := f.readSpec()
	if err != nil {
		return target{}, err
	}
	t := target{spec: spec, rule: defaultRule(spec)}
	if f.rule != "" {
		if t.rule, err = t.ruleOf(f.rule); err != nil {
			return target{}, usageError{err}
		}
		t.chosen = true
	}
	if t.rule == (iri.Rule{}) {
		if err := refusedDefault(spec); err != nil {
			return target{}, usageError{err}
		}
		return target{}, usagef("%s names no default rule: choose one with --rule", spec.Name())
	}
	t.opts = append(t.opts, iri.MaxFindings(f.maxFindings))
	if f.grammarOnly {
		t.opts = append(t.opts, iri.GrammarOnly())
	}
	if f.lint {
		t.opts = append(t.opts, iri.Lint())
	}
	if f.guess {
		t.opts = append(t.opts, iri.Guess())
	}
	if f.suspicious {
		t.opts = append(t.opts, iri.Suspicious())
	}
	for _, s := range f.severity {
		o, err := parseSeverity(s)
		if err != nil {
			return target{}, err
		}
		t.opts = append(t.opts, o)
	}
	return t, nil
}

// readSpec returns the grammar that --spec or --grammar names.
func (f *ruleFlags) readSpec() (*iri.Spec, error) {
	if len(f.grammar) > 0 {
		files, err := f.grammarFiles()
		if err != nil {
			return nil, err
		}
		return iri.ReadSpec(files...)
	}
	s, ok := iri.SpecByName(f.spec)
	if !ok {
		return nil, unknownSpec(f.spec)
	}
	return s, nil
}

func unknownSpec(name string) error {
	return usagef("unknown spec %q: choose one of %s", name, strings.Join(specNames(), ", "))
}

// ruleOf returns the rule that a flag names.
func (t target) ruleOf(name string) (iri.Rule, error) {
	if name == "" {
		return t.rule, nil
	}
	if r, ok := t.spec.Rule(name); ok {
		return r, nil
	}
	return iri.Rule{}, noRule(t.spec, name)
}

// noRule returns the error for a name that is not a rule of the spec that can be used.
func noRule(s *iri.Spec, name string) error {
	if err := refusedRule(s, name); err != nil {
		return err
	}
	return unknownRule(name, slices.Collect(ruleNames(s)), s.Name())
}

// records returns the target for records.
func (t target) records() recordcheck.Target {
	return recordcheck.Target{Spec: t.spec, Rule: t.rule, Opts: t.opts, Chosen: t.chosen, Unknown: noRule}
}

// ruleFor returns the rule for a record.
func (t target) ruleFor(rec *input.Record) (iri.Rule, error) {
	of := t.records()
	return of.RuleFor(rec)
}

// topRule and referenceRule are choices of a default rule: checking
// commands take the top rule, converting commands the one for references.
func topRule(s *iri.Spec) iri.Rule { return s.Top() }

func referenceRule(s *iri.Spec) iri.Rule {
	if r := s.Reference(); r != (iri.Rule{}) {
		return r
	}
	return s.Top()
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

// parseSeverity parses the CODE=LEVEL of --severity, for a prose rule.
func parseSeverity(s string) (iri.Option, error) {
	code, severity, err := cutSeverity(s)
	if err != nil {
		return nil, err
	}
	info, known := iri.LookupCode(iri.Code(code))
	if !known {
		return nil, usageError{unknownCode(code, namesOf(iri.Codes()), "there is no code %q")}
	}
	if info.Grammar {
		return nil, usagef("--severity %s: %s is a rule of the grammar, which is always an error", s, code)
	}
	if info.Command != "" {
		return nil, usagef("--severity %s: %s is an error of conversions, which then have no result", s, code)
	}
	return iri.WithSeverity(iri.Code(code), severity), nil
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
