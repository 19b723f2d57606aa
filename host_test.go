package iri_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
)

func TestHostMapping(t *testing.T) {
	tests := []struct {
		name, in                  string
		idna, uts46, transitional string // "" where there is no result
	}{
		{"RFC 3987 §3.1", "http://résumé.example.org", "http://xn--rsum-bpad.example.org", "http://xn--rsum-bpad.example.org", "http://xn--rsum-bpad.example.org"},
		{"percent-encoded", "http://r%C3%A9sum%c3%a9.example.org/é", "http://xn--rsum-bpad.example.org/%C3%A9", "http://xn--rsum-bpad.example.org/%C3%A9", "http://xn--rsum-bpad.example.org/%C3%A9"},
		{"capitals are not mapped by IDNA2008", "//BÜCHER.Example", "", "//xn--bcher-kva.example", "//xn--bcher-kva.example"},
		{"capitals in ASCII labels", "//ü.Example", "//xn--tda.Example", "//xn--tda.example", "//xn--tda.example"},
		{"ß and ς", "//faß.ς", "//xn--fa-hia.xn--3xa", "//xn--fa-hia.xn--3xa", "//fass.xn--4xa"},
		{"joiner", "//क्\u200dष", "//xn--11b2ezcw70k", "//xn--11b2ezcw70k", "//xn--11b2ezc"},
		{"symbols", "//☕.example", "", "//xn--53h.example", "//xn--53h.example"},
		{"full width", "//ｅ。ｆ", "", "//e.f", "//e.f"},
		{"underscore", "//a_b", "", "//a_b", "//a_b"},
		{"faulty A-label", "//xn--a", "", "", ""},
		{"A-label", "//xn--bcher-kva", "//xn--bcher-kva", "//xn--bcher-kva", "//xn--bcher-kva"},
		{"octets that are not UTF-8", "//%FF%c3.example", "//%FF%c3.example", "//%FF%c3.example", "//%FF%c3.example"},
		{"and other characters", "//%FFé", "//%FF%C3%A9", "//%FF%C3%A9", "//%FF%C3%A9"},
		{"a dot that is encoded", "//%C3%BC%2Ee", "//xn--tda.e", "//xn--tda.e", "//xn--tda.e"},
		{"delimiters that are encoded", "//a%2Fb", "", "", ""},
		{"a space that is encoded", "//a%20b", "", "", ""},
		{"a percent sign that is encoded", "//a%25b", "", "", ""},
		{"root", "//ü.", "//xn--tda.", "//xn--tda.", "//xn--tda."},
		{"IPv4address", "//1.2.3.4/é", "//1.2.3.4/%C3%A9", "//1.2.3.4/%C3%A9", "//1.2.3.4/%C3%A9"},
		{"IP-literal", "//[::1]:8/é", "//[::1]:8/%C3%A9", "//[::1]:8/%C3%A9", "//[::1]:8/%C3%A9"},
		{"userinfo and port stay", "a://ü@ü:80", "a://%C3%BC@xn--tda:80", "a://%C3%BC@xn--tda:80", "a://%C3%BC@xn--tda:80"},
		{"empty host", "file:///é", "file:///%C3%A9", "file:///%C3%A9", "file:///%C3%A9"},
		{"no authority", "é", "%C3%A9", "%C3%A9", "%C3%A9"},
		{"nothing left", "//%C2%AD", "", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for m, want := range map[iri.HostMapping]string{iri.HostIDNA: tt.idna, iri.HostUTS46: tt.uts46, iri.HostUTS46Transitional: tt.transitional} {
				got, err := iri.ToURI(tt.in, iri.WithHost(m))
				if want == "" {
					if err == nil {
						t.Errorf("%v: got %q, want no result", m, got)
					} else {
						findingsOfError(t, err)
					}
					continue
				}
				if err != nil || got.String() != want {
					t.Errorf("%v: got %q, %v, want %q", m, got, err, want)
				}
				if again, err := iri.ToURI(got.String(), iri.WithHost(m)); err != nil || again != got {
					t.Errorf("%v: again: got %q, %v, want %q", m, again, err, got)
				}
			}
		})
	}
}

// TestCheckHostIDNA holds that every failure names the label, the character and
// the rule, with offsets in the host as it is written.
func TestCheckHostIDNA(t *testing.T) {
	tests := []struct {
		name, host string
		want       []hostFault
	}{
		{"a name", "www.bücher.example", nil},
		{"empty", "", nil},
		{"DISALLOWED", "a.bÉc", []hostFault{{Label: "bÉc", LabelStart: 2, LabelEnd: 6, Start: 3, End: 5, Rune: 'É', Section: "RFC 5892 §2.2"}}},
		{"percent-encoded", "a.b%C3%89c", []hostFault{{Label: "b%C3%89c", LabelStart: 2, LabelEnd: 10, Start: 3, End: 9, Rune: 'É', Section: "RFC 5892 §2.2"}}},
		{"not UTF-8", "a.%FF", []hostFault{{Label: "a.%FF", LabelEnd: 5, End: 5, Section: "draft-ietf-iri-3987bis §3.4"}}},
		{"empty label", "a..b", []hostFault{{Label: "", LabelStart: 2, LabelEnd: 2, Start: 2, End: 2, Section: "RFC 1035 §3.1"}}},
		{"A-label", "xn--a-1ga.xn--a-", []hostFault{{Label: "xn--a-", LabelStart: 10, LabelEnd: 16, Start: 10, End: 16, Section: "RFC 5890 §2.3.2.1"}}},
		{"LDH", "a_b!", []hostFault{
			{Label: "a_b!", LabelEnd: 4, Start: 1, End: 2, Rune: '_', Section: "RFC 5890 §2.3.1"},
			{Label: "a_b!", LabelEnd: 4, Start: 3, End: 4, Rune: '!', Section: "RFC 5890 §2.3.1"},
		}},
		{"length", strings.Repeat("a", 64), []hostFault{{Label: strings.Repeat("a", 64), LabelEnd: 64, End: 64, Section: "RFC 5890 §2.3.1"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := checkHostIDNA(tt.host)
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

func TestParseHostMapping(t *testing.T) {
	for i, name := range iri.HostMappings() {
		if m, err := iri.ParseHostMapping(name); err != nil || m != iri.HostMapping(i) || m.String() != name {
			t.Errorf("ParseHostMapping(%q): got %v, %v", name, m, err)
		}
	}
	if m, err := iri.ParseHostMapping("punycode"); err == nil {
		t.Errorf("ParseHostMapping(punycode): got %v", m)
	}
}
