package summary

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/verdict/finding"
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
	s.Add(&input.Item{Err: &input.Error{Code: "x"}}, []finding.Finding{{Severity: finding.Error}}, 0, false, ByScheme)
	if got, want := string(s.AppendLine(nil, "IRI")), "1 error in 1 IRI, 1 malformed"; got != want {
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

// TestLine has the counts of a run in one line.
func TestLine(t *testing.T) {
	for _, tt := range []struct {
		name, want string
		s          Summary
	}{
		{"nothing", "no errors in 0 IRIs", Summary{}},
		{"one", "1 error in 1 IRI", Summary{Inputs: 1, Errors: 1}},
		{"several files", "3 errors in 3 of 6 IRIs, 3 files", Summary{Inputs: 6, Conforming: 3, Errors: 3, Files: 3}},
		{"warnings", "no errors in 2 IRIs, 1 warning", Summary{Inputs: 2, Conforming: 2, Warnings: 1, Files: 1}},
		{"of a baseline", "no errors in 2 IRIs, 1 finding known",
			Summary{Inputs: 2, Conforming: 1, Accepted: 1, InBaseline: 1}},
		{"beside the strings", "1 error in 2 IRIs", Summary{Inputs: 2, Conforming: 2, Errors: 1}},
		{"thousands", "1,234,567 errors in 1,000 of 12,345 IRIs",
			Summary{Inputs: 12345, Conforming: 11345, Errors: 1234567}},
	} {
		if got := string(tt.s.AppendLine(nil, "IRI")); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
