package rewrite

import (
	"runtime"

	"github.com/rfc3987/iri"
)

const (
	// maxRounds bounds how often fixes are applied: of fixes that overlap, each needs a
	// round.
	maxRounds = 8
	// fixesPerRound bounds the findings of a round, because a finding takes about
	// 1 KiB and a long line may have millions. The rest is left for further rounds,
	// which do not count for maxRounds but together check at most maxRoundBytes.
	fixesPerRound = 20_000
	maxRoundBytes = 512 << 20 // for a line of 16 MiB, half a million findings
)

// A Fixer applies fixes.
type Fixer struct {
	Opts []iri.Option // of the checks before and after

	codes []iri.Code // the warnings to fix
}

// NewFixer returns a fixer of errors and of the warnings with the codes, for a target with the
// options. A code that is off by default is turned on, unless the options say otherwise.
func NewFixer(codes []iri.Code, opts []iri.Option) Fixer {
	f := Fixer{codes: codes}
	for _, code := range codes {
		if info, ok := iri.LookupCode(code); ok && !info.Grammar && info.Severity == iri.Off {
			f.Opts = append(f.Opts, iri.WithSeverity(code, iri.Warning))
		}
	}
	f.Opts = append(append(f.Opts, opts...), iri.MaxFindings(fixesPerRound))
	return f
}

// Fix returns s with its fixes applied. If the result would not conform, or if s has more
// faults than can be fixed, it returns s unchanged and the findings that prevent it.
func (f *Fixer) Fix(s string, rule iri.Rule) (string, []iri.Finding) {
	first := rule.Validate(s, f.Opts...)
	rep := first
	for rounds, checked := 0, 0; rounds < maxRounds; {
		if len(s) > 32*LongText {
			runtime.GC() // free what was tried, and the copies of the round before
		}
		fixed, changed := rep.FixedWith(f.codes...)
		if !changed {
			break
		}
		before := rep
		rep = rule.Validate(fixed, f.Opts...)
		if rep.More() == 0 {
			rounds++
			continue
		}
		// There are too many findings for one round. How many rounds will it take?
		checked += len(fixed)
		done := count(&before) - count(&rep)
		if done <= 0 || checked+count(&rep)/done*len(fixed) > maxRoundBytes {
			return s, tooMany(&first)
		}
	}
	if rep.Conforms() {
		return rep.Input(), nil
	}
	return s, Unfixable(&first)
}

// count returns the number of findings, with those that are not kept.
func count(rep *iri.Report) int { return len(rep.Findings()) + rep.More() }

// tooMany returns the findings for a string that has more of them than can be fixed: the
// errors, or else what there is.
func tooMany(first *iri.Report) []iri.Finding {
	if findings := Unfixable(first); len(findings) > 0 {
		return findings
	}
	findings := first.Findings()
	return findings[:min(len(findings), iri.DefaultMaxFindings)]
}

// Unfixable returns the findings that prevent a fix: the errors without one, or else all
// errors.
func Unfixable(first *iri.Report) []iri.Finding {
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
