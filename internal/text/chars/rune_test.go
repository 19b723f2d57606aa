package chars

import "testing"

// TestWholeRunes has the ends of what has been read.
func TestWholeRunes(t *testing.T) {
	for text, want := range map[string]int{"": 0, "a": 1, "é": 2, "é\xc3": 2, "\xf0\x9f\x98": 0, "a😀": 5, "\x80": 1,
		"\x80\x80": 2, "\xff": 1} {
		if got := WholeRunes([]byte(text)); got != want {
			t.Errorf("%q: got %d, want %d", text, got, want)
		}
	}
}
