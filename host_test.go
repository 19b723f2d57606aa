package iri_test

import (
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
