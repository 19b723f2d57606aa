package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/grammars"
	"github.com/rfc3987/iri/internal/work/option"
	"github.com/rfc3987/iri/internal/work/run"
)

// ruleFlags are the flags for the target of a check.
type ruleFlags struct {
	config.Flags
	alone bool // of iri.toml only the severity of duplicate is used

	nested func() []string // returns the paths of the input, for each file of which the nearest iri.toml applies; nil if none does
	job    *option.Options // made once, with nested
}

// add registers options of a job.
func (f *ruleFlags) add(cmd *cobra.Command, options ...option.Option) {
	addFlags(cmd, &f.Values, options...)
}

// addFlags adds options to a set and registers them.
func addFlags(cmd *cobra.Command, to *option.Values, options ...option.Option) {
	for _, v := range to.Add(options...) {
		if flag := cmd.Flags().VarPF(v, v.Name, v.Short, v.Usage); v.Kind == option.Switch {
			flag.NoOptDefVal = "true"
		}
	}
}

// addSpec registers --spec, --grammar and --rule.
func (f *ruleFlags) addSpec(cmd *cobra.Command, defaultRule string) {
	f.addGrammar(cmd)
	f.add(cmd, option.Rule(defaultRule))
	complete(cmd, "rule", f.ruleNames)
}

// addGrammar registers --spec and --grammar.
func (f *ruleFlags) addGrammar(cmd *cobra.Command) {
	f.add(cmd, option.Grammar()...)
	complete(cmd, "spec", config.SpecNames)
	_ = cmd.MarkFlagFilename("grammar", "abnf")
}

// addDuplicates registers --severity for commands that read a grammar and check nothing.
func (f *ruleFlags) addDuplicates(cmd *cobra.Command) {
	f.alone = true
	f.add(cmd, option.Duplicates())
	complete(cmd, "severity", func() []string {
		return []string{abnf.Duplicate + "=warning", abnf.Duplicate + "=error"}
	})
}

// firstCounts returns the function [config.FirstCountsIn] for the flags and iri.toml.
func (f *ruleFlags) firstCounts() (func(file string) bool, error) {
	o, err := f.Job()
	if err != nil {
		return nil, run.OptionError(err)
	}
	if f.alone {
		err = config.FillDuplicate(&o)
	}
	return func(file string) bool { return config.FirstCountsIn(&o, file) }, err
}

// named returns the grammar that a word names.
func (f *ruleFlags) named(word string) (grammars.Grammar, error) {
	firstCounts, err := f.firstCounts()
	if err != nil {
		return grammars.Grammar{}, err
	}
	return grammars.Named(word, firstCounts)
}

// refuseUseless makes a command, and its subcommands, refuse an option that has no effect because of another one.
// Values are checked first.
func refuseUseless(cmd *cobra.Command) {
	earlier := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, words []string) error {
		if earlier != nil {
			if err := earlier(cmd, words); err != nil {
				return err
			}
		}
		return run.OptionError(option.Useless(cmd.Name(), given(cmd)))
	}
	for _, sub := range cmd.Commands() {
		refuseUseless(sub)
	}
}

// given returns the options of the command line.
func given(cmd *cobra.Command) option.Given {
	return func(name string) (value string, isGiven, ok bool) {
		f := cmd.Flags().Lookup(name)
		if f == nil {
			return "", false, false
		}
		return f.Value.String(), f.Changed && f.Value.String() != f.DefValue, true
	}
}

// choice registers a flag with a fixed set of values; its default may be empty.
func choice(cmd *cobra.Command, to *string, name, value, usage string, names []string) {
	cmd.Flags().StringVar(to, name, value, usage)
	complete(cmd, name, func() []string { return names })
	before(cmd, func() error {
		if *to == "" && value == "" {
			return nil
		}
		return run.OptionError(option.OneOf(name, *to, names))
	})
}

// An outputFlags holds --format.
type outputFlags struct {
	format string
}

// add registers --format with the formats of the command, the default first. Other values are an error before the
// command runs.
func (f *outputFlags) add(cmd *cobra.Command, formats ...string) {
	choice(cmd, &f.format, "format", formats[0], "the output; one of "+strings.Join(formats, ", "), formats)
}

// before runs a check before a command, and before the checks that were added earlier.
func before(cmd *cobra.Command, check func() error) {
	earlier := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, words []string) error {
		if err := check(); err != nil || earlier == nil {
			return err
		}
		return earlier(cmd, words)
	}
}

// addChecks registers the flags for the prose rules and the limit of findings.
func (f *ruleFlags) addChecks(cmd *cobra.Command) {
	f.add(cmd, option.Checking()...)
	complete(cmd, "severity", func() []string {
		names := append(option.Families(), option.All)
		for _, code := range option.Settable() {
			names = append(names, string(code))
		}
		var all []string
		for _, name := range names {
			for _, s := range []string{"=error", "=warning", "=off"} {
				all = append(all, name+s)
			}
		}
		return all
	})
}

// options returns the options of the job from the flags and iri.toml.
func (f *ruleFlags) options() (option.Options, error) {
	if f.job != nil {
		return *f.job, nil
	}
	o, err := f.Job()
	if err != nil {
		return o, run.OptionError(err)
	}
	if f.alone && len(f.Get("grammar").List()) > 0 {
		return o, config.FillDuplicate(&o)
	}
	if f.nested != nil {
		if err = f.Nest(&o, f.nested()); err != nil {
			return o, err
		}
		f.job = &o
	}
	return o, nil
}

// target returns the target of the flags. defaultRule chooses the rule if --rule is not given.
func (f *ruleFlags) target(defaultRule func(*spec.Spec) spec.Rule) (config.Target, error) {
	o, err := f.options()
	if err != nil {
		return config.Target{}, err
	}
	t, err := config.NewTarget(&o, defaultRule)
	return t, run.OptionError(err)
}

// readSpec returns the grammar that --spec or --grammar names.
func (f *ruleFlags) readSpec() (*spec.Spec, error) {
	o, err := f.options()
	if err != nil {
		return nil, err
	}
	s, err := config.ReadSpec(&o)
	return s, run.OptionError(err)
}

// schemeRule returns the rule for references with a scheme: for IRI-reference, it is IRI. The default rule of a
// grammar file may be any other rule.
func schemeRule(s *spec.Spec) spec.Rule {
	if name, ok := strings.CutSuffix(s.Reference().Name(), "-reference"); ok {
		if r, ok := s.Rule(name); ok {
			return r
		}
	}
	return s.Top()
}
