package iribeam

import (
	"fmt"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/work"
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
	_, err := newChecker(o, work.TopRule)
	return err
}

func (o *Options) splitSize() int64 {
	if o.SplitSize > 0 {
		return o.SplitSize
	}
	return DefaultSplitSize
}

// job returns the options of package work.
func (o *Options) job() work.Options {
	return work.Options{
		Spec: o.Spec, Grammar: o.Grammar, Rule: o.Rule,
		Severity: o.Severity, GrammarOnly: o.GrammarOnly, Lint: o.Lint, MaxFindings: o.MaxFindings,
		From: o.From, Fields: o.Fields, Columns: o.Columns, MaxLine: o.MaxLine,
	}
}

// A checker checks records as the options say.
type checker struct {
	work.Checker
	options Options
	input   *input.Options
}

// newChecker interprets the options. defaultRule picks the rule if they name none.
func newChecker(o Options, defaultRule func(*iri.Spec) iri.Rule) (*checker, error) {
	c := &checker{options: o}
	if o.SplitSize < 0 {
		return nil, fmt.Errorf("the size of a part is %d bytes: this must be at least 1, or 0 for the default", o.SplitSize)
	}
	job := o.job()
	var err error
	if c.input, err = job.Input(); err != nil {
		return nil, err
	}
	t, err := job.Target(defaultRule)
	if err != nil {
		return nil, err
	}
	c.Checker = *work.NewChecker(t)
	return c, nil
}
