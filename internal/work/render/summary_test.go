package render

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/work/summary"
)

// TestAppendSummary has what is cut in the histograms, at its limit and one character after it.
func TestAppendSummary(t *testing.T) {
	if got := appendSummary(nil, new(summary.Summary), Style{Width: 60}); len(got) > 0 {
		t.Errorf("without findings: got %q", got)
	}
	const room, name = 80 - len("    f:1:1: "), 80 - len("  1")
	for _, tt := range []struct {
		name, code, text string
		wantCode, want   string
	}{
		{"a name as long as the limit", strings.Repeat("é", name), "a", strings.Repeat("é", name), "a"},
		{"a longer one", strings.Repeat("é", name+1), "a", strings.Repeat("é", name-1) + "…", "a"},
		{"an example that fills the line", "c", strings.Repeat("é", room), "c", strings.Repeat("é", room)},
		{"a longer one", "c", strings.Repeat("é", room+1), "c", strings.Repeat("é", room-1) + "…"},
	} {
		s := summary.Summary{Codes: summary.Table{tt.code: {Count: 1,
			Examples: []summary.Example{{Input: tt.text, Source: "f", Line: 1, Column: 1}}}}}
		lines := strings.Split(string(appendSummary(nil, &s, Style{Width: 80})), "\n")
		if len(lines) != 5 || lines[1] != "findings by code" || !strings.HasPrefix(lines[2], " "+tt.wantCode+" ") ||
			lines[3] != "    f:1:1: "+tt.want {
			t.Errorf("%s: got %q", tt.name, lines)
		}
	}
}
