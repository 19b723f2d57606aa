package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/scheme"
)

// TestPlantedDifference holds that a difference between two programs is found, and that only the entry of same.txt that
// is about it makes it one that is meant. The programs are scripts that print a file.
func TestPlantedDifference(t *testing.T) {
	const its = "- page 7\n+ page seven"
	for _, tt := range []struct {
		name        string
		before, now string
		entry       string // of same.txt
		want        string // the difference that is left
		stale       bool   // the entry is about nothing
	}{
		{"the same", "page 7\n", "page 7\n", "", "", false},
		{"a line", "page 7\n", "page seven\n", "", its, false},
		{"it is meant", "page 7\n", "page seven\n", "runs ^iri fix\nlines ^[+] page seven$\nwhy words", "", false},
		{"another is meant", "page 7\n", "page seven\n", "runs ^iri fix\nlines eight\nwhy words", its, true},
		{"another run is meant", "page 7\n", "page seven\n", "runs ^iri check\nlines seven\nwhy words", its, true},
		{"nothing is meant any more", "page 7\n", "page 7\n", "runs .\nlines .\nwhy words", "", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dirs := [2]string{t.TempDir(), t.TempDir()}
			for i, text := range []string{tt.before, tt.now} {
				f := folder{name: "docs"}
				f.add("page", text)
				f.write(dirs[i])
				script := []byte("#!/bin/sh\nshift\ncat $1/*\n")
				if err := os.WriteFile(filepath.Join(dirs[i], "iri"), script, 0o777); err != nil {
					t.Fatal(err)
				}
			}
			for _, r := range []run{{[]string{"iri", "fix", "docs"}, false}, {[]string{"iri", "fix", "docs"}, true}} {
				l := readList("commit x\n\n" + tt.entry)
				compareAll([]run{r}, dirs[0], dirs[1], l.add)
				places := 0 // the output and, if it may have been written, the file
				for _, d := range l.unmeant["iri fix"] {
					places++
					if d.text != tt.want {
						t.Errorf("got\n%s\nwant\n%s", d.text, tt.want)
					}
				}
				want := 0
				if tt.want != "" {
					want = map[bool]int{false: 1, true: 2}[r.write]
				}
				if places != want {
					t.Errorf("found in %d places, want %d", places, want)
				}
				if got := l.print(io.Discard, true); got != (tt.want == "" && !tt.stale) {
					t.Errorf("beside the commit of same.txt all is as it says: got %v", got)
				}
				if got := l.print(io.Discard, false); got != (tt.want == "") {
					t.Errorf("beside another commit all is as it says: got %v", got)
				}
			}
		})
	}
}

// TestChanges holds which lines of two texts are a difference.
func TestChanges(t *testing.T) {
	for _, tt := range []struct{ name, before, now, want string }{
		{"the same", "a\nb\n", "a\nb\n", ""},
		{"a line", "a\nb\nc\n", "a\nB\nc\n", "- b\n+ B"},
		{"two lines, each by itself", "a\nb\nc\n", "A\nB\nc\n", "- a\n+ A\n--\n- b\n+ B"},
		{"one for two", "a\nb\nc\n", "A\nc\n", "- a\n- b\n+ A"},
		{"in two places", "a\nb\nc\n", "A\nb\nC\n", "- a\n+ A\n--\n- c\n+ C"},
		{"another order", "a\nb\n", "b\na\n", "- a\n--\n+ a"},
		{"the line end", "a\nb\n", "a\nb", "- b\n+ b"},
		{"a carriage return", "a\r\nb\n", "a\nb\n", "- a\r\n+ a"},
		{"an empty line", "a\n\nb\n", "a\nb\n", "- "},
		{"records that end with NUL", "a\x00b\x00c", "a\x00B\x00c", "- b\x00\n+ B\x00"},
		{"nothing", "a\n", "", "- a"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := strings.Join(changes([]byte(tt.before), []byte(tt.now)), "\n--\n"); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

// TestReadList holds that same.txt names a commit, and that all of it is read.
func TestReadList(t *testing.T) {
	text, err := os.ReadFile("same.txt")
	if err != nil {
		t.Fatal(err)
	}
	if readList(string(text)).commit == "" {
		t.Error("same.txt names no commit")
	}
	const entry = "runs ^iri fix\nlines xmlns:\nwhy   the order\n"
	l := readList("# a comment\ncommit abc\n\n# a comment\n" + entry + "\n" + entry)
	if l.commit != "abc" || len(l.entries) != 2 || l.entries[1].why != "the order" {
		t.Errorf("got %q and %d entries", l.commit, len(l.entries))
	}
}

// TestMade holds that the same seed makes the same strings and documents, another seed others, and that they are of
// every scheme and script, that many conform and many do not, and that there are documents of every format. Each run
// has something to read.
func TestMade(t *testing.T) {
	const n = 20_000
	draw := func(seed uint64) (list []string) {
		m := newMaker(seed, "../../..")
		for range n {
			list = append(list, m.text())
		}
		return list
	}
	list := draw(1)
	if !slices.Equal(list, draw(1)) || slices.Equal(list, draw(2)) {
		t.Error("strings are not those of the seed")
	}
	text, conform := strings.Join(list, "\n"), 0
	for _, s := range list {
		if iri.Check(s).Conforms() {
			conform++
		}
	}
	if conform < n/5 || conform > n*4/5 {
		t.Errorf("%d of %d strings conform", conform, n)
	}
	for name := range scheme.With(scheme.Recognized) {
		if !strings.Contains(text, name+":") {
			t.Errorf("no string has the scheme %s", name)
		}
	}
	for name, script := range unicode.Scripts {
		if !strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(script, r) }) {
			t.Errorf("no string has a character of %s", name)
		}
	}
	docs := corpus("../../..", 1)
	for _, name := range input.FormatNames() {
		f, err := input.ParseFormat(name)
		if err != nil {
			t.Fatal(err)
		}
		of := func(d *folder) bool { return strings.HasPrefix(d.name, f.String()+"-") && len(d.files) > 60 }
		if !slices.ContainsFunc(docs, of) {
			t.Errorf("there are no documents of the format %s", f)
		}
	}
	asked := make(map[string]bool)
	for _, r := range runs(docs) {
		asked[strings.Join(r.words[:min(2, len(r.words))], " ")] = true
	}
	for _, want := range []string{"library report", "iri check", "iri fix", "iri grammar", "iri --help"} {
		if !asked[want] {
			t.Errorf("%q is not asked", want)
		}
	}
}
