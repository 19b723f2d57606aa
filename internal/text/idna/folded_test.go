package idna

import (
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/rfc3987/iri/internal/make/casefold"
)

// TestFolded holds for every character that hints propose another text for that this is what
// RFC 5892 §2.2 calls unstable characters by: NFKC(casefold(NFKC(cp))).
func TestFolded(t *testing.T) {
	n := 0
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if PropertyOf(r) != DisallowedUnstable || isDot(r) || PropertyOf(unicode.ToLower(r)) == PValid {
			continue // nothing is folded for a hint
		}
		n++
		if got, want := folded(r), norm.NFKC.String(casefold.Fold(norm.NFKC.String(string(r)))); got != want {
			t.Errorf("%U: got %+q, want %+q", r, got, want)
		}
	}
	if n < 5000 {
		t.Errorf("%d characters, want more than 5000", n)
	}
}
