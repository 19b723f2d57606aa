package rules

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/testkit"
)

// TestClauses holds that the clauses of RFC 3986, RFC 3987 and the draft are quoted
// as they stand there.
func TestClauses(t *testing.T) {
	dir := filepath.Join(testkit.SuitesDir(), "..", "specs")
	if _, err := os.Stat(dir); err != nil {
		t.Skip(err)
	}
	text := func(name string) string {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		// Lines are broken and pages have heads and feet.
		var kept []string
		for line := range strings.Lines(string(data)) {
			if strings.HasPrefix(line, "Duerst & Suignard ") || strings.HasPrefix(line, "Berners-Lee, et al. ") ||
				strings.HasPrefix(line, "RFC 398") {
				continue
			}
			kept = append(kept, strings.Fields(line)...)
		}
		return strings.Join(kept, " ")
	}
	files := map[string]string{"RFC 3987 ": text("rfc3987.txt"), "RFC 3986 ": text("rfc3986.txt"),
		"draft-": text("draft-ietf-iri-3987bis.txt")}
	n := 0
	for _, info := range Rules() {
		if info.Clause == "" && !strings.HasPrefix(string(info.Code), "leiri-") && info.Section != suspiciousSection {
			t.Errorf("%s: there is no clause", info.Code)
		}
		for prefix, text := range files {
			if strings.HasPrefix(info.Section, prefix) {
				n++
				if !strings.Contains(text, info.Clause) {
					t.Errorf("%s: %s does not say %q", info.Code, info.Section, info.Clause)
				}
			}
		}
	}
	if n < 20 {
		t.Errorf("%d clauses checked, want 20", n)
	}
}
