// Package clone copies the tree of the module, so that a test can edit files there, generate, and run all tests. What
// comes in is the folder of the module; what goes out is a copy, and what programs print in it. Tests alone
// use it.
package clone

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rfc3987/iri/internal/make/tree"
	"github.com/rfc3987/iri/internal/testkit"
)

// IsIn reports whether this program runs in a copy: tests that make one are then skipped.
func IsIn() bool { return testkit.Asked("copy") != "" }

// A Tree is a copy of the module with a commit of its own.
type Tree struct{ Dir string }

// New copies the tree of the module in a folder.
func New(t *testing.T, root string) Tree {
	t.Helper()
	c := Tree{t.TempDir()}
	if err := tree.Copy(root, c.Dir); err != nil {
		t.Fatal(err)
	}
	return c
}

// Run runs a program in the clone, for at most half an hour.
func (c Tree) Run(name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.WaitDelay = c.Dir, time.Minute
	cmd.Env = append(os.Environ(), testkit.Environment+"=copy", "MAKEFLAGS=")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// Must is [Tree.Run] for a program that does not fail.
func (c Tree) Must(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := c.Run(name, args...)
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return out
}

// Replace replaces a text in a file, wherever it is.
func (c Tree) Replace(t *testing.T, name, old, by string) {
	t.Helper()
	file := filepath.Join(c.Dir, name)
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(src), old) {
		t.Fatalf("%s does not have %q", file, old)
	}
	write(t, file, strings.ReplaceAll(string(src), old, by))
}

// WriteFile writes a file, in a folder that need not be there.
func (c Tree) WriteFile(t *testing.T, name, text string) {
	t.Helper()
	file := filepath.Join(c.Dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, file, text)
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
