package check

import "github.com/rfc3987/iri/internal/verdict/report"

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
// fixed. validate checks a string as the report was made, with up to max findings.
func Fixed(first *report.Report, validate func(s string, max int) report.Report, codes ...report.Code) (string, bool) {
	rep := *first
	if rep.More > 0 && len(rep.Findings) < FixesPerRound {
		rep = validate(rep.Input, FixesPerRound)
	}
	for rounds, checked := 0, 0; rounds < maxRounds; {
		fixed, changed := rep.FixedPart(codes...)
		if !changed {
			break
		}
		before := rep
		rep = validate(fixed, FixesPerRound)
		if n := withoutFix(&rep); n > 0 && n >= withoutFix(&before) {
			break // the fixes of the others do not help
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
