package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestDocumentedProgram builds and runs the program of docs/beam.md.
func TestDocumentedProgram(t *testing.T) {
	text, err := os.ReadFile("../../../docs/beam.md")
	if err != nil {
		t.Fatal(err)
	}
	_, program, _ := strings.Cut(string(text), "```go\npackage main")
	program, _, _ = strings.Cut(program, "```")
	dir := t.TempDir()
	source, in, out := filepath.Join(dir, "main.go"), filepath.Join(dir, "in"), filepath.Join(dir, "out")
	if err := os.WriteFile(source, []byte("package main"+program), 0o666); err != nil {
		t.Fatal(err)
	}
	if msg, err := exec.Command("go", "build", "-o", bin+"/documented", source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, msg)
	}
	if err := os.MkdirAll(filepath.Join(in, "sub"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"sub/a.nt": "<http://e/a b> <http://e/p> <http://h:8a/> .\n", "page.html": "<a href='a b'>"} {
		if err := os.WriteFile(filepath.Join(in, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	stdout, stderr, status := runCommand(t, "documented", "--from", in, "--to", out)
	if status != 0 || stdout != "2 of 3 conform\n" {
		t.Errorf("status %d, %q\n%s", status, stdout, stderr)
	}
	got := written(t, out)
	if len(got) != 3 || got["results/sub/a.nt.gz"] != "<http://e/a%20b> <http://e/p> <http://h:8a/> .\n" || !strings.Contains(got["failed/sub/a.nt.jsonl.gz"], "port") {
		t.Errorf("got %q", got)
	}
}
