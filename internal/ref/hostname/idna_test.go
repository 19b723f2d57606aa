package hostname

import (
	"slices"
	"strings"
	"testing"
)

// TestCheckIDNA holds that every failure names the label, the character and
// the rule, with offsets in the host as it is written.
func TestCheckIDNA(t *testing.T) {
	tests := []struct {
		name, host string
		want       []Fault
	}{
		{"a name", "www.bücher.example", nil},
		{"empty", "", nil},
		{"DISALLOWED", "a.bÉc", []Fault{{LabelStart: 2, LabelEnd: 6, Start: 3, End: 5, Rune: 'É',
			Section: "RFC 5892 §2.2"}}},
		{"percent-encoded", "a.b%C3%89c",
			[]Fault{{LabelStart: 2, LabelEnd: 10, Start: 3, End: 9, Rune: 'É', Section: "RFC 5892 §2.2"}}},
		{"not UTF-8", "a.%FF", []Fault{{LabelEnd: 5, End: 5, Section: "draft-ietf-iri-3987bis §3.4"}}},
		{"empty label", "a..b", []Fault{{LabelStart: 2, LabelEnd: 2, Start: 2, End: 2, Section: "RFC 1035 §3.1"}}},
		{"A-label", "xn--a-1ga.xn--a-", []Fault{{LabelStart: 10, LabelEnd: 16, Start: 10, End: 16,
			Section: "RFC 5890 §2.3.2.1"}}},
		{"LDH", "a_b!", []Fault{
			{LabelEnd: 4, Start: 1, End: 2, Rune: '_', Section: "RFC 5890 §2.3.1"},
			{LabelEnd: 4, Start: 3, End: 4, Rune: '!', Section: "RFC 5890 §2.3.1"},
		}},
		{"length", strings.Repeat("a", 64), []Fault{{LabelEnd: 64, End: 64, Section: "RFC 5890 §2.3.1"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := CheckIDNA(tt.host)
			for i := range got {
				f := got[i]
				got[i] = Fault{LabelStart: f.LabelStart, LabelEnd: f.LabelEnd, Start: f.Start, End: f.End, Rune: f.Rune,
					Section: f.Section}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got  %+v\nwant %+v", got, tt.want)
			}
		})
	}
}

// TestUTS46Place has which label of a name a finding of UTS 46 §4 is about.
func TestUTS46Place(t *testing.T) {
	for _, tt := range []struct {
		in         string
		start, end int
	}{
		{"xn--a.b.c", 0, 5},
		{"a.xn--a.b", 2, 7},
		{"é.b.xn--a", 5, 10},
	} {
		got, findings := Append(nil, tt.in, UTS46)
		if len(findings) != 1 || findings[0].Start != tt.start || findings[0].End != tt.end {
			t.Errorf("%s: got %q, %+v, want one finding at [%d,%d)", tt.in, got, findings, tt.start, tt.end)
		}
	}
}

// TestDisallowed names the character that no name has, under each release of Go.
func TestDisallowed(t *testing.T) {
	for in, want := range map[string]string{"a\uE000.b": "U+E000", "a.\u2FF0": "U+2FF0", "xn--a": "", "xn--s96\xFFcu30b": "",
		"b\u200Dc\u0080": "U+0080", "\u0301a\uFFFEb": "U+FFFE", "a\u200Db": ""} {
		_, refusals := Append(nil, in, UTS46)
		if len(refusals) != 1 || refusals[0].Values[1] != want || (refusals[0].Cause == Disallowed) != (want != "") {
			t.Errorf("%+q: got %+v, want %q", in, refusals, want)
		}
	}
}
