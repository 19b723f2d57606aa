package summary

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
)

// TestAppendText has what is cut in the histograms, at its limit and one character after it.
func TestAppendText(t *testing.T) {
	if got := new(Summary).AppendText(nil, Style{Width: 60}); len(got) > 0 {
		t.Errorf("without findings: got %q", got)
	}
	const room, name = 80 - len("    f:1:1: "), 80 - len("  1")
	for _, tt := range []struct {
		name, code, text string
		wantCode, want   string
	}{
		{"a name as long as the limit", strings.Repeat("é", name), "a", strings.Repeat("é", name), "a"},
		{"a longer one", strings.Repeat("é", name+1), "a", strings.Repeat("é", name-1) + "…", "a"},
		{"an example that fills the line", "c", strings.Repeat("é", room), "c", strings.Repeat("é", room)},
		{"a longer one", "c", strings.Repeat("é", room+1), "c", strings.Repeat("é", room-1) + "…"},
	} {
		s := Summary{Codes: Table{tt.code: {Count: 1,
			Examples: []Example{{Input: tt.text, Source: "f", Line: 1, Column: 1}}}}}
		lines := strings.Split(string(s.AppendText(nil, Style{Width: 80})), "\n")
		if len(lines) != 5 || lines[1] != "findings by code" || !strings.HasPrefix(lines[2], " "+tt.wantCode+" ") ||
			lines[3] != "    f:1:1: "+tt.want {
			t.Errorf("%s: got %q", tt.name, lines)
		}
	}
}

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

// TestMalformed counts a record that cannot be read.
func TestMalformed(t *testing.T) {
	var s Summary
	s.Add(&input.Record{Err: &input.Error{Code: "x"}}, nil, 0, false, ByScheme)
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
