package work

import (
	"bytes"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/coverage"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/reason"
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/work/baseline"
)

// A Checker checks records. It may be used by several goroutines at the same time.
//
// It is an [input.Cleaner] and an [input.StatementCleaner]: what need not be handed out for a
// check is decided here, of each record, by the rule for it.
type Checker struct {
	Target
	base       *atomic.Pointer[parsedBase]
	prefix     *atomic.Pointer[declared]
	validator  check.Validator  // for the rule of the target
	reference  *check.Validator // for the reference rule of the spec, if that is another one
	namespaces check.Validator  // for the rule of the target and what a prefix stands for

	byFile *sync.Map // of string, which of the own checks of files there are, to *Checker
}

// NewChecker returns a checker for the target.
func NewChecker(t Target) *Checker {
	if t.Components {
		t.Settings.Components = true
	}
	c := &Checker{
		Target: t, base: new(atomic.Pointer[parsedBase]), prefix: new(atomic.Pointer[declared]), byFile: new(sync.Map),
		validator: check.NewValidator(t.Rule, t.Settings), namespaces: check.NewValidator(t.Rule, forNamespace(t.Settings)),
	}
	if r := t.Spec.Reference(); r != t.Rule && !r.IsZero() {
		c.reference = new(check.NewValidator(r, t.Settings))
	}
	return c
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
	return c.validator.Lines(block, found)
}

// Texts checks texts that end with NUL: see [input.TextCleaner].
func (c *Checker) Texts(block []byte, found func(start, end int) bool) (clean int, isUTF8 bool) {
	return c.validator.Texts(block, found), c.Rule.Terminals() == abnf.CodePoints
}

// Statements checks lines of N-Triples or N-Quads: see [input.StatementCleaner].
func (c *Checker) Statements(graphs bool, block []byte, found func(start, end int) bool) (clean int) {
	return c.validator.Statements(graphs, block, found)
}

// validatorFor returns the validator for a record and its rule, nil if there is none.
func (c *Checker) validatorFor(rec *input.Record, rule spec.Rule) *check.Validator {
	switch {
	case rule == c.Rule && rec.IsNamespace():
		return &c.namespaces
	case rule == c.Rule:
		return &c.validator
	case c.reference != nil && rule == c.Spec.Reference():
		return c.reference
	}
	return nil
}

// A Checked is the result of checking a record.
type Checked struct {
	Report   report.Report
	Rule     spec.Rule       // what the record was checked against
	Fault    *report.Finding // why the record could not be checked; then there is no report
	Text     string          // what the span of Fault refers to, valid as long as the record
	Findings []report.Finding
	More     int // findings beyond the limit
	Conforms bool
	Resolved *Resolved // what was found only after resolving; Findings holds it too

	// Declared are the findings in a name with a prefix that are those of what the prefix stands
	// for. They are reported where it is declared, and so are not among Findings. The name does
	// not conform if one of them is an error.
	Declared []report.Finding

	// Left are findings that are not reported, and so are not among Findings: Known of them are
	// those of a baseline, and Ignored those that a comment ignores.
	Left           []report.Finding
	Known, Ignored int
}

// Check checks a record, and adds it to the coverage if that is not nil.
func (c *Checker) Check(rec *input.Record, coverage *coverage.Coverage) Checked {
	if rec.Err != nil {
		return *Faulty(rec)
	}
	rule, err := c.RuleFor(rec)
	if err != nil {
		finding := report.Finding{Code: CodeRule, Severity: report.Error, Message: reason.Own(err.Error(), nil), End: len(rec.Text)}
		return Checked{Fault: &finding, Text: rec.Text, Findings: []report.Finding{finding}}
	}
	if coverage != nil {
		coverage.Add(rule, rec.Text)
	}
	result := Checked{Rule: rule}
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
		for _, f := range result.Resolved.asWritten(rec) {
			result.Findings = append(result.Findings[:len(result.Findings):len(result.Findings)], f)
			result.Conforms = result.Conforms && f.Severity != report.Error
		}
	}
	return result
}

// Verdict says whether a record conforms. This is far faster than finding out why not. ok is
// false where [Checker.Check] is needed for that.
func (c *Checker) Verdict(rec *input.Record) (conforms, ok bool) {
	if rec.Err != nil {
		return false, false
	}
	rule, err := c.RuleFor(rec)
	switch {
	case err != nil, rec.IsLiteral():
		return false, false
	case !rule.Valid(rec.Text):
		return false, true
	case rec.Reference && rec.Base != "":
		return false, false
	}
	var rep report.Report
	c.validate(&rep, rec, rule)
	return rep.Conforms(), true
}

// validate checks the text of a record against a rule and fills in the report, which is empty.
func (c *Checker) validate(rep *report.Report, rec *input.Record, rule spec.Rule) {
	rep.Prefix = prefixOf(rec)
	if v := c.validatorFor(rec, rule); v != nil && rep.Prefix == nil {
		v.Validate(rep, rec.Text)
	} else {
		check.Validate(rep, rec.Text, rule, &c.Settings)
	}
	if rec.IsLiteral() { // of xsd:anyURI, which takes any text, and should have a reference (XML Schema 1.1 Part 2 §3.3.17)
		rep.Warn()
	}
}

