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
	maxRoundBytes = 512 << 20
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

// Fix returns s with its fixes applied. If the result would not conform, it returns s
// unchanged and the findings that prevent it.
func (f *Fixer) Fix(s string, rule iri.Rule) (string, []iri.Finding) {
	first := rule.Validate(s, f.Opts...)
	rep := first
	try := first.More()/fixesPerRound*len(s) < maxRoundBytes
	for rounds, checked := 0, 0; try && rounds < maxRounds && checked < maxRoundBytes; {
		fixed, changed := rep.FixedWith(f.codes...)
		if !changed {
			break
		}
		if rep.More() > 0 {
			checked += len(fixed)
		} else {
			rounds++
		}
		if rep = rule.Validate(fixed, f.Opts...); len(s) > 32*LongText {
			runtime.GC() // free the copies of the round before
		}
	}
	if rep.Conforms() {
		return rep.Input(), nil
	}
	return s, Unfixable(&first)
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
