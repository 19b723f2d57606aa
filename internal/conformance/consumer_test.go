package conformance

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestConsumer has "go mod tidy" write the go.sum of a module that imports the library: it holds nothing but what the
// library itself needs, also for the tests of its packages. The test is skipped if the module cache lacks a module.
func TestConsumer(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.org/consumer\n\ngo 1.26.0\n\nrequire github.com/rfc3987/iri v0.0.0\n\n" +
			"replace github.com/rfc3987/iri => " + root + "\n",
		"main.go": "package main\n\nimport (\n\t_ \"github.com/rfc3987/iri\"\n\t_ \"github.com/rfc3987/iri/charset\"\n)\n\n" +
			"func main() {}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "mod", "tidy")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOPROXY=off", "GOSUMDB=off", "GOFLAGS=-mod=mod", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		if strings.Contains(string(out), "GOPROXY=off") {
			t.Skipf("the module cache lacks a module: %s", out)
		}
		t.Fatalf("go mod tidy: %v: %s", err, out)
	}
	sums, err := os.ReadFile(filepath.Join(dir, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(sums)) {
		switch module, _, _ := strings.Cut(line, " "); module {
		case "golang.org/x/net", "golang.org/x/sys", "golang.org/x/text":
		default:
			t.Errorf("go.sum of a consumer: %s", line)
		}
	}
}
