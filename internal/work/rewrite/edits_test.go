package rewrite

import (
	"testing"
)

// TestDifference holds that the text outside the span, and the text that replaces the
// span, are together the second text.
func TestDifference(t *testing.T) {
	tests := []struct {
		a, b             string
		from, endA, endB int
	}{
		{"http://e/a b", "http://e/a%20b", 10, 11, 13},
		{"http://e/a", "http://e/a", 10, 10, 10},
		{"1a:b", "./1a:b", 0, 0, 2},
		{"aXbXc", "aYbYc", 1, 4, 4},
		{"xé", "xè", 1, 3, 3},
		{"é", "é\u0301", 2, 2, 4},
		{"", "a", 0, 0, 1},
		{"aa", "a", 1, 2, 1},
	}
	for _, tt := range tests {
		from, endA, endB := difference(tt.a, tt.b)
		if from != tt.from || endA != tt.endA || endB != tt.endB {
			t.Errorf("%q, %q: got %d, %d, %d, want %d, %d, %d", tt.a, tt.b, from, endA, endB, tt.from, tt.endA, tt.endB)
		}
		if got := tt.a[:from] + tt.b[from:endB] + tt.a[endA:]; got != tt.b {
			t.Errorf("%q, %q: put together gives %q", tt.a, tt.b, got)
		}
	}
}
