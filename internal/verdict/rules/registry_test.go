package rules

import (
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
)

// TestRegistry holds that something calls the check of each rule, and one thing only: a
// rule without a check would never be found, and a rule with two would be found twice.
func TestRegistry(t *testing.T) {
	walked := make(map[*entry]bool) // those that are found in one walk
	for _, d := range deviations {
		walked[d.rule] = true
	}
	for _, g := range registry().leiri {
		walked[g.rule] = true
	}
	for _, r := range registry().all {
		if r.trigger.Disorder {
			walked[r] = true
		}
		if (r.check != nil) == walked[r] {
			t.Errorf("%s: want a check, or a walk that finds it", r.Code)
		}
		if r.trigger.Flags != 0 && r.clauses != nil {
			t.Errorf("%s: its check is called for characters and for clauses", r.Code)
		}
		if r.On == 0 {
			t.Errorf("%s: there is no component that it is about", r.Code)
		}
		if slices.ContainsFunc(registry().leiri, func(g leiriGroup) bool { return g.rule == r }) != (r.Spec == spec.LEIRI) {
			t.Errorf("%s: rules of groups, and no others, are about LEIRIs", r.Code)
		}
		for _, bad := range r.Bad {
			if r.trigger.Encoded && chars.IsASCII(bad) && !strings.Contains(bad, "%") {
				t.Errorf("%s: nothing of %q is encoded", r.Code, bad)
			}
		}
		if p := Lookup(r.Code); p != &r.ProseRule {
			t.Errorf("%s: Lookup returns another rule", r.Code)
		}
	}
}
