package explain

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/verdict/rules"
)

// TestDocs holds that the table of all codes in the documentation is that of the entries.
func TestDocs(t *testing.T) {
	testkit.Golden(t, "../../../docs/checks.md", []byte(checksPage()))
}

// checksPage returns the page about all codes.
func checksPage() string {
	var b strings.Builder
	b.WriteString(`<!-- Written by make update. Do not edit: change the entries. -->

# Checks

Every finding has a code. ` + "`iri explain CODE`" + ` says how to mend it, why, and gives examples. ` + "`--severity CODE=LEVEL`" + ` sets the
severity of a rule that the specifications state in prose; ` + "`--lint`" + ` turns on those that are off but ` + "`path-empty`" + `, as warnings. Findings of a
grammar are always errors: the code is the production that the string does not match, and ` + "`iri explain`" + ` lists them, too.
`)
	isProse := func(e finding.Entry) bool { return rules.Lookup(e.Code) != nil }
	for _, section := range []struct {
		title, text string
		has         func(finding.Entry) bool
	}{
		{"Rules in prose", "What a grammar cannot say. These are checked if the string conforms to the grammar.",
			isProse},
		{"Conversions", "Why a conversion has no result.",
			func(e finding.Entry) bool { return !e.Grammar && !isProse(e) && e.Command != PolicyCommand }},
		{"Policies", "What a `Policy` of the library does not take.",
			func(e finding.Entry) bool { return e.Command == PolicyCommand }},
	} {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n| code | default | section | what |\n| --- | --- | --- | --- |\n", section.title, section.text)
		for _, e := range Codes() {
			if section.has(e) {
				fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", e.Code, e.Severity, e.Section, cell(e.Title))
			}
		}
	}
	return b.String()
}

// cell escapes what has a meaning in Markdown.
func cell(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if strings.IndexByte("\\`*_<>[]|~#", s[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// TestEntries holds that the entries are complete and that no code has two.
func TestEntries(t *testing.T) {
	seen := make(map[finding.Code]bool)
	for _, e := range Codes() {
		if seen[e.Code] {
			t.Errorf("%s has two entries", e.Code)
		}
		seen[e.Code] = true
		if e.Title == "" || e.Section == "" || e.Text == "" || e.Mend == "" || len(e.Good) == 0 || len(e.Bad) == 0 {
			t.Errorf("%s: something is missing: %+v", e.Code, e)
		}
		if got, ok := LookupCode(e.Code); !ok || got.Title != e.Title {
			t.Errorf("LookupCode(%q) gives %q, want %q", e.Code, got.Title, e.Title)
		}
	}
}
