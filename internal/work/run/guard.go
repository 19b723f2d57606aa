package run

import (
	"iter"
	"os"
	"strings"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/files/input"
)

// Before a command opens a file for writing, it makes sure that it does not read that file.

// RefuseInput returns an error if the file that a flag names for writing is one that the command reads, under
// whatever name: through symbolic or hard links, folders, or standard input. It also refuses files in the folder .git
// of a repository.
func RefuseInput(flag, name string, reads iter.Seq2[string, os.FileInfo]) error {
	if name != "" && durable.InGit(name) {
		return Usagef("%s %s: this file is in the folder .git: name another file", flag, name)
	}
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return nil // there is no such file, or opening it reports the error
	}
	for read, other := range reads {
		if os.SameFile(info, other) {
			what := "an input, " + read
			if strings.HasPrefix(read, "standard ") {
				what = read
			}
			return Usagef("%s %s: this file is also %s: name another file", flag, name, what)
		}
	}
	return nil
}

// FilesOf yields the files of these names that exist; "-" is standard input.
func FilesOf(names []string) iter.Seq2[string, os.FileInfo] {
	return func(yield func(string, os.FileInfo) bool) {
		for _, name := range names {
			if name, info := fileOf(name, os.Stdin); info != nil && !yield(name, info) {
				return
			}
		}
	}
}

// fileOf returns the name of a file in messages and, if it exists, its FileInfo.
func fileOf(name string, stdin any) (string, os.FileInfo) {
	if name == "-" {
		return "standard input", RegularFile(stdin)
	}
	info, _ := os.Stat(name)
	return name, info
}

// RefuseSame returns an error if two flags name the same file, which need not exist.
func RefuseSame(flag, name, otherFlag, other string) error {
	if name == "" || other == "" {
		return nil
	}
	a, err := durable.RealPath(name)
	b, err2 := durable.RealPath(other)
	if err == nil && err2 == nil && a == b || RefuseInput(flag, name, FilesOf([]string{other})) != nil {
		return Usagef("%s and %s name the same file, %s: name two", flag, otherFlag, name)
	}
	return nil
}

// inputs yields the files that the run reads, and the file of standard output.
func (r *Run) inputs(o input.Options) iter.Seq2[string, os.FileInfo] {
	o.PassOver = nil
	paths := r.Paths
	if len(paths) == 0 && len(r.Words) == 0 {
		paths = []string{"-"}
	}
	return func(yield func(string, os.FileInfo) bool) {
		if info := r.Out.regular(); info != nil && !yield("standard output", info) {
			return
		}
		for _, path := range paths {
			for name, err := range o.Expand([]string{path}) {
				if name, info := fileOf(name, r.Input.Stdin); err == nil && info != nil && !yield(name, info) {
					return
				}
			}
		}
		FilesOf(r.Reads)(yield)
	}
}
