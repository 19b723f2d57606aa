package rules

import (
	"cmp"
	"slices"

	"github.com/rfc3987/iri/internal/verdict/finding"
)

// A list has the findings of the prose rules in one string. It does not allocate as long as there are none.
type list struct {
	run      finding.Run
	verdict  bool // how many findings there are does not matter: they are counted and not kept, see Judge
	findings []finding.Finding
	total    int // how many findings there are, with those that are not kept
	errors   int // how many of them are errors

	counts []int32 // of the present walk, see begin, by the number of the rule, as far as there are findings
}

// reset makes the list a new one, in the same memory.
func (l *list) reset() {
	clear(l.counts)
	*l = list{counts: l.counts[:0]}
}

// on reports whether the findings of a rule are wanted.
func (l *list) on(r *finding.ProseRule) bool { return l.run.Severity(r, finding.Error) != finding.Off }

// begin starts a walk. A walk goes through the string once and reports the findings of a
// rule in the order of their offsets, so that the limit keeps the first ones.
func (l *list) begin() {
	l.tick()
	clear(l.counts)
}

func (l *list) tick() {
	if l.run.Interrupt != nil {
		l.run.Interrupt()
	}
}

// addUpTo adds a finding for the bytes from start to end, whose default severity is at most ceiling, and returns it. The
// caller sets its message, and hint and fix if there are any. It returns nil if the rule is off or the
// finding is only counted: then no message is needed.
func (l *list) addUpTo(ceiling finding.Severity, r *finding.ProseRule, start, end int) *finding.Finding {
	l.tick()
	severity := l.run.Severity(r, ceiling)
	if severity == finding.Off {
		return nil
	}
	l.total++
	if severity == finding.Error {
		l.errors++
	}
	if more := r.Number() + 1 - len(l.counts); more > 0 {
		l.counts = append(l.counts, make([]int32, more)...)
	}
	n := &l.counts[r.Number()]
	*n++
	if l.verdict || l.run.Max > 0 && int(*n) > l.run.Max {
		return nil
	}
	l.findings = append(l.findings, finding.Finding{Code: r.Code, Severity: severity, Start: start, End: end, Section: r.Section})
	return &l.findings[len(l.findings)-1]
}

// sort puts the findings into the order of their offsets and keeps as many as the
// settings allow.
func (l *list) sort() {
	slices.SortStableFunc(l.findings, func(a, b finding.Finding) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	if l.run.Max <= 0 || len(l.findings) <= l.run.Max {
		return
	}
	if l.run.FixFirst {
		l.findings = slices.DeleteFunc(l.findings, func(f finding.Finding) bool { return f.Fix == nil && f.Severity != finding.Error })
	}
	l.findings = l.findings[:min(len(l.findings), l.run.Max)]
}
