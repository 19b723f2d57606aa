package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/testkit"
)

// TestReadme runs every "$ " line of the console blocks of the README and of the pages of docs, and compares its output
// with the lines below it. Standard error, where the summary goes, is not in them and not compared. docs/export.md,
// which has programs in other languages, is run by internal/study/export.
func TestReadme(t *testing.T) {
	names, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(names) < 10 {
		t.Fatalf("got %q, %v", names, err)
	}
	for _, name := range append(names, "../../README.md") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Base(name) == "export.md" || !strings.Contains(string(text), "```console\n") {
			continue
		}
		t.Run(filepath.Base(name), func(t *testing.T) { runConsoleBlocks(t, name) })
	}
}

// runConsoleBlocks runs the console blocks of a file.
func runConsoleBlocks(t *testing.T, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	bin, dir := commandDir(t, "sh"), t.TempDir()
	ran := 0
	blocks := strings.Split(string(text), "```console\n")
	for i := range blocks[1:] {
		block, after, _ := strings.Cut(blocks[i+1], "```")
		steps := strings.Split("\n"+block, "\n$ ")
		for j := range steps[1:] {
			line, want, _ := strings.Cut(steps[j+1], "\n")
			cmd := exec.Command("sh", "-c", line)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "NO_COLOR=1")
			out, _ := cmd.Output() // many of the examples are of bad input and end with 1
			ran++
			got, end := strings.TrimSpace(string(out)), want[len(strings.TrimRight(want, "\n")):]
			switch want = strings.TrimSpace(want); {
			case got == want:
			case *testkit.Update:
				if j == len(steps)-2 {
					end = "\n"
				}
				steps[j+1] = line + "\n" + got + end
			default:
				t.Errorf("$ %s\n got:\n%s\nwant:\n%s", line, got, want)
			}
		}
		blocks[i+1] = strings.TrimPrefix(strings.Join(steps, "\n$ "), "\n") + "```" + after
	}
	if *testkit.Update {
		testkit.Golden(t, file, []byte(strings.Join(blocks, "```console\n")))
	}
	if ran == 0 {
		t.Errorf("%s has no console blocks", file)
	}
}
