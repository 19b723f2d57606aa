package iri_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// inCopy is set in the environment of the tests that TestAddSpecs runs, so that it does
// not run itself.
const inCopy = "IRI_IN_COPY"

// TestAddSpecs adds two specs to a copy of the tree, generates all that is generated and
// runs every test there: a spec of something else than references (RFC 6570), and one
// that changes RFC 3986 and has an option that can be empty (RFC 8141).
func TestAddSpecs(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs all tests in a copy of the tree")
	}
	if os.Getenv(inCopy) != "" {
		t.Skip("this is the copy")
	}
	dir := t.TempDir()
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name == ".git" || d.IsDir() && name == "bench":
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		case d.IsDir():
			return os.MkdirAll(filepath.Join(dir, name), 0o777)
		case !d.Type().IsRegular():
			return nil
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, name), src, 0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"rfc6570.abnf", "rfc8141.abnf"} {
		src, err := os.ReadFile(filepath.Join("testdata", "specs", name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, "grammar", name), string(src))
	}
	for _, args := range [][]string{{"generate", "./..."}, {"test", "-short", "./..."}} {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), inCopy+"=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %v: %v\n%s", args, err, out)
		}
	}
}
