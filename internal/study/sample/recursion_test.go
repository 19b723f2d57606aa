package sample

import (
	"os"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/grammartest"
)

// file returns a grammar that lies with other tests.
func file(t *testing.T, name string) *abnf.Grammar {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return grammartest.Read(t, string(text))
}

// TestRecursion draws from rules that refer to themselves: every sentence has to match, and of
// strings that are one edit away the matcher has to say what an interpreter says that tries
// every way of reading.
func TestRecursion(t *testing.T) {
	n := testkit.Size(60, 200, 10_000)
	mail := file(t, "../../verdict/blame/testdata/rfc/rfc5322.abnf")
	imap := file(t, "../../verdict/blame/testdata/rfc/rfc3501.abnf")
	json := file(t, "../../verdict/blame/testdata/rfc/rfc8259.abnf")
	for _, tt := range []struct {
		name string
		g    *abnf.Grammar
		rule string
	}{
		{"JSON", json, "JSON-text"},
		{"mail", mail, "mailbox"},
		{"mail comments", mail, "comment"},
		{"IMAP", imap, "search-key"},
		{"IMAP bodies", imap, "body"},
		{"at both ends", grammartest.Read(t, "a = a a / \"x\" / \"\"\n"), "a"},
		{"at the start", grammartest.Read(t, "a = a \"+\" b / b\nb = \"x\" / \"(\" a \")\"\n"), "a"},
		{"at the end", grammartest.Read(t, "a = b [ \",\" a ]\nb = \"x\" / \"(\" a \")\"\n"), "a"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rule := tt.g.Rule(tt.rule)
			s, err := New(tt.g, rule, 1)
			if err != nil {
				t.Fatal(err)
			}
			ref := &grammartest.Interpreter{G: tt.g}
			judged, wrong := 0, 0
			for range n {
				text := s.Sentence()
				if !s.match(text) {
					t.Fatalf("%q is not matched", text)
				}
				edited, why := s.edit([]rune(text))
				mutant := string(edited)
				if strings.ToValidUTF8(mutant, "") != mutant || len(mutant) > 300 {
					continue
				}
				judged++
				got, want := s.match(mutant), ref.Match(rule, mutant)
				if got != want {
					t.Fatalf("%q (%s): got %v, want %v", mutant, why, got, want)
				}
				if !want {
					wrong++
				}
			}
			if judged < n/4 || wrong == 0 {
				t.Errorf("of %d strings %d were judged, and %d do not match", n, judged, wrong)
			}
		})
	}
}
