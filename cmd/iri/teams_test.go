package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/testkit"
)

// TestTeamFolder checks the folder of a team, by default and with its iri.toml of 20 lines: of the planted faults and
// of what looks like one, those that the list says are found, each at its place. What is then mended are lines with
// faults.
func TestTeamFolder(t *testing.T) {
	testkit.StatesRFC(t)
	list, err := os.ReadFile("testdata/team.places")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/team")); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{".gitignore": "/generated/\n", ".git/HEAD": ""} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const always, byDefault, withFile = "both", "default", "iri.toml"
	want := map[string][]string{byDefault: nil, withFile: nil}
	counts, faulty := make(map[string]int), make(map[string]bool)
	for line := range strings.Lines(string(list)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		kind, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		when, place, _ := strings.Cut(rest, " ")
		counts[kind]++
		for run := range want {
			if when == run || when == always {
				want[run] = append(want[run], place)
				counts[kind+", "+run]++
			}
		}
		if kind == "fault" {
			parts := strings.Split(place, ":")
			faulty[parts[0]+":"+parts[1]] = true
		}
	}
	if want := map[string]int{"fault": 72, "fault, default": 46, "fault, iri.toml": 64, "look": 115,
		"look, default": 1}; !maps.Equal(counts, want) {
		t.Errorf("got %v, want %v", counts, want)
	}
	before := make(map[string][]string)
	read := func(each func(name string, lines []string)) {
		for place := range faulty {
			name, _, _ := strings.Cut(place, ":")
			text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
			if err != nil {
				t.Fatal(err)
			}
			each(name, strings.Split(string(text), "\n"))
		}
	}
	read(func(name string, lines []string) { before[name] = lines })
	t.Chdir(dir)
	for run, args := range map[string][]string{byDefault: {"--no-config"}, withFile: nil} {
		var out, errs bytes.Buffer
		execute(testApp(&out, &errs), append([]string{"check", "-f", ".", "--format", "short"}, args...))
		var got []string
		for line := range strings.Lines(out.String()) {
			place, finding, _ := strings.Cut(line, ": ")
			_, code, _ := strings.Cut(finding, "[")
			code, _, _ = strings.Cut(code, "]")
			got = append(got, place+" "+code)
		}
		slices.Sort(got)
		slices.Sort(want[run])
		if !slices.Equal(got, want[run]) {
			t.Errorf("%s: got\n%s\nwant\n%s", run, strings.Join(got, "\n"), strings.Join(want[run], "\n"))
		}
	}
	var out bytes.Buffer
	execute(testApp(&out, &out), []string{"fix", "-w", "-f", "."})
	changed := 0
	read(func(name string, lines []string) {
		for i, line := range lines {
			if place := fmt.Sprintf("%s:%d", name, i+1); i >= len(before[name]) || line != before[name][i] {
				changed++
				if !faulty[place] {
					t.Errorf("%s is changed: %s", place, line)
				}
			}
		}
	})
	if changed == 0 {
		t.Errorf("nothing is mended: %s", &out)
	}
}

// TestTeam switches the check on in a repository with 500 known faults, and then works in it.
func TestTeam(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	lines := func(format string, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	dump, page := lines("<http://h:%da/> <http://e/p> \"x\" .\n", 300), lines("<p><a href=\"http://h:%db/\">x</a>\n", 100)
	write(".git/HEAD", "")
	write("data/dump.nt", dump)
	write("docs/page.html", page)
	write("data/table.dat", "name,link\n"+lines("x,http://e/%d c\n", 100))
	// three lines
	write("iri.toml", "baseline = \"known.json\"\nfail-on = \"warning\"\nfiles = [{ glob = \"*.dat\", from = "+
		"\"csv\", columns = [\"link\"] }]\n")
	// it need not be the root
	t.Chdir(filepath.Join(dir, "docs"))

	check := func(args ...string) (status int, out, errs string) {
		var o, e bytes.Buffer
		status = execute(testApp(&o, &e), append([]string{"check", "-f", ".."}, args...))
		return status, o.String(), e.String()
	}
	green := func(what string) string {
		t.Helper()
		status, out, errs := check()
		if status != 0 || out != "" {
			t.Errorf("%s: status %d: %.500s %s", what, status, out, errs)
		}
		return errs
	}
	if status, _, errs := check("--write-baseline"); status != 0 || !strings.Contains(errs, "500 findings written") {
		t.Fatalf("status %d: %s", status, errs)
	}
	if said := green("switched on"); !strings.Contains(said, "500 findings known") || strings.Contains(said, "gone") {
		t.Errorf("switched on: %s", said)
	}

	// One new fault is the only one, in every output.
	write("docs/page.html", strings.Repeat("\n", 40)+page+"<a href=\"http://h:new/\">\n")
	for _, o := range []struct{ format, one string }{
		{"text", "error["}, {"json", `"severity":"error","start"`}, {"github", "::error "}, {"sarif",
			`"ruleId":`}, {"junit", "<failure "},
		{"gitlab", `{"fingerprint":`},
	} {
		status, out, errs := check("--format", o.format, "--no-summary")
		if n := strings.Count(out, o.one); status != 1 || n != 1 || !strings.Contains(out, "http://h:new/") {
			t.Errorf("%s: status %d, %d findings: %.500s %s", o.format, status, n, out, errs)
		}
	}

	// What is meant is ignored, with a reason, and what has moved by 40 lines is known.
	write("docs/page.html", strings.Repeat("\n", 40)+page+
		"<!-- iri-ignore port: a test -->\n<a href=\"http://h:new/\">\n")
	if said := green("moved and ignored"); !strings.Contains(said, "500 findings known, 1 ignored") {
		t.Errorf("moved and ignored: %s", said)
	}

	// What is mended is gone, and the list is written anew.
	write("data/dump.nt", strings.Replace(dump, "http://h:17a/", "http://h:17/", 1))
	if said := green("mended"); !strings.Contains(said, "1 finding gone; --write-baseline") ||
		!strings.Contains(said, `data/dump.nt: port in "http://h:17a/"`) {
		t.Errorf("mended: %s", said)
	}
	if status, _, errs := check("--write-baseline"); status != 0 || !strings.Contains(errs, "499 findings written") {
		t.Errorf("status %d: %s", status, errs)
	}
	if said := green("written"); !strings.Contains(said, "499 findings known") || strings.Contains(said, "gone") {
		t.Errorf("written: %s", said)
	}
	write("data/dump.nt", dump)
	if status, out, errs := check(); status != 1 || strings.Count(out, "error[") != 1 {
		t.Errorf("what was mended comes back: status %d: %.500s %s", status, out, errs)
	}
}
