package check

import (
	"slices"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/diagnose"
	"github.com/rfc3987/iri/internal/verdict/message"
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/verdict/rules"
)

// maxAfterFix is how long a string is whose faults of the grammar are mended to ask the prose rules.
const maxAfterFix = 64 << 10

// afterFix adds what prevents the fixes of all faults of the grammar: the errors that the prose rules find once they
// are made or, where the fixes together break the grammar, the faults that have none then. Without them a report would
// show a fix, and [Fixed] would not make it.
func afterFix(rep *report.Report, r spec.Rule, o *report.Settings) {
	if grammarAlone(r, o) || rep.More > 0 || len(rep.Findings) > report.DefaultMaxFindings ||
		len(rep.Input) > maxAfterFix {
		return
	}
	fixes := make([]report.Fix, 0, len(rep.Findings))
	for i := range rep.Findings {
		f := rep.Findings[i].Fix
		if f == nil || f.Text == "\n" { // it makes two strings of one
			return
		}
		fixes = append(fixes, *f)
	}
	mended := report.Report{Input: report.Apply(rep.Input, fixes), Rule: r, Prefix: rep.Prefix} // it sorts the fixes
	mended.Grammatical = r.Split(mended.Input, &mended.Ref)
	switch {
	case !mended.Grammatical:
		mended = diagnose.Blame(mended.Input, r, o)
		mended.Prefix = rep.Prefix
		dropGuesses(&mended, r, o)
		if mended.Errors < rep.Errors { // so it ends
			afterFix(&mended, r, o)
		}
	case mended.Ref.Text == mended.Input:
		mended.Findings, _, _ = rules.Check(&mended.Ref, r, o, rep.Prefix)
	}
	mended.Findings = slices.DeleteFunc(mended.Findings, func(f report.Finding) bool {
		return f.Severity != report.Error || !mended.Grammatical && f.Fix != nil
	})
	if len(mended.Findings) == 0 {
		return
	}
	Name(&mended, o.Match)
	for _, f := range mended.Findings {
		back(&f, fixes)
		if f.Also.IsZero() {
			f.Also = message.Of(message.HintAfterFix)
		}
		rep.Errors++
		if o.Max > 0 && len(rep.Findings) >= o.Max {
			rep.More++
			continue
		}
		rep.Findings = append(rep.Findings, f)
	}
}

// back moves a finding from the text that fixes, in their order, have made to the text before. A fix that changes what
// they have written does not stand there.
func back(f *report.Finding, fixes []report.Fix) {
	f.Start, _ = before(f.Start, fixes, false)
	f.End, _ = before(f.End, fixes, true)
	if f.Fix == nil {
		return
	}
	start, isOld := before(f.Fix.Start, fixes, false)
	end, isOldEnd := before(f.Fix.End, fixes, true)
	if !isOld || !isOldEnd || slices.ContainsFunc(fixes,
		func(x report.Fix) bool { return x.Start < end && start < x.End }) {
		f.Fix = nil
		return
	}
	f.Fix = &report.Fix{Start: start, End: end, Text: f.Fix.Text, Guessed: f.Fix.Guessed}
}

// before returns where an offset of the text that fixes have made stands in the text before, and whether it is one of
// what they left as it is. Of what they wrote it is the start, or the end.
func before(at int, fixes []report.Fix, isEnd bool) (offset int, isOld bool) {
	moved, last := 0, 0 // by how much what follows the fixes so far has moved, and where the last one ends
	for _, x := range fixes {
		if x.Start < last {
			continue // [report.Apply] passes it over
		}
		start := x.Start + moved
		if at < start || at == start && !isEnd {
			break
		}
		if end := start + len(x.Text); at < end || at == end && isEnd {
			if isEnd {
				return x.End, false
			}
			return x.Start, false
		}
		moved, last = moved+len(x.Text)-(x.End-x.Start), x.End
	}
	return at - moved, true
}

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

// maxTried is how long a string is whose guesses are tried. People write no longer ones.
const maxTried = 4 << 10

// dropGuesses takes the guesses away that do not keep what a fix promises: it removes its finding and adds none, not
// by the prose rules either. Of a guess that makes two lines of a string each is tried.
func dropGuesses(rep *report.Report, r spec.Rule, o *report.Settings) {
	if !o.Guess || len(rep.Input) > maxTried {
		return
	}
	quiet := *o
	quiet.Guess = false
	for i := range min(len(rep.Findings), report.DefaultMaxFindings) {
		f := &rep.Findings[i]
		if f.Fix == nil || !f.Fix.Guessed {
			continue
		}
		lines := []string{report.Apply(rep.Input, []report.Fix{*f.Fix})}
		if f.Fix.Text == "\n" {
			lines = []string{rep.Input[:f.Fix.Start], rep.Input[f.Fix.End:]} // two IRIs
		}
		errors := 0
		for _, s := range lines {
			tried := Report(s, r, &quiet)
			errors += tried.Errors
		}
		if errors >= rep.Errors {
			f.Fix = nil
		}
	}
}
