package iribeam

import (
	"errors"
	"fmt"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
	"github.com/rfc3987/iri/internal/recordcheck"
)

// DefaultSplitSize is the size in bytes of the parts in which large files are read.
const DefaultSplitSize = 64 << 20

// Options say what strings are checked against and how files are read. They travel with
// the pipeline: a worker needs nothing but its binary. The zero Options check IRIs of
// RFC 3987 and guess the format of a file from its name, as iri check does.
type Options struct {
	Spec    string            // rfc3987, rfc3986, rfc3987bis or leiri; empty for rfc3987
	Grammar []iri.GrammarFile // a grammar to use instead of Spec
	Rule    string            // the production to start from; empty for the default rule of the spec

	Severity    map[iri.Code]iri.Severity // of prose rules, as WithSeverity
	GrammarOnly bool                      // leave out the prose rules
	Lint        bool                      // turn on the prose rules that are off, as warnings
	MaxFindings int                       // of one input; 0 for iri.DefaultMaxFindings, less than 0 for all

	From    string   // the format of the files, as iri check --from; empty: by the name of the file
	Fields  []string // JSON: the paths to the values
	Columns []string // CSV, TSV: the columns
	MaxLine int      // the longest line in bytes; 0 for 64 MiB

	Hosts bool // also count findings by host

	// SplitSize is the size in bytes of the parts in which a plain file is read; 0 for
	// DefaultSplitSize. Compressed files, tables and pages are read as a whole.
	SplitSize int64

	// NoLineNumbers leaves the line numbers of all findings at 0. Without it, a file that
	// is read in parts is read twice, because the lines before a part have to be counted.
	NoLineNumbers bool
}

// Validate returns an error if the options contradict each other or name something that
// does not exist. The transforms panic with this error, as those of Beam do.
func (o Options) Validate() error {
	_, err := newChecker(o, topRule)
	return err
}

func (o *Options) splitSize() int64 {
	if o.SplitSize > 0 {
		return o.SplitSize
	}
	return DefaultSplitSize
}

// input returns the options for package input.
func (o *Options) input() (*input.Options, error) {
	from, err := input.ParseFormat(o.From)
	if err != nil {
		return nil, err
	}
	if o.MaxLine < 0 {
		return nil, fmt.Errorf("the longest line has %d bytes: this must be at least 1, or 0 for the default", o.MaxLine)
	}
	if o.SplitSize < 0 {
		return nil, fmt.Errorf("the size of a part is %d bytes: this must be at least 1, or 0 for the default", o.SplitSize)
	}
	return &input.Options{From: from, Fields: o.Fields, Columns: o.Columns, MaxLine: o.MaxLine}, nil
}

// spec returns the grammar.
func (o *Options) spec() (*iri.Spec, error) {
	if len(o.Grammar) > 0 {
		if o.Spec != "" {
			return nil, errors.New("both a spec and a grammar are given: choose one")
		}
		return iri.ReadSpec(o.Grammar...)
	}
	if o.Spec == "" {
		return iri.RFC3987, nil
	}
	if s, ok := iri.SpecByName(o.Spec); ok {
		return s, nil
	}
	names := make([]string, 0, len(iri.Specs()))
	for _, s := range iri.Specs() {
		names = append(names, s.Name())
	}
	return nil, fmt.Errorf("unknown spec %q: choose one of %q", o.Spec, names)
}

// iri returns the options of the root package, in the order in which iri check applies
// its flags.
func (o *Options) iri() ([]iri.Option, error) {
	most := o.MaxFindings
	switch {
	case most == 0:
		most = iri.DefaultMaxFindings
	case most < 0:
		most = 0
	}
	opts := []iri.Option{iri.MaxFindings(most)}
	if o.GrammarOnly {
		opts = append(opts, iri.GrammarOnly())
	}
	if o.Lint {
		opts = append(opts, iri.Lint())
	}
	for code, severity := range o.Severity {
		info, ok := iri.LookupCode(code)
		switch {
		case !ok:
			return nil, fmt.Errorf("there is no code %q: iri explain lists the codes", string(code))
		case info.Grammar:
			return nil, fmt.Errorf("%s is a rule of the grammar, which is always an error: only prose rules have a severity to set", string(code))
		case info.Command != "":
			return nil, fmt.Errorf("%s is an error of conversions, which then have no result: only prose rules have a severity to set", string(code))
		}
		opts = append(opts, iri.WithSeverity(code, severity))
	}
	return opts, nil
}

func topRule(s *iri.Spec) iri.Rule { return s.Top() }

func referenceRule(s *iri.Spec) iri.Rule {
	if r := s.Reference(); r != (iri.Rule{}) {
		return r
	}
	return s.Top()
}

// A checker checks records as the options say.
type checker struct {
	recordcheck.Checker
	options Options
	input   *input.Options
}

// newChecker interprets the options. defaultRule picks the rule if they name none.
func newChecker(o Options, defaultRule func(*iri.Spec) iri.Rule) (*checker, error) {
	c := &checker{options: o}
	var err error
	if c.input, err = o.input(); err != nil {
		return nil, err
	}
	t := recordcheck.Target{Unknown: noRule}
	if t.Spec, err = o.spec(); err != nil {
		return nil, err
	}
	t.Rule = defaultRule(t.Spec)
	if o.Rule != "" {
		if t.Rule, t.Chosen = t.Spec.Rule(o.Rule); !t.Chosen {
			return nil, noRule(t.Spec, o.Rule)
		}
	}
	if t.Rule == (iri.Rule{}) {
		return nil, fmt.Errorf("%s names no default rule: choose one", t.Spec.Name())
	}
	if t.Opts, err = o.iri(); err != nil {
		return nil, err
	}
	c.Checker = *recordcheck.NewChecker(t)
	return c, nil
}

// noRule returns the error for a name that is not a rule of the spec: the message of iri
// check, but without the names that are similar.
func noRule(s *iri.Spec, name string) error {
	advice := ""
	if _, ok := iri.SpecByName(s.Name()); ok {
		advice = "; \"iri grammar list " + s.Name() + "\" lists its rules"
	}
	return fmt.Errorf("%s has no rule %q%s", s.Name(), name, advice)
}
