// Package check says what is wrong with a string: all faults of the grammar or, if it
// conforms, what the prose rules find. It holds the one fast path, for strings that have
// no findings. In come a string, a rule and settings, out
// comes a report. It must not know how reports are shown, nor where strings come from.
package check

import (
	"github.com/rfc3987/iri/internal/blame"
	"github.com/rfc3987/iri/internal/component"
	"github.com/rfc3987/iri/internal/prose"
	"github.com/rfc3987/iri/internal/report"
	"github.com/rfc3987/iri/internal/spec"
)

// Validate checks s against the rule and fills in the report, which is empty: all faults
// of the grammar or, if there are none, what the prose rules find. Prose rules are for
// the rules that name a whole reference of a built-in spec.
func Validate(rep *report.Report, s string, r spec.Rule, o *report.Settings) {
	var ref component.Ref
	conforms, clean, known := ask(s, r, o, &ref)
	switch {
	case !conforms && o.Guess:
		*rep = blame.Guess(s, r, o.Max)
		return
	case !conforms:
		*rep = blame.Blame(s, r, o.Max)
		return
	}
	rep.Input, rep.Rule, rep.Grammatical = s, r, true
	if !clean {
		rep.Findings, rep.More, rep.Errors = prose.Check(&ref, r, o, known)
	}
}

// isClean reports whether s conforms to the rule and the prose rules find nothing in it.
func isClean(s string, r spec.Rule, o *report.Settings) bool {
	var ref component.Ref
	conforms, clean, known := ask(s, r, o, &ref)
	return conforms && (clean || prose.HasNone(&ref, r, o, known))
}

// ask asks the grammar once whether s conforms to the rule, and the kernels whether there is
// nothing for the prose rules to find. If that is not sure, it sets ref, and returns what is known
// of it.
func ask(s string, r spec.Rule, o *report.Settings, ref *component.Ref) (conforms, clean bool, known prose.Known) {
	fast := hasFastPath(r, o)
	if fast && isCleanAtAGlance(s) || grammarAlone(r, o) {
		conforms = r.Valid(s)
		return conforms, conforms, known
	}
	if !r.Split(s, ref) {
		return false, false, known
	}
	known, clean = knownOf(ref)
	known.Text = known.Text && o.Default()
	return true, clean && fast, known
}

// grammarAlone reports whether the grammar is all that there is to check.
func grammarAlone(r spec.Rule, o *report.Settings) bool {
	return o.GrammarOnly || r.IsZero() || !r.IsWhole()
}

// hasFastPath reports whether what the kernels call clean is clean with these settings. LEIRIs
// have rules of their own.
func hasFastPath(r spec.Rule, o *report.Settings) bool {
	return !o.GrammarOnly && o.Default() && r.Spec() != spec.LEIRI
}
