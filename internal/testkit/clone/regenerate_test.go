package clone

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rfc3987/iri/internal/testkit"
)

// root is the folder of the module.
const root = "../../.."

// TestRegenerate edits the grammars in a clone, runs "make regenerate" and then all short tests there: no other file is
// edited. All edits of authors are made in one clone; with IRI_TEST=regenerate=0/4, every fourth of these and of the
// table of single edits from the first, in a clone of its own.
func TestRegenerate(t *testing.T) {
	if !testkit.Long() || IsIn() {
		t.Skip("it runs all tests in a clone: make test WHAT=long runs it")
	}
	if part := testkit.Asked("regenerate"); part != "" {
		regeneratePart(t, part)
		return
	}
	all := New(t, root)
	t.Run("a bad grammar", func(t *testing.T) {
		c := all
		c.Edit(t, "rfc3987", "= *( ipchar / iprivate", "= *( iquery / ipchar / iprivate")
		out, err := c.Run("make", "regenerate")
		c.Refused(t, out, err)
		if !strings.Contains(out, "grammar/rfc3987.abnf:") || !strings.Contains(out, "iquery") {
			t.Errorf("got\n%s", out)
		}
		c.Must(t, "git", "checkout", "-q", ".")
	})
	var says []Says
	for _, tt := range edits {
		tt.Edit(t, all)
		says = append(says, tt.Says...)
	}
	all.Regenerate(t, says)
}

// regeneratePart makes each edit of a part in a clone of its own. After an edit of authors it also tests what states
// what documents say, with the grammars as published. The part is "0/4", or "0/4@1" in the order of seed 1, where each
// part has every kind of edit. A single edit may be refused, before anything is written.
func regeneratePart(t *testing.T, which string) {
	type edit struct {
		kind, name string
		make       func(t *testing.T, c Tree)
	}
	var all []edit
	for _, tt := range edits {
		all = append(all, edit{"", tt.Name, func(t *testing.T, c Tree) {
			tt.Edit(t, c)
			c.Regenerate(t, tt.Says)
			c.Must(t, "make", "test", "WHAT=published")
		}})
	}
	for _, e := range eachEdit(t) {
		all = append(all, edit{e.Kind, e.Name, func(t *testing.T, c Tree) {
			e.Make(t, c)
			if out, err := c.Run("make", "regenerate"); err != nil {
				c.Refused(t, out, err)
				return
			}
			c.Must(t, "make", "test-short")
		}})
	}
	var part, parts int
	which, order, isRandom := strings.Cut(which, "@")
	if n, err := fmt.Sscanf(which, "%d/%d", &part, &parts); n != 2 || parts < 1 {
		t.Fatalf("regenerate is %q, want a part as 0/4: %v", which, err)
	}
	if isRandom {
		seed, err := strconv.ParseUint(order, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("seed %d", seed)
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		slices.SortStableFunc(all, func(a, b edit) int { return strings.Compare(a.kind, b.kind) })
	}
	for i, e := range all {
		if i%parts == part {
			t.Run(e.name, func(t *testing.T) { e.make(t, New(t, root)) })
		}
	}
}

// Refused holds that "make regenerate" named a place in a grammar before it wrote anything.
func (c Tree) Refused(t *testing.T, out string, err error) {
	t.Helper()
	t.Logf("refused:\n%s", out)
	exit, ok := err.(*exec.ExitError)
	if !ok || exit.ExitCode() != 2 || !place.MatchString(out) || !strings.Contains(out, "nothing is written") ||
		!strings.Contains(out, "regenerate: grammar, parser, tables:") {
		t.Errorf("got %v, want a fault at a place in a grammar before anything else is made", err)
	}
	for line := range strings.Lines(c.Must(t, "git", "status", "--porcelain")) {
		if !strings.HasPrefix(line, " M grammar/") {
			t.Errorf("this file is another: %s", line)
		}
	}
}

// place is a place in a grammar that a fault names, also in the library, whose rules cite others.
var place = regexp.MustCompile(`(?m)^grammar/[a-z0-9/-]+\.abnf:[0-9]+:`)

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
