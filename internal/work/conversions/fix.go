package conversions

import (
	"slices"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/verdict/rules"
)

// A Fixer applies fixes.
type Fixer struct {
	Run    finding.Run     // of the checks before and after
	Prefix *finding.Prefix // see [finding.Report]
	codes  []finding.Code  // the warnings to fix
}

// NewFixer returns what applies the fixes of errors and of the warnings with the codes. A code that is
// off by default is turned on, unless the options say otherwise. The fixes of the codes suspicious-… are guesses, for
// which their names ask.
func NewFixer(codes []finding.Code, set finding.Run) Fixer {
	for _, code := range codes {
		if r := rules.Lookup(code); r != nil && r.Severity == finding.Off {
			set.SetDefault(r, finding.Warning)
		}
	}
	set.Unmeant = slices.ContainsFunc(codes, rules.IsSuspicious)
	set.Max, set.FixFirst = check.FixesPerRound, true
	return Fixer{Run: set, codes: codes}
}

// Text returns a text with its fixes applied, or else the text and the findings that prevent it. With guess,
// a text that holds several IRIs becomes as many lines, where there is room for them.
func (f *Fixer) Text(s string, rule spec.Rule, guess bool) (string, []finding.Finding) {
	first := f.tried(s, rule)
	var at []finding.Fix
	if guess {
		at = splits(&first)
	}
	if len(at) == 0 {
		return f.fix(first)
	}
	return f.fixLines(s, rule, at)
}

// splits returns the guessed fixes that make two lines of a string that holds two IRIs.
func splits(r *finding.Report) (fixes []finding.Fix) {
	for _, fd := range r.Findings {
		if fd.Fix != nil && fd.Fix.Guessed && fd.Fix.Text == "\n" {
			fixes = append(fixes, *fd.Fix)
		}
	}
	return fixes
}

// fixLines returns the IRIs of a string that holds several, each fixed and on a line of its
// own, or else the string and the findings that prevent that.
func (f *Fixer) fixLines(s string, rule spec.Rule, at []finding.Fix) (lines string, prevent []finding.Finding) {
	start := 0
	for _, end := range append(at, finding.Fix{Start: len(s), End: len(s)}) {
		fixed, findings := f.fix(f.tried(s[start:end.Start], rule))
		for _, fd := range findings {
			fd.Start, fd.End, fd.Fix = fd.Start+start, fd.End+start, moved(fd.Fix, start)
			fd.Guess = moved(fd.Guess, start)
			prevent = append(prevent, fd)
		}
		if start > 0 {
			lines += "\n"
		}
		lines += fixed
		start = end.End
	}
	if len(prevent) > 0 {
		return s, prevent
	}
	return lines, nil
}

// moved returns an edit of a part of a string as one of the string.
func moved(fix *finding.Fix, by int) *finding.Fix {
	if fix == nil {
		return nil
	}
	return &finding.Fix{Start: fix.Start + by, End: fix.End + by, Text: fix.Text, Guessed: fix.Guessed}
}

// check checks a text, and keeps up to max findings.
func (f *Fixer) check(s string, rule spec.Rule, max int) finding.Report {
	set := f.Run
	set.Max = max
	rep := finding.Report{Prefix: f.Prefix}
	check.Validate(&rep, s, rule, &set)
	return rep
}

// tried returns the report on a text, whose fixes have been tried.
func (f *Fixer) tried(s string, rule spec.Rule) finding.Report {
	rep := f.check(s, rule, f.Run.Max)
	check.Try(&rep, func(s string, max int) finding.Report { return f.check(s, rule, max) }, f.codes...)
	return rep
}

// fix returns the string of a report with its fixes applied. If the result would not conform, or
// if there are more faults than can be fixed, it returns the string unchanged and the findings
// that prevent it.
func (f *Fixer) fix(first finding.Report) (string, []finding.Finding) {
	again := func(s string, max int) finding.Report { return f.check(s, first.Rule, max) }
	fixed, ok := check.Fixed(&first, again, f.codes...)
	if ok {
		return fixed, nil
	}
	findings := unfixable(&first)
	check.Guesses(findings, first.Input, first.Rule, &f.Run)
	if len(findings) == 0 { // too many warnings
		findings = first.Findings
		findings = findings[:min(len(findings), finding.DefaultMaxFindings)]
	}
	return fixed, findings
}

// Unfixable returns the findings of a text that prevent a fix, after a function has been through all of them.
func (f *Fixer) Unfixable(s string, rule spec.Rule, through func([]finding.Finding)) []finding.Finding {
	rep := f.tried(s, rule)
	through(rep.Findings)
	return unfixable(&rep)
}

// unfixable returns the findings that prevent a fix: the errors without one, or else all
// errors.
func unfixable(first *finding.Report) []finding.Finding {
	var unfixable, errors []finding.Finding
	for _, fd := range first.Findings {
		if fd.Severity == finding.Error {
			errors = append(errors, fd)
			if fd.Fix == nil {
				unfixable = append(unfixable, fd)
			}
		}
	}
	if len(unfixable) == 0 {
		unfixable = errors
	}
	if first.More > 0 {
		unfixable = unfixable[:min(len(unfixable), finding.DefaultMaxFindings)]
	}
	return unfixable
}
