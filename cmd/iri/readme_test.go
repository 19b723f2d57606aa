package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/testkit"
)

// TestReadme runs every "$ " line of the console blocks of the README and of
// files of docs, and compares its output with the lines below it. Standard error, where
// the summary goes, is not in them and not compared.
func TestReadme(t *testing.T) {
	for _, name := range []string{"README.md", "docs/decisions.md", "docs/cleaning.md", "docs/crawling.md", "docs/teams.md", "docs/grammars.md"} {
		t.Run(name, func(t *testing.T) { runConsoleBlocks(t, name) })
	}
}

// runConsoleBlocks runs the console blocks of a file of the module.
func runConsoleBlocks(t *testing.T, name string) {
	file := filepath.Join("..", "..", filepath.FromSlash(name))
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
		t.Errorf("%s has no console blocks", name)
	}
}
