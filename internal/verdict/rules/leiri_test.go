package rules

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/text/chars"
)

// TestLEIRIGroups holds that every character that LEIRI allows and RFC 3987 does
// not allow in every component has exactly one group, and no other character one.
func TestLEIRIGroups(t *testing.T) {
	testkit.StatesRFC(t, "iquery", "isegment")
	iquery, segment := spec.MustRule(spec.LEIRI, "iquery"), spec.MustRule(spec.RFC3987, "isegment")
	for r := rune(0); r <= 0x10FFFF; r++ {
		if 0xD800 <= r && r <= 0xDFFF {
			continue
		}
		n := 0
		for _, l := range registry().leiri {
			if l.has(r) {
				n++
			}
		}
		if n > 1 {
			t.Errorf("%U is in %d groups", r, n)
		}
		s := string(r)
		// Characters that delimit components are in none of the groups.
		leiri := r != '%' && (r >= 0x80 || !strings.ContainsRune(":/?#[]@", r)) && iquery.Valid(s)
		want := leiri && (!segment.Valid(s) || chars.IsBidiFormatting(r))
		if r == 0xFFFE || r == 0xFFFF || r&0xFFFE == 0xFFFE {
			continue // not all are in the grammar of LEIRI, all are in the Note's group
		}
		if got := n == 1; got != want {
			t.Errorf("%U: got %v, want %v", r, got, want)
		}
	}
}
