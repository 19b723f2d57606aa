package input

import (
	"strings"
	"testing"
)

// TestFindWord finds the word in every place, and what is nearly the word nowhere.
func TestFindWord(t *testing.T) {
	for n := range 100 {
		text := strings.Repeat("r", n) + IgnoreWord
		for _, after := range []string{"", "i", strings.Repeat("iri-ignor", 3)} {
			if got := findWord([]byte(text + after)); got != n {
				t.Errorf("after %d bytes and before %q: got %d", n, after, got)
			}
		}
		if got := findWord([]byte(text[:len(text)-1])); got >= 0 {
			t.Errorf("without its end after %d bytes: got %d", n, got)
		}
	}
}
