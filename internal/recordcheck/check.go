package recordcheck

import (
	"unsafe"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/check"
	"github.com/rfc3987/iri/internal/input"
	"github.com/rfc3987/iri/internal/report"
	"github.com/rfc3987/iri/internal/spec"
)

// A Checker checks records. It may be used by several goroutines at the same time.
//
// It is an [input.Cleaner] and an [input.StatementCleaner]: what need not be handed out for a
// check is decided here, of each record, by the rule for it.
type Checker struct {
	Target
	validator  *iri.Validator  // for the rule of the target
	reference  *iri.Validator  // for the reference rule of the spec, if that is another one
	statements check.Validator // for the rule of the target
}

// NewChecker returns a checker for the target.
func NewChecker(t Target) *Checker {
	c := &Checker{Target: t, validator: t.Rule.Validator(t.Opts...)}
	if r := t.Spec.Reference(); r != t.Rule && r != (iri.Rule{}) {
		c.reference = r.Validator(t.Opts...)
	}
	var settings report.Settings
	for _, opt := range t.Opts {
		opt(&settings)
	}
	if rule, ok := (*spec.Spec)(t.Rule.Spec()).OrEmpty().Rule(t.Rule.Name()); ok {
		c.statements = check.NewValidator(rule, settings)
	}
	return c
}

// Clean reports whether there is nothing to say about a record.
func (c *Checker) Clean(rec *input.Record) bool {
	rule, err := c.RuleFor(rec)
	if err != nil {
		return false
	}
	v := c.validatorFor(rule)
	return v != nil && v.Clean(rec.Text) && c.checkResolved(rec, rule, nil) == nil
}

// Lines checks lines whose texts are not references: see [input.Cleaner].
func (c *Checker) Lines(block []byte, found func(start, end int) bool) (clean int) {
	return c.validator.Lines(block, found)
}

// Statements checks lines of N-Triples or N-Quads: see [input.StatementCleaner].
func (c *Checker) Statements(graphs bool, block []byte, found func(start, end int) bool) (clean int) {
	return c.statements.Statements(graphs, block, found)
}

// validatorFor returns the validator for a rule, nil if there is none.
func (c *Checker) validatorFor(rule iri.Rule) *iri.Validator {
	switch {
	case rule == c.Rule:
		return c.validator
	case c.reference != nil && rule == c.Spec.Reference():
		return c.reference
	}
	return nil
}

// A Result is the result of checking a record.
type Result struct {
	Report   iri.Report
	Rule     iri.Rule     // what the record was checked against
	Fault    *iri.Finding // why the record could not be checked; then there is no report
	Text     string       // what the span of Fault refers to, valid as long as the record
	Findings []iri.Finding
	More     int // findings beyond the limit
	Conforms bool
	Resolved *Resolved // what was found only after resolving; Findings holds it too
}

// Check checks a record, and adds it to the coverage if that is not nil.
func (c *Checker) Check(rec *input.Record, coverage *iri.Coverage) Result {
	if rec.Err != nil {
		text, finding := FaultOf(rec)
		return Result{Fault: &finding, Text: text, Findings: []iri.Finding{finding}, Conforms: rec.Err.Warning}
	}
	rule, err := c.RuleFor(rec)
	if err != nil {
		finding := iri.Finding{Code: CodeRule, Severity: iri.Error, Message: err.Error(), End: len(rec.Text)}
		return Result{Fault: &finding, Text: rec.Text, Findings: []iri.Finding{finding}}
	}
	if coverage != nil {
		coverage.Add(rule, rec.Text)
	}
	rep := c.validate(rec, rule)
	result := Result{Report: rep, Rule: rule, Findings: rep.Findings(), More: rep.More(), Conforms: rep.Conforms()}
	if result.Resolved = c.checkResolved(rec, rule, result.Findings); result.Resolved != nil {
		for _, f := range result.Resolved.asWritten(rec) {
			result.Findings = append(result.Findings[:len(result.Findings):len(result.Findings)], f)
			result.Conforms = result.Conforms && f.Severity != iri.Error
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
	case err != nil:
		return false, false
	case !rule.Valid(rec.Text):
		return false, true
	case rec.Reference && rec.Base != "":
		return false, false
	}
	return c.validate(rec, rule).Conforms(), true
}

// validate checks the text of a record against a rule.
func (c *Checker) validate(rec *input.Record, rule iri.Rule) iri.Report {
	if v := c.validatorFor(rule); v != nil {
		return v.Validate(rec.Text)
	}
	return rule.Validate(rec.Text, c.Opts...)
}

// view returns b as a string without a copy. It is valid until b changes.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
