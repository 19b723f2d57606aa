package main

import (
	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
)

// A recordChecker checks records for check and filter. It may be used by several
// goroutines at the same time.
type recordChecker struct {
	target    target
	validator *iri.Validator // for the target
	cleaner   cleaner
}

func newRecordChecker(t target) *recordChecker {
	v := t.rule.Validator(t.opts...)
	return &recordChecker{target: t, validator: v, cleaner: newCleaner(t, v, t.opts...)}
}

// A checkResult is the result of checking a record.
type checkResult struct {
	report   iri.Report
	fault    *iri.Finding // why the record could not be checked; then there is no report
	text     string       // what the span of fault refers to
	findings []iri.Finding
	more     int // findings beyond the limit
	conforms bool
	resolved *resolvedResult // what was found only after resolving; findings holds it too
}

// codeRule is the code of a record that names a rule which the spec does not have.
const codeRule = "rule"

// check checks a record, and adds it to the coverage if that is not nil.
func (c *recordChecker) check(rec *input.Record, coverage *iri.Coverage) checkResult {
	if rec.Err != nil {
		text, finding := faultOf(rec)
		return checkResult{fault: &finding, text: text, findings: []iri.Finding{finding}, conforms: rec.Err.Warning}
	}
	rule, err := c.target.ruleFor(rec)
	if err != nil {
		finding := iri.Finding{Code: codeRule, Severity: iri.Error, Message: err.Error(), End: len(rec.Text)}
		return checkResult{fault: &finding, text: rec.Text, findings: []iri.Finding{finding}}
	}
	if coverage != nil {
		coverage.Add(rule, rec.Text)
	}
	rep := c.validate(rec, rule)
	result := checkResult{report: rep, findings: rep.Findings(), more: rep.More(), conforms: rep.Conforms()}
	if result.resolved = c.checkResolved(rec, rule, result.findings); result.resolved != nil {
		for _, f := range result.resolved.asWritten(rec) {
			result.findings = append(result.findings[:len(result.findings):len(result.findings)], f)
			result.conforms = result.conforms && f.Severity != iri.Error
		}
	}
	return result
}

// validate checks the text of a record against the rule that the target has for it.
func (c *recordChecker) validate(rec *input.Record, rule iri.Rule) iri.Report {
	if rule == c.target.rule {
		return c.validator.Validate(rec.Text)
	}
	return rule.Validate(rec.Text, c.target.opts...)
}
