package blame

import (
	"slices"

	"github.com/rfc3987/iri/internal/abnf"
	"github.com/rfc3987/iri/internal/component"
	"github.com/rfc3987/iri/internal/report"
	"github.com/rfc3987/iri/internal/spec"
	"github.com/rfc3987/iri/internal/wording"
)

// Blame reports why s does not conform to the rule: every fault, in order. At most
// max findings are kept; below 1 there is no limit.
func Blame(s string, r spec.Rule, max int) report.Report {
	rep := report.Report{Input: s, Rule: r}
	if r.IsZero() {
		rep.Findings = []report.Finding{{Code: "rule", Severity: report.Error, End: len(s), Message: "the zero Rule matches no string"}}
		rep.Errors = 1
		return rep
	}
	if r.IsWhole() {
		b := blamer{s: s, rule: r, p: r.Spec().Profile(), max: max}
		b.run()
		slices.SortStableFunc(b.out, func(x, y report.Finding) int { return x.Start - y.Start })
		rep.Findings, rep.More = b.out, b.more
	}
	if len(rep.Findings) == 0 {
		rep.Findings = []report.Finding{blameAlone(s, r)}
	}
	rep.Errors = len(rep.Findings) + rep.More
	hintSpec(&rep.Findings[0], s, r)
	return rep
}

// Parse finds the components of s by the rule. The error is a *[ParseError] if s does
// not conform.
func Parse(s string, r spec.Rule) (component.Ref, error) {
	ref, err := r.Parse(s)
	if err == spec.ErrNoMatch {
		err = &report.ParseError{Report: Blame(s, r, report.DefaultMaxFindings)}
	}
	return ref, err
}

// blameAlone is the finding for a string that does not conform to the rule, which
// is run alone (design §4 rule 7).
func blameAlone(s string, r spec.Rule) report.Finding {
	at, state := r.Furthest(s)
	f := report.Finding{
		Code: report.Code(r.Name()), Severity: report.Error, Start: at, End: at + wording.CharLen(s[at:]),
		Section: r.Section(), ABNF: r.ABNF(),
	}
	f.Rules, f.Expected = openAt(r, s, at, state)
	switch {
	case at == len(s) && at == 0:
		f.Message = r.Name() + " cannot be empty"
	case at == len(s):
		f.Message = "the string ends too soon for " + r.Name()
	default:
		f.Message = wording.Describe(s[at:f.End]) + " cannot stand here in " + r.Name()
		if r.DFA().Accept[state] && at > 0 {
			f.Message = wording.Describe(s[at:f.End]) + " cannot follow " + wording.Quote(s[:at]) + " in " + r.Name()
		}
	}
	return f
}

// openAt returns the productions that are open at the offset at of s, where the
// rule cannot go on, itself first, and what could stand there. A minimal automaton
// has one state for all that goes on alike, be it of an IRI or of a relative
// reference; so where one alternative of the rule alone comes as far as that, its
// automaton is asked.
func openAt(r spec.Rule, s string, at, state int) (rules, expected []string) {
	alts, ok := r.Expr().(*abnf.Alternation)
	if !ok {
		return r.RulesAt(state), r.ExpectedAt(state)
	}
	var only spec.Rule
	var in int
	for _, x := range alts.Alts {
		ref, ok := x.(*abnf.Reference)
		if !ok {
			return r.RulesAt(state), r.ExpectedAt(state)
		}
		alt, ok := r.Spec().Rule(ref.Name)
		if !ok {
			return r.RulesAt(state), r.ExpectedAt(state)
		}
		a, st := alt.Furthest(s)
		if a != at {
			continue
		}
		if only != (spec.Rule{}) || len(alt.Expectation(st).Own) == 0 { // or it is over
			return r.RulesAt(state), r.ExpectedAt(state)
		}
		only, in = alt, st
	}
	rules, expected = openAt(only, s, at, in)
	return append([]string{r.Name()}, rules...), expected
}
