// Package checks checks the records of blocks, or separates those that conform from the others; what a baseline or a
// comment knows is left out. In come blocks of package input, out come the findings of each record, handed to a
// function. It must not know how they are written.
package checks

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/coverage"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/message"
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/work/baseline"
	"github.com/rfc3987/iri/internal/work/job"
	"github.com/rfc3987/iri/internal/work/result"
)

// A Checker checks records. It may be used by several goroutines at the same time.
//
// It is an [input.Cleaner] and an [rdf.StatementCleaner]: what need not be handed out for a
// check is decided here, of each record, by the rule for it.
type Checker struct {
	job.Target
	base      *atomic.Pointer[parsedBase]
	prefix    *atomic.Pointer[declared]
	Validator check.Validator  // for the rule of the target
	reference *check.Validator // for the reference rule of the spec, if that is another one

	// For what a prefix stands for, by the rule of the target and by the reference rule.
	namespaces, relativeNamespaces check.Validator

	byFile *sync.Map // of string, which of the own checks of files there are, to *Checker
}

// NewChecker returns a checker for the target.
func NewChecker(t job.Target) *Checker {
	if t.Components {
		t.Settings.Components = true
	}
	c := &Checker{
		Target: t, base: new(atomic.Pointer[parsedBase]), prefix: new(atomic.Pointer[declared]), byFile: new(sync.Map),
		Validator:  check.NewValidator(t.Rule, t.Settings),
		namespaces: check.NewValidator(t.Rule, job.ForNamespace(t.Settings)),
	}
	if r := t.Spec.Reference(); r != t.Rule && !r.IsZero() {
		c.reference = new(check.NewValidator(r, t.Settings))
		c.relativeNamespaces = check.NewValidator(r, job.ForNamespace(t.Settings))
	}
	return c
}

// Of returns the checker for a file: another one if the file has checks of its own.
func (c *Checker) Of(f *input.File) *Checker {
	key := c.Key(f.Name)
	if key == "" {
		return c
	}
	if known, ok := c.byFile.Load(key); ok {
		return known.(*Checker)
	}
	made, _ := c.byFile.LoadOrStore(key, NewChecker(c.Target.For(f.Name)))
	return made.(*Checker)
}

// Clean reports whether there is nothing to say about a record.
func (c *Checker) Clean(rec *input.Record) bool {
	if rec.Curie != nil {
		return false
	}
	rule, err := c.RuleFor(rec)
	if err != nil {
		return false
	}
	v := c.validatorFor(rec, rule)
	return v != nil && v.Clean(rec.Text) && c.checkResolved(rec, rule, nil) == nil
}

// Lines checks lines whose texts are not references: see [input.Cleaner].
func (c *Checker) Lines(block []byte, found func(start, end int) bool) (clean int) {
	return c.Validator.Lines(block, found)
}

// Texts checks texts that end with NUL: see [input.TextCleaner].
func (c *Checker) Texts(block []byte, found func(start, end int) bool) (clean int, isUTF8 bool) {
	return c.Validator.Texts(block, found), c.Rule.Terminals() == abnf.CodePoints
}

// Statements checks lines of N-Triples or N-Quads: see [rdf.StatementCleaner].
func (c *Checker) Statements(graphs bool, block []byte, found func(start, end int) bool) (clean int) {
	return c.Validator.Statements(graphs, block, found)
}

// validatorFor returns the validator for a record and its rule, nil if there is none.
func (c *Checker) validatorFor(rec *input.Record, rule spec.Rule) *check.Validator {
	switch {
	case rule == c.Rule && rec.IsNamespace():
		return &c.namespaces
	case rule == c.Rule:
		return &c.Validator
	case c.reference != nil && rule == c.Spec.Reference() && rec.IsNamespace():
		return &c.relativeNamespaces
	case c.reference != nil && rule == c.Spec.Reference():
		return c.reference
	}
	return nil
}

// Check checks a record, and adds it to the coverage if that is not nil.
func (c *Checker) Check(rec *input.Record, coverage *coverage.Coverage) result.Checked {
	if rec.Err != nil {
		return *result.Faulty(rec)
	}
	rule, err := c.RuleFor(rec)
	if err != nil {
		finding := report.Finding{Code: job.CodeRule, Severity: report.Error,
			Message: message.External(err.Error(), nil), End: len(rec.Text)}
		return result.Checked{Fault: &finding, Text: rec.Text, Findings: []report.Finding{finding}}
	}
	if coverage != nil {
		coverage.Add(rule, rec.Text)
	}
	result := result.Checked{Rule: rule}
	c.validate(&result.Report, rec, rule)
	rep := &result.Report
	result.Findings, result.More, result.Conforms = rep.Findings, rep.More, rep.Conforms()
	if rec.Prefix != nil && len(result.Findings) > 0 {
		c.leaveDeclared(rec, &result)
	}
	if rep.Grammatical {
		result.Resolved = c.checkResolved(rec, rule, result.Findings)
	}
	if result.Resolved != nil {
		for _, f := range result.Resolved.AsWritten(rec) {
			result.Findings = append(result.Findings[:len(result.Findings):len(result.Findings)], f)
			result.Conforms = result.Conforms && f.Severity != report.Error
		}
	}
	return result
}

