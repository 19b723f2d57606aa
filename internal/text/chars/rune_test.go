package chars

import (
	"testing"
	"unicode/utf8"
)

// TestRuneAt compares RuneAt with package utf8 for all first bytes, and for those after them that matter.
func TestRuneAt(t *testing.T) {
	next := []byte{0, 'a', 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xB8, 0xBF, 0xC0, 0xC1, 0xE0, 0xF0, 0xFF}
	for a := range 256 {
		for _, b := range next {
			for _, c := range next {
				for _, d := range next {
					s := "é" + string([]byte{byte(a), b, c, d})
					for end := 2; end <= len(s); end++ {
						r, n := RuneAt(s[:end], 2)
						if want, size := utf8.DecodeRuneInString(s[2:end]); r != want || n != size {
							t.Fatalf("%q: got %U of %d bytes, want %U of %d", s[2:end], r, n, want, size)
						}
					}
				}
			}
		}
	}
}

// TestWholeRunes has the ends of what has been read.
func TestWholeRunes(t *testing.T) {
	for text, want := range map[string]int{"": 0, "a": 1, "é": 2, "é\xc3": 2, "\xf0\x9f\x98": 0, "a😀": 5, "\x80": 1, "\x80\x80": 2, "\xff": 1} {
		if got := WholeRunes([]byte(text)); got != want {
			t.Errorf("%q: got %d, want %d", text, got, want)
		}
	}
}
