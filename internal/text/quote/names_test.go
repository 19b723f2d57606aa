package quote

import (
	"testing"
	"unicode"

	"golang.org/x/text/unicode/runenames"
)

// TestUnicodeName holds every name to that of golang.org/x/text.
func TestUnicodeName(t *testing.T) {
	bad := 0
	for r := rune(-1); r <= unicode.MaxRune+1; r++ {
		if got, want := unicodeName(r), runenames.Name(r); got != want && bad < 20 {
			bad++
			t.Errorf("%U: got %q, want %q", r, got, want)
		}
	}
}
