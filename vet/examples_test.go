package vet

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestExamples has "go vet" run the analyzer over the examples, with their tests: it names the three faults that they show,
// and no other. The test is skipped if the module cache lacks a module.
func TestExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the examples")
	}
	tool := filepath.Join(t.TempDir(), "irivet")
	if runtime.GOOS == "windows" {
		tool += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", tool, "./cmd/irivet").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v: %s", err, out)
	}
	cmd := exec.Command("go", "vet", "-vettool="+tool, "-iri.tests", "./...")
	cmd.Dir = "../examples"
	cmd.Env = append(os.Environ(), "GOPROXY=off")
	out, _ := cmd.CombinedOutput()
	if strings.Contains(string(out), "GOPROXY=off") {
		t.Skipf("the module cache lacks a module: %s", out)
	}
	want := map[string]string{"neturl_test.go": "net/url.Parse takes an IRI-reference", "parts_test.go": "RFC 2397 §3",
		"slog_test.go": `"a" is not a digit`}
	for line := range strings.Lines(string(out)) {
		if strings.HasPrefix(line, "#") { // the name of a package
			continue
		}
		file, _, _ := strings.Cut(filepath.Base(strings.Fields(line)[0]), ":")
		if says, ok := want[file]; !ok || !strings.Contains(line, says) {
			t.Errorf("got %s", line)
		}
		delete(want, file)
	}
	if len(want) > 0 {
		t.Errorf("the faults %v are not found in %s", want, out)
	}
}
