package main

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/scheme"
)

// planted is a program that says of each file what its text is, and of the run what the words are.
func planted(change func(text string) string) asker {
	return func(r run) (outcome, error) {
		var out strings.Builder
		out.WriteString("run " + strings.Join(r.words, " ") + "\n")
		crashed := false
		for _, d := range r.over.files {
			if name := r.over.name + "/" + d.name; slices.Contains(r.files(), name) && !crashed {
				text := change(d.text)
				if crashed = text == "panic\n"; !crashed {
					out.WriteString(text)
				}
			}
		}
		return outcome{map[string][]byte{"stdout": []byte(out.String())}, crashed}, nil
	}
}

// TestPlantedDifference holds that a difference between two programs is found in its file, and that only the entry
// of same.txt that is about it makes it one that is meant.
func TestPlantedDifference(t *testing.T) {
	f := &folder{name: "documents/html"}
	for i := range 10 {
		f.add("page", fmt.Sprintf("page %d\ncommon", i))
	}
	r := run{words: []string{"fix", "--list"}, over: f}
	crash := func(text string) string { return strings.Replace(text, "page 2\ncommon", "panic", 1) }
	seven := func(text string) string { return strings.Replace(text, "page 7", "page seven", 1) }
	more := func(text string) string { return strings.Replace(text, "page 7", "page 7\nmore", 1) }
	const itsLines = "- page 7\n+ page seven"
	for _, tt := range []struct {
		name        string
		before, now func(text string) string // what they do to the text of a file
		entry       string                   // of same.txt
		want        string                   // the difference that is left
		stale       int                      // entries that are about nothing
	}{
		{"the same", strings.Clone, strings.Clone, "", "", 0},
		{"a line", strings.Clone, seven, "", itsLines, 0},
		{"a line more", strings.Clone, more, "", "+ more", 0},
		{"it is meant", strings.Clone, seven, "runs ^iri fix\nlines ^[+] page seven$\nwhy words", "", 0},
		{"another is meant", strings.Clone, seven, "runs ^iri fix\nlines eight\nwhy words", itsLines, 1},
		{"another run is meant", strings.Clone, seven, "runs ^iri check\nlines seven\nwhy words", itsLines, 1},
		{"nothing is meant any more", strings.Clone, strings.Clone, "runs .\nlines .\nwhy words", "", 1},
		{"after a crash of both", crash, func(text string) string { return crash(seven(text)) }, "", itsLines, 0},
		{"a crash is gone", crash, strings.Clone, "", "+ page 2\n+ common", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l, err := readList("commit x\n\n" + tt.entry)
			if err != nil {
				t.Fatal(err)
			}
			if err := compareRuns([]run{r}, [2]asker{planted(tt.before), planted(tt.now)}, l.add); err != nil {
				t.Fatal(err)
			}
			var texts []string
			for _, d := range l.unmeant {
				texts = append(texts, d.text())
			}
			if got := strings.Join(texts, "\n"); got != tt.want || l.count != len(texts) {
				t.Errorf("got %d differences\n%s\nwant\n%s", l.count, got, tt.want)
			}
			stale := 0
			for _, e := range l.entries {
				if e.used == 0 {
					stale++
				}
			}
			if stale != tt.stale {
				t.Errorf("%d entries are about nothing, want %d", stale, tt.stale)
			}
			input := func(d difference) string {
				file, err := find(r, d, planted(tt.before), planted(tt.now))
				if err != nil {
					t.Error(err)
				}
				return file
			}
			var said strings.Builder
			if got, want := l.print(&said, true, input), tt.want == "" && tt.stale == 0; got != want {
				t.Errorf("beside the commit of same.txt all is as it says: got %v, want %v", got, want)
			}
			if tt.want != "" && !regexp.MustCompile(`(?m)^  in .*/00[27]-page$`).MatchString(said.String()) {
				t.Errorf("the file is not named:\n%s", said.String())
			}
			if got := l.print(io.Discard, false, input); got != (tt.want == "") {
				t.Errorf("beside another commit all is as it says: got %v, want %v", got, tt.want == "")
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
		{"the line end", "a\nb\n", "a\nb", "- b\n+ b (without a line end)"},
		{"the line end before", "a\nb", "a\nb\n", "- b (without a line end)\n+ b"},
		{"a carriage return", "a\r\nb\n", "a\nb\n", "- a\r\n+ a"},
		{"an empty line", "a\n\nb\n", "a\nb\n", "- "},
		{"records that end with NUL", "a\x00b\x00c", "a\x00B\x00c", "- b\x00\n+ B\x00"},
		{"in UTF-16", "a\x00b\x00\n\x00c\x00", "a\x00B\x00\n\x00c\x00", "- a\x00b\x00\n+ a\x00B\x00"},
		{"nothing", "a\n", "", "- a"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var texts []string
			for _, d := range changes([]byte(tt.before), []byte(tt.now), strings.Contains(tt.name, "NUL")) {
				texts = append(texts, d.text())
			}
			if got := strings.Join(texts, "\n--\n"); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

// TestPlantedAnswer holds the same of the answers of the library, and that a driver that ends early is a fault.
func TestPlantedAnswer(t *testing.T) {
	const before = "= \"a b\"\nCheck\t1\nParse\t2\n= \"c\"\nCheck\t3\nParse\t4\n"
	for _, tt := range []struct{ name, now, want, fault string }{
		{"the same", before, "", ""},
		{"an answer", strings.Replace(before, "Parse\t4", "Parse\t5", 1), `library Parse of "c": - 4` + "\n+ 5", ""},
		{"the driver ends", before[:strings.Index(before, "= \"c\"")], "", `ended early, after "a b"`},
		{"it has more", before + "= \"d\"\n", "", `ended early, after "c"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := ""
			_, err := compareAnswers(strings.NewReader(before), strings.NewReader(tt.now), func(d difference) {
				got += d.run + " of " + d.input + ": " + d.text()
			})
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if (err == nil) != (tt.fault == "") || err != nil && !strings.Contains(err.Error(), tt.fault) {
				t.Errorf("got the error %v, want %q", err, tt.fault)
			}
		})
	}
}

// TestReadList holds the form of same.txt, and that the file that is there has it.
func TestReadList(t *testing.T) {
	const entry = "runs ^iri fix\nlines xmlns:\nwhy the order\n"
	for _, tt := range []struct{ name, text, fault string }{
		{"no entries", "# a comment\ncommit abc\n", ""},
		{"an entry", "commit abc\n\n# a comment\n" + entry, ""},
		{"two", "commit abc\n\n" + entry + "\n" + entry, ""},
		{"no commit", entry, "it does not name the commit"},
		{"two commits", "commit a\ncommit b\n", "same.txt:2: there is a second commit"},
		{"no reason", "commit a\n\nruns x\nlines y\n", "same.txt:3: an entry has three lines"},
		{"no lines", "commit a\n\nruns x\nwhy y\n\n" + entry, "same.txt:3: an entry has three lines"},
		{"a line twice", "commit a\n\nruns x\nruns y\nlines z\nwhy w\n", "same.txt:4: "},
		{"another word", "commit a\n\nrun x\n", "same.txt:3: \"run\" is not one of"},
		{"an empty pattern", "commit a\n\nruns x\nlines \nwhy y\n", "same.txt:4: nothing follows"},
		{"a pattern that is none", "commit a\n\nruns x(\nlines y\nwhy z\n", "same.txt:3: error parsing regexp"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := readList(tt.text)
			if (err == nil) != (tt.fault == "") || err != nil && !strings.Contains(err.Error(), tt.fault) {
				t.Errorf("got the error %v, want %q", err, tt.fault)
			}
		})
	}
	if _, err := readList(sameTxt(t)); err != nil {
		t.Error(err)
	}
}

func sameTxt(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("same.txt")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestMade holds that the same seed makes the same strings and documents, another seed others, and that they are of
// every scheme and script, that many conform and many do not, and that there are documents of every format.
func TestMade(t *testing.T) {
	given, err := givenStrings("../../..")
	if err != nil {
		t.Fatal(err)
	}
	const n = 20_000
	draw := func(seed uint64) (list []string) {
		m := newMaker(seed, given)
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
	for name := range scheme.With(scheme.Known) {
		if !strings.Contains(text, name+":") {
			t.Errorf("no string has the scheme %s", name)
		}
	}
	for name, script := range unicode.Scripts {
		if !strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(script, r) }) {
			t.Errorf("no string has a character of %s", name)
		}
	}
	docs, err := documents("../../..", newMaker(1, given))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range input.FormatNames() {
		f, err := input.ParseFormat(name)
		if err != nil {
			t.Fatal(err)
		}
		of := func(d *folder) bool { return d.name == "documents/"+f.String() && len(d.files) > shortest }
		if !slices.ContainsFunc(docs, of) {
			t.Errorf("there are no documents of the format %s", f)
		}
	}
}
