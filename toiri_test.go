package iri_test

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/chars"
	"github.com/rfc3987/iri/internal/percent"
)

func TestFromURI(t *testing.T) {
	tests := []struct{ name, in, want string }{
		// RFC 3987 §3.2.1.
		{"UTF-8", "http://www.example.org/D%C3%BCrst", "http://www.example.org/Dürst"},
		{"ISO 8859-1 stays", "http://www.example.org/D%FCrst", "http://www.example.org/D%FCrst"},
		{"bidi formatting stays", "http://xn--99zt52a.example.org/%e2%80%ae", "http://xn--99zt52a.example.org/%E2%80%AE"},
		// Step 2.
		{"%25, reserved and disallowed ASCII stay as they are written", "/%25%2f%3a%40%21%3b%20%22%3c%3E%5c%5e%60%7b%7c%7d%00%0a%7f", "/%25%2f%3a%40%21%3b%20%22%3c%3E%5c%5e%60%7b%7c%7d%00%0a%7f"},
		{"brackets and the number sign stay", "/%5b%5d%23", "/%5b%5d%23"},
		{"unreserved ASCII is decoded", "/%41%7a%30%2d%2E%5f%7E", "/Az0-._~"},
		{"unreserved in all components", "a://%75@%68:1/%70?%71#%66", "a://u@h:1/p?q#f"},
		{"a percent-encoded percent sign is not decoded twice", "/%25C3%25A9%2541", "/%25C3%25A9%2541"},
		// Step 3.
		{"truncated", "/%C3%41", "/%C3A"},
		{"cut by %25", "/%c3%25%a9", "/%C3%25%A9"},
		{"lone continuation", "/%a9", "/%A9"},
		{"overlong", "/%c0%af%e0%80%af%f0%80%80%af", "/%C0%AF%E0%80%AF%F0%80%80%AF"},
		{"surrogates", "/%ed%a0%80%ed%bf%bf", "/%ED%A0%80%ED%BF%BF"},
		{"above U+10FFFF", "/%f4%90%80%80%f8%88%80%80%80", "/%F4%90%80%80%F8%88%80%80%80"},
		{"legal after illegal", "/%e9%c3%a9%e2%82%e2%82%ac", "/%E9é%E2%82€"},
		{"four octets", "/%F0%90%8c%80", "/\U00010300"},
		{"the end", "/%E2%82", "/%E2%82"},
		// Step 4.
		{"C1 controls", "/%c2%80%c2%9f%c2%a0", "/%C2%80%C2%9F\u00a0"},
		{"noncharacters", "/%ef%b7%90%ef%bf%bf", "/%EF%B7%90%EF%BF%BF"},
		{"specials", "/%ef%bf%bd", "/%EF%BF%BD"},
		{"private use in the query only", "//%ee%80%80/%ee%80%80?%ee%80%80%f3%b0%80%80#%ee%80%80", "//%EE%80%80/%EE%80%80?\ue000\U000f0000#%EE%80%80"},
		{"tags nowhere", "/%f3%a0%81%81?%f3%a0%81%81", "/%F3%A0%81%81?%F3%A0%81%81"},
		{"all bidi formatting characters", "?%e2%80%8e%e2%80%8f%e2%80%aa%e2%80%ab%e2%80%ac%e2%80%ad%e2%80%ae", "?%E2%80%8E%E2%80%8F%E2%80%AA%E2%80%AB%E2%80%AC%E2%80%AD%E2%80%AE"},
		{"their neighbours", "?%e2%80%8d%e2%80%90%e2%80%a9%e2%80%af", "?\u200d\u2010\u2029\u202f"},
		// Components.
		{"host", "http://%C3%BC.example/", "http://ü.example/"},
		{"userinfo", "http://%C3%BC:%C3%A4@h/", "http://ü:ä@h/"},
		{"the steps make an address", "http://%31.2.3.4/", "http://1.2.3.4/"},
		{"the steps make a dot segment", "http://h/a/%2e%2E/b", "http://h/a/../b"},
		{"no host", "a:%C3%A9?%C3%A9#%C3%A9", "a:é?é#é"},
		{"empty", "", ""},
		{"nothing to do", "http://[::1]:80/a?b#c", "http://[::1]:80/a?b#c"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := iri.FromURI(tt.in)
			if err != nil || got.String() != tt.want {
				t.Errorf("FromURI(%q): got %+q, %v, want %+q", tt.in, got, err, tt.want)
			}
			if got.p != split(got.s) {
				t.Errorf("components of %q: got %v, want %v", got, got.p, split(got.s))
			}
			b, err := iri.AppendIRI([]byte("x"), tt.in)
			if err != nil || string(b) != "x"+tt.want {
				t.Errorf("AppendIRI(%q): got %+q, %v, want %+q", tt.in, b, err, "x"+tt.want)
			}
		})
	}
}

