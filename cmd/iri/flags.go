package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/grammars"
	"github.com/rfc3987/iri/internal/work/job"
	"github.com/rfc3987/iri/internal/work/jobflags"
	"github.com/rfc3987/iri/internal/work/run"
)

// ruleFlags holds the flags that say what strings are checked against.
type ruleFlags struct {
	jobflags.Rules
	config *config.Config // nil for none
}

// addFlags registers flags of a job.
func addFlags(cmd *cobra.Command, list ...jobflags.Flag) {
	fs := cmd.Flags()
	for _, f := range list {
		switch v := f.Value.(type) {
		case *string:
			fs.StringVar(v, f.Name, *v, f.Usage)
		case *bool:
			fs.BoolVar(v, f.Name, *v, f.Usage)
		case *int:
			fs.IntVar(v, f.Name, *v, f.Usage)
		case *jobflags.ByteCount:
			fs.Var(v, f.Name, f.Usage)
		case *[]string:
			fs.Var((*listValue)(v), f.Name, f.Usage)
		}
	}
}

// A listValue is the value of a flag that may be repeated. That of pflag writes each list as CSV when its flag
// is registered, which took a fifth of the memory of a start.
type listValue []string

func (l *listValue) Set(s string) error { *l = append(*l, s); return nil }

func (l *listValue) Type() string { return "stringArray" }

// String returns "" for no value: by that pflag knows that the default says nothing.
func (l *listValue) String() string {
	if len(*l) == 0 {
		return ""
	}
	return fmt.Sprintf("%q", *l)
}

// addSpec registers --spec, --grammar and --rule.
func (f *ruleFlags) addSpec(cmd *cobra.Command, defaultRule string) {
	f.addGrammar(cmd)
	addFlags(cmd, f.RuleFlag(defaultRule))
	complete(cmd, "rule", f.ruleNames)
}

// addGrammar registers --spec and --grammar.
func (f *ruleFlags) addGrammar(cmd *cobra.Command) {
	addFlags(cmd, f.GrammarFlags()...)
	exclusive(cmd, "spec", "grammar")
	complete(cmd, "spec", grammars.Names)
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
	addFlags(cmd, f.CheckFlags()...)
	complete(cmd, "severity", func() []string {
		names := append(job.Families(), job.All)
		for _, code := range job.Settable() {
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

// target interprets the flags. defaultRule picks the rule if --rule is not given.
func (f *ruleFlags) target(defaultRule func(*spec.Spec) spec.Rule) (job.Target, error) {
	var o job.Options
	if err := f.Fill(&o); err != nil {
		return job.Target{}, optionError(err)
	}
	f.config.Fill(&o)
	t, err := o.Target(defaultRule)
	return t, optionError(err)
}

// optionError returns the error of options that flags have filled in.
func optionError(err error) error { return run.OptionError(err) }

// readSpec returns the grammar that --spec or --grammar names.
func (f *ruleFlags) readSpec() (*spec.Spec, error) {
	var o job.Options
	if err := f.Fill(&o); err != nil {
		return nil, optionError(err)
	}
	s, err := o.ReadSpec()
	return s, optionError(err)
}

// schemeRule returns the rule for references that have a scheme: IRI beside
// IRI-reference. The default rule of a grammar file can be any other rule.
func schemeRule(s *spec.Spec) spec.Rule {
	if name, ok := strings.CutSuffix(s.Reference().Name(), "-reference"); ok {
		if r, ok := s.Rule(name); ok {
			return r
		}
	}
	return s.Top()
}
