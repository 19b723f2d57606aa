package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/testkit/runtest"
)

// TestEverywhere holds that all runs and all outputs say the same of the same string, in every
// format and as a word. The rule for references of the grammar is not its default rule.
func TestEverywhere(t *testing.T) {
	dir := t.TempDir()
	grammar, rejects := filepath.Join(dir, "g.abnf"), filepath.Join(dir, "rejects")
	if err := os.WriteFile(grammar, []byte(runtest.Grammar), 0o666); err != nil {
		t.Fatal(err)
	}
	commands := map[runtest.Run][]string{
		runtest.Check: {
			"check", "check --format json", "check --format json --unbuffered", "check -q",
			"check --summary-by reason", "check --format sarif", "check --format sarif --limit 0",
			"check --format junit",
			"check --format github", "check --summary-only", "check --limit 1",
			"check --format json --only-findings", "check --summary-by host",
		},
		runtest.Filter: {"filter", "filter --rejects " + rejects, "filter --reasons json --rejects " + rejects},
		runtest.Fix:    {"fix", "fix --list", "fix --format json", "fix --guess"},
		runtest.Convert: {"to-uri", "to-uri --list", "to-uri --format json", "to-uri --format tsv", "to-uri -q",
			"prepare", "prepare --format json"},
	}
	status := func(command, stdin string, more ...string) (int, string) {
		var out, errs bytes.Buffer
		a := testApp(&out, &errs)
		a.stdin = strings.NewReader(stdin)
		args := append(strings.Fields(command), "--grammar", grammar)
		return execute(a, append(args, more...)), out.String() + errs.String()
	}
	for run, list := range commands {
		for _, command := range list {
			for _, text := range runtest.Texts() {
				for _, f := range runtest.Formats() {
					if f.How.Charset != "" && strings.HasPrefix(command, "to-uri") {
						continue // its --charset is that of queries, too, which a rule of another grammar has not
					}
					if got, said := status(command, f.File(text), f.Flags()...); got != f.Status(run, text) {
						t.Errorf("%s of %q: status %d, want %d: %s", command, f.File(text), got, f.Status(run, text), said)
					}
				}
				if run == runtest.Filter {
					continue // takes no words
				}
				lines := runtest.Formats()[0] // a word is like a line
				if got, said := status(command, "", "--", text); got != lines.Status(run, text) {
					t.Errorf("%s of the word %q: status %d, want %d: %s", command, text, got, lines.Status(run, text), said)
				}
			}
		}
	}
}
