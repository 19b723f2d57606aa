package clone

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rfc3987/iri/internal/testkit"
)

// root is the folder of the module.
const root = "../../.."

// TestRegenerate edits the grammars in a clone, runs "make regenerate" and then all short tests there: no other file is
// edited. All edits are made in one clone; with IRI_TEST=regenerate=0/4, every fourth from the first in a clone of its
// own, and in one of these what states what documents say is tested with the grammars as published.
func TestRegenerate(t *testing.T) {
	if !testkit.Long() || IsIn() {
		t.Skip("it runs all tests in a clone: make test-long runs it")
	}
	all := New(t, root)
	t.Run("a bad grammar", func(t *testing.T) {
		c := all
		c.Edit(t, "rfc3987", "= *( ipchar / iprivate", "= *( iquery / ipchar / iprivate")
		out, err := c.Run("make", "regenerate")
		exit, ok := err.(*exec.ExitError)
		if !ok || exit.ExitCode() != 2 || !strings.Contains(out, "grammar/rfc3987.abnf:") ||
			!strings.Contains(out, "iquery") || !strings.Contains(out, "nothing is written") {
			t.Errorf("got %v\n%s", err, out)
		}
		if got := c.Must(t, "git", "status", "--porcelain"); got != " M grammar/rfc3987.abnf\n" {
			t.Errorf("these files are others: %s", got)
		}
		c.Must(t, "git", "checkout", "-q", ".")
	})
	var part, parts int
	if each := testkit.Asked("regenerate"); each != "" {
		if n, err := fmt.Sscanf(each, "%d/%d", &part, &parts); n != 2 || parts < 1 {
			t.Fatalf("regenerate is %q, want a part as 0/4: %v", each, err)
		}
		for i, tt := range edits {
			if i%parts != part {
				continue
			}
			t.Run(tt.Name, func(t *testing.T) {
				c := New(t, root)
				tt.Edit(t, c)
				c.Regenerate(t, tt.Says)
				if i < parts {
					c.Must(t, "make", "test", "WHAT=published")
				}
			})
		}
		return
	}
	var says []Says
	for _, tt := range edits {
		tt.Edit(t, all)
		says = append(says, tt.Says...)
	}
	all.Regenerate(t, says)
}

// Regenerate runs "make regenerate", holds what the new command says, and runs the tests.
func (c Tree) Regenerate(t *testing.T, says []Says) {
	t.Helper()
	begin := time.Now()
	t.Logf("make regenerate:\n%s", c.Must(t, "make", "regenerate"))
	took := time.Since(begin)
	for _, s := range says {
		out, err := c.Run(filepath.Join(c.Dir, "bin", "iri"), strings.Fields(s.Args)...)
		status := 0
		if exit, ok := err.(*exec.ExitError); ok {
			status = exit.ExitCode()
		} else if err != nil {
			t.Fatal(err)
		}
		text, not := strings.CutPrefix(s.Want, "!")
		if status != s.Status || strings.Contains(out, text) == not {
			t.Errorf("iri %s: got status %d, want %d, and %q in\n%s", s.Args, status, s.Status, s.Want, out)
		}
	}
	begin = time.Now()
	c.Must(t, "make", "test-short")
	t.Logf("make regenerate took %.0f s, make test-short %.0f s", took.Seconds(), time.Since(begin).Seconds())
}

// Edit replaces a text in a grammar, wherever it is.
func (c Tree) Edit(t *testing.T, name, old, by string) {
	t.Helper()
	c.Replace(t, filepath.Join("grammar", name+".abnf"), old, by)
}

// Write writes a new grammar.
func (c Tree) Write(t *testing.T, name, text string) {
	t.Helper()
	c.WriteFile(t, filepath.Join("grammar", name+".abnf"), text)
}
