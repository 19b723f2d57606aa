package main

import (
	"fmt"
	"slices"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
	"github.com/rfc3987/iri/internal/jsonw"
	"github.com/rfc3987/iri/internal/render"
)

// What files of linked data add to the check of a string: relative references are
// checked as they are written and as they are resolved, and a finding in a prefixed
// name says what the prefix stands for.

// A cleaner finds the strings without findings. It is an [input.Cleaner] and an
// [input.ReferenceCleaner].
type cleaner struct {
	*iri.Validator
	reference *iri.Validator // for relative references
}

// newCleaner returns the cleaner for a target, whose validator is v.
func newCleaner(t target, v *iri.Validator, opts ...iri.Option) cleaner {
	c := cleaner{Validator: v, reference: v}
	if rule, err := t.ruleFor(&input.Record{Reference: true}); err == nil && rule != t.rule {
		c.reference = rule.Validator(opts...)
	}
	return c
}

// CleanReference reports whether there is nothing to say about a relative reference.
func (c cleaner) CleanReference(text string) bool { return c.reference.Clean(text) }

// A resolvedResult is what is found in a relative reference only after it has been
// resolved.
type resolvedResult struct {
	iri      string
	findings []iri.Finding // their offsets refer to iri
}

// checkResolved checks the target of a relative reference in a file of linked data. What
// is wrong with the base, or with the reference as it is written, is not found again.
func (c *recordChecker) checkResolved(rec *input.Record, rule iri.Rule, written []iri.Finding) *resolvedResult {
	if !rec.Reference || !rec.HasBase || rec.Base == "" || c.target.chosen || !rec.Format.IsLinkedData() {
		return nil
	}
	base, err := c.target.spec.ParseBase(rec.Base)
	if err != nil {
		return nil
	}
	ref, err := rule.Parse(rec.Text)
	if err != nil {
		return nil
	}
	resolved := base.Resolve(ref).String()
	if c.validator.Clean(resolved) {
		return nil
	}
	known := append(slices.Clone(written), c.validator.Validate(rec.Base).Findings()...)
	var found []iri.Finding
	for _, f := range c.validator.Validate(resolved).Findings() {
		if !slices.ContainsFunc(known, func(k iri.Finding) bool { return k.Code == f.Code }) {
			found = append(found, f)
		}
	}
	if len(found) == 0 {
		return nil
	}
	return &resolvedResult{resolved, found}
}

// asWritten returns the findings with the place of the whole reference as it is written.
func (r *resolvedResult) asWritten(rec *input.Record) []iri.Finding {
	var all []iri.Finding
	for _, f := range r.findings {
		f.Message = fmt.Sprintf("resolved against the base it is %s: %s", render.Quote(r.iri), f.Message)
		f.Start, f.End, f.Fix = 0, len(rec.Text), nil
		all = append(all, f)
	}
	return all
}

// expandedFinding returns a finding whose message says what the prefix of a prefixed name
// stands for.
func expandedFinding(rec *input.Record, f iri.Finding) iri.Finding {
	if p := rec.Prefix; p != nil && p.Name != "" {
		f.Message += fmt.Sprintf(" (%s stands for <%s>, declared on line %d)", p.Name, p.IRI, p.Line)
	}
	return f
}

// appendPrefix adds the declaration of the prefix to an object that is not closed yet.
func appendPrefix(b []byte, rec *input.Record) []byte {
	if rec.Prefix == nil {
		return b
	}
	b = append(b, `,"prefix":{"name":`...)
	b = jsonw.AppendString(b, rec.Prefix.Name)
	b = append(b, `,"iri":`...)
	b = jsonw.AppendString(b, rec.Prefix.IRI)
	return fmt.Appendf(b, `,"line":%d}`, rec.Prefix.Line)
}

// appendResolved adds what was found after resolving to an object that is not closed
// yet.
func appendResolved(b []byte, r *resolvedResult) []byte {
	if r == nil {
		return b
	}
	b = append(b, `,"resolved":{"iri":`...)
	b = jsonw.AppendString(b, r.iri)
	b = append(b, `,"findings":[`...)
	for i := range r.findings {
		if i > 0 {
			b = append(b, ',')
		}
		b = r.findings[i].AppendJSON(b)
	}
	return append(b, "]}"...)
}
