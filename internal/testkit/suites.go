package testkit

import (
	"bufio"
	"encoding/json"
	"iter"
	"os"
	"path/filepath"
	"testing"
)

// Suite yields the rows of a test suite of another project, a file of JSON Lines. The suites are not part
// of this module: they are in ../shared/suites beside its root, or where IRI_TEST=suites=DIR says. The test is
// skipped if the file does not exist.
func Suite[Row any](t testing.TB, name string) iter.Seq[Row] {
	t.Helper()
	file, err := os.Open(filepath.Join(SuitesDir(), name+".jsonl"))
	if err != nil {
		t.Skip("the suites are away: ", err)
	}
	t.Cleanup(func() { file.Close() })
	return func(yield func(Row) bool) {
		sc := bufio.NewScanner(file)
		sc.Buffer(nil, 1<<20)
		for sc.Scan() {
			var row Row
			if err := json.Unmarshal(sc.Bytes(), &row); err != nil {
				t.Fatal(err)
			}
			if !yield(row) {
				return
			}
		}
		if err := sc.Err(); err != nil {
			t.Fatal(err)
		}
	}
}

// SuitesDir returns the folder of the suites, which may not exist.
func SuitesDir() string {
	if dir := Asked("suites"); dir != "" {
		return dir
	}
	for up := "."; len(up) < 40; up = filepath.Join(up, "..") {
		dir := filepath.Join(up, "shared", "suites")
		if _, err := os.Stat(dir); err == nil {
			return dir
		}
	}
	return ""
}
