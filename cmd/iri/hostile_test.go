package main

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/hostile"
	"github.com/rfc3987/iri/internal/work/render"
)

// TestHostile gives every format of reports, and the commands that write, texts on which a program could lose its way:
// no run panics.
func TestHostile(t *testing.T) {
	var runs [][]string
	for _, name := range render.Formats(true) {
		runs = append(runs, []string{"check", "--lint", "--suspicious", "--guess", "--max-findings", "0", "--format", name})
	}
	runs = append(runs, []string{"fix", "--list"}, []string{"fix", "--guess", "--fix", "all", "--list"},
		[]string{"fix", "--diff"}, []string{"fix", "--format", "json"}, []string{"filter"},
		[]string{"to-uri", "--list"}, []string{"to-iri", "--format", "json"}, []string{"normalize", "--list"},
		[]string{"prepare", "--list"}, []string{"uniq"})
	t.Chdir(t.TempDir())
	names := formatNames()
	for i, text := range hostile.Texts() {
		for j, run := range runs {
			// the end tags are for all: a document keeps the lines of its first faults alone
			if (i+j)%testkit.Size(64, 16, 1) != 0 && text.Name != "end tags" {
				continue
			}
			t.Run(fmt.Sprintf("%s: %s, %s", strings.Join(run, " "), text.Of, text.Name), func(t *testing.T) {
				if !slices.Contains(names, text.Of) {
					t.Skip("not a format of files")
				}
				if err := os.WriteFile("in", []byte(text.Make(16<<10)), 0o666); err != nil {
					t.Fatal(err)
				}
				var out, errs bytes.Buffer
				words := append(run[:len(run):len(run)], "--from", text.Of, "-f", "in")
				if run[0] != "uniq" && run[0] != "filter" {
					words = append(words, "--limit", "0")
				}
				if s := execute(testApp(&out, &errs), words); s > 2 || strings.Contains(errs.String(), "for usage") {
					t.Errorf("status %d: %.300s", s, errs.String())
				}
			})
		}
	}
}
