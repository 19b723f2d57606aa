package input

import (
	"strings"
	"testing"
)

// TestCountColumns has texts with the number of characters after their last line feed. A byte that is
// not UTF-8 counts as one.
func TestCountColumns(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       int
	}{
		{"nothing", "", 7},
		{"ASCII", "http://e/\x00a:b\x00", 7 + 14},
		{"characters of two to four bytes", "aé日😀b", 7 + 5},
		{"many of them, with ASCII between", strings.Repeat("12345678é9日", 100), 7 + 1100},
		{"bytes that are not UTF-8", "a\xff\xe6\x97b\xe6", 7 + 6},
		{"a line feed", "日本\né", 1},
		{"at the end", "é\n", 0},
	} {
		if got := countColumns(7, []byte(tt.text), '\n'); got != tt.want {
			t.Errorf("%s: got %d, want %d", tt.name, got, tt.want)
		}
	}
}
