package check

import (
	"github.com/rfc3987/iri/internal/blame"
	"github.com/rfc3987/iri/internal/component"
	"github.com/rfc3987/iri/internal/prose"
	"github.com/rfc3987/iri/internal/report"
	"github.com/rfc3987/iri/internal/spec"
)

// Validate checks s against the rule and returns the report: all faults of the
// grammar or, if there are none, what the prose rules find. Prose rules are for the
// rules that name a whole reference of a built-in spec.
func Validate(s string, r spec.Rule, o *report.Settings) report.Report {
	if r.IsZero() || !r.IsWhole() {
		if r.Valid(s) {
			return report.Report{Input: s, Rule: r, Grammatical: true}
		}
		return blame.Blame(s, r, o.Max)
	}
	if o.GrammarOnly {
		if r.Valid(s) {
			return report.Report{Input: s, Rule: r, Grammatical: true}
		}
		return blame.Blame(s, r, o.Max)
	}
	p, ok := r.Split(s)
	if !ok {
		return blame.Blame(s, r, o.Max)
	}
	rep := report.Report{Input: s, Rule: r, Grammatical: true}
	if prose.Everyday(s, r, o) {
		return rep
	}
	rep.Findings, rep.More, rep.Errors = prose.Check(component.Ref{Text: s, Parts: p}, r, o)
	return rep
}
