package diagnose

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// TestMore has strings with faults in several components. With each limit the first findings are those of a run without
// one, and More counts the others.
func TestMore(t *testing.T) {
	for _, tt := range []struct{ name, text, findings string }{
		{"one component", "http://e/ a b", "ipath-abempty@9 ipath-abempty@11"},
		{"path, query and fragment", "http://e/a b?c d#e f", "ipath-abempty@10 iquery@14 ifragment@18"},
		{"two in the path, then others", "http://e/ a b?c d#e#f", "ipath-abempty@9 ipath-abempty@11 iquery@15 ifragment@19"},
		{"host and port", "http://a b:8x/c d", "ireg-name@8 port@12 ipath-abempty@15"},
		{"a scheme, too", "1://a b/ ", "scheme@0 ireg-name@5 ipath-abempty@8"},
		{"bytes that are not UTF-8", "http://e/\xFFa\xFF?\xFF#\xFF", "utf-8@9 utf-8@11 utf-8@13 utf-8@15"},
	} {
		want := strings.Fields(tt.findings)
		for limit := range len(want) + 2 {
			rep := Blame(tt.text, spec.RFC3987.Top(), &finding.Run{Settings: finding.Settings{Max: limit}})
			var got []string
			for _, f := range rep.Findings {
				got = append(got, fmt.Sprintf("%s@%d", f.Code, f.Start))
			}
			shown := len(want)
			if limit > 0 {
				shown = min(limit, len(want))
			}
			if strings.Join(got, " ") != strings.Join(want[:shown], " ") || rep.More != len(want)-shown || rep.Errors != len(want) {
				t.Errorf("%s, at most %d: got %v, %d more, %d errors, want %v, %d more", tt.name, limit, got, rep.More, rep.Errors,
					want[:shown], len(want)-shown)
			}
		}
	}
}
