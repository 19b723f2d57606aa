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
	known, rest := read(rep, s, r, o)
	switch {
	case !rep.Grammatical:
		*rep = blame.Blame(s, r, o)
	case rest:
		rep.Findings, rep.More, rep.Errors = prose.Check(&rep.Ref, r, o, known)
		Name(rep, o.Match)
	}
	if o.AnyText {
		rep.Warn()
	}
}

// A Verdict is what a report says without its findings.
type Verdict struct {
	Grammatical bool // the string conforms to the rule
	Conforms    bool // it does, and no finding is an error: see [report.Report.Conforms]
	Found       bool // there are findings
}

// Judge is [Validate] without the findings: it returns the verdict.
func Judge(s string, r spec.Rule, o *report.Settings) Verdict {
	if grammarAlone(r, o) {
		ok := r.Valid(s)
		return Verdict{Grammatical: ok, Conforms: ok || o.AnyText, Found: !ok}
	}
	var ref component.Ref
	known, ok, rest := readParts(&ref, s, r, o)
	found, errors := !ok, !ok
	if rest {
		found, errors = prose.Judge(&ref, r, o, known)
	}
	return Verdict{Grammatical: ok, Conforms: !errors || o.AnyText, Found: found}
}

// Report is [Validate] for those who have no report to fill in.
func Report(s string, r spec.Rule, o *report.Settings) (rep report.Report) {
	Validate(&rep, s, r, o)
	return rep
}

// read fills in what s is by the grammar. rest says whether the prose rules are to be asked, and known
// what they need not look for; then the report has the components.
func read(rep *report.Report, s string, r spec.Rule, o *report.Settings) (known prose.Known, rest bool) {
	rep.Input, rep.Rule = s, r
	switch {
	case !grammarAlone(r, o):
		known, rep.Grammatical, rest = readParts(&rep.Ref, s, r, o)
	case o.Components && r.IsWhole():
		rep.Grammatical = r.Split(s, &rep.Ref)
	default:
		rep.Grammatical = r.Valid(s)
	}
	return known, rest
}

// readParts is [read] where the prose rules are checked. ok says whether s
// conforms to the rule; then it sets ref.
func readParts(ref *component.Ref, s string, r spec.Rule, o *report.Settings) (known prose.Known, ok, rest bool) {
	if ok = r.Split(s, ref); !ok {
		return known, false, false
	}
	if ref.Text != s { // a spec that was read does not divide it as RFC 3986 does
		return known, true, false
	}
	known, clean := knownOf(ref)
	known.Text = known.Text && o.Default()
	return known, true, !clean || !hasFastPath(r, o)
}

// grammarAlone reports whether the grammar is all that there is to check.
func grammarAlone(r spec.Rule, o *report.Settings) bool {
	return o.GrammarOnly || r.IsZero() || !r.IsWhole()
}

// hasFastPath reports whether what the kernels call clean is clean with these settings. LEIRIs
// have rules of their own.
func hasFastPath(r spec.Rule, o *report.Settings) bool {
	return !o.GrammarOnly && o.Default() && r.Family() != spec.LEIRIs
}
