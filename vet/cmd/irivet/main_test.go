package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestGoVet holds that go vet runs the command, that its flags arrive, and that go vet
// -fix and irivet -fix apply the fixes.
func TestGoVet(t *testing.T) {
	tool := filepath.Join(t.TempDir(), "irivet.exe")
	if out, err := exec.Command("go", "build", "-o", tool, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	const faulty = "package p\n\nimport \"net/url\"\n\nvar U, _ = url.Parse(\"http://example.org/a b\")\n"
	for _, tt := range []struct {
		name    string
		command []string
		status  int
		message string
		fixed   bool
	}{
		{"go vet", []string{"go", "vet", "-vettool=" + tool, "./..."}, 1,
			"p.go:5:43: net/url.Parse takes an IRI-reference: U+0020 SPACE is not allowed in a path", false},
		{"go vet with a flag", []string{"go", "vet", "-vettool=" + tool, "-iri.skip=net/url.Parse", "./..."}, 0, "",
			false},
		{"go vet -fix", []string{"go", "vet", "-vettool=" + tool, "-fix", "./..."}, 0, "", true},
		{"alone", []string{tool, "./..."}, 3, "p.go:5:43: net/url.Parse takes", false},
		{"alone with -fix", []string{tool, "-fix", "./..."}, 0, "", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			write := func(name, text string) {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			write("go.mod", "module example.org/p\n\ngo 1.26\n")
			write("p.go", faulty)
			cmd := exec.Command(tt.command[0], tt.command[1:]...)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
			out, _ := cmd.CombinedOutput()
			if got := cmd.ProcessState.ExitCode(); got != tt.status {
				t.Errorf("got exit status %d, want %d", got, tt.status)
			}
			if got := string(out); !strings.Contains(got, tt.message) || tt.message == "" && got != "" {
				t.Errorf("got %q, want %q", got, tt.message)
			}
			text, err := os.ReadFile(filepath.Join(dir, "p.go"))
			if err != nil {
				t.Fatal(err)
			}
			want := faulty
			if tt.fixed {
				want = strings.Replace(faulty, "a b", "a%20b", 1)
			}
			if string(text) != want {
				t.Errorf("got the file\n%s\nwant\n%s", text, want)
			}
		})
	}
}
