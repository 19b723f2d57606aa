package rules

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
)

// TestRegistry holds that something calls the check of each rule, and one thing only: a
// rule without a check would never be found, and a rule with two would be found twice.
func TestRegistry(t *testing.T) {
	for _, r := range registry().all {
		ways := 0
		for _, way := range []bool{
			r.chars != 0,      // its check is called for characters
			r.forComponents(), // for components
			r.deviation.say != nil,
			r.group != nil,
			r.inParts,
		} {
			if way {
				ways++
			}
		}
		if ways != 1 || r.chars != 0 && r.check == nil {
			t.Errorf("%s: %d things call its check, want one", r.Code, ways)
		}
		if r.forComponents() && r.On == 0 {
			t.Errorf("%s: there is no component that its check is called for", r.Code)
		}
		if (r.group != nil) != (r.Spec == spec.LEIRI) {
			t.Errorf("%s: rules of groups, and no others, are about LEIRIs", r.Code)
		}
		for _, bad := range r.Bad {
			if r.onlyEncoded && chars.IsASCII(bad) && !strings.Contains(bad, "%") {
				t.Errorf("%s: nothing of %q is encoded", r.Code, bad)
			}
		}
		if p := Lookup(r.Code); p != &r.ProseRule {
			t.Errorf("%s: Lookup returns another rule", r.Code)
		}
	}
}
