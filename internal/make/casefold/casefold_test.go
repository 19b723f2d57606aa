package casefold

import (
	"testing"
	"unicode"
)

func TestFold(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"Latin", "STRAßE", "strasse"},
		{"Cherokee small letters", "ꮳꮃᏸ", "ᏣᎳᏰ"},
		{"Cherokee capitals", "ᏣᎳᎩ", "ᏣᎳᎩ"},
		{"mixed", "AᏣꮳ", "aᏣᏣ"},
	} {
		if got := Fold(tt.in); got != tt.want {
			t.Errorf("%s: Fold(%q) = %q, want %q", tt.name, tt.in, got, tt.want)
		}
	}
	// Folding what is folded changes nothing, for any character.
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if once := Fold(string(r)); Fold(once) != once {
			t.Errorf("%U folds to %q, and that to %q", r, once, Fold(once))
		}
	}
}
