package parsetree

import "testing"

// TestDots reads texts character by character: the end is none of the characters that a text can have.
func TestDots(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		want int
	}{"nothing": {"", 0}, "ASCII": {"ab", 2}, "one character of four bytes": {"\U00010000", 1}, "the last character": {"a\U0010FFFFb", 3},
		"NUL": {"\x00", 1}} {
		var p Parser
		p.Start(tt.text)
		n := 0
		for p.MatchDot() {
			n++
		}
		if n != tt.want || !p.AtEnd() {
			t.Errorf("%s: %d characters, want %d", name, n, tt.want)
		}
	}
}
