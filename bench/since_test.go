package bench

import (
	"maps"
	"slices"
	"testing"

	"github.com/rfc3987/iri/bench/corpus"
)

// TestSince holds that since.txt can be read and names formats that there are, and that no row is there twice.
func TestSince(t *testing.T) {
	since, err := ReadSince("since.txt")
	if err != nil || len(since.Commit) != 40 || since.limit < 1 {
		t.Fatalf("got %+v, %v, want a commit in 40 digits and a limit", since, err)
	}
	formats, seen := corpus.Formats(), map[string]bool{}
	for format := range since.limits {
		if _, ok := formats[format]; !ok {
			t.Errorf("since.txt has a limit of %q, want one of %q", format, slices.Sorted(maps.Keys(formats)))
		}
	}
	for _, r := range SinceRows() {
		if _, ok := formats[r.Format]; !ok || seen[r.Name] {
			t.Errorf("%s: its format is unknown, or it is there twice", r.Name)
		}
		seen[r.Name] = true
	}
	for format := range formats {
		if !seen["check -q: "+format] && format != "lines" {
			t.Errorf("no row reads %s", format)
		}
	}
}
