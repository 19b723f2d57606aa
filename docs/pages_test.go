package docs_test

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/clone"
)

// written are the pages that programs write, from measurements or from the entries of codes.
var written = []string{"checks.md", "peers.md", "speed.md"}

// TestPages holds how long the pages may be together, that each says in its first line for whom it
// is, and that the index has every page.
func TestPages(t *testing.T) {
	if clone.IsIn() {
		t.Skip("with an edited grammar, what commands print is longer")
	}
	names, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	index, words := readText(t, "README.md"), 0
	for _, name := range names {
		if name != "README.md" && !strings.Contains(index, "]("+name+")") {
			t.Errorf("docs/README.md does not list %s", name)
		}
		text := readText(t, name)
		words += len(strings.Fields(text))
		if slices.Contains(written, name) {
			continue
		}
		_, first, _ := strings.Cut(text, "\n\n")
		if !strings.HasPrefix(first, "For ") {
			t.Errorf("docs/%s does not begin, below its title, with whom it is for", name)
		}
	}
	if words > 16_000 {
		t.Errorf("the pages have %d words together, want at most 16,000", words)
	}
	for name, most := range map[string]int{"README.md": 1500, "CONTRIBUTING.md": 1800} {
		text := readText(t, "../"+name)
		if lines, words := strings.Count(text, "\n"), len(strings.Fields(text)); lines > 150 || words > most {
			t.Errorf("%s has %d lines and %d words, want at most 150 and %d", name, lines, words, most)
		}
	}
}

// TestTargets holds that the Makefile has at most 15 targets to type, each with a text, and that all others are parts
// of one of these.
func TestTargets(t *testing.T) {
	target := regexp.MustCompile(`(?m)^([a-z][a-z0-9-]*(?: [a-z0-9-]+)*):`)
	var typed []string
	makefile := readText(t, "../Makefile")
	for _, m := range target.FindAllStringSubmatchIndex(makefile, -1) {
		typed = append(typed, makefile[m[2]:m[3]])
		if above := strings.Split(makefile[:m[0]], "\n"); !strings.HasPrefix(above[len(above)-2], "## ") {
			t.Errorf("the Makefile does not say what %s does", makefile[m[2]:m[3]])
		}
	}
	if len(typed) > 15 || len(typed) < 10 {
		t.Errorf("the Makefile has %d targets to type, want at most 15", len(typed))
	}
	for _, m := range target.FindAllStringSubmatch(readText(t, "../internal/make/parts.mk"), -1) {
		for part := range strings.FieldsSeq(m[1]) {
			if of, _, _ := strings.Cut(part, "-"); part != "targets" && !slices.Contains(typed, of) {
				t.Errorf("parts.mk has %s, which is not a part of a target of the Makefile", part)
			}
		}
	}
}

// TestBlame holds the table of docs/blame.md.
func TestBlame(t *testing.T) {
	rows := regexp.MustCompile("(?m)^\\| `([^`]+)`(?: as `([^`]+)`)? \\| ([^|]+) "+
		"\\|$").FindAllStringSubmatch(readText(t, "blame.md"), -1)
	if len(rows) < 10 {
		t.Fatalf("docs/blame.md has %d rows", len(rows))
	}
	for _, row := range rows {
		t.Run(row[1], func(t *testing.T) {
			testkit.StatesRFC(t, row[1], row[2])
			rule := iri.RFC3987.Top()
			if row[2] != "" {
				rule, _ = iri.RFC3987.Rule(row[2])
			}
			var got []string
			for _, f := range rule.Check(row[1]).Findings() {
				got = append(got, fmt.Sprintf("%s [%d,%d)", f.Code, f.Start, f.End))
			}
			if got := strings.Join(got, ", "); got != row[3] {
				t.Errorf("got %s, want %s", got, row[3])
			}
		})
	}
}

func readText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(path.Clean(name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
