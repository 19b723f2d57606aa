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
	"github.com/rfc3987/iri/internal/verdict/message"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// Blame reports why s does not conform to the rule: every fault, in order. The settings say how many
// are kept, whether what the string was probably meant to be becomes a fix, and what parses.
func Blame(s string, r spec.Rule, o *report.Settings) report.Report {
	rep := report.Report{Input: s, Rule: r}
	if r.IsZero() {
		rep.Findings = []report.Finding{{Code: "rule", Severity: report.Error, End: len(s),
			Message: message.Of(message.RuleZero)}}
		rep.Errors = 1
		return rep
	}
	q := r.Quoter(s)
	if r.IsWhole() {
		b := blamer{Quoter: &q, Run: o.Run, s: s, rule: r, profile: r.Spec().Profile(), maxFindings: o.Max, guess: o.Guess}
		b.run()
		slices.SortStableFunc(b.findings, func(x, y report.Finding) int { return x.Start - y.Start })
		rep.Findings, rep.More = b.findings, b.more
	}
	if len(rep.Findings) == 0 {
		rep.Findings = []report.Finding{blameRule(&q, 0, len(s), r)}
	}
	rep.Errors = len(rep.Findings) + rep.More
	leaveTemplate(rep.Findings, s, r)
	hintNamesake(rep.Findings, s, r)
	return rep
}

// leaveTemplate takes the fixes away from the findings of a text that is not an IRI yet, because it has expressions of
// templates or placeholders, and hints at these where they are at fault. A grammar that was read may have them as they
// are.
func leaveTemplate(findings []report.Finding, s string, r spec.Rule) {
	found, blamed, first := false, false, 0
	for m := range templates.All(s) {
		found = true
		for first < len(findings) && findings[first].End <= m.Start && findings[first].Start < m.Start {
			first++
		}
		for i := first; i < len(findings) && findings[i].Start < m.End; i++ {
			if f := &findings[i]; f.End > m.Start {
				blamed, f.Also = true, message.Text{}
				if f.Hint.ID() == message.HintPercent {
					f.Also = f.Hint
				}
				if f.Hint = message.Of(message.HintPlaceholder); m.Kind == templates.Variable {
					f.Hint = message.Of(message.HintTemplate)
				}
			}
		}
	}
	if !found || !blamed && r.Spec().WasRead() {
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
		err = &report.ParseError{Report: Blame(s, r, &report.Settings{Max: report.DefaultMaxFindings})}
	}
	return ref, err
}

// blameRule returns the finding for a string that the rule does not match: where the
// rule, run by itself, cannot go on. It blames the innermost production that is open
// there in every way in which the string can have been read (docs/blame.md, rule 7). The string is a part of the input,
// and the offsets of the finding are in that part.
func blameRule(q *component.Quoter, start, end int, r spec.Rule) report.Finding {
	s := q.Text[start:end]
	stop, err := r.Stop(s)
	at := stop.At
	f := report.Finding{Severity: report.Error, Start: at, End: at + quote.CharLen(s[at:])}
	if err != nil {
		f.Code, f.Rules, f.Section, f.ABNF = report.CodeBudget, []string{r.Name()}, r.Section(), r.ABNF()
		f.Message = message.Of(message.RuleBudget, r.Name(), err.Error())
		return f
	}
	if wordFault(&f, q, start, end, r) {
		return f
	}
	inner := stop.Inner
	f.Rules, f.Expected = stop.Open, stop.Expected
	f.Code = report.Code(inner.Name())
	f.Section, f.ABNF = inner.Section(), inner.ABNF()
	octet := "" // a byte that is not a character
	if at < len(s) && r.Terminals() == abnf.Octets {
		_, octet = message.Char(s[at:f.End])
	}
	switch {
	case octet != "":
		f.Message = message.Of(message.RuleOctet, octet, inner.Name())
	case at == len(s) && at == 0:
		f.Message = message.Of(message.RuleEmpty, r.Name())
	case at == len(s):
		f.Message = message.Of(message.RuleEnd, inner.Name())
	default:
		f.Message = message.OfChar(message.RuleChar, s[at:f.End], inner.Name())
		if stop.Ends && at > 0 && inner == r {
			f.Message = message.OfChar(message.RuleAfter, s[at:f.End], q.Quote(start, start+at), inner.Name())
		}
		f.Hint = caseHint(s[at], func(other string) bool {
			with, err := r.Stop(s[:at] + other)
			return err == nil && (with.At < 0 || with.At > at)
		})
	}
	return f
}
