package check

import (
	"slices"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/report"
)

const (
	// maxRounds bounds how often fixes are applied: of fixes that overlap, each needs a
	// round.
	maxRounds = 8
	// FixesPerRound is how many findings a round of [Fixed] needs at most, because a
	// finding takes about 1 KiB and a long string may have millions. The rest is left for
	// further rounds, which do not count for maxRounds but together check at most maxRoundBytes.
	FixesPerRound = 20_000
	maxRoundBytes = 512 << 20 // for a string of 16 MiB, half a million findings
)

// Fixed applies the fixes of all errors of a report, and of warnings with one of the codes,
// and checks the result again, until nothing is left to apply. It returns the result and true
// if that conforms, and the input and false if not, or if there are more faults than can be
// fixed. validate checks a string as the report was made, with up to max findings. The first report
// is one whose fixes have been tried, see [Try].
func Fixed(first *report.Report, validate func(s string, max int) report.Report, codes ...report.Code) (string, bool) {
	rep := *first
	tried := func(s string) report.Report {
		rep := validate(s, FixesPerRound)
		Try(&rep, validate, codes...)
		return rep
	}
	if rep.More > 0 && len(rep.Findings) < FixesPerRound {
		rep = tried(rep.Input)
	}
	for rounds, checked := 0, 0; rounds < maxRounds; {
		fixed, changed := rep.FixedPart(codes...)
		if !changed {
			break
		}
		before := rep
		rep = tried(fixed)
		if n, had := withoutFix(&rep), withoutFix(&before); n > 0 && n >= had-had/64 {
			break // the fixes of the others do not help, or not in so few rounds
		}
		if rep.More == 0 {
			rounds++
			continue
		}
		// There are too many findings for one round. How many rounds will it take?
		checked += len(fixed)
		done := count(&before) - count(&rep)
		if done <= 0 || checked+count(&rep)/done*len(fixed) > maxRoundBytes {
			return first.Input, false
		}
	}
	if !rep.Conforms() {
		return first.Input, false
	}
	return rep.Input, true
}

// withoutFix returns how many errors have no fix.
func withoutFix(rep *report.Report) (n int) {
	for i := range rep.Findings {
		if f := &rep.Findings[i]; f.Severity == report.Error && f.Fix == nil {
			n++
		}
	}
	return n
}

// count returns the number of findings, with those that are not kept.
func count(rep *report.Report) int { return len(rep.Findings) + rep.More }

// Guesses sets what [report.Settings.Guess] would write for the findings of a report that have no fix.
func Guesses(findings []report.Finding, s string, r spec.Rule, o *report.Settings) {
	if o.Guess || !slices.ContainsFunc(findings,
		func(f report.Finding) bool { return f.Fix == nil && f.Severity == report.Error }) {
		return
	}
	guessing := *o
	guessing.Guess = true
	type place struct {
		code       report.Code
		start, end int
	}
	guessed := make(map[place]*report.Fix)
	for _, g := range slices.Backward(Report(s, r, &guessing).Findings) { // of several for a place the first counts
		if g.Fix != nil && g.Fix.Guessed {
			guessed[place{g.Code, g.Start, g.End}] = g.Fix
		}
	}
	for i := range findings {
		if f := &findings[i]; f.Fix == nil {
			f.Guess = guessed[place{f.Code, f.Start, f.End}]
		}
	}
}
