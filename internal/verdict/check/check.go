// Package check says what is wrong with a string: all faults of the grammar or, if it
// conforms, what the prose rules find. It asks first whether a string is one
// of those in which no rule has anything to say. In come a string, a rule and settings, out
// comes a report. It must not know how reports are shown, nor where strings come from.
package check

import (
	"github.com/rfc3987/iri/internal/fast/clean"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/lazy"
	"github.com/rfc3987/iri/internal/verdict/diagnose"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/verdict/rules"
)

// Validate checks s against the rule and fills in the report, which is empty but for the prefix: all faults
// of the grammar or, if there are none, what the prose rules find. Prose rules are for
// the rules that name a whole reference. Fixes are not tried: see [Try].
func Validate(rep *finding.Report, s string, r spec.Rule, o *finding.Run) {
	rep.Input, rep.Rule = s, r
	var rest, clean bool
	switch rep.Grammatical, rest, clean = read(&rep.Ref, s, r, o); {
	case !rep.Grammatical:
		*rep = blamed(s, r, o, rep.Prefix)
	case rest:
		rep.Findings, rep.More, rep.Errors = rules.Check(&rep.Ref, r, o, clean, rep.Prefix)
		Name(rep, o.ParseTree)
	}
}

// Blamed is [Report] for a string that is known not to conform to the rule.
func Blamed(s string, r spec.Rule, o *finding.Run) finding.Report { return blamed(s, r, o, nil) }

func blamed(s string, r spec.Rule, o *finding.Run, prefix *finding.Prefix) finding.Report {
	rep := diagnose.Blame(s, r, o)
	rep.Prefix = prefix
	rules.Faulty(&rep, o)
	return rep
}

// A Verdict is what a report says without its findings.
type Verdict struct {
	Grammatical bool // the string conforms to the rule
	Conforms    bool // it does, and no finding is an error: see [finding.Report.Conforms]
	Found       bool // there are findings
}

// Judge is [Validate] that keeps no findings: it returns the verdict.
func Judge(s string, r spec.Rule, o *finding.Run) Verdict {
	var ref component.Ref
	ok, rest, clean := read(&ref, s, r, o)
	found, errors := !ok, !ok
	if rest {
		found, errors = rules.Judge(&ref, r, o, clean)
	}
	return Verdict{Grammatical: ok, Conforms: !errors, Found: found}
}

// Report returns the report that [Validate] would fill in.
func Report(s string, r spec.Rule, o *finding.Run) (rep finding.Report) {
	Validate(&rep, s, r, o)
	return rep
}

// read reports whether s conforms to the rule, whether the prose rules are to be asked, and whether of these the ones
// that are on by default are known to find nothing. It sets ref if they are to be asked, or the settings ask for the
// components.
func read(ref *component.Ref, s string, r spec.Rule, o *finding.Run) (ok, rest, clean bool) {
	if !grammarAlone(r, o) {
		clean = hasFastPath(r) && cleanText().Has(s)
		rest = !clean || !o.Default()
	}
	if rest || o.Components && r.IsWhole() {
		ok = r.Split(s, ref)
		return ok, ok && rest && ref.Text == s, clean // a spec that was read may divide it in another way than RFC 3986
	}
	return r.Valid(s), false, clean
}

// grammarAlone reports whether the grammar is all that there is to check.
func grammarAlone(r spec.Rule, o *finding.Run) bool {
	return o.GrammarOnly || r.IsZero() || !r.IsWhole()
}

// hasFastPath reports whether the rules that are on by default find nothing in what is clean. LEIRIs have rules of
// their own.
func hasFastPath(r spec.Rule) bool { return r.Family() != spec.LEIRIs }

// cleanText returns the language of the texts in which no rule that is on by default finds anything.
func cleanText() *clean.Language { return cleanTextOf.Get(makeCleanText) }

var cleanTextOf lazy.Value[*clean.Language]

func makeCleanText() *clean.Language { return clean.New(rules.Triggers()) }
