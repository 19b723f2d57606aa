// Command regenerate is "make regenerate": the one command after an edit of a file in grammar. It generates, writes
// golden files, documentation and the conformance kit anew, and builds, all in a copy of the tree. Only if every step
// succeeds are the files that differ copied back, and what changed is printed. It must not use what is generated, which
// may be broken.
//
// With -published it is "make test WHAT=published": if a grammar differs from that in grammar/published, all is
// generated in a copy of the tree with those, and the tests are run there: the code does what the documents say.
//
// Exit status: 0 if all is written, 2 if nothing is.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/rfc3987/iri/grammar/published"
	"github.com/rfc3987/iri/internal/make/tree"
)

func main() {
	asPublished := flag.Bool("published", false,
		"run the tests with the grammars of grammar/published, and write nothing")
	flag.Parse()
	do := regenerate
	if *asPublished {
		do = testPublished
	}
	if err := do(".", os.Stdout, os.Stderr); err != nil {
		fmt.Fprintf(os.Stderr, "regenerate: %v\nregenerate: nothing is written\n", err)
		os.Exit(2)
	}
}

// generator is the program that a step builds, so that its exit status and its errors are its own.
const generator = "bin/gen"

// A command is a program with its arguments, run in the copy.
type command struct {
	about string
	args  []string
	says  bool // what it says is shown, not only if it fails
}

// steps returns the commands, what is sure to show a fault of the grammar first.
func steps() []command {
	return []command{
		{"building the generator", []string{"go", "build", "-o", generator + suffix(), "./internal/make/gen"}, false},
		{"grammar, parser, tables", []string{"./" + generator + suffix()}, true},
		{"the command", []string{"go", "build", "-o", "bin/iri" + suffix(), "./cmd/iri"}, false},
		{"other generated files", []string{"go", "generate", "-skip", `make/(gen|unigen)( |$)`, "."}, false},
		{"the conformance kit", []string{"go", "run", "./internal/make/conformance", "conformance"}, true},
		{"golden files and documentation", []string{"make", "-s", "update"}, false},
		{"all packages", []string{"go", "build", "./..."}, false},
	}
}

// built is the command, which is copied back although the repository does not have it.
var built = "bin/iri" + suffix()

func suffix() string {
	if runtime.GOOS == "windows" {
		return ".exe"
	}
	return ""
}

// regenerate does all steps for the tree at root.
func regenerate(root string, out, progress io.Writer) error {
	begin := time.Now()
	dir, err := os.MkdirTemp("", "iri-regenerate-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	before, err := tree.Copy(root, dir)
	if err != nil {
		return err
	}
	for _, s := range steps() {
		if err := s.run(dir, progress); err != nil {
			return err
		}
	}
	changes, err := compare(dir, before)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(dir, built))
	if err != nil {
		return err
	}
	// What is printed is made before anything is written: a grammar that cannot be compared is an error, too.
	var said bytes.Buffer
	committed, err := committedGrammars(root)
	if err != nil {
		fmt.Fprintf(&said, "the committed grammars cannot be had (%v): rules and strings are not compared\n", err)
	} else if err := sayGrammars(&said, committed, os.DirFS(filepath.Join(dir, "grammar"))); err != nil {
		return err
	}
	sayFiles(&said, changes)
	if err := copyBack(root, before, append(changes, change{name: built, after: text})); err != nil {
		return err
	}
	if name := published.Edited(os.DirFS(filepath.Join(dir, "grammar"))); name != "" {
		fmt.Fprintf(&said, "\ngrammar/%s is not as published: tests that state what documents say are skipped, and"+
			" make test WHAT=published runs them\n", name)
	}
	fmt.Fprintf(&said, "\n%d s; the new command is %s; read git diff, then run make test\n",
		int(time.Since(begin).Seconds()+0.5), built)
	_, err = out.Write(said.Bytes())
	return err
}

// testPublished runs the tests in a copy of the tree whose grammars are those of grammar/published. If those of the
// tree are the same, it does nothing: make test has run them.
func testPublished(root string, out, progress io.Writer) error {
	name := published.Edited(os.DirFS(filepath.Join(root, "grammar")))
	if name == "" {
		return nil
	}
	fmt.Fprintf(out, "grammar/%s is not as published: the tests that state what documents say are run with the "+
		"grammars that are\n", name)
	dir, err := os.MkdirTemp("", "iri-published-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if _, err := tree.Copy(root, dir); err != nil {
		return err
	}
	files, err := fs.Glob(published.Files, "*.abnf")
	if err != nil {
		return err
	}
	for _, f := range files {
		text, err := fs.ReadFile(published.Files, f)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, "grammar", f), text, 0o666); err != nil {
			return err
		}
	}
	for _, s := range append(steps(), command{"tests", []string{"make", "-s", "test-short"}, false}) {
		if err := s.run(dir, progress); err != nil {
			return err
		}
	}
	return nil
}

// run runs a step in a folder.
func (s command) run(dir string, progress io.Writer) error {
	begin := time.Now()
	var said bytes.Buffer
	cmd := exec.Command(s.args[0], s.args[1:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &said, &said
	// With -trimpath, what was compiled for one copy is taken for the next: their folders differ.
	cmd.Env = append(os.Environ(), "GOFLAGS="+strings.TrimSpace(os.Getenv("GOFLAGS")+" -trimpath"), "MAKEFLAGS=",
		"MFLAGS=")
	err := cmd.Run()
	if s.says || err != nil {
		progress.Write(said.Bytes())
	}
	if err != nil {
		return fmt.Errorf("%s: %w: %s", s.about, err, strings.Join(s.args, " "))
	}
	fmt.Fprintf(progress, "%s: %.1f s\n", s.about, time.Since(begin).Seconds())
	return nil
}
