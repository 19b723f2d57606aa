package check

import (
	"slices"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

const (
	// maxRounds bounds how often fixes are applied: of fixes that overlap, each needs a
	// round.
	maxRounds = 8
	// FixesPerRound is how many findings a round of [Fixed] needs at most, because a
	// finding takes about 1 KiB and a long string may have millions. The rest is left for
	// further rounds, which do not count for maxRounds but together check at most maxRoundBytes. With
	// [finding.Run.FixFirst] those that have no fix do not take the places of the others.
	FixesPerRound = 20_000
	maxRoundBytes = 512 << 20 // for a string of 16 MiB, half a million findings
)

// Fixed applies the fixes of all errors of a report, and of warnings with one of the codes,
// and checks the result again, until nothing is left to apply. It returns the result and true
// if that conforms, and the input and false if not, or if there are more faults than can be
// fixed. validate checks a string as the report was made, with up to max findings. The first report
// is one with up to FixesPerRound findings, whose fixes have been tried, see [Try].
func Fixed(first *finding.Report, validate func(s string, max int) finding.Report, codes ...finding.Code) (string, bool) {
	rep := *first
	var last *finding.Report // of the last string that was checked to try fixes: often it is the next to fix
	again := func(s string, max int) finding.Report {
		rep := validate(s, max)
		if max == FixesPerRound {
			last = &rep
		}
		return rep
	}
	tried := func(s string) (rep finding.Report) {
		if last != nil && last.Input == s {
			rep = *last
		} else {
			rep = validate(s, FixesPerRound)
		}
		last = nil // Try changes the findings
		Try(&rep, again, codes...)
		return rep
	}
	for rounds, checked := 0, 0; rounds < maxRounds; {
		fixed, changed := rep.FixedPart(codes...)
		if !changed {
			break
		}
		had, all := withoutFix(&rep), count(&rep)
		rep = finding.Report{} // no longer needed, and large
		rep = tried(fixed)
		if n := withoutFix(&rep); n > 0 && n >= had-had/64 {
			break // the fixes of the others do not help, or not in so few rounds
		}
		if rep.More == 0 || len(rep.Findings) < FixesPerRound { // those with a fix are all there
			rounds++
			continue
		}
		// There are too many findings for one round. How many rounds will it take?
		checked += len(fixed)
		done := all - count(&rep)
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
func withoutFix(rep *finding.Report) (n int) {
	for i := range rep.Findings {
		if f := &rep.Findings[i]; f.Severity == finding.Error && f.Fix == nil {
			n++
		}
	}
	return n
}

// count returns the number of findings, with those that are not kept.
func count(rep *finding.Report) int { return len(rep.Findings) + rep.More }

// Guesses sets what [finding.Settings.Guess] would write for the findings of a report that have no fix.
func Guesses(findings []finding.Finding, s string, r spec.Rule, o *finding.Run) {
	if o.Guess || !slices.ContainsFunc(findings, func(f finding.Finding) bool { return f.Fix == nil && f.Severity == finding.Error }) {
		return
	}
	guessing := *o
	guessing.Guess = true
	type place struct {
		code       finding.Code
		start, end int
	}
	guessed := make(map[place]*finding.Fix)
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
