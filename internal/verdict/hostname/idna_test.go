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
		{"DISALLOWED", "a.bÉc", []Fault{{LabelStart: 2, LabelEnd: 6, Start: 3, End: 5, Rune: 'É', Section: "RFC 5892 §2.2"}}},
		{"percent-encoded", "a.b%C3%89c", []Fault{{LabelStart: 2, LabelEnd: 10, Start: 3, End: 9, Rune: 'É', Section: "RFC 5892 §2.2"}}},
		{"not UTF-8", "a.%FF", []Fault{{LabelEnd: 5, End: 5, Section: "draft-ietf-iri-3987bis §3.4"}}},
		{"empty label", "a..b", []Fault{{LabelStart: 2, LabelEnd: 2, Start: 2, End: 2, Section: "RFC 1035 §3.1"}}},
		{"A-label", "xn--a-1ga.xn--a-", []Fault{{LabelStart: 10, LabelEnd: 16, Start: 10, End: 16, Section: "RFC 5890 §2.3.2.1"}}},
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
				if got[i].Message == "" {
					t.Error("no message")
				}
				got[i].Message, got[i].Hint = "", ""
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got  %+v\nwant %+v", got, tt.want)
			}
		})
	}
}
