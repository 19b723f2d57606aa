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
	if r.IsWhole() {
		b := blamer{s: s, rule: r, profile: r.Spec().Profile(), match: o.Match, maxFindings: o.Max, guess: o.Guess,
			tick: o.Tick}
		b.run()
		slices.SortStableFunc(b.findings, func(x, y report.Finding) int { return x.Start - y.Start })
		rep.Findings, rep.More = b.findings, b.more
	}
	if len(rep.Findings) == 0 {
		rep.Findings = []report.Finding{blameRule(s, r)}
	}
	rep.Errors = len(rep.Findings) + rep.More
	hintNamesake(rep.Findings, s, r)
	report.HidePasswords(rep.Findings, r.Name(), s)
	return rep
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
// there in every way in which the string can have been read (docs/blame.md, rule 7).
func blameRule(s string, r spec.Rule) report.Finding {
	stop, err := r.Stop(s)
	at := stop.At
	f := report.Finding{Severity: report.Error, Start: at, End: at + quote.CharLen(s[at:])}
	if err != nil {
		f.Code, f.Rules, f.Section, f.ABNF = report.CodeBudget, []string{r.Name()}, r.Section(), r.ABNF()
		f.Message = message.Of(message.RuleBudget, r.Name(), err.Error())
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
			f.Message = message.OfChar(message.RuleAfter, s[at:f.End], quote.Quote(s[:at]), inner.Name())
		}
	}
	return f
}
