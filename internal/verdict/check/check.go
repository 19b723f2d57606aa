// Package check says what is wrong with a string: all faults of the grammar or, if it
// conforms, what the prose rules find. It holds the one fast path, for strings that have
// no findings. In come a string, a rule and settings, out
// comes a report. It must not know how reports are shown, nor where strings come from.
package check

import (
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/blame"
	"github.com/rfc3987/iri/internal/verdict/prose"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// Validate checks s against the rule and fills in the report, which is empty: all faults
// of the grammar or, if there are none, what the prose rules find. Prose rules are for
// the rules that name a whole reference of a built-in spec.
func Validate(rep *report.Report, s string, r spec.Rule, o *report.Settings) {
	fast := hasFastPath(r, o)
	conforms := false
	switch glanced := fast && isCleanAtAGlance(s); {
	case o.Components && r.IsWhole() && (glanced || o.GrammarOnly):
		conforms = r.Split(s, &rep.Ref)
	case glanced || grammarAlone(r, o):
		conforms = r.Valid(s)
	default:
		conforms = validateParts(rep, s, r, o, fast)
	}
	if conforms {
		rep.Input, rep.Rule, rep.Grammatical = s, r, true
		Name(rep)
	} else {
		*rep = blame.Blame(s, r, o.Max, o.Guess)
	}
	if o.AnyText {
		rep.Warn()
	}
}

// Report is [Validate] for those who have no report to fill in.
func Report(s string, r spec.Rule, o *report.Settings) (rep report.Report) {
	Validate(&rep, s, r, o)
	return rep
}

// validateParts fills in what the prose rules find, if s conforms to the rule, and reports whether
// it does. fast says whether to try the fast path.
func validateParts(rep *report.Report, s string, r spec.Rule, o *report.Settings, fast bool) bool {
	if !r.Split(s, &rep.Ref) {
		return false
	}
	known, clean := knownOf(&rep.Ref)
	if !fast || !clean {
		known.Text = known.Text && o.Default()
		rep.Findings, rep.More, rep.Errors = prose.Check(&rep.Ref, r, o, known)
	}
	return true
}

// isClean reports whether s conforms to the rule and the prose rules find nothing in it.
func isClean(s string, r spec.Rule, o *report.Settings) bool {
	if clean, sure := cleanAtOnce(s, r, o); sure {
		return clean
	}
	var ref component.Ref
	if !r.Split(s, &ref) {
		return false
	}
	known, clean := knownOf(&ref)
	known.Text = known.Text && o.Default()
	return clean && hasFastPath(r, o) || prose.HasNone(&ref, r, o, known)
}

// cleanAtOnce is [isClean] for strings of which the grammar can tell alone; sure is false for the others.
func cleanAtOnce(s string, r spec.Rule, o *report.Settings) (clean, sure bool) {
	if hasFastPath(r, o) && isCleanAtAGlance(s) || grammarAlone(r, o) {
		return r.Valid(s), true
	}
	return false, false
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
