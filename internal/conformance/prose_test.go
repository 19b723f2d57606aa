package conformance_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
)

// findingCodes returns the findings of a reference as text: code[start,end).
func findingCodes(t testing.TB, s string, opts ...iri.CheckOption) string {
	t.Helper()
	rep := iri.RFC3987.Reference().Check(s, opts...)
	if !rep.Grammatical() {
		t.Fatalf("%q is not grammatical: %v", s, rep.Err())
	}
	var out []string
	for _, f := range rep.Findings() {
		out = append(out, fmt.Sprintf("%s[%d,%d)", f.Code, f.Start, f.End))
	}
	return strings.Join(out, " ")
}

// TestProseFixes compares the input after all fixes of the given codes. What would add to
// the string, or say something else, is done only where guesses are asked for.
func TestProseFixes(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		codes    []iri.Code
		want     string
		guessed  string // "" for the same
	}{
		{"an override is percent-encoded", "http://e/a\u202Eb", nil, "http://e/a%E2%80%AEb", "http://e/ab"},
		{"what is invisible is taken out", "http://e/a\u200Bb", []iri.Code{"invisible"}, "http://e/a%E2%80%8Bb",
			"http://e/ab"},
		{"a warning stays", "http://e/e\u0301", nil, "http://e/e\u0301", ""},
		{"the normal form when asked", "http://e/e\u0301", []iri.Code{"not-nfc"}, "http://e/\u00E9", ""},
		{"not where it makes a delimiter", "http://e/\u037E", []iri.Code{"not-nfc"}, "http://e/\u037E", ""},
		{"nor where it takes one", "?a=\u0338", []iri.Code{"not-nfc"}, "?a=\u0338", ""},
		{"a part in URI notation", "http://e/אב1/ג", []iri.Code{"bidi-edge"}, "http://e/%D7%90%D7%911/ג", ""},
		{"no host in URI notation", "foo://אב1/", []iri.Code{"bidi-edge"}, "foo://אב1/", ""},
		{"padding", "data:;base64,QQ", nil, "data:;base64,QQ", "data:;base64,QQ=="},
		{"a charset", "data:text/plain;utf8,a", nil, "data:text/plain;utf8,a", "data:text/plain;charset=utf-8,a"},
		{"a drive", "file:c:/a", nil, "file:c:/a", "file:///c:/a"},
		{"a number sign in a script", "javascript:a('#b')", []iri.Code{"scheme-javascript"}, "javascript:a('#b')",
			"javascript:a('%23b')"},
		{"half a line break", "mailto:a@example.com?body=1%0A2", nil, "mailto:a@example.com?body=1%0A2",
			"mailto:a@example.com?body=1%0D%0A2"},
		{"a field", "mailto:a@example.com?subject=1/2", nil, "mailto:a@example.com?subject=1%2F2", ""},
		{"full width", "http://e/\uFF21\uFF76", []iri.Code{"fullwidth"}, "http://e/Aカ", ""},
		{"a full-width slash stays", "http://e/\uFF0F", []iri.Code{"fullwidth"}, "http://e/\uFF0F", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, tt.in, tt.want, tt.guessed)
			var opts []iri.CheckOption
			for _, c := range tt.codes {
				opts = append(opts, iri.WithSeverity(c, iri.SeverityWarning))
			}
			rep := iri.RFC3987.Reference().Check(tt.in, opts...)
			if got, _ := rep.Fixed(tt.codes...); got != tt.want {
				t.Errorf("%q: got %q, want %q", tt.in, got, tt.want)
			}
			guessed := cmp.Or(tt.guessed, tt.want)
			rep = iri.RFC3987.Reference().Check(tt.in, append(opts, iri.WithGuess())...)
			if got, _ := rep.Fixed(tt.codes...); got != guessed {
				t.Errorf("%q with guesses: got %q, want %q", tt.in, got, guessed)
			}
		})
	}
}

// TestProseLimit checks that a string with very many faults has the first findings, up to
// the limit, and the exact count of the others.
func TestProseLimit(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p")
	const n = 20000
	s := "http://e/" + strings.Repeat("אa/", n) + strings.Repeat("\u202E/", n)
	rep := iri.RFC3987.Top().Check(s)
	if got := len(rep.Findings()); got != iri.DefaultMaxFindings {
		t.Errorf("%d findings, want %d", got, iri.DefaultMaxFindings)
	}
	if got, want := rep.More(), 3*n-iri.DefaultMaxFindings; got != want {
		t.Errorf("%d more, want %d", got, want)
	}
	if rep.Conforms() {
		t.Error("conforms, though errors are beyond the limit")
	}
	if f := rep.Findings()[0]; f.Start != 9 {
		t.Errorf("the first finding starts at %d, want 9", f.Start)
	}
	if got := len(iri.RFC3987.Top().Check(s[:9+4*50], iri.WithMaxFindings(0)).Findings()); got != 100 {
		t.Errorf("%d findings without a limit, want 100", got)
	}
}

func TestLEIRIWarnings(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p?q")
	const in = "http://e/a  <b>\\\x00\u0085\u202e\ufffd\ue000\U000e0041\ufdd0é?\ue000 "
	want := []string{
		"leiri-space [10,12)", "leiri-delimiter [12,13)", "leiri-delimiter [14,15)", "leiri-unwise [15,16)",
		"leiri-control [16,19)", "leiri-bidi-formatting [19,22)", "leiri-special [22,25)", "leiri-private-use [25,28)",
		"leiri-tag [28,32)", "leiri-noncharacter [32,35)", "leiri-private-use [38,41)", "leiri-space [41,42)",
	}
	rep := iri.LEIRI.Top().Check(in)
	var got []string
	fixed := []iri.Code{}
	for _, f := range rep.Findings() {
		if !strings.HasPrefix(string(f.Code), "leiri-") {
			t.Errorf("finding %q besides the groups", f.Code)
			continue
		}
		if f.Severity != iri.SeverityWarning {
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
	mended, _ := rep.Fixed(fixed...)
	if rep := iri.LEIRI.Top().Check(mended); len(rep.Findings()) != 0 {
		t.Errorf("mended to %+q, which has %v", mended, rep.Findings())
	}
	if rep := iri.RFC3987.Top().Check("http://e/é"); len(rep.Findings()) != 0 {
		t.Errorf("an IRI has %v", rep.Findings())
	}
}

// componentRule returns the rule of RFC 3987 for a component, which an edit of the grammar may give another name.
func componentRule(kind component.Kind) iri.Rule {
	r, _ := iri.RFC3987.Rule(spec.RFC3987.Profile().Of[kind].Name())
	return r
}

// codesAndSpans returns the code and the span of each finding, for comparison.
func codesAndSpans(findings []iri.Finding) []string {
	var all []string
	for _, f := range findings {
		all = append(all, fmt.Sprintf("%s [%d,%d)", f.Code, f.Start, f.End))
	}
	return all
}