// A CheckRun checks the records of blocks.
type CheckRun struct {
	Checker  *Checker
	Input    *input.Options
	Hosts    bool // also count findings by host
	Every    bool // Found gets every record, not only those that are not clean
	Coverage bool // count how many records go through each production
	Verdicts bool // only whether records conform is asked for, if that is faster

	// Baseline, if not nil, has the findings that are known, and Taken those of the run so far.
	// Then [CheckRun.Settle] has to be called with each result, in the order of the input.
	Baseline *baseline.Baseline
	Taken    *baseline.Set

	// Ignores, if not nil, has the comments of files that say that a finding is meant. Then
	// [input.Options.Watch] has to be its Watch.
	Ignores *Ignores

	// Found takes the result for a record; nil for none.
	Found func(r *Result, b *input.Block, rec *input.Record, c *Checked)
}

// Block checks the records of a block.
func (c *CheckRun) Block(b *input.Block, r *Result) {
	checker := c.Checker.Of(b.File)
	var clean input.Cleaner
	if !c.Every && !c.Coverage {
		clean = checker
	}
	if c.Coverage && r.Coverage == nil {
		r.Coverage = new(coverage.Coverage)
	}
	r.each(b, c.Input, clean, func(rec *input.Record) {
		if c.Verdicts && !c.Coverage {
			if conforms, ok := checker.Verdict(rec); ok && (conforms || !c.leaves()) && (c.Ignores == nil || !c.Ignores.in(b.File)) {
				r.Summary.Add(rec, nil, 0, conforms, false)
				return
			}
		}
		checked := &r.checked
		*checked = checker.Check(rec, r.Coverage)
		if len(checked.Findings) > 0 && c.Ignores != nil {
			c.Ignores.leave(b.File, rec, checked)
		}
		if len(checked.Findings) > 0 && c.Baseline != nil && c.hold(r, b, rec, checked) {
			return
		}
		c.report(r, b, rec, checked)
	})
}

// report counts the result for a record and hands it out.
func (c *CheckRun) report(r *Result, b *input.Block, rec *input.Record, checked *Checked) {
	r.Summary.Add(rec, checked.Findings, checked.More, checked.Conforms, c.Hosts)
	r.Summary.AddUse(rec, checked.Declared)
	if c.leaves() {
		r.Summary.AddLeft(checked.Known, checked.Ignored, checked.Conforms, checked.Findings)
	}
	if c.Found != nil {
		c.Found(r, b, rec, checked)
	}
}

// A FilterRun separates the records of blocks that conform from those that do not, both byte for
// byte: the former are the output. Records of a table in another charset are rejected as UTF-8.
type FilterRun struct {
	Checker *Checker
	Input   *input.Options // with LinesOnly
	Hosts   bool           // also count findings by host
	Wanted  Wanted

	// Found takes the result for a string that does not conform, and Reject the record that
	// holds it, after all its strings; rest says that it goes on where the one before ended.
	Found  func(r *Result, b *input.Block, rec *input.Record, c *Checked)
	Reject func(r *Result, record []byte, rest bool)
}

// keep writes a part of a block that stays; after says that something before it in the block does not.
// Where that was the last element of an array of JSON, the comma before it goes, too; a [Seam] sees to one
// that was handed on before.
func (f *FilterRun) keep(r *Result, part []byte, after bool) {
	if rest := bytes.TrimLeft(part, jsonSpace); after && r.json && len(rest) > 0 && rest[0] == ']' {
		out := bytes.TrimRight(r.Out, jsonSpace)
		r.orphan = len(out) == 0
		if bytes.HasSuffix(out, []byte{','}) {
			r.Out = append(out[:len(out)-1], r.Out[len(out):]...)
		}
	}
	r.write(&r.Out, view(part))
}

// Block separates the records of a block.
func (f *FilterRun) Block(b *input.Block, r *Result) {
	r.json = b.File.Format.IsNested()
	if b.Rest { // the block continues a record that is too long, and so rejected
		r.gone = true
		f.Reject(r, b.Data, true)
		return
	}
	enc := b.File.NewEncoder()
	done, from, rejected := int64(0), int64(0), int64(0) // up to done the block is worked on; from is where the last bad record starts
	reject := func() {
		if from < done {
			f.Reject(r, b.Data[from:done], false)
		}
	}
	checker := f.Checker.Of(b.File)
	var clean input.Cleaner
	if f.Wanted.none() {
		clean = checker
	}
	r.each(b, f.Input, clean, func(rec *input.Record) {
		checked := &r.checked
		*checked = checker.Check(rec, nil)
		if checked.Conforms && !rec.IsDirective() {
			if fd := f.Wanted.finding(rec); fd != nil {
				checked.Findings, checked.Conforms = append(checked.Findings[:len(checked.Findings):len(checked.Findings)], *fd), false
			}
		}
		r.Summary.Add(rec, checked.Findings, checked.More, checked.Conforms, f.Hosts)
		r.Summary.AddUse(rec, checked.Declared)
		if checked.Conforms || rec.IsDirective() { // what stays needs the directive
			return
		}
		checked.Findings = slices.Concat(checked.Declared, checked.Findings) // why the record is rejected
		if rec.From >= done {                                                // the first fault of its record
			reject()
			f.keep(r, enc.Encode(b.Data[done:rec.From]), rejected > 0)
			from, done = rec.From, rec.To
			rejected++
		}
		f.Found(r, b, rec, checked)
	})
	reject()
	f.keep(r, enc.Encode(b.Data[done:]), rejected > 0)
	r.write(&r.Out, view(enc.End()))
	r.gone = rejected > 0 && len(bytes.TrimLeft(b.Data[done:], jsonSpace)) == 0
	r.Summary.Rejected += rejected
	r.Summary.Kept += int64(b.Found) - rejected
}
