package rules_test

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri"
)

// TestBidiFix has the fix of many parts of one component: the whole component (RFC 3987 §4.2), or none where
// that is long, so that what a report holds and what is written of it stay in proportion to the string.
func TestBidiFix(t *testing.T) {
	for _, tt := range []struct {
		name  string
		parts int
		fixes bool
	}{
		{"a segment", 10, true},
		{"a segment of 1 KiB", 256, true},
		{"a longer one", 257, false},
		{"a very long one", 100_000, false},
	} {
		segment := strings.Repeat("אa.", tt.parts)
		s := "http://e/" + segment + "/b"
		findings := iri.Check(s, iri.WithMaxFindings(0)).Findings()
		if len(findings) < tt.parts {
			t.Errorf("%s: %d findings", tt.name, len(findings))
		}
		for _, f := range findings {
			switch {
			case !tt.fixes && f.Fix != nil:
				t.Fatalf("%s: there is a fix of %d bytes", tt.name, len(f.Fix.Text))
			case tt.fixes && (f.Fix == nil || f.Fix.Start != len("http://e/") || f.Fix.End != len("http://e/")+
				len(segment)):
				t.Fatalf("%s: got the fix %v", tt.name, f.Fix)
			}
		}
	}
}
