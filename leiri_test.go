package iri_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
)

func TestFromLEIRI(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"an IRI stays", "http://é.example/é?\ue000#é", "http://é.example/é?\ue000#é"},
		{"percent-encodings stay as they are", "/%c3%A9%7e%2f", "/%c3%A9%7e%2f"},
		{"space", "/a b", "/a%20b"},
		{"delimiters and unwise", `/<>"{}|\^` + "`", "/%3C%3E%22%7B%7D%7C%5C%5E%60"},
		{"controls", "/\x00\t\x1f\x7f\u0080\u009f\u00a0", "/%00%09%1F%7F%C2%80%C2%9F\u00a0"},
		{"bidi formatting, which RFC 3987 §4.1 forbids", "/\u200e\u202e\u2066", "/%E2%80%8E%E2%80%AE\u2066"},
		{"private use outside the query", "//\ue000@\ue000/\ue000?\ue000#\ue000", "//%EE%80%80@%EE%80%80/%EE%80%80?\ue000#%EE%80%80"},
		{"tags everywhere", "/\U000e0041?\U000e0041", "/%F3%A0%81%81?%F3%A0%81%81"},
		{"noncharacters and specials", "/\ufdd0\ufff9\ufffd\U0001ffff", "/%EF%B7%90%EF%BF%B9%EF%BF%BD%F0%9F%BF%BF"},
		{"host and userinfo", "http://a b@c d:80/", "http://a%20b@c%20d:80/"},
		{"no more than one fragment", "a:b#c d", "a:b#c%20d"},
		{"empty", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := iri.FromLEIRI(tt.in)
			if err != nil || got.String() != tt.want {
				t.Fatalf("FromLEIRI(%+q): got %+q, %v, want %+q", tt.in, got, err, tt.want)
			}
			if rep := iri.RFC3987.Reference().Validate(got.String()); !rep.Conforms() {
				t.Errorf("%+q does not conform: %v", got, rep.Err())
			}
			if b, err := iri.AppendFromLEIRI([]byte("x"), tt.in); err != nil || string(b) != "x"+tt.want {
				t.Errorf("AppendFromLEIRI(%+q): got %+q, %v, want %+q", tt.in, b, err, "x"+tt.want)
			}
		})
	}
}

func TestFromLEIRIFails(t *testing.T) {
	for in, want := range map[string]iri.Code{"/%": "pct-encoded", "/[": "ipath-absolute", "/\xff": "utf-8", "a:#b#c": "ifragment"} {
		_, err := iri.FromLEIRI(in)
		if got := findingsOfError(t, err)[0].Code; got != want {
			t.Errorf("FromLEIRI(%q): got the code %q, want %q", in, got, want)
		}
	}
}

func mustTestRule(t *testing.T, s *iri.Spec, name string) iri.Rule {
	t.Helper()
	r, ok := s.Rule(name)
	if !ok {
		t.Fatalf("%s has no rule %s", s.Name(), name)
	}
	return r
}

func TestLEIRIWarnings(t *testing.T) {
	const in = "http://e/a  <b>\\\x00\u0085\u202e\ufffd\ue000\U000e0041\ufdd0é?\ue000 "
	want := []string{
		"leiri-space [10,12)", "leiri-delimiter [12,13)", "leiri-delimiter [14,15)", "leiri-unwise [15,16)",
		"leiri-control [16,19)", "leiri-bidi-formatting [19,22)", "leiri-special [22,25)", "leiri-private-use [25,28)",
		"leiri-tag [28,32)", "leiri-noncharacter [32,35)", "leiri-private-use [38,41)", "leiri-space [41,42)",
	}
	rep := iri.LEIRI.Top().Validate(in)
	var got []string
	fixed := []iri.Code{}
	for _, f := range rep.Findings() {
		if !strings.HasPrefix(string(f.Code), "leiri-") {
			t.Errorf("finding %q besides the groups", f.Code)
			continue
		}
		if f.Severity != iri.Warning {
			t.Errorf("%s is %v, want a warning", f.Code, f.Severity)
		}
		if strings.Contains(f.Message, " a u") {
			t.Errorf("%s: %q has the wrong article", f.Code, f.Message)
		}
		got = append(got, codesAndSpans([]iri.Finding{f})[0])
		fixed = append(fixed, f.Code)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	mended, _ := rep.FixedWith(fixed...)
	if rep := iri.LEIRI.Top().Validate(mended); len(rep.Findings()) != 0 {
		t.Errorf("mended to %+q, which has %v", mended, rep.Findings())
	}
	if rep := iri.RFC3987.Top().Validate("http://e/é"); len(rep.Findings()) != 0 {
		t.Errorf("an IRI has %v", rep.Findings())
	}
}
