package summary

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
)

// TestClip has texts that are as long as an example may be, and longer ones.
func TestClip(t *testing.T) {
	as := strings.Repeat("a", exampleBytes-3)
	for _, tt := range []struct{ name, text, want string }{
		{"as long as the limit", as + "aaa", as + "aaa"},
		{"between characters", as + "aaab", as + "aaa…"},
		{"inside a character", as + "aé日", as + "aé…"},
		{"inside a character of four bytes", as + "\U00010300b", as + "…"},
		{"not UTF-8", as + "\xff", as + "\uFFFD"},
		{"bytes that begin no character", as + "\x80\x80\x80\x80\x80", as[1:] + "…"},
	} {
		if got := clip(tt.text); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestMalformed counts an item that cannot be read.
func TestMalformed(t *testing.T) {
	var s Summary
	s.Add(&input.Item{Err: &input.Error{Code: "x"}}, nil, 0, false, ByScheme)
	if got, want := string(s.AppendLine(nil)), "1 checked, 0 conform, 1 do not, 1 malformed\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestWorse has the severities of two parts with the same code.
func TestWorse(t *testing.T) {
	for _, tt := range [][3]string{{"error", "warning", "error"}, {"warning", "error", "error"},
		{"", "warning", "warning"}, {"warning", "", "warning"}} {
		if got := worse(tt[0], tt[1]); got != tt[2] {
			t.Errorf("%q and %q: got %q, want %q", tt[0], tt[1], got, tt[2])
		}
	}
}
