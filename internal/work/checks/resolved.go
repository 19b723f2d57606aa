package checks

import (
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/normalize"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/diagnose"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/run"
)

// What files of linked data add to the check of a string: relative references are
// checked as they are written and as they are resolved, and a finding in a prefixed
// name says what the prefix stands for.

// A parsedBase is the base of the reference before this one, which is mostly that of this one.
type parsedBase struct {
	text  string
	ref   component.Ref
	err   error
	known []finding.Finding // what is found in the base itself
}

// Resolves reports whether [Checker.Check] also checks what an item is resolved to: a relative reference in a file of
// linked data stands for that.
func (c *Checker) Resolves(rec *input.Item) bool {
	return rec.Reference && rec.Base.Known && rec.Base.IRI != "" && !c.Chosen && rec.Format.IsLinkedData()
}

// checkResolved checks the target of a relative reference in a file of linked data, which conforms
// to the grammar as it is written. What is wrong with the base, or with the reference as it is
// written, is not found again.
func (c *Checker) checkResolved(rec *input.Item, rule spec.Rule, written []finding.Finding) *run.Resolved {
	if !c.Resolves(rec) {
		return nil
	}
	base := c.base.Load()
	if base == nil || base.text != rec.Base.IRI {
		base = &parsedBase{text: strings.Clone(rec.Base.IRI)}
		text := base.text
		if base.ref, base.err = convert.ParseBase(text, c.Spec); base.err != nil && c.MendedBase != nil {
			text = c.MendedBase(rec)
			base.ref, base.err = convert.ParseBase(text, c.Spec)
		}
		base.known = validate(&c.Validator, text).Findings
		c.base.Store(base)
	}
	if base.err != nil {
		return nil
	}
	ref, err := diagnose.Parse(rec.Text, rule)
	if err != nil {
		return nil
	}
	var target component.Ref
	normalize.Resolve(&target, &base.ref, &ref)
	resolved := target.Text
	of := c.validatorFor(rec, c.Rule)
	if of.Clean(resolved) {
		return nil
	}
	known := append(slices.Clone(written), base.known...)
	var found []finding.Finding
	for _, f := range validate(of, resolved).Findings {
		if !slices.ContainsFunc(known, func(k finding.Finding) bool { return k.Code == f.Code }) {
			found = append(found, f)
		}
	}
	if len(found) == 0 {
		return nil
	}
	return &run.Resolved{IRI: resolved, Findings: found}
}

// validate returns the report of a validator on a string.
func validate(v *check.Validator, s string) (rep finding.Report) {
	v.Validate(&rep, s)
	return rep
}

// declared is what is found in the IRI of a prefix.
type declared struct {
	prefix *input.Prefix
	report finding.Report
}

// leaveDeclared takes the findings out of the result for a name that are those of the IRI of its
// prefix.
func (c *Checker) leaveDeclared(rec *input.Item, r *run.Checked) {
	d := c.prefix.Load()
	if d == nil || d.prefix != rec.Prefix {
		v := &c.namespaces
		switch {
		case rec.Reference && c.reference != nil: // what the prefix stands for is relative
			v = c.reference
		case rec.Prefix.IsTerm:
			v = &c.Validator
		}
		d = &declared{rec.Prefix, validate(v, rec.Prefix.IRI)}
		c.prefix.Store(d)
	}
	if r.Findings, r.Declared = run.Without(r.Findings, d.report.Findings); len(r.Declared) > 0 {
		r.More = max(0, r.More-d.report.More)
	}
}
