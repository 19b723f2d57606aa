// Package check says what is wrong with a string: all faults of the grammar or, if it
// conforms, what the prose rules find. It holds the one fast path, for strings that have
// no findings. In come a string, a rule and settings, out
// comes a report. It must not know how reports are shown, nor where strings come from.
package check

import (
	"math"

	"github.com/rfc3987/iri/internal/blame"
	"github.com/rfc3987/iri/internal/component"
	"github.com/rfc3987/iri/internal/glance"
	"github.com/rfc3987/iri/internal/prose"
	"github.com/rfc3987/iri/internal/report"
	"github.com/rfc3987/iri/internal/spec"
)

// Validate checks s against the rule and fills in the report, which is empty: all faults
// of the grammar or, if there are none, what the prose rules find. Prose rules are for
// the rules that name a whole reference of a built-in spec.
func Validate(rep *report.Report, s string, r spec.Rule, o *report.Settings) {
	if !o.GrammarOnly && hasFastPath(r, o) && cleanAtAGlance(s, r) {
		rep.Input, rep.Rule, rep.Grammatical = s, r, true // by the grammar alone as well
		return
	}
	why := blame.Blame
	if o.Guess {
		why = blame.Guess
	}
	if grammarAlone(r, o) {
		if !r.Valid(s) {
			*rep = why(s, r, o.Max)
			return
		}
		rep.Input, rep.Rule, rep.Grammatical = s, r, true
		return
	}
	var ref component.Ref
	if !r.Split(s, &ref) {
		*rep = why(s, r, o.Max)
		return
	}
	rep.Input, rep.Rule, rep.Grammatical = s, r, true
	if !hasFastPath(r, o) || !prose.IsClean(&ref, r) {
		rep.Findings, rep.More, rep.Errors = prose.Check(&ref, r, o)
	}
}

// grammarAlone reports whether the grammar is all that there is to check.
func grammarAlone(r spec.Rule, o *report.Settings) bool {
	return o.GrammarOnly || r.IsZero() || !r.IsWhole()
}

// hasFastPath reports whether [prose.IsClean] and [prose.CleanAutomaton] decide for the prose
// rules with these settings. LEIRIs have rules of their own.
func hasFastPath(r spec.Rule, o *report.Settings) bool {
	return o.Default() && r.Spec() != spec.LEIRI
}

// cleanAtAGlance reports whether s surely conforms to the rule and has no findings by the
// prose rules. It leaves strings to [spec.Rule.Split] that are too long for that.
func cleanAtAGlance(s string, r spec.Rule) bool {
	return uint64(len(s)) <= math.MaxUint32 && glance.IsClean(s) && r.Valid(s)
}

// isClean reports whether s conforms to the rule and the prose rules find nothing in it. fast
// says whether to try the fast path first.
func isClean(s string, r spec.Rule, o *report.Settings, fast bool) bool {
	if fast && cleanAtAGlance(s, r) {
		return true
	}
	var ref component.Ref
	if !r.Split(s, &ref) {
		return false
	}
	return fast && prose.IsClean(&ref, r) || prose.HasNone(&ref, r, o)
}
