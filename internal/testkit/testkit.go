// Package testkit holds what tests share: expected outputs in files, which one flag writes anew,
// and whether the long form of a test is asked for. It is for tests alone.
package testkit

import (
	"bytes"
	"flag"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Update says that expected outputs are to be written: make update runs the tests that have some
// with -update.
var Update = flag.Bool("update", false, "write the expected outputs")

// Environment is the one variable that tests read: words with commas between them, such as "long,attack=100".
const Environment = "IRI_TEST"

// words are those that [Environment] may have: "long" for the long form, "attack=N" for hostile input and N rounds of
// kills, "proof=N" for N strings of each rule, "regenerate=0/4" or "0/4@SEED" for a part of the edits of grammars,
// "export" where every compiler has to be there, "mutants=N" for N strings that are mended, "suites=DIR", "junit=FILE";
// "growth=SEED" for a tenth of the runs on texts that grow, "day=SEED" for two minutes of "attack"; tests set "copy" and "server" for what they start.
var words = []string{"long", "attack", "proof", "regenerate", "export", "mutants", "suites", "junit", "copy", "server",
	"growth", "day"}

// Asked returns the value of a word of [Environment], "1" for one without a value, and "" if it is not there. A word
// that no test knows is a panic: it would be passed over.
func Asked(word string) (value string) {
	for w := range strings.SplitSeq(os.Getenv(Environment), ",") {
		name, v, ok := strings.Cut(w, "=")
		if w != "" && !slices.Contains(words, name) {
			panic(Environment + ": no test knows " + strconv.Quote(name) + ", only " + strings.Join(words, ", "))
		}
		if name == word && ok {
			value = v
		} else if name == word {
			value = "1"
		}
	}
	return value
}

// AskedNumber is [Asked] for a word whose value is a number: 0 if it is not there.
func AskedNumber(word string) int {
	n, _ := strconv.Atoi(Asked(word))
	return n
}

// Long reports whether tests run in their long form, which takes minutes more, as make test WHAT=long does.
func Long() bool { return Asked("long") != "" }

// Size returns how much of something a test does: short with -short, long in the long form, and otherwise usual.
func Size(short, usual, long int) int {
	switch {
	case Long():
		return long
	case testing.Short():
		return short
	}
	return usual
}

// Golden compares an output with what a file expects. With -update it writes the file.
func Golden(t *testing.T, file string, got []byte) {
	t.Helper()
	want, err := os.ReadFile(file)
	if err == nil && bytes.Equal(got, want) {
		return
	}
	if *Update {
		if err := os.WriteFile(file, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	g, w := bytes.Split(got, []byte("\n")), bytes.Split(want, []byte("\n"))
	for i := range g {
		if i >= len(w) || !bytes.Equal(g[i], w[i]) {
			t.Fatalf("%s:%d:\ngot  %s\nwant %s\nrun make update if this is better", file, i+1, g[i], w[min(i, len(w)-1)])
		}
	}
	t.Fatalf("%s: it has more lines than the output", file)
}
