package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadme runs every "$ " line of the console blocks of the README and of
// two files of docs, and compares its output with the lines below it. Standard error, where
// the summary goes, is not in them and not compared.
func TestReadme(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command")
	}
	for _, name := range []string{"README.md", "docs/decisions.md", "docs/cleaning.md"} {
		t.Run(name, func(t *testing.T) { runConsoleBlocks(t, name) })
	}
}

// runConsoleBlocks runs the console blocks of a file of the module.
func runConsoleBlocks(t *testing.T, name string) {
	text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	dir := t.TempDir()
	ran := 0
	for _, block := range strings.Split(string(text), "```console\n")[1:] {
		block, _, _ = strings.Cut(block, "```")
		for _, step := range strings.Split("\n"+block, "\n$ ")[1:] {
			line, want, _ := strings.Cut(step, "\n")
			cmd := exec.Command("sh", "-c", line)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "NO_COLOR=1")
			out, _ := cmd.Output() // many of the examples are of bad input and end with 1
			ran++
			if got, want := strings.TrimSpace(string(out)), strings.TrimSpace(want); got != want {
				t.Errorf("$ %s\n got:\n%s\nwant:\n%s", line, got, want)
			}
		}
	}
	if ran == 0 {
		t.Errorf("%s has no console blocks", name)
	}
}
