// Package testkit holds what tests share: expected outputs in files, which one flag writes anew,
// and whether the long form of a test is asked for. It is for tests alone.
package testkit

import (
	"bytes"
	"flag"
	"os"
	"testing"
)

// Update says that expected outputs are to be written: make update runs the tests that have some
// with -update.
var Update = flag.Bool("update", false, "write the expected outputs")

// Long reports whether tests run in their long form, which takes minutes more: make test-long sets
// IRI_LONG.
func Long() bool { return os.Getenv("IRI_LONG") != "" }

// Size returns how much of something a test does: short with -short, long with IRI_LONG, and
// otherwise usual.
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