func TestDisplay(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"RFC 3987 §3.2.1", "http://xn--99zt52a.example.org/%e2%80%ae", "http://納豆.example.org/%E2%80%AE"},
		{"port and userinfo stay", "http://xn--u@XN--bcher-KVA.example:80/xn--bcher-kva", "http://xn--u@bücher.example:80/xn--bcher-kva"},
		{"percent-encoded A-label", "http://%78n--bcher-kva/", "http://bücher/"},
		{"no A-label", "http://xn--a.example/", "http://xn--a.example/"},
		{"no round trip", "http://xn--bcher-kva-.example/", "http://xn--bcher-kva-.example/"},
		{"address", "http://[::1]/%41", "http://[::1]/A"},
		{"root and empty labels", "http://xn--bcher-kva./", "http://bücher./"},
		{"no authority", "a:xn--bcher-kva", "a:xn--bcher-kva"},
		{"nothing after the host", "//xn--bcher-kva", "//bücher"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := iri.FromURI(tt.in, iri.Display())
			if err != nil || got.String() != tt.want {
				t.Errorf("FromURI(%q, Display()): got %q, %v, want %q", tt.in, got, err, tt.want)
			}
			if err == nil && !iri.ValidRef(got.String()) {
				t.Errorf("%q is no IRI-reference", got)
			}
		})
	}
}

func TestFromURIFails(t *testing.T) {
	_, err := iri.FromURI("http://é/ ")
	findings := findingsOfError(t, err)
	if got := findings[0].Code; got != "reg-name" {
		t.Errorf("got the code %q, want reg-name", got)
	}
	b, err := iri.AppendIRI([]byte("x"), "%")
	if err == nil || string(b) != "x" {
		t.Errorf("AppendIRI on a fault: got %q, %v", b, err)
	}
}

func TestConversionAllocations(t *testing.T) {
	iri := iri.MustParse("http://résumé.example.org/é?é#é")
	plain := iri.MustParse("http://example.org/a%20b")
	uri, _ := iri.URI()
	same, _ := iri.ParseURI("http://example.org/a%20%25%FFb")
	buf := make([]byte, 0, 1000)
	tests := []struct {
		name string
		want float64
		f    func()
	}{
		{"IRI.URI", 1, func() { _, _ = iri.URI() }},
		{"IRI.URI of a URI", 0, func() { _, _ = plain.URI() }},
		{"URI.IRI", 1, func() { uri.IRI() }},
		{"URI.IRI without a change", 0, func() { same.IRI() }},
		{"FromLEIRI", 1, func() { _, _ = iri.FromLEIRI("http://e/a b<\u202e") }},
		{"FromLEIRI of an IRI", 0, func() { _, _ = iri.FromLEIRI("http://e/é") }},
		{"AppendURI", 0, func() { buf, _ = iri.AppendURI(buf[:0], "http://résumé.example.org/é?é#é") }},
		{"AppendIRI", 0, func() { buf, _ = iri.AppendIRI(buf[:0], "http://e/%C3%A9%e2%80%ae") }},
		{"AppendFromLEIRI", 0, func() { buf, _ = iri.AppendFromLEIRI(buf[:0], "http://e/a b") }},
		{"Encode", 1, func() { _, _ = iri.Encode("a é%c3") }},
		{"Encode without a change", 0, func() { _, _ = iri.Encode("a%C3") }},
		{"Decode", 1, func() { _, _ = iri.Decode("a%C3") }},
		{"Decode without a change", 0, func() { _, _ = iri.Decode("a%25") }},
	}
	for _, tt := range tests {
		if got := testing.AllocsPerRun(100, tt.f); got != tt.want {
			t.Errorf("%s: got %v allocations, want %v", tt.name, got, tt.want)
		}
	}
}

// TestFields holds that the characters that conversions decode or leave are those
// that the grammar allows in the component: by the rules that name it alone.
func TestFields(t *testing.T) {
	for _, r := range []rune{0x80, 0xA0, 0xFF, 0x200D, 0x202E, 0xD7FF, 0xE000, 0xF8FF, 0xF900, 0xFDCF, 0xFDD0, 0xFDF0, 0xFFEF, 0xFFF0,
		0x10000, 0x1FFFD, 0x1FFFE, 0xDFFFD, 0xE0000, 0xE0FFF, 0xE1000, 0xEFFFD, 0xF0000, 0x10FFFD, 0x10FFFF} {
		for _, place := range []string{"a://*@h", "a://*", "a:*", "?*", "#*"} {
			raw := strings.Replace(place, "*", string(r), 1)
			encoded := strings.Replace(place, "*", percent.Encode(string(r)), 1)
			want := encoded
			if iri.ValidRef(raw) && !chars.IsBidiFormatting(r) {
				want = raw
			}
			if got, err := iri.FromURI(encoded); err != nil || got.String() != want {
				t.Errorf("FromURI(%q): got %+q, %v, want %+q", encoded, got, err, want)
			}
			if got, err := iri.FromLEIRI(raw); r < 0xFFFE && (err != nil || got.String() != want) {
				t.Errorf("FromLEIRI(%+q): got %+q, %v, want %+q", raw, got, err, want)
			}
		}
	}
}

// TestURIBytes holds that the table of the bytes that URIs have says what the
// grammar says.
func TestURIBytes(t *testing.T) {
	for b := range 256 {
		s := string(rune(b))
		want := b < 0x80 && (b == '%' || mustRule(iri.RFC3986, "unreserved").Valid(s) || mustRule(iri.RFC3986, "reserved").Valid(s))
		if chars.UriByte[b] != want {
			t.Errorf("byte %#x: got %v, want %v", b, chars.UriByte[b], want)
		}
	}
}
