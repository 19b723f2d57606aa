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
	"errors"
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
	asPublished := flag.Bool("published", false, "run the tests with the grammars of grammar/published, and write nothing")
	flag.Parse()
	if err := regenerate(".", *asPublished, os.Stdout, os.Stderr); err != nil {
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

// regenerate does all steps for the tree at root. As published, it runs the tests after them, with the grammars of
// grammar/published, and writes nothing; if those of the tree are the same, it does nothing: make test has run them.
func regenerate(root string, asPublished bool, out, progress io.Writer) error {
	begin, all, edited := time.Now(), steps(), published.Edited(os.DirFS(filepath.Join(root, "grammar")))
	if asPublished {
		if edited == "" {
			return nil
		}
		fmt.Fprintf(out, "grammar/%s is not as published: the tests that state what documents say are run with the "+
			"grammars that are\n", edited)
		all = append(all, command{"tests", []string{"make", "-s", "test-short"}, false})
	}
	dir, err := os.MkdirTemp("", "iri-regenerate-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := tree.Copy(root, dir); err != nil {
		return err
	}
	names, err := fs.Glob(published.Files, "*.abnf")
	for _, name := range names {
		if err == nil && asPublished {
			var text []byte
			text, err = fs.ReadFile(published.Files, name)
			err = errors.Join(err, os.WriteFile(filepath.Join(dir, "grammar", name), text, 0o666))
		}
	}
	for _, s := range all {
		if err == nil {
			err = s.run(dir, progress)
		}
	}
	if err != nil || asPublished {
		return err
	}
	said, err := finish(root, dir)
	if err != nil {
		return err
	}
	if edited != "" {
		said += fmt.Sprintf("\ngrammar/%s is not as published: tests that state what documents say are skipped, and"+
			" make test WHAT=published runs them\n", edited)
	}
	_, err = fmt.Fprintf(out, "%s\n%d s; the new command is %s; read git diff, then run make test\n", said,
		int(time.Since(begin).Seconds()+0.5), built)
	return err
}

// finish makes the changes of a copy in the tree at root, and returns what there is to say of them.
func finish(root, dir string) (string, error) {
	// What is said is made before anything is written: a grammar that cannot be compared is an error, too.
	var said strings.Builder
	committed, err := committedGrammars(root)
	if err != nil {
		fmt.Fprintf(&said, "the committed grammars cannot be had (%v): rules and strings are not compared\n", err)
	} else if err := sayGrammars(&said, committed, os.DirFS(filepath.Join(dir, "grammar"))); err != nil {
		return "", err
	}
	if err := sayFiles(&said, dir); err != nil {
		return "", err
	}
	text, err := os.ReadFile(filepath.Join(dir, built))
	if err == nil {
		err = copyBack(root, dir)
	}
	if err == nil {
		os.Remove(filepath.Join(root, built)) // it may be running: another file gets its name
		err = os.MkdirAll(filepath.Join(root, "bin"), 0o777)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(root, built), text, 0o777)
	}
	return said.String(), err
}

// copyBack makes the changes of a copy in the tree. It makes none if one of the files, or a grammar, has been edited
// since it was copied: what was generated is not of the new text.
func copyBack(root, dir string) error {
	grammars, err := filepath.Glob(filepath.Join(root, "grammar", "*.abnf"))
	if err != nil {
		return err
	}
	for _, name := range grammars {
		text, err := os.ReadFile(name)
		old, _ := os.ReadFile(filepath.Join(dir, "grammar", filepath.Base(name)))
		if err != nil || !bytes.Equal(text, old) {
			return fmt.Errorf("%s has been edited since: run make regenerate again", name)
		}
	}
	patch, err := tree.Git(dir, "diff", "--cached", "--binary")
	if err != nil || len(patch) == 0 {
		return err
	}
	cmd := exec.Command("git", "apply", "--whitespace=nowarn")
	cmd.Dir, cmd.Stdin = root, bytes.NewReader(patch)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("a file has been edited since: run make regenerate again: %w: %s", err, out)
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
	cmd.Env = append(os.Environ(), "GOFLAGS="+strings.TrimSpace(os.Getenv("GOFLAGS")+" -trimpath"), "MAKEFLAGS=", "MFLAGS=")
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
