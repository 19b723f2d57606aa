package check

import (
	"slices"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/message"
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/verdict/rules"
)

// maxAfterFix is how long a string is whose faults of the grammar are mended to ask the prose rules.
const maxAfterFix = 64 << 10

// afterFix adds the errors that the prose rules find once the fixes of all faults of the grammar are made: they
// are what prevents a fix. Without them a report would show a fix, and [Fixed] would not make it.
func afterFix(rep *report.Report, r spec.Rule, o *report.Settings) {
	if grammarAlone(r, o) || rep.More > 0 || len(rep.Findings) > report.DefaultMaxFindings || len(rep.Input) > maxAfterFix {
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
	mended := report.Report{Input: report.Apply(rep.Input, fixes), Rule: r} // it sorts the fixes
	var ref component.Ref
	if !r.Split(mended.Input, &ref) || ref.Text != mended.Input {
		return
	}
	mended.Findings, _, _ = rules.Check(&ref, r, o, rep.Prefix)
	mended.Findings = slices.DeleteFunc(mended.Findings, func(f report.Finding) bool { return f.Severity != report.Error })
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
	if !isOld || !isOldEnd || slices.ContainsFunc(fixes, func(x report.Fix) bool { return x.Start < end && start < x.End }) {
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
	if o.Guess || !slices.ContainsFunc(findings, func(f report.Finding) bool { return f.Fix == nil && f.Severity == report.Error }) {
		return
	}
	guessing := *o
	guessing.Guess = true
	rep := Report(s, r, &guessing)
	for i := range findings {
		f := &findings[i]
		at := slices.IndexFunc(rep.Findings, func(g report.Finding) bool {
			return f.Code == g.Code && f.Start == g.Start && f.End == g.End && g.Fix != nil && g.Fix.Guessed
		})
		if f.Fix == nil && at >= 0 {
			f.Guess = rep.Findings[at].Fix
		}
	}
}
