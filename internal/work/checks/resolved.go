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

// This file has the additional checks for files of linked data: a relative reference is checked as it is written and
// as it is resolved, and a finding in a prefixed name tells the IRI of its prefix.

// A parsedBase is the base of the previous reference, which usually is also that of the next one.
type parsedBase struct {
	text  string
	ref   component.Ref
	err   error
	known []finding.Finding // the findings in the base itself
}

// Resolves reports whether [Checker.Check] also checks the target of an item: the item is a relative reference in a
// file of linked data, where it means its target.
func (c *Checker) Resolves(rec *input.Item) bool {
	return rec.Reference && rec.Base.Known && rec.Base.IRI != "" && !c.Chosen && rec.Format.IsLinkedData()
}

// checkResolved checks the target of a relative reference in a file of linked data. The reference conforms to the
// grammar. Findings that are in the base, or in the reference as it is written, are not reported again.
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

// A declared is a prefix and the report on its IRI.
type declared struct {
	prefix *input.Prefix
	report finding.Report
}

// suppressDeclared removes from the result for a prefixed name the findings that are in the IRI of its prefix.
func (c *Checker) suppressDeclared(rec *input.Item, r *run.Checked) {
	d := c.prefix.Load()
	if d == nil || d.prefix != rec.Prefix {
		v := &c.namespaces
		switch {
		case rec.Reference && c.reference != nil: // the IRI of the prefix is relative
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
