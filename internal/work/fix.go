package work

import (
	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/explain"
)

// A fixer applies fixes.
type fixer struct {
	opts       []iri.Option // of the checks before and after
	namespaces []iri.Option // the same for what a prefix stands for
	codes      []iri.Code   // the warnings to fix
}

// Fix is the conversion that applies the fixes of errors and of the warnings with the codes, for a
// target. A code that is off by default is turned on, unless the options of the target say
// otherwise. With guess, a text that holds several IRIs becomes as many lines.
func Fix(t Target, codes []iri.Code, guess bool) (Conversion, error) {
	for _, code := range codes {
		if _, ok := iri.LookupCode(code); !ok {
			return Conversion{}, UnknownCode(string(code), explain.Codes())
		}
	}
	f := newFixer(codes, t.Opts)
	t.Opts = f.opts
	return Conversion{
		AnyString: true, KeepInput: true, Clean: NewChecker(t),
		Append: func(dst []byte, rec *input.Record, rule iri.Rule) ([]byte, error) {
			fixed, findings := f.fixRecord(rec, rule, guess)
			if len(findings) > 0 {
				return dst, FindingsError(findings)
			}
			return append(dst, fixed...), nil
		},
	}, nil
}

func newFixer(codes []iri.Code, opts []iri.Option) fixer {
	f := fixer{codes: codes}
	for _, code := range codes {
		if info, ok := iri.LookupCode(code); ok && !info.Grammar && info.Severity == iri.Off {
			f.opts = append(f.opts, iri.WithSeverity(code, iri.Warning))
		}
	}
	f.opts = append(append(f.opts, opts...), iri.MaxFindings(check.FixesPerRound))
	f.namespaces = namespaceOptions(f.opts)
	return f
}

// fixRecord is fix for the text of a record.
func (f *fixer) fixRecord(rec *input.Record, rule iri.Rule, guess bool) (string, []iri.Finding) {
	if rec.IsLiteral() && !guess && len(f.codes) == 0 {
		return rec.Text, nil // any text may be meant: see [literalOptions]
	}
	if rec.IsNamespace() || rec.Curie != nil {
		of := *f
		if of.opts = withCurie(f.opts, rec); rec.IsNamespace() {
			of.opts = f.namespaces
		}
		f = &of
	}
	first := rule.Validate(rec.Text, f.opts...)
	var at []iri.Fix
	if guess {
		at = splits(&first)
	}
	if len(at) == 0 {
		return f.fix(first)
	}
	// In a file of other records than lines, a line end is not between two of them.
	if rec.Escape == input.None && rec.Format.End() == '\n' {
		if lines, ok := f.fixLines(rec.Text, rule, at); ok {
			return lines, nil
		}
	}
	return rec.Text, unfixable(&first)
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
func (f *fixer) fixLines(s string, rule iri.Rule, at []iri.Fix) (lines string, ok bool) {
	start := 0
	for _, end := range append(at, iri.Fix{Start: len(s), End: len(s)}) {
		fixed, findings := f.fix(rule.Validate(s[start:end.Start], f.opts...))
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
func (f *fixer) fix(first iri.Report) (string, []iri.Finding) {
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
