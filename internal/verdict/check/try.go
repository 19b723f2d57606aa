package check

import (
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/verdict/finding"
)

// A report says what is wrong, and its fixes are made for one fault each. Whether they keep what docs/blame.md promises
// is tried here, when they are asked for.

const (
	// maxTried is how many bytes are checked again to try the fixes of a report, and minTries how often at least.
	maxTried = 16 << 10
	minTries = 8
	// maxAfterFix is how long a string is whose faults of the grammar are mended to ask the prose rules.
	maxAfterFix = 64 << 10
)

// A trial tries the fixes of a report.
type trial struct {
	rep    *finding.Report
	again  func(s string, max int) finding.Report
	counts map[finding.Code]int // of the findings of the report
	left   int                  // how often the string may be checked again
}

// Try tries the fixes of a report that are for errors, or for findings with one of the codes, and takes those away that do
// not keep what a fix promises: it removes its finding and adds none. If all faults of the grammar have a fix, it adds
// the errors that are there once they are made, which prevent these fixes. again checks a string as the report was made,
// with up to max findings. The findings of the report must not be shared.
func Try(rep *finding.Report, again func(s string, max int) finding.Report, codes ...finding.Code) {
	t := trial{rep: rep, again: again, left: max(minTries, maxTried/(len(rep.Input)+1))}
	var fixed []*finding.Finding
	for i := range rep.Findings {
		f := &rep.Findings[i]
		// A fix of the grammar that is not a guess is right as it is.
		if f.Fix != nil && (f.Severity == finding.Error || slices.Contains(codes, f.Code)) &&
			(rep.Grammatical || f.Fix.Guessed) {
			fixed = append(fixed, f)
		}
	}
	if len(fixed) > 0 {
		t.counts = countsOf(rep)
	}
	if len(fixed) <= t.left {
		for _, f := range fixed {
			t.drop([]*finding.Finding{f})
		}
		fixed = nil
	}
	// In a long string with many fixes this would take too long. There those of one code are tried together, and only if
	// together they do not keep the promise, one half and then the other.
	for len(fixed) > 0 {
		code, together := fixed[0].Code, []*finding.Finding(nil)
		fixed = slices.DeleteFunc(fixed, func(f *finding.Finding) bool {
			if f.Code == code {
				together = append(together, f)
			}
			return f.Code == code
		})
		t.drop(together)
	}
	if !rep.Grammatical {
		t.afterFix()
	}
}

// drop takes the fixes away, of findings with one code, that do not keep the promise.
func (t *trial) drop(findings []*finding.Finding) {
	if t.left--; t.left >= 0 {
		if t.keeps(findings) {
			return
		}
		if n := len(findings) / 2; n > 0 {
			t.drop(findings[:n])
			t.drop(findings[n:])
			return
		}
	}
	for _, f := range findings {
		f.Fix = nil
	}
}

// keeps reports whether the fixes of findings with one code, together, keep the promise: of a string that conforms to the
// rule no code has more findings, and the code has as many less; of another there are fewer errors. Of a guess that makes
// two lines of a string each is tried.
func (t *trial) keeps(findings []*finding.Finding) bool {
	fixes := make([]finding.Fix, len(findings))
	lines := false
	for i, f := range findings {
		fixes[i] = *f.Fix
		lines = lines || f.Fix.Text == "\n" && !strings.Contains(t.rep.Input, "\n")
	}
	texts := []string{finding.Apply(t.rep.Input, fixes)}
	if lines {
		texts = strings.Split(texts[0], "\n")
	}
	errors := 0
	for _, s := range texts {
		after := t.again(s, FixesPerRound)
		if errors += after.Errors; !t.rep.Grammatical {
			continue
		}
		if !after.Grammatical || count(&after) > count(t.rep)-len(findings) && (after.More > 0 || t.rep.More > 0) {
			return false
		}
		for code, n := range countsOf(&after) {
			most := t.counts[code]
			if code == findings[0].Code {
				most -= len(findings)
			}
			if n > most && t.rep.More == 0 {
				return false
			}
		}
	}
	return t.rep.Grammatical || errors < t.rep.Errors
}

// countsOf returns how many findings of a report there are with each code.
func countsOf(rep *finding.Report) map[finding.Code]int {
	counts := make(map[finding.Code]int)
	for i := range rep.Findings {
		counts[rep.Findings[i].Code]++
	}
	return counts
}

// afterFix adds what prevents the fixes of all faults of the grammar: the errors that the prose rules find once they
// are made or, where the fixes together break the grammar, the faults that have none then.
func (t *trial) afterFix() {
	rep := t.rep
	if rep.More > 0 || len(rep.Findings) > finding.DefaultMaxFindings || len(rep.Input) > maxAfterFix {
		return
	}
	fixes := make([]finding.Fix, 0, len(rep.Findings))
	for i := range rep.Findings {
		f := rep.Findings[i].Fix
		if f == nil || f.Text == "\n" { // it makes two strings of one
			return
		}
		fixes = append(fixes, *f)
	}
	mended := t.again(finding.Apply(rep.Input, fixes), finding.DefaultMaxFindings) // it sorts the fixes
	if mended.Grammatical || mended.Errors < rep.Errors {                          // so it ends
		Try(&mended, t.again)
	}
	for _, f := range mended.Findings {
		if f.Severity != finding.Error || !mended.Grammatical && f.Fix != nil {
			continue
		}
		back(&f, fixes)
		if f.Also.IsZero() {
			f.Also = finding.HintAfterFix.Text()
		}
		rep.Errors++
		rep.Findings = append(rep.Findings, f)
	}
}

// back moves a finding from the text that fixes, in their order, have made to the text before. A fix that changes what
// they have written does not stand there.
func back(f *finding.Finding, fixes []finding.Fix) {
	f.Start, _ = before(f.Start, fixes, false)
	f.End, _ = before(f.End, fixes, true)
	if f.Fix == nil {
		return
	}
	start, isOld := before(f.Fix.Start, fixes, false)
	end, isOldEnd := before(f.Fix.End, fixes, true)
	if !isOld || !isOldEnd || slices.ContainsFunc(fixes, func(x finding.Fix) bool { return x.Start < end && start < x.End }) {
		f.Fix = nil
		return
	}
	f.Fix = &finding.Fix{Start: start, End: end, Text: f.Fix.Text, Guessed: f.Fix.Guessed}
}

// before returns where an offset of the text that fixes have made stands in the text before, and whether it is one of
// what they left as it is. Of what they wrote it is the start, or the end.
func before(at int, fixes []finding.Fix, isEnd bool) (offset int, isOld bool) {
	moved, last := 0, 0 // by how much what follows the fixes so far has moved, and where the last one ends
	for _, x := range fixes {
		if x.Start < last {
			continue // [finding.Apply] passes it over
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
