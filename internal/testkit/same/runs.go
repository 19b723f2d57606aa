package main

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/diff"
)

// A run is a call of the program, or of the driver of the library. It is made in two folders, one for each revision, with
// the same files. Its words are its name in same.txt.
type run struct {
	words []string
	write bool // it changes the folder of files that is its last word
}

// A difference is one place in which two outputs differ.
type difference struct {
	run   string
	where string // stdout, stderr, the exit status or a file
	text  string // the lines of before after "- ", and the lines of now after "+ "
}

// compare makes a run in both folders and returns the differences.
func (r run) compare(before, now string) (list []difference) {
	a, b := r.outputs(before), r.outputs(now)
	for name := range a {
		b[name] = append(b[name], ""...) // a removed file has no text
	}
	for name := range b {
		for _, text := range changes(a[name], b[name]) {
			list = append(list, difference{strings.Join(r.words, " "), name, text})
		}
	}
	return list
}

// outputs makes a run in a folder. It returns its outputs, its exit status and its files by name.
func (r run) outputs(dir string) map[string][]byte {
	ctx, cancel := context.WithTimeout(context.Background(), 4*time.Minute)
	defer cancel()
	var out, errs bytes.Buffer
	cmd := exec.CommandContext(ctx, filepath.Join(dir, r.words[0]), r.words[1:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &errs
	cmd.Env = append(os.Environ(), "GOTRACEBACK=none") // a trace has other addresses each time
	texts := map[string][]byte{"exit status": fmt.Append(nil, cmd.Run())}
	texts["stdout"], texts["stderr"] = out.Bytes(), errs.Bytes()
	if r.write {
		folder := filepath.Join(dir, r.words[len(r.words)-1])
		for _, e := range must(os.ReadDir(folder)) {
			texts[e.Name()] = must(os.ReadFile(filepath.Join(folder, e.Name())))
		}
	}
	return texts
}

// changes returns the lines in which two texts differ. If lines are replaced by the same number of lines, each pair is a
// difference.
func changes(before, now []byte) (list []string) {
	if bytes.Equal(before, now) {
		return nil
	}
	var was, is []string
	flush := func() {
		if len(was) != len(is) {
			was, is = []string{strings.Join(append(was, is...), "\n")}, []string{""}
		}
		for i := range was {
			list = append(list, strings.TrimSuffix(was[i]+"\n"+is[i], "\n"))
		}
		was, is = nil, nil
	}
	inLines := func(text []byte) []byte { return bytes.ReplaceAll(text, []byte{0}, []byte("\x00\n")) }
	lines := strings.Split(string(diff.Diff("before", inLines(before), "now", inLines(now))), "\n")
	for _, line := range lines[3:] { // after the names of the texts
		switch {
		case strings.HasPrefix(line, "-"):
			was = append(was, "- "+line[1:])
		case strings.HasPrefix(line, "+"):
			is = append(is, "+ "+line[1:])
		case !strings.HasPrefix(line, "\\"): // diff marks a missing line end so
			flush()
		}
	}
	return list
}

// cases has the commands to run.
//
//go:embed runs.txt
var cases string

// runs returns all runs: those on the first folder, which has strings, those on the other folders, and those without files.
func runs(docs []*folder) (list []run) {
	for _, part := range strings.Split(cases, "\n\n")[1:] {
		over, lines, _ := strings.Cut(part, "\n")
		for line := range strings.Lines(lines) {
			words := strings.Fields(line)
			add := func(flags ...string) { list = append(list, run{slices.Concat(words, flags), over == "write"}) }
			switch over {
			case "alone":
				add()
			case "library":
				for _, file := range docs[0].files {
					add(docs[0].name + "/" + file.name)
				}
			case "strings":
				add(append(docs[0].flags, "-f", docs[0].name)...)
			default:
				for _, f := range docs[1:] {
					add(append(f.flags, "-f", f.name)...)
				}
			}
		}
	}
	return list
}
