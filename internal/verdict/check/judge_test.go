package check

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/verdict/rules"
)

// judgeHolds fails if the verdict of [Judge] is not that of the findings of [Validate], by the reference rule of any
// spec, or if these are not those of all rules, also of the ones that need not be asked.
func judgeHolds(t *testing.T, s string) {
	t.Helper()
	var suspicious, errors finding.Run
	rules.Suspicious(&suspicious.Settings)
	for i, r := range rules.Rules() {
		if i%2 == 0 {
			errors.Set(r, finding.Error)
		}
	}
	for _, o := range []finding.Run{{}, {Settings: finding.Settings{GrammarOnly: true}},
		{Settings: finding.Settings{Lint: true}}, {Components: true}, suspicious, errors} {
		for _, by := range spec.Specs() {
			var full finding.Report
			judged := Judge(s, by.Reference(), &o)
			Validate(&full, s, by.Reference(), &o)
			if want := (Verdict{full.Grammatical, full.Conforms(), len(full.Findings) > 0}); judged != want ||
				judged.Conforms != (full.Errors == 0) {
				t.Errorf("%s, %+v: %q: got %+v, want %+v and %d errors", by.Name(), o, s, judged, want, full.Errors)
			}
			var ref component.Ref
			if o.GrammarOnly || !by.Reference().Split(s, &ref) {
				continue
			}
			if all, _, _ := rules.Check(&ref, by.Reference(), &o, false, nil); len(all) != len(full.Findings) {
				t.Errorf("%s, %+v: %q: %d findings, of all rules %d", by.Name(), o, s, len(full.Findings), len(all))
			}
		}
	}
}

// examples returns the examples of all prose rules.
func examples() (list []string) {
	for _, r := range rules.Rules() {
		list = append(append(list, r.Good...), r.Bad...)
	}
	return list
}

// TestJudge has the examples of all rules, and halves of two of them put together.
func TestJudge(t *testing.T) {
	list := examples()
	r := rand.New(rand.NewPCG(28, 1))
	for _, s := range list {
		judgeHolds(t, s)
		other := list[r.IntN(len(list))]
		judgeHolds(t, s[:r.IntN(len(s)+1)]+other[r.IntN(len(other)+1):])
		judgeHolds(t, s+strings.TrimPrefix(other, "http://example.org"))
	}
}

// FuzzJudge looks for strings of which [Judge] says what the findings do not.
func FuzzJudge(f *testing.F) {
	for _, s := range examples() {
		f.Add(s)
	}
	f.Fuzz(judgeHolds)
}
