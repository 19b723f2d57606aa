package blame

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// TestComponentEndsTooSoon checks that where the components of a spec have a least
// length, a finding names the one that is too short, not the whole.
func TestComponentEndsTooSoon(t *testing.T) {
	s, err := spec.ReadSpec(spec.GrammarFile{Name: "x.abnf", Text: []byte("; changes: rfc3987\nport = 2*5DIGIT\nscheme = \"http\" [ \"s\" ]\nireg-name = 1*( iunreserved / pct-encoded / sub-delims )\n")})
	if err != nil {
		t.Fatal(err)
	}
	// Only a built-in spec is blamed by structure, so the blamer is called directly.
	blamed := func(in string) string {
		if s.Top().Valid(in) {
			return ""
		}
		b := blamer{s: in, rule: s.Top(), profile: s.Profile(), maxFindings: report.DefaultMaxFindings}
		b.run()
		slices.SortStableFunc(b.findings, func(x, y report.Finding) int { return x.Start - y.Start })
		var out []string
		for _, f := range b.findings {
			out = append(out, fmt.Sprintf("%s [%d,%d)", f.Code, f.Start, f.End))
		}
		return strings.Join(out, ", ")
	}
	for _, tt := range []struct{ in, want string }{
		{"http://h:80/", ""},
		{"http://h:8/", "port [10,10)"},
		{"http://h:/", "port [9,9)"},
		{"http://h:a/", "port [9,10)"},
		{"htt://h:80/", "scheme [3,3)"},
		{"http:///", "ireg-name [7,7)"},
		{"http://:8/a b", "ireg-name [7,7), port [9,9), ipath-abempty [11,12)"},
	} {
		if got := blamed(tt.in); got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.in, got, tt.want)
		}
	}
}
