package main

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/make/tree"
	"github.com/rfc3987/iri/internal/work/option"
)

// documented returns a chunk of beam/README.md that begins with a text.
func documented(t *testing.T, begin string) string {
	t.Helper()
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, found := strings.Cut(string(text), begin)
	block, _, _ = strings.Cut(block, "```")
	if !found {
		t.Fatalf("beam/README.md has no %q", begin)
	}
	return begin[strings.IndexByte(begin, '\n')+1:] + block
}

// outside returns the environment in which the go command takes the modules of this tree for a commit on GitHub, and
// keeps them apart from the other modules of this machine.
func outside(t *testing.T) []string {
	t.Helper()
	repository, kept := t.TempDir(), t.TempDir()
	if err := tree.Copy("../../..", repository); err != nil {
		t.Fatal(err)
	}
	cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"", "cache/download", "github.com", "cache/download/github.com"} {
		names, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(cache)), dir, "*"))
		if err == nil {
			err = os.MkdirAll(filepath.Join(kept, dir), 0o777)
		}
		for _, name := range names {
			base := filepath.Base(name)
			if err == nil && !slices.Contains([]string{"cache", "github.com", "rfc3987"}, base) {
				err = os.Symlink(name, filepath.Join(kept, dir, base))
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return append(os.Environ(), "GOMODCACHE="+kept, "GOFLAGS=-modcacherw", "GOWORK=off",
		"GOPRIVATE=github.com/rfc3987/*", "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=url."+repository+".insteadOf",
		"GIT_CONFIG_VALUE_0=https://github.com/rfc3987/iri")
}

// TestOutside holds that the program of beam/README.md has all that it needs in a module of its own, after the commands
// there. TestDocumentedProgram builds it: elsewhere that would build all of Beam again.
func TestOutside(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs symbolic links")
	}
	dir := t.TempDir()
	program := documented(t, "```go\npackage main")
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	script := documented(t, "```sh\nmkdir pipeline && cd pipeline && ")
	script = strings.TrimPrefix(script, "mkdir pipeline && cd pipeline && ")
	script = strings.Replace(script, "go run . --from data/ --to out/", "go list -deps .", 1)
	cmd := exec.Command("sh", "-ec", script)
	cmd.Dir, cmd.Env = dir, outside(t)
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "iri/beam/iribeam\nexample.org") {
		t.Errorf("%s: %v\n%s", script, err, out)
	}
}

// TestDocumentedProgram builds and runs the program of beam/README.md.
func TestDocumentedProgram(t *testing.T) {
	dir := t.TempDir()
	source, in, out := filepath.Join(dir, "main.go"), filepath.Join(dir, "in"), filepath.Join(dir, "out")
	program := documented(t, "```go\npackage main")
	if err := os.WriteFile(source, []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	if msg, err := exec.Command("go", "build", "-o", bin+"/documented", source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, msg)
	}
	if err := os.MkdirAll(filepath.Join(in, "sub"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"sub/a.nt": "<http://e/a b> <http://e/p> <http://h:8a/> .\n",
		"page.html": "<a href='a b'>"} {
		if err := os.WriteFile(filepath.Join(in, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	stdout, stderr, status := runCommand(t, "documented", "--from", in, "--to", out)
	if status != 0 || stdout != "2 of 3 conform\n" {
		t.Errorf("status %d, %q\n%s", status, stdout, stderr)
	}
	got := written(t, out)
	if len(got) != 3 || got["results/sub/a.nt.gz"] != "<http://e/a%20b> <http://e/p> <http://h:8a/> .\n" ||
		!strings.Contains(got["failed/sub/a.nt.jsonl.gz"], "port") {
		t.Errorf("got %q", got)
	}
}

// TestFlagTable holds the table of beam/README.md against the commands and flags of both programs: each command
// of iri that reads files of strings stands in a row that says "yes" if it is in Beam and otherwise why not, and
// so does each flag of those that are.
func TestFlagTable(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "## What iri has\n")
	section, _, _ = strings.Cut(section, "\n## ")
	said := make(map[string]string) // what the row says, by the command or flag
	for line := range strings.Lines(section) {
		if cells := strings.Split(line, "|"); len(cells) == 4 {
			for _, name := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[1], -1) {
				if said[name[1]] != "" {
					t.Errorf("%s stands in two rows", name[1])
				}
				said[name[1]] = strings.TrimSpace(cells[2])
			}
		}
	}
	options := regexp.MustCompile(`(?m)^ +(?:-\w, )?(--[a-z-]+)`)
	flagsOf := func(help string) (names []string) {
		_, help, _ = strings.Cut(help, "\nUsage:\n")
		for _, name := range options.FindAllStringSubmatch(help, -1) {
			names = append(names, name[1])
		}
		return names
	}
	_, help, _ := runCommand(t, "iri-beam", "--help")
	inBeam := flagsOf(help)
	want := make(map[string]bool) // whether it is in Beam
	for _, name := range inBeam {
		want[name] = true
	}
	readers := 0
	overview, _, _ := runCommand(t, "iri", "help")
	for _, command := range regexp.MustCompile(`(?m)^  ([a-z-]+) `).FindAllStringSubmatch(overview, -1) {
		help, _, _ := runCommand(t, "iri", command[1], "--help")
		if command[1] == "check" { // whose flags stand in three places
			for _, topic := range []string{"formats", "runs"} {
				more, _, _ := runCommand(t, "iri", "help", topic)
				help += more
			}
		}
		names := flagsOf(help)
		if !slices.Contains(names, "--max-item") { // it does not read files of strings
			continue
		}
		readers++
		if want[command[1]] = slices.Contains(commands(), command[1]); want[command[1]] {
			for _, name := range names {
				want[name] = want[name] || slices.Contains(inBeam, name)
			}
		}
	}
	if readers < 10 || len(inBeam) < 30 {
		t.Fatalf("%d commands and %d flags were found", readers, len(inBeam))
	}
	want["--help"] = true // it does not list itself
	for _, x := range option.InFile() {
		if name := "--" + x.Name; want[name] && said[name] == "" {
			said[name] = "yes" // a row says so of all of them
		}
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if has := strings.HasPrefix(said[name], "yes"); said[name] == "" || has != want[name] {
			t.Errorf("%s: in Beam: %t; beam/README.md says %q", name, want[name], said[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(said)) {
		if _, known := want[name]; !known {
			t.Errorf("%s: neither program has it", name)
		}
	}
}
