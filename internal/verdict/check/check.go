// Package check says what is wrong with a string: all faults of the grammar or, if it
// conforms, what the prose rules find. It holds the one fast path, for strings that have
// no findings. In come a string, a rule and settings, out
// comes a report. It must not know how reports are shown, nor where strings come from.
package check

import (
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
		*rep = blame.Blame(s, r, o.Max, o.Guess)
	case rest:
		rep.Findings, rep.More, rep.Errors = prose.Check(&rep.Ref, r, o, known)
		Name(rep)
	}
	if o.AnyText {
		rep.Warn()
	}
}

// Judge is [Validate] without the findings: it fills in the verdict, and reports whether there are
// findings. Of how many errors there are, the report knows only whether there are any.
func Judge(rep *report.Report, s string, r spec.Rule, o *report.Settings) (found bool) {
	known, rest := read(rep, s, r, o)
	return judge(rep, o, known, rest)
}

// judge is [Judge] for a report with what [read] or [readParts] returned.
func judge(rep *report.Report, o *report.Settings, known prose.Known, rest bool) (found bool) {
	errors := !rep.Grammatical
	if found = errors; rest {
		found, errors = prose.Judge(&rep.Ref, rep.Rule, o, known)
	}
	if errors {
		rep.Errors = 1
	}
	if o.AnyText {
		rep.Warn()
	}
	return found
}

// Report is [Validate] for those who have no report to fill in.
func Report(s string, r spec.Rule, o *report.Settings) (rep report.Report) {
	Validate(&rep, s, r, o)
	return rep
}

// read fills in what s is by the grammar. rest says whether the prose rules are to be asked, and known
// what they need not look for; then the report has the components.
func read(rep *report.Report, s string, r spec.Rule, o *report.Settings) (known prose.Known, rest bool) {
	clean, conforms := atAGlance(s, r, o)
	if !clean {
		return readParts(rep, s, r, o)
	}
	rep.Input, rep.Rule = s, r
	if o.Components && r.IsWhole() {
		rep.Grammatical = r.Split(s, &rep.Ref)
	} else {
		rep.Grammatical = conforms || r.Valid(s)
	}
	return known, false
}

// readParts is [read] for strings of which the grammar cannot tell alone whether they are clean.
func readParts(rep *report.Report, s string, r spec.Rule, o *report.Settings) (known prose.Known, rest bool) {
	rep.Input, rep.Rule = s, r
	if rep.Grammatical = r.Split(s, &rep.Ref); !rep.Grammatical {
		return known, false
	}
	known, clean := knownOf(&rep.Ref)
	known.Text = known.Text && o.Default()
	return known, !clean || !hasFastPath(r, o)
}

// isClean reports whether s conforms to the rule and the prose rules find nothing in it.
func isClean(s string, r spec.Rule, o *report.Settings) bool {
	if clean, conforms := atAGlance(s, r, o); clean {
		return conforms || r.Valid(s)
	}
	var rep report.Report
	known, rest := readParts(&rep, s, r, o)
	return !judge(&rep, o, known, rest)
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
