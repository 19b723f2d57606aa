// Package check says what is wrong with a string: all faults of the grammar or, if it
// conforms, what the prose rules find. It holds the one fast path, which knows the
// strings that nothing has to be said of. In come a string, a rule and settings, out
// comes a report. It must not know how reports are shown, nor where strings come from.
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
	if grammarAlone(r, o) {
		if !r.Valid(s) {
			return blame.Blame(s, r, o.Max)
		}
		return report.Report{Input: s, Rule: r, Grammatical: true}
	}
	p, ok := r.Split(s)
	if !ok {
		return blame.Blame(s, r, o.Max)
	}
	ref := component.Ref{Text: s, Parts: p}
	rep := report.Report{Input: s, Rule: r, Grammatical: true}
	if !hasFastPath(r, o) || !prose.IsClean(ref) {
		rep.Findings, rep.More, rep.Errors = prose.Check(ref, r, o)
	}
	return rep
}

// grammarAlone reports whether the grammar is all that there is to check.
func grammarAlone(r spec.Rule, o *report.Settings) bool {
	return o.GrammarOnly || r.IsZero() || !r.IsWhole()
}

// hasFastPath reports whether [prose.IsClean] and [prose.Clean] speak for the prose rules as the settings
// have them. LEIRIs have rules of their own.
func hasFastPath(r spec.Rule, o *report.Settings) bool {
	return o.Default() && r.Spec() != spec.LEIRI
}

// isClean reports whether s conforms to the rule and the prose rules find nothing in it.
func isClean(s string, r spec.Rule, o *report.Settings) bool {
	p, ok := r.Split(s)
	if !ok {
		return false
	}
	ref := component.Ref{Text: s, Parts: p}
	return hasFastPath(r, o) && prose.IsClean(ref) || prose.Quiet(ref, r, o)
}
