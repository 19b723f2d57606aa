package rules

import (
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/rfc3987/iri/internal/text/chars"
)

// TestBeginsWithDigit compares beginsWithDigit with package norm for every character.
func TestBeginsWithDigit(t *testing.T) {
	digits := 0
	for r := rune(0); r <= unicode.MaxRune; r++ {
		s := string(r) + "a"
		want := chars.IsDigit(norm.NFKC.String(s)[0])
		if got := beginsWithDigit(s); got != want {
			t.Errorf("%U: got %v, want %v", r, got, want)
		}
		if want {
			digits++
		}
	}
	if digits < 100 || beginsWithDigit("") || beginsWithDigit("\xff") {
		t.Errorf("%d characters begin with a digit, want 100", digits)
	}
}
