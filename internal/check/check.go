// Package check says what is wrong with a string: all faults of the grammar or, if it
// conforms, what the prose rules find. It holds the one fast path, which knows the
// strings that nothing has to be said of. In come a string, a rule and settings, out
// comes a report. It must not know how reports are shown, nor where strings come from.
package check

import (
	"github.com/rfc3987/iri/internal/blame"
	"github.com/rfc3987/iri/internal/component"
	"github.com/rfc3987/iri/internal/engine"
	"github.com/rfc3987/iri/internal/prose"
	"github.com/rfc3987/iri/internal/report"
	"github.com/rfc3987/iri/internal/spec"
)

// Validate checks s against the rule and returns the report: all faults of the
// grammar or, if there are none, what the prose rules find. Prose rules are for the
// rules that name a whole reference of a built-in spec.
func Validate(s string, r spec.Rule, o *report.Settings) report.Report {
	switch {
	case grammarAlone(r, o):
		if !r.Valid(s) {
			return blame.Blame(s, r, o.Max)
		}
		return report.Report{Input: s, Rule: r, Grammatical: true}
	case isClean(s, r, o):
		return report.Report{Input: s, Rule: r, Grammatical: true}
	}
	p, ok := r.Split(s)
	if !ok {
		return blame.Blame(s, r, o.Max)
	}
	rep := report.Report{Input: s, Rule: r, Grammatical: true}
	rep.Findings, rep.More, rep.Errors = prose.Check(component.Ref{Text: s, Parts: p}, r, o)
	return rep
}

// grammarAlone reports whether the grammar is all that there is to check.
func grammarAlone(r spec.Rule, o *report.Settings) bool {
	return o.GrammarOnly || r.IsZero() || !r.IsWhole()
}

// hasFastPath reports whether [prose.Clean] speaks for the prose rules as the settings
// have them. LEIRIs have rules of their own.
func hasFastPath(r spec.Rule, o *report.Settings) bool {
	return o.Default() && r.Spec() != spec.LEIRI
}

// maxFast is the length of the longest string that isClean reads, in bytes. In longer
// ones nearly all bytes are in a loop of the rule's table, which reads them faster than
// an automaton that takes them one by one.
const maxFast = 512

// isClean reports whether s is sure to conform to the rule, and the prose rules to have
// nothing to say of it. It asks the automaton that [Validator.Lines] runs over files.
func isClean(s string, r spec.Rule, o *report.Settings) bool {
	if len(s) > maxFast || len(s) < len("http://h") || s[:4] != "http" || !hasFastPath(r, o) {
		return false
	}
	pool := r.Checkers()
	l, ok := pool.Get().(*engine.LineChecker)
	if !ok {
		// The table keeps its first size: in most programs few strings are checked by
		// one rule, and what does not fit gets the full checks.
		if l = engine.NewLineChecker(r.DFA(), prose.NewClean(), engine.NewBudget(0)); l == nil {
			return false
		}
	}
	kind := l.CheckString(s)
	pool.Put(l)
	return kind == engine.Clean
}

// needsNothing reports whether the prose rules find nothing in s, which conforms to the
// rule.
func needsNothing(s string, r spec.Rule, o *report.Settings) bool {
	p, ok := r.Split(s)
	return ok && prose.Quiet(component.Ref{Text: s, Parts: p}, r, o)
}
