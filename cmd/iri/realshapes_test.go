package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/testkit"
)

// TestRealShapes reads the files of testdata/real-shapes, which are written as people and programs write such files,
// and those that need flags have them in a file beside them. Beside each is a file with its IRIs, each with its line
// and column. One IRI of each file has "mend-me". Nothing changes when there is nothing to mend or to normalize, and
// with a space in place of the hyphen, or a letter percent-encoded, only that. The list of results has each IRI once.
func TestRealShapes(t *testing.T) {
	places, err := filepath.Glob(filepath.Join("testdata", "real-shapes", "*.places"))
	if err != nil || len(places) == 0 {
		t.Fatal("there are no files: ", err)
	}
	for _, place := range places {
		file := strings.TrimSuffix(place, ".places")
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			testkit.StatesRFC(t, string(text))
			words, _ := os.ReadFile(file + ".flags") // most need none
			flags := strings.Fields(string(words))
			run := func(file string, args ...string) string { return runOver(t, file, 0, append(args, flags...)...) }
			found := placesIn(t, run(file, "check", "--format", "json", "--no-summary"))
			testkit.Golden(t, place, found)
			for _, command := range []string{"fix", "normalize"} {
				if got := run(file, command); got != string(text) {
					t.Errorf("%s with nothing to change makes it\n%s", command, got)
				}
			}
			if n := bytes.Count(text, []byte("mend-me")); n != 1 {
				t.Fatalf("it has %d IRIs to mend, want one", n)
			}
			faulty := filepath.Join(t.TempDir(), filepath.Base(file))
			change := func(to string) {
				if err := os.WriteFile(faulty, bytes.Replace(text, []byte("mend-me"), []byte(to), 1), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			change("m%65nd-me")
			if got := run(faulty, "normalize"); got != string(text) {
				t.Errorf("with one thing to normalize it becomes\n%s", got)
			}
			list := run(file, "normalize", "--list")
			if got, want := strings.Count(list, "\n"), bytes.Count(found, []byte("\n")); got != want ||
				strings.Count(list, "mend-me") != 1 {
				t.Errorf("%d results are listed, want %d\n%s", got, want, list)
			}
			change("mend me")
			if got, want := run(faulty, "fix", "--list"), strings.Replace(list, "mend-me", "mend%20me", 1); got != want {
				t.Errorf("got the list\n%s\nwant\n%s", got, want)
			}
			run(faulty, "fix", "-w")
			got, _ := os.ReadFile(faulty)
			if want := bytes.Replace(text, []byte("mend-me"), []byte("mend%20me"), 1); !bytes.Equal(got, want) {
				t.Errorf("mended it is\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// TestRealShapesWithCR reads the same files with lines that end with CR alone: each IRI has the same place, and
// what is written back is the same. Lines of IRIs and tables are refused.
func TestRealShapesWithCR(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p")
	files, err := filepath.Glob(filepath.Join("testdata", "real-shapes", "*.places"))
	if err != nil || len(files) == 0 {
		t.Fatal("there are no files: ", err)
	}
	for _, places := range files {
		want, err := os.ReadFile(places)
		if err != nil {
			t.Fatal(err)
		}
		shape := strings.TrimSuffix(places, ".places")
		text, err := os.ReadFile(shape)
		if err != nil {
			t.Fatal(err)
		}
		if ending := filepath.Ext(shape); ending == ".txt" || ending == ".csv" || ending == ".tsv" {
			continue
		}
		text = bytes.ReplaceAll(text, []byte("\n"), []byte("\r"))
		file := filepath.Join(t.TempDir(), filepath.Base(shape))
		if err := os.WriteFile(file, text, 0o666); err != nil {
			t.Fatal(err)
		}
		words, _ := os.ReadFile(shape + ".flags")
		flags := strings.Fields(string(words))
		if got := placesIn(t, runOver(t, file, 0, append(flags, "check", "--format", "json", "--no-summary")...)); !bytes.Equal(got, want) {
			t.Errorf("%s: got\n%swant\n%s", file, got, want)
		}
		if got := runOver(t, file, 0, append(flags, "fix")...); got != string(text) {
			t.Errorf("%s: with nothing to change it becomes\n%q", file, got)
		}
	}
}

// placesIn returns the strings of a check in JSON, each with its line and column.
func placesIn(t *testing.T, objects string) []byte {
	t.Helper()
	var found bytes.Buffer
	for line := range strings.Lines(objects) {
		var o struct {
			Input        string
			Line, Column int
			Role         string
		}
		if err := json.Unmarshal([]byte(line), &o); err != nil {
			t.Fatal(err, line)
		}
		fmt.Fprintf(&found, "%d:%d %s\n", o.Line, o.Column, strings.TrimSpace(o.Role+" "+o.Input))
	}
	return found.Bytes()
}

// runOver runs a command over a file and returns what it prints.
func runOver(t *testing.T, file string, status int, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if got := execute(testApp(&out, &errs), append(args, "-f", file)); got != status {
		t.Errorf("%s %s: status %d, want %d\n%s%s", args, file, got, status, out.String(), errs.String())
	}
	return out.String()
}
