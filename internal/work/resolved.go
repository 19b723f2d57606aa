package work

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/work/render"
)

// What files of linked data add to the check of a string: relative references are
// checked as they are written and as they are resolved, and a finding in a prefixed
// name says what the prefix stands for.

// Resolved is what is found in a relative reference only after it has been
// resolved.
type Resolved struct {
	IRI      string
	Findings []iri.Finding // their offsets refer to IRI
}

// A parsedBase is the base of the reference before this one, which is mostly that of this one.
type parsedBase struct {
	text  string
	iri   iri.IRI
	err   error
	known []iri.Finding // what is found in the base itself
}

// checkResolved checks the target of a relative reference in a file of linked data, which conforms
// to the grammar as it is written. What is wrong with the base, or with the reference as it is
// written, is not found again.
func (c *Checker) checkResolved(rec *input.Record, rule iri.Rule, written []iri.Finding) *Resolved {
	if !rec.Reference || !rec.HasBase || rec.Base == "" || c.Chosen || !rec.Format.IsLinkedData() {
		return nil
	}
	base := c.base.Load()
	if base == nil || base.text != rec.Base {
		base = &parsedBase{text: strings.Clone(rec.Base)}
		base.iri, base.err = c.Spec.ParseBase(base.text)
		base.known = c.validator.Validate(base.text).Findings()
		c.base.Store(base)
	}
	if base.err != nil {
		return nil
	}
	ref, err := rule.Parse(rec.Text)
	if err != nil {
		return nil
	}
	resolved := base.iri.Resolve(ref).String()
	of := c.validatorFor(rec, c.Rule)
	if of.Clean(resolved) {
		return nil
	}
	known := append(slices.Clone(written), base.known...)
	var found []iri.Finding
	for _, f := range of.Validate(resolved).Findings() {
		if !slices.ContainsFunc(known, func(k iri.Finding) bool { return k.Code == f.Code }) {
			found = append(found, f)
		}
	}
	if len(found) == 0 {
		return nil
	}
	return &Resolved{resolved, found}
}

// asWritten returns the findings with the place of the whole reference as it is written.
func (r *Resolved) asWritten(rec *input.Record) []iri.Finding {
	var all []iri.Finding
	for _, f := range r.Findings {
		f.Message = fmt.Sprintf("resolved against the base it is %s: %s", render.Quote(r.IRI), f.Message)
		f.Start, f.End, f.Fix = 0, len(rec.Text), nil
		all = append(all, f)
	}
	return all
}

// declared is what is found in the IRI of a prefix.
type declared struct {
	prefix *input.Prefix
	report iri.Report
}

// leaveDeclared takes the findings out of the result for a name that are those of the IRI of its
// prefix.
func (c *Checker) leaveDeclared(rec *input.Record, r *Checked) {
	d := c.prefix.Load()
	if d == nil || d.prefix != rec.Prefix {
		v := c.namespaces
		if rec.Prefix.Whole {
			v = c.validator
		}
		d = &declared{rec.Prefix, v.Validate(rec.Prefix.IRI)}
		c.prefix.Store(d)
	}
	if r.Findings, r.Declared = without(r.Findings, d.report.Findings()); len(r.Declared) > 0 {
		r.More = max(0, r.More-d.report.More())
	}
}

// isAmong reports whether the known findings have one with the code and the span of f.
func isAmong(f *iri.Finding, known []iri.Finding) bool {
	return slices.ContainsFunc(known, func(k iri.Finding) bool { return k.Code == f.Code && k.Start == f.Start && k.End == f.End })
}

// without returns the findings that are not among known ones, and those that are.
func without(findings, known []iri.Finding) (others, among []iri.Finding) {
	for _, f := range findings {
		if isAmong(&f, known) {
			among = append(among, f)
		} else {
			others = append(others, f)
		}
	}
	return others, among
}

// Expanded returns a finding whose message says what the prefix of a prefixed name
// stands for.
func Expanded(rec *input.Record, f iri.Finding) iri.Finding {
	if p := rec.Prefix; p != nil && p.File != "" {
		f.Message += fmt.Sprintf(" (%s stands for <%s>, declared in %s on line %d)", p.Label(), p.IRI, p.File, p.Line)
	} else if p != nil && p.Name != "" {
		f.Message += fmt.Sprintf(" (%s stands for <%s>, declared on line %d)", p.Name, p.IRI, p.Line)
	}
	return f
}
