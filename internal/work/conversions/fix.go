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

// NewFixer returns a Fixer for errors, and for warnings with these codes. It turns on a code that is off by default,
// unless the options set its severity. The fixes of the codes suspicious-… are guesses, and are made if their names
// are in codes.
func NewFixer(codes []finding.Code, set finding.Run) Fixer {
	for _, code := range codes {
		if r := rules.Lookup(code); r != nil && r.Severity == finding.Off {
			set.SetDefault(r, finding.Warning)
		}
	}
	set.GuessSuspicious = slices.ContainsFunc(codes, rules.IsSuspicious)
	set.Max, set.FixFirst = check.FixesPerRound, true
	return Fixer{Run: set, codes: codes}
}

// Text returns the fixed text or, if it cannot be fixed, the text and the findings that prevent it. With guess, a
// text that has several IRIs becomes several lines, if the place of the text allows lines.
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

// splits returns the guessed fixes that divide a string with two IRIs into two lines.
func splits(r *finding.Report) (fixes []finding.Fix) {
	for _, fd := range r.Findings {
		if fd.Fix != nil && fd.Fix.Guessed && fd.Fix.Text == "\n" {
			fixes = append(fixes, *fd.Fix)
		}
	}
	return fixes
}

// fixLines divides a string at the fixes, fixes each line, and returns the lines. If one cannot be fixed, it returns
// the string and the findings that prevent it.
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

// moved returns a fix with its offsets moved by so many bytes.
func moved(fix *finding.Fix, by int) *finding.Fix {
	if fix == nil {
		return nil
	}
	return &finding.Fix{Start: fix.Start + by, End: fix.End + by, Text: fix.Text, Guessed: fix.Guessed}
}

// check checks a text, and returns up to max findings.
func (f *Fixer) check(s string, rule spec.Rule, max int) finding.Report {
	set := f.Run
	set.Max = max
	rep := finding.Report{Prefix: f.Prefix}
	check.Validate(&rep, s, rule, &set)
	return rep
}

// tried returns the report on a text, without the fixes that fail.
func (f *Fixer) tried(s string, rule spec.Rule) finding.Report {
	rep := f.check(s, rule, f.Run.Max)
	check.Try(&rep, func(s string, max int) finding.Report { return f.check(s, rule, max) }, f.codes...)
	return rep
}

// fix returns the fixed string of a report. If the result would not conform, or has more faults than can be fixed, it
// returns the string unchanged and the findings that prevent the fix.
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

// Unfixable returns the findings that prevent a fix of the text. It calls through with all findings first.
func (f *Fixer) Unfixable(s string, rule spec.Rule, through func([]finding.Finding)) []finding.Finding {
	rep := f.tried(s, rule)
	through(rep.Findings)
	return unfixable(&rep)
}

// unfixable returns the findings that prevent a fix: the errors without a fix or, if all errors have one, all errors.
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
