package idna

import (
	"testing"
	"unicode"
	"unicode/utf8"
)

// TestLower has the cases that Unicode's own lower case and case folding do otherwise.
func TestLower(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"nothing to do", "résumé.example", "résumé.example"},
		{"ASCII does not change", "EXAMPLE", "EXAMPLE"},
		{"RFC 5895 §2: uppercase characters are mapped to their lowercase equivalents", "rÉsumÉ.ΔΟΚΙΜΉ",
			"résumé.δοκιμή"},
		{"a sigma at the end stays a sigma, as RFC 5892 §2.6 tells both apart", "ΣΑΣ", "σασ"},
		{"a sharp s is a letter of its own (RFC 5892 §2.6)", "ẞß", "ßß"},
		{"the capitals of Cherokee are what names have", "\u13A0\u13B0", "\u13A0\u13B0"},
		{"a capital i with a dot", "\u0130x", "i\u0307x"},
		{"what is not UTF-8 in a name with capitals", "É\xff", "é\uFFFD"},
	} {
		if got := Lower(tt.in); got != tt.want {
			t.Errorf("%s: got %+q, want %+q", tt.name, got, tt.want)
		}
	}
}

// TestLowerAgain holds for every character that what is lowered is not lowered again.
func TestLowerAgain(t *testing.T) {
	n := 0
	for r := rune(utf8.RuneSelf); r <= unicode.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		lower := Lower(string(r))
		if HasCapital(string(r)) != (lower != string(r)) {
			t.Errorf("%U: got %+q, and HasCapital %v", r, lower, HasCapital(string(r)))
		}
		if lower != string(r) {
			n++
		}
		if lower != string(r) && PropertyOf(r) == PValid {
			t.Errorf("%U: names may have it, and it becomes %+q", r, lower)
		}
		if again := Lower(lower); again != lower {
			t.Errorf("%U: got %+q, and then %+q", r, lower, again)
		}
	}
	if n < 1000 {
		t.Errorf("%d capitals, want more than 1000", n)
	}
}

// TestCaseless holds that no character of the ranges has a lower case.
func TestCaseless(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if isCaseless(r) && unicode.ToLower(r) != r {
			t.Errorf("%U has the lower case %U", r, unicode.ToLower(r))
		}
	}
}