// validate checks the text of a record against a rule and fills in the report, which is empty.
func (c *Checker) validate(rep *report.Report, rec *input.Record, rule spec.Rule) {
	rep.Prefix = job.PrefixOf(rec)
	if v := c.validatorFor(rec, rule); v != nil && rep.Prefix == nil {
		v.Validate(rep, rec.Text)
	} else {
		check.Validate(rep, rec.Text, rule, &c.Settings)
	}
	// of xsd:anyURI, which takes any text, and should have a reference (XML Schema 1.1 Part 2 §3.3.17)
	if rec.IsLiteral() {
		rep.Warn()
	}
	if c.SkipTemplates {
		leaveTemplates(rep, rec.Text)
	}
	if c.Guesses {
		check.Guesses(rep.Findings, rec.Text, rule, &c.Settings)
	}
	HintWritten(rep.Findings, rec)
	HintNoFile(rep.Findings, rec)
}

// HintNoFile gives the finding of a word of the command line that has no scheme, and looks like the name of a file, the
// hint that there is none of that name.
func HintNoFile(findings []report.Finding, rec *input.Record) {
	if rec.Source != input.Args || len(findings) == 0 || findings[0].Code != "scheme" || !findings[0].Also.IsZero() ||
		!input.IsKnown(rec.Text) {
		return
	}
	if _, err := os.Stat(rec.Text); errors.Is(err, fs.ErrNotExist) {
		findings[0].Also = message.Of(message.HintNoFile)
	}
}

// HintWritten gives findings the hint of what is written in the place of the record, and no fix: a line end that stands
// for a space, and in RDF an escape of strings.
func HintWritten(findings []report.Finding, rec *input.Record) {
	if len(findings) == 0 {
		return
	}
	broken := rec.Broken()
	for i := range findings {
		f := &findings[i]
		if was := broken[f.Start:f.End]; was != rec.Text[f.Start:f.End] && strings.Contains(was, "\n") {
			f.Hint, f.Also, f.Fix, f.Guess = message.Of(message.HintLineEnd), message.Text{}, nil, nil
		}
		if triplet := stringEscape(rec, f.Start); triplet != "" {
			f.Hint = message.Of(message.HintStringEscape, rec.Text[f.Start:f.Start+2], triplet)
			f.Also, f.Fix, f.Guess = message.Text{}, nil, nil
		}
	}
}

// stringEscape returns the percent-encoding of the character that an escape of strings at an offset of a text of RDF
// stands for; empty if there is none.
func stringEscape(rec *input.Record, at int) string {
	if !rec.Format.ECHAR || !strings.HasPrefix(rec.Text[at:], `\`) || at+1 == len(rec.Text) {
		return ""
	}
	return map[byte]string{'n': "%0A", 't': "%09", 'r': "%0D", 'b': "%08", 'f': "%0C"}[rec.Text[at+1]]
}

// A Run checks the records of blocks.
type Run struct {
	Checker    *Checker
	Input      *input.Options
	Hosts      bool // also count findings by host
	AllRecords bool // Found gets every record, not only those that are not clean
	Coverage   bool // count how many records go through each production

	// Baseline, if not nil, has the findings that are known, and Taken those of the run so far.
	// Then [Run.Settle] has to be called with each result, in the order of the input.
	Baseline *baseline.Baseline
	Taken    *baseline.Counts

	// Ignores, if not nil, has the comments of files that say that a finding is meant. Then
	// [input.Options.Comments] has to be its Comments.
	Ignores *Ignores

	// Found takes the result for a record; nil for none.
	Found func(r *result.Result, b *input.Block, rec *input.Record, c *result.Checked)
}

// Block checks the records of a block.
func (c *Run) Block(b *input.Block, r *result.Result) {
	checker := c.Checker.Of(b.File)
	var clean input.Cleaner
	if !c.AllRecords && !c.Coverage {
		clean = checker
	}
	if c.Coverage && r.Coverage == nil {
		r.Coverage = new(coverage.Coverage)
	}
	r.Each(b, c.Input, clean, func(rec *input.Record) {
		checked := &r.Checked
		*checked = checker.Check(rec, r.Coverage)
		if len(checked.Findings) > 0 && c.Ignores != nil {
			c.Ignores.leave(b.File, b.Comments(), rec, checked)
		}
		if len(checked.Findings) > 0 && c.Baseline != nil && c.hold(r, b, rec, checked) {
			return
		}
		c.report(r, b, rec, checked)
	})
}

// report counts the result for a record and hands it out.
func (c *Run) report(r *result.Result, b *input.Block, rec *input.Record, checked *result.Checked) {
	r.Summary.Add(rec, checked.Findings, checked.More, checked.Conforms, c.Hosts)
	r.Summary.AddUse(rec, checked.Declared)
	if c.leaves() {
		r.Summary.AddLeft(checked.InBaseline, checked.Ignored, checked.Conforms, checked.Findings)
	}
	if c.Found != nil {
		c.Found(r, b, rec, checked)
	}
}
