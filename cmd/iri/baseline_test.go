package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/testkit/runtest"
)

// TestLeftOutEverywhere holds that what is listed, or ignored by a comment, is left out, and what is not
// is found, in every format and every output.
func TestLeftOutEverywhere(t *testing.T) {
	dir := t.TempDir()
	grammar := filepath.Join(dir, "g.abnf")
	if err := os.WriteFile(grammar, []byte(runtest.Grammar), 0o666); err != nil {
		t.Fatal(err)
	}
	run := func(stdin string, args ...string) (int, string) {
		var out, errs bytes.Buffer
		a := testApp(&out, &errs)
		a.stdin = strings.NewReader(stdin)
		status := execute(a, append([]string{"check", "--grammar", grammar}, args...))
		return status, out.String() + errs.String()
	}
	outputs := []string{
		"", "--format json", "--format json --unbuffered", "-q", "--format sarif", "--format github",
		"--summary-only", "--limit 1", "--format json --only-findings", "--summary-by host",
		"--fail-on warning",
	}
	for i, f := range runtest.Formats() {
		known := filepath.Join(dir, fmt.Sprint(i, ".json"))
		from := append([]string{"--baseline", known}, f.Flags()...)
		if status, said := run(f.File("é"), append(from, "--write-baseline")...); status != 0 {
			t.Fatalf("%s: status %d: %s", f.Name, status, said)
		}
		for _, o := range outputs {
			args := append(slices.Clone(from), strings.Fields(o)...)
			if status, said := run(f.File("é"), args...); status != 0 ||
				slices.ContainsFunc([]string{"error[", "warning[", "::error", "::warning", `"ruleId"`, `"code"`},
					func(s string) bool { return strings.Contains(said, s) }) {
				t.Errorf("%s %s: what is known has status %d: %s", f.Name, o, status, said)
			}
			if status, said := run(f.File("éé"), args...); status != 1 {
				t.Errorf("%s %s: what is new has status %d: %s", f.Name, o, status, said)
			}
			format, err := input.ParseFormat(f.Name)
			if err != nil {
				t.Fatal(err)
			}
			comment := map[string]string{"#": "# iri-ignore-file all: why\n",
				"<!--": "<!-- iri-ignore-file all: why -->\n"}[format.CommentStart]
			if comment == "" {
				continue
			}
			args = append(f.Flags(), strings.Fields(o)...)
			if status, said := run(comment+f.File("é"), args...); status != 0 || strings.Contains(said, "error[") {
				t.Errorf("%s %s: what is ignored has status %d: %s", f.Name, o, status, said)
			}
			if status, said := run(comment+f.File("é"), append(args, "--no-ignore")...); status != 1 {
				t.Errorf("%s %s: what is not ignored has status %d: %s", f.Name, o, status, said)
			}
		}
	}
}

// TestBaselineOrder holds that of findings that are listed too seldom the last ones are new, in chunks
// that are worked on at the same time, and with a limit, where other findings stand between them.
func TestBaselineOrder(t *testing.T) {
	t.Chdir(t.TempDir())
	var text strings.Builder
	write := func() {
		if err := os.WriteFile("a.nt", []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	line := func(i int, iri string) {
		fmt.Fprintf(&text, "<http://e/%d> <http://e/p> <%s> .\n", i, iri)
	}
	const lines = 60000 // several chunks
	for i := range lines {
		if i%100 == 7 {
			line(i, "http://h:a/") // 600 times
		} else {
			line(i, "http://e/o")
		}
	}
	write()
	check := func(args ...string) (int, string) {
		var out, errs bytes.Buffer
		status := execute(testApp(&out, &errs), append([]string{"check", "-f", "a.nt", "--baseline", "known.json"}, args...))
		return status, out.String()
	}
	if status, out := check("--write-baseline"); status != 0 || out != "" {
		t.Fatalf("status %d: %s", status, out)
	}
	// Each chunk gets a new fault between known ones, and the known one stands 3 times more often.
	for i := range lines {
		switch {
		case i%20000 == 50:
			line(i, "http://h:b/")
		case i%20000 == 70:
			line(i, "http://h:a/")
		default:
			line(i, "http://e/o")
		}
	}
	write()
	var want []string
	for i := range 3 {
		for _, at := range []int{50, 70} {
			want = append(want, fmt.Sprintf("::error file=a.nt,line=%d,", lines+i*20000+at+1))
		}
	}
	for _, args := range []string{"--jobs 1", "--jobs 4", "--jobs 4 --limit 4", "--jobs 2 --limit 0"} {
		status, out := check(append(strings.Fields(args), "--format", "github")...)
		got := strings.Split(strings.TrimSpace(out), "\n")
		wanted := want
		if strings.Contains(args, "limit 4") {
			wanted = want[:4]
		}
		if status != 1 || len(got) != len(wanted) {
			t.Fatalf("%s: status %d, %d findings, want %d: %s", args, status, len(got), len(wanted), out)
		}
		for i := range wanted {
			if !strings.HasPrefix(got[i], wanted[i]) {
				t.Errorf("%s: got %s, want %s", args, got[i], wanted[i])
			}
		}
	}
}

// TestManyRemarks has more comments that ignore nothing than one piece of output holds.
func TestManyRemarks(t *testing.T) {
	const n = 5000
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.nt", []byte("<a:b> <a:p> <a:o> .\n"+strings.Repeat("# iri-ignore space: x\n", n)), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, args, part string
		want             int
	}{
		{"text", "--limit 0", "warning[ignore]", n},
		{"a limit", "--limit 3000", "warning[ignore]", 3000},
		{"json", "--format json", `"grammatical":false,`, n},
		{"a limit of objects", "--format json --limit 3000", `"grammatical":false,`, 3000},
		{"sarif", "--format sarif --limit 0", `"ruleId":"ignore"`, n},
		{"junit", "--format junit --limit 0", " ignore\"><system-out>", n},
		{"github", "--format github", "title=ignore", n},
		{"the end alone", "--summary-only", "5,000 warnings", 1},
		{"a baseline that is written", "--baseline b.json --write-baseline", "5,000 warnings", 0},
		{"a baseline", "--baseline b.json", "known", 1},
	} {
		var out, errs bytes.Buffer
		status := execute(testApp(&out, &errs), append([]string{"check", "-f", "a.nt"}, strings.Fields(tt.args)...))
		if got := strings.Count(out.String()+errs.String(), tt.part); status != 0 || got != tt.want {
			t.Errorf("%s: status %d, %d times %q, want %d: %.300s", tt.name, status, got, tt.part, tt.want, errs.String())
		}
	}
}
