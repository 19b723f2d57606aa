package conversions

import (
	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/verdict/check"
)

// A Fixer applies fixes.
type Fixer struct {
	Opts  []iri.Option // of the checks before and after
	codes []iri.Code   // the warnings to fix
}

// NewFixer returns what applies the fixes of errors and of the warnings with the codes. A code that is
// off by default is turned on, unless the options say otherwise.
func NewFixer(codes []iri.Code, opts []iri.Option) Fixer {
	f := Fixer{codes: codes}
	for _, code := range codes {
		if info, ok := iri.LookupCode(code); ok && !info.Grammar && info.Severity == iri.Off {
			f.Opts = append(f.Opts, iri.WithSeverity(code, iri.Warning))
		}
	}
	f.Opts = append(append(f.Opts, opts...), iri.MaxFindings(check.FixesPerRound))
	return f
}

// Text returns a text with its fixes applied, or else the text and the findings that prevent it. With guess,
// a text that holds several IRIs becomes as many lines, if lines are what it may become.
func (f *Fixer) Text(s string, rule iri.Rule, guess, lines bool) (string, []iri.Finding) {
	first := rule.Validate(s, f.Opts...)
	var at []iri.Fix
	if guess {
		at = splits(&first)
	}
	if len(at) == 0 {
		return f.fix(first)
	}
	if lines {
		if fixed, ok := f.fixLines(s, rule, at); ok {
			return fixed, nil
		}
	}
	return s, unfixable(&first)
}

// splits returns the guessed fixes that make two lines of a string that holds two IRIs.
func splits(r *iri.Report) (fixes []iri.Fix) {
	for _, fd := range r.Findings() {
		if fd.Fix != nil && fd.Fix.Guessed && fd.Fix.Text == "\n" {
			fixes = append(fixes, *fd.Fix)
		}
	}
	return fixes
}

// fixLines returns the IRIs of a string that holds several, each fixed and on a line of its
// own. ok is false if one of them cannot be fixed.
func (f *Fixer) fixLines(s string, rule iri.Rule, at []iri.Fix) (lines string, ok bool) {
	start := 0
	for _, end := range append(at, iri.Fix{Start: len(s), End: len(s)}) {
		fixed, findings := f.fix(rule.Validate(s[start:end.Start], f.Opts...))
		if len(findings) > 0 {
			return "", false
		}
		if start > 0 {
			lines += "\n"
		}
		lines += fixed
		start = end.End
	}
	return lines, true
}

// fix returns the string of a report with its fixes applied. If the result would not conform, or
// if there are more faults than can be fixed, it returns the string unchanged and the findings
// that prevent it.
func (f *Fixer) fix(first iri.Report) (string, []iri.Finding) {
	fixed, ok := first.FixedWith(f.codes...)
	if ok {
		return fixed, nil
	}
	findings := unfixable(&first)
	if len(findings) == 0 { // too many warnings
		findings = first.Findings()
		findings = findings[:min(len(findings), iri.DefaultMaxFindings)]
	}
	return fixed, findings
}

// unfixable returns the findings that prevent a fix: the errors without one, or else all
// errors.
func unfixable(first *iri.Report) []iri.Finding {
	var unfixable, errors []iri.Finding
	for _, fd := range first.Findings() {
		if fd.Severity == iri.Error {
			errors = append(errors, fd)
			if fd.Fix == nil {
				unfixable = append(unfixable, fd)
			}
		}
	}
	if len(unfixable) == 0 {
		unfixable = errors
	}
	if first.More() > 0 {
		unfixable = unfixable[:min(len(unfixable), iri.DefaultMaxFindings)]
	}
	return unfixable
}
