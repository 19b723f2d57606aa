// Package diagnose says why a string does not conform to a rule of a grammar. What comes in
// is the string and the rule, which does not match it. What goes out is a report with
// every fault, in order: where it is, the production that it breaks, what could stand
// there, and hints and fixes.
//
// A string that should be a whole reference is split by its structure, and each part is
// checked against the production of its component (structure.go, component.go). For any
// other rule the rule itself is run until it cannot go on. The package must not know the
// rules that the documents state in prose: those are for strings that conform.
package diagnose

import (
	"slices"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/text/templates"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// Blame reports why s does not conform to the rule: every fault, in order. The settings say how many
// faults are kept, whether guesses become fixes, and which parser is used.
func Blame(s string, r spec.Rule, o *finding.Run) finding.Report {
	rep := finding.Report{Input: s, Rule: r}
	if r.IsZero() {
		rep.Findings = []finding.Finding{{Code: "rule", Severity: finding.Error, End: len(s),
			Message: finding.RuleZero.Text()}}
		rep.Errors = 1
		return rep
	}
	b := diagnoser{Quoter: r.Quoter(s), Run: *o, s: s, rule: r, profile: r.Spec().Profile()}
	if r.IsWhole() {
		b.run()
		slices.SortStableFunc(b.findings, func(x, y finding.Finding) int { return x.Start - y.Start })
		rep.Findings, rep.More = b.findings, b.more
	}
	if len(rep.Findings) == 0 {
		rep.Findings = []finding.Finding{blameRule(&b.Quoter, 0, len(s), r.Root())}
	}
	rep.Errors = len(rep.Findings) + rep.More
	leaveTemplate(rep.Findings, s, r)
	hintNamesake(rep.Findings, s, r)
	return rep
}

// leaveTemplate takes the fixes away from the findings of a text that is not an IRI yet, because it has expressions of
// templates or placeholders, and adds a hint about them where they are at fault. A grammar that was read may allow them.
func leaveTemplate(findings []finding.Finding, s string, r spec.Rule) {
	found, blamed, first := false, false, 0
	for m := range templates.All(s) {
		found = true
		for first < len(findings) && findings[first].End <= m.Start && findings[first].Start < m.Start {
			first++
		}
		for i := first; i < len(findings) && findings[i].Start < m.End; i++ {
			if f := &findings[i]; f.End > m.Start {
				blamed, f.Also = true, finding.Text{}
				if f.Hint.Reason() == finding.HintPercent {
					f.Also = f.Hint
				}
				if f.Hint = finding.HintPlaceholder.Text(); m.Kind == templates.Variable {
					f.Hint = finding.HintTemplate.Text()
				}
			}
		}
	}
	if !found || !blamed && r.Spec().IsCustom() {
		return
	}
	for i := range findings {
		findings[i].Fix, findings[i].Guess = nil, nil
	}
}

// Parse finds the components of s by the rule. The error is a *[ParseError] if s does
// not conform.
func Parse(s string, r spec.Rule) (component.Ref, error) {
	ref, err := r.Parse(s)
	if err == spec.ErrNoMatch {
		err = &finding.ParseError{Report: Blame(s, r, &finding.Run{Settings: finding.Settings{Max: finding.DefaultMaxFindings}})}
	}
	return ref, err
}

// blameRule returns the finding for a part of the input that the production at the end of a path does not match: where
// that cannot go on, and the innermost production that is open there (docs/blame.md, rule 7).
func blameRule(q *component.Quoter, start, end int, p *spec.Path) finding.Finding {
	s, r := q.Text[start:end], p.Rule
	at, open, err := p.Stop(s)
	f := finding.Finding{Severity: finding.Error, Start: start + at, End: start + at + quote.CharLen(s[at:])}
	if err != nil {
		f.Code, f.Rules, f.Section, f.ABNF = finding.CodeBudget, p.Names, r.Section(), r.ABNF()
		f.Message = finding.RuleBudget.Text(r.Name(), err.Error())
		return f
	}
	if wordFault(&f, q, start, end, r) {
		return f
	}
	inner := open.Path.Rule
	f.Rules, f.Expected = open.Path.Names, open.Expected
	f.Code = finding.Code(inner.Name())
	f.Section, f.ABNF = inner.Section(), inner.ABNF()
	octet := "" // a byte that is not a character
	if at < len(s) && r.Terminals() == abnf.Octets {
		_, octet = finding.CharValues(s[at:])
	}
	switch {
	case octet != "":
		f.Message = finding.RuleOctet.Text(octet, inner.Name())
	case at == len(s) && at == 0:
		f.Message = finding.RuleEmpty.Text(r.Name())
	case at == len(s):
		f.Message = finding.RuleEnd.Text(inner.Name())
	default:
		f.Message = finding.RuleChar.TextOfChar(s[at:], inner.Name())
		if open.Ends && at > 0 && inner == r {
			f.Message = finding.RuleAfter.TextOfChar(s[at:], q.Quote(start, start+at), inner.Name())
		}
		f.Hint = caseHint(s[at], func(other string) bool {
			with, _, err := p.Stop(s[:at] + other)
			return err == nil && (with < 0 || with > at)
		})
	}
	return f
}
