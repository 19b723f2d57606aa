package iri_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
)

// findings prints the findings of a report as the tables of design.md §4 do.
func findings(r iri.Report) string {
	var out []string
	for _, f := range r.Findings() {
		out = append(out, fmt.Sprintf("%s [%d,%d)", f.Code, f.Start, f.End))
	}
	return strings.Join(out, ", ")
}

// blameTests are strings with the findings of the grammar that they must have.
var blameTests = []struct{ spec, rule, input, want string }{
	// The table of design.md §4.
	{"rfc3987", "IRI", "http://h:8a/", "port [10,11)"},
	{"rfc3987", "IRI", "http://exa mple.org/a b", "ireg-name [10,11), ipath-abempty [21,22)"},
	{"rfc3987", "IRI", "http://[::1", "IP-literal [11,11)"},
	{"rfc3987", "IRI", "http://[::1::2]/", "IPv6address [12,13)"},
	{"rfc3987", "IRI", "http://[fe80::1%25en0]/", "IPv6address [15,16)"},
	{"rfc3987", "IRI", "http://[::1]a/", "iauthority [12,13)"},
	{"rfc3987", "IRI", "http://2001:db8::1/", "ireg-name [7,18)"},
	{"rfc3987", "IRI", "http://a@b@c/", "ireg-name [10,11)"},
	{"rfc3987", "IRI", "http://e/%zz%2", "pct-encoded [9,10), pct-encoded [12,14)"},
	{"rfc3987", "IRI", "a:b#c#d", "ifragment [5,6)"},
	{"rfc3987", "IRI", "1a:b", "scheme [0,1)"},
	{"rfc3987", "IRI", "foo/bar", "scheme [0,0)"},
	{"rfc3987", "IRI-reference", "1a:b", "ipath-noscheme [2,3)"},
	{"rfc3987", "IRI", "http://e/\uE000", "iprivate [9,12)"},

	// Rule 1: the scheme.
	{"rfc3987", "IRI", "", "scheme [0,0)"},
	{"rfc3987", "IRI", ":b", "scheme [0,0)"},
	{"rfc3987", "IRI", "a b_c:d", "scheme [1,2), scheme [3,4)"},
	{"rfc3987", "IRI", "a__b:d", "scheme [1,3)"},
	{"rfc3987", "IRI", "é:d", "scheme [0,2)"},
	{"rfc3987", "IRI", "192.168.0.1:80/", "scheme [0,1)"},
	{"rfc3987", "IRI", "//e/ ", "scheme [0,0), ipath-abempty [4,5)"},
	{"rfc3987", "IRI", "a b", "scheme [0,0), ipath-rootless [1,2)"},
	{"rfc3987", "IRI", "/a b", "scheme [0,0), ipath-absolute [2,3)"},
	{"rfc3987", "IRI-reference", ":b", "ipath-noscheme [0,1)"},
	{"rfc3987", "IRI-reference", "1a:b:c", "ipath-noscheme [2,3)"},
	{"rfc3987", "IRI-reference", "a^:b^", "ipath-noscheme [1,2), ipath-noscheme [2,3), ipath-noscheme [4,5)"},
	{"rfc3987", "IRI-reference", "a^b", "ipath-noscheme [1,2)"},
	{"rfc3987", "IRI-reference", "^/b", "ipath-noscheme [0,1)"},
	{"rfc3987", "IRI-reference", "a:^/b", "ipath-rootless [2,3)"},
	{"rfc3987", "irelative-ref", "a:b", "irelative-ref [0,2)"},
	{"rfc3987", "irelative-ref", "http://h:8a/", "irelative-ref [0,5), port [10,11)"},
	{"rfc3987", "irelative-ref", "1a:b", "ipath-noscheme [2,3)"},

	// Rules 2 to 4: the authority.
	{"rfc3987", "IRI", "http://a[@c/", "iuserinfo [8,9)"},
	{"rfc3987", "IRI", "http://[::1@c/", "iuserinfo [7,8)"},
	{"rfc3987", "IRI", "http://u@[::1]:x/", "port [15,16)"},
	{"rfc3987", "IRI", "http://[1:2:3]/", "IPv6address [13,14)"},
	{"rfc3987", "IRI", "http://[]/", "IPv6address [8,9)"},
	{"rfc3987", "IRI", "http://[v1.]/", "IPvFuture [11,12)"},
	{"rfc3987", "IRI", "http://[V.a]/", "IPvFuture [9,10)"},
	{"rfc3987", "IRI", "http://[::1]ab:c/d e", "iauthority [12,14), port [15,16), ipath-abempty [18,19)"},
	{"rfc3987", "IRI", "http://[::g]x", "IPv6address [10,11), iauthority [12,13)"},
	{"rfc3987", "IRI", "http://[é]", "IPv6address [8,10)"},
	{"rfc3987", "IRI", "http://a:b:c/", "ireg-name [8,9), port [11,12)"},
	{"rfc3987", "IRI", "http://x::80/", "ireg-name [8,9)"},
	{"rfc3987", "IRI", "http://::1/", "ireg-name [7,10)"},
	{"rfc3987", "IRI", "http://h:-1/", "port [9,10)"},
	{"rfc3987", "IRI", "http://h:a1b2c/", "port [9,10), port [11,12), port [13,14)"},
	{"rfc3987", "IRI", "http://a[b]/", "ireg-name [8,9), ireg-name [10,11)"},

	// Rules 5 and 6: path, query, fragment.
	{"rfc3987", "IRI", "http://e/<>", "ipath-abempty [9,11)"},
	{"rfc3987", "IRI", "http://e/?a b#c d", "iquery [11,12), ifragment [15,16)"},
	{"rfc3987", "IRI", "http://e/?\uE000", ""},
	{"rfc3987", "IRI", "http://e/#\uE000 ", "iprivate [10,13), ifragment [13,14)"},
	{"rfc3987", "IRI", "http://\uE000/", "iprivate [7,10)"},
	{"rfc3987", "IRI", "http://e/%%%41", "pct-encoded [9,11)"},
	{"rfc3987", "IRI", "http://e/%2%2", "pct-encoded [9,13)"},
	{"rfc3987", "IRI", "http://e/\xff\xfe", "utf-8 [9,11)"},
	{"rfc3987", "IRI", "http://e/\xc3", "utf-8 [9,10)"},
	{"rfc3987", "IRI", "http://e/ \xff ", "ipath-abempty [9,10), utf-8 [10,11), ipath-abempty [11,12)"},
	{"rfc3987", "IRI", "http://e/\U0001FFFE", "ipath-abempty [9,13)"},
	{"rfc3987", "IRI", "http://e/\U000E0000", "ipath-abempty [9,13)"},
	{"rfc3987", "absolute-IRI", "a:b#c d", "absolute-IRI [3,7)"},
	{"rfc3987", "absolute-IRI", "a:b c#", "ipath-rootless [3,4), absolute-IRI [5,6)"},

	// Rule 7: any other rule.
	{"rfc3987", "port", "8a", "port [1,2)"},
	{"rfc3987", "IPv4address", "1.2.3", "IPv4address [5,5)"},
	{"rfc3987", "ihost", "a b", "ireg-name [1,2)"},
	{"rfc3987", "h16", "", "h16 [0,0)"},
	{"rfc3987", "isegment", "\xff", "isegment [0,1)"},
	{"rfc3987", "iunreserved", "\xc3a", "iunreserved [0,1)"}, // not the "a", at which the automaton stops
	{"rfc3987", "isegment", "\xc3", "isegment [0,1)"},        // nor the end
	{"rfc3987", "isegment", "é\xf0\x9f\x98", "isegment [2,3)"},

	// The other specs use their own names.
	{"rfc3986", "URI", "http://exa mple.org/é?é#é", "reg-name [10,11), path-abempty [20,22), query [23,25), fragment [26,28)"},
	{"rfc3986", "relative-ref", "a:b", "relative-ref [0,2)"},
	{"rfc3986", "URI-reference", "1a:b", "path-noscheme [2,3)"},
	{"rfc3986", "absolute-URI", "a:b#c", "absolute-URI [3,5)"},
	{"rfc3987bis", "IRI", "http://a%41b/", "ireg-name [8,9)"},
	{"rfc3987bis", "IRI", "http://a%zb/%z", "ireg-name [8,9), pct-encoded [12,13)"},
	{"rfc3987bis", "IRI", "http://e/\U000E0001?\U000E0001", "iprivate [9,13)"},
	{"leiri", "LEIRI", "http://e/ <\uE000\x00", ""},
	{"leiri", "LEIRI", "http://e/\xff[%", "utf-8 [9,10), ipath-abempty [10,11), pct-encoded [11,12)"},
	{"leiri", "absolute-LEIRI", "a:b#", "absolute-LEIRI [3,4)"},
}

func TestBlame(t *testing.T) {
	for _, tt := range blameTests {
		spec, _ := iri.SpecByName(tt.spec)
		rule, ok := spec.Rule(tt.rule)
		if !ok {
			t.Fatalf("%s has no rule %s", tt.spec, tt.rule)
		}
		rep := rule.Validate(tt.input, iri.GrammarOnly())
		if got := findings(rep); got != tt.want {
			t.Errorf("%s %s %q:\n got %s\nwant %s", tt.spec, tt.rule, tt.input, got, tt.want)
		}
		if (tt.want == "") != rep.Grammatical() {
			t.Errorf("%s %s %q: Grammatical() = %v", tt.spec, tt.rule, tt.input, rep.Grammatical())
		}
		checkReport(t, rep)
	}
}

// checkReport checks what holds for every report.
func checkReport(t *testing.T, rep iri.Report) {
	t.Helper()
	at := 0
	for _, f := range rep.Findings() {
		if f.Start < at || f.End < f.Start || f.End > len(rep.Input()) {
			t.Errorf("%q: %s [%d,%d) is out of order or bounds", rep.Input(), f.Code, f.Start, f.End)
		}
		at = f.Start
		if f.Message == "" || f.Section == "" || len(f.Rules) == 0 {
			t.Errorf("%q: %s lacks a message, a section or rules: %+v", rep.Input(), f.Code, f)
		}
		if f.Severity == iri.Error && f.Rules[0] != rep.Rule().Name() {
			t.Errorf("%q: rules %v do not begin with %s", rep.Input(), f.Rules, rep.Rule())
		}
		if f.Fix == nil || f.Severity != iri.Error || !rep.Rule().WholeReference() {
			continue
		}
		mended := rep.Input()[:f.Fix.Start] + f.Fix.Text + rep.Input()[f.Fix.End:]
		after := rep.Rule().Validate(mended, iri.GrammarOnly(), iri.MaxFindings(0))
		before := rep.Rule().Validate(rep.Input(), iri.GrammarOnly(), iri.MaxFindings(0))
		if len(after.Findings()) != len(before.Findings())-1 {
			t.Errorf("%q: the fix of %s [%d,%d) gives %q with findings %s", rep.Input(), f.Code, f.Start, f.End, mended, findings(after))
		}
	}
}

// TestWholeReports checks on random strings what must hold for every one: there
// are findings if and only if the string does not conform, in order and in
// bounds, and mending all that can be mended leaves what could not.
func TestWholeReports(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"a", "b1", "http", ":", "/", "//", "?", "#", "@", "[", "]", "::", "1", "v1.", "%", "%4", "%41", " ", "^", "é",
		"\uE000", "\U000E0001", "\uFFFE", "\xff", "\xe2\x82", "\x00", "\u202E", "\\", "-", ".", "2001:db8::1", "1.2.3.4", "+"}
	for range 10000 {
		var sb strings.Builder
		for range rnd.IntN(12) {
			sb.WriteString(pieces[rnd.IntN(len(pieces))])
		}
		s := sb.String()
		for _, spec := range iri.Specs() {
			for _, rule := range wholeRules(t, spec) {
				checkWhole(t, rule, s)
			}
		}
	}
}

// wholeRules returns the rules of a built-in spec for whole references: IRI,
// absolute-IRI, IRI-reference and irelative-ref, or what the spec calls them. A spec of
// something else than references has none.
func wholeRules(t *testing.T, s *iri.Spec) []iri.Rule {
	t.Helper()
	var all []iri.Rule
	for r := range s.Rules() {
		if r.WholeReference() {
			all = append(all, r)
		}
	}
	if _, ok := s.Rule("scheme"); len(all) != 4 && (ok || len(all) > 0) {
		t.Fatalf("%s has the rules %v for whole references, want 4", s.Name(), all)
	}
	return all
}

func checkWhole(t *testing.T, rule iri.Rule, s string) {
	t.Helper()
	rep := rule.Validate(s, iri.GrammarOnly(), iri.MaxFindings(0))
	if rep.Grammatical() != (len(rep.Findings()) == 0) || rep.Grammatical() != rule.Valid(s) || rep.Conforms() != rep.Grammatical() {
		t.Errorf("%s %s %q: valid %v, findings %s", rule.Spec().Name(), rule, s, rule.Valid(s), findings(rep))
	}
	at, unfixable := 0, 0
	for _, f := range rep.Findings() {
		if f.Start < at || f.End < f.Start || f.End > len(s) {
			t.Errorf("%s %q: %s [%d,%d) is out of order or bounds", rule, s, f.Code, f.Start, f.End)
		}
		at = f.Start
		if f.Code == iri.Code(rule.Name()) && !strings.HasPrefix(rule.Name(), "absolute") && !strings.Contains(rule.Name(), "relative") {
			t.Errorf("%s %q: blamed as a whole: %s", rule, s, findings(rep))
		}
		if f.Fix == nil {
			unfixable++
		}
	}
	if fixed, ok := rep.Fixed(); ok {
		again := rule.Validate(fixed, iri.GrammarOnly(), iri.MaxFindings(0))
		if len(again.Findings()) != unfixable {
			t.Errorf("%s %s %q (%s) mended to %q has findings %s", rule.Spec().Name(), rule, s, findings(rep), fixed, findings(again))
		}
	}
}

func FuzzValidate(f *testing.F) {
	for _, tt := range blameTests {
		f.Add(tt.input)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, spec := range iri.Specs() {
			for _, rule := range wholeRules(t, spec) {
				checkWhole(t, rule, s)
			}
		}
	})
}

func TestManyFaults(t *testing.T) {
	rule, _ := iri.RFC3987.Rule("IRI")
	one := rule.Validate("http://e/" + strings.Repeat("^", 1e6))
	if got, want := findings(one), "ipath-abempty [9,1000009)"; got != want {
		t.Errorf("a million offending characters: got %s, want %s", got, want)
	}
	many := rule.Validate("http://e/" + strings.Repeat("^a", 1e6))
	if got, want := len(many.Findings()), iri.DefaultMaxFindings; got != want {
		t.Errorf("a million faults: got %d findings, want %d", got, want)
	}
	if got, want := many.More(), 1000000-iri.DefaultMaxFindings; got != want {
		t.Errorf("a million faults: More() = %d, want %d", got, want)
	}
	if got, want := len(rule.Validate("http://e/"+strings.Repeat("^a", 200), iri.MaxFindings(7)).Findings()), 7; got != want {
		t.Errorf("MaxFindings(7): got %d findings, want %d", got, want)
	}
}

// TestLongFaults holds that a fault of more than a mebibyte has no fix, and a shorter
// one has.
func TestLongFaults(t *testing.T) {
	const maxFix = 1 << 20 // bytes, as the comment of Finding.Fix says
	for _, tt := range []struct{ code, before, unit string }{
		{"ipath-abempty", "http://e/", "^"},
		{"pct-encoded", "http://e/", "%"},
		{"iprivate", "http://e/", "\U000F0000"},
		{"bidi-formatting", "http://e/", "\u202E"},
		{"bidi-edge", "http://e/", "1א"},
		{"private-use", "http://e/?", "\U000F0000"},
		{"not-nfc", "http://e/", "e\u0301"},
	} {
		for n, want := range map[int]bool{3: true, maxFix/len(tt.unit) + 1: false} {
			rep := iri.RFC3987.Top().Validate(tt.before + strings.Repeat(tt.unit, n))
			found := false
			for _, f := range rep.Findings() {
				if f.Code != iri.Code(tt.code) {
					continue
				}
				found = true
				if got := f.Fix != nil; got != want {
					t.Errorf("%s, %d times %q: there is a fix: %v, want %v", tt.code, n, tt.unit, got, want)
				}
			}
			if !found {
				t.Errorf("%s, %d times %q: there is no such finding", tt.code, n, tt.unit)
			}
		}
	}
}

// TestExpectedAtStart holds that what could stand at the start of a component is
// also what another form of it begins with.
func TestExpectedAtStart(t *testing.T) {
	for _, tt := range []struct{ rule, input, want string }{
		{"IRI", "http://^/", `iunreserved pct-encoded sub-delims "[" ":" "/" "?" "#" end`},
		{"IRI", "http://u@^/", `iunreserved pct-encoded sub-delims "[" ":" "/" "?" "#" end`},
		{"IRI", "http://a^/", `iunreserved pct-encoded sub-delims ":" "/" "?" "#" end`},
		{"IRI", "a:^", `ipchar "/" "?" "#" end`},
		{"IRI", "a:b^", `ipchar "/" "?" "#" end`},
		{"absolute-IRI", "a:^", `ipchar "/" "?" end`},
		{"IRI-reference", "^", `iunreserved pct-encoded sub-delims "@" "/" "?" "#" end`},
		{"IRI", "http://h:^/", `DIGIT "/" "?" "#" end`},
	} {
		rule := mustRule(iri.RFC3987, tt.rule)
		if got := strings.Join(rule.Validate(tt.input).Findings()[0].Expected, " "); got != tt.want {
			t.Errorf("%s %q: got %s, want %s", tt.rule, tt.input, got, tt.want)
		}
	}
}

// TestErrorsHoldFindings holds that errors.Is finds a code and errors.As a finding
// in every error that holds findings.
func TestErrorsHoldFindings(t *testing.T) {
	_, parse := iri.Parse("http://u:p@h:8a/ ")
	_, convert := iri.ToURI("http://e/%")
	_, host := iri.ToURI("http://_é/", iri.WithHost(iri.HostIDNA))
	_, base := iri.RFC3987.ParseBase("a/b")
	prose := mustRule(iri.RFC3987, "IRI").Validate("http://u:p@/", iri.WithSeverity("userinfo-password", iri.Warning)).Err()
	for _, tt := range []struct {
		name    string
		err     error
		yes, no iri.Code
		start   int
		first   iri.Code
	}{
		{"Parse", parse, "ipath-abempty", "scheme", 14, "port"},
		{"ToURI", convert, "pct-encoded", "ipath-abempty", 9, "pct-encoded"},
		{"ToURI, host", host, "host-idna", "ireg-name", 7, "host-idna"},
		{"ParseBase", base, "base", "scheme", 0, "base"},
		{"an error behind a warning", prose, "scheme-http", "port", 11, "scheme-http"},
		{"wrapped", fmt.Errorf("line 1: %w", parse), "port", "iquery", 14, "port"},
	} {
		if !errors.Is(tt.err, tt.yes) || errors.Is(tt.err, tt.no) {
			t.Errorf("%s: %v: Is(%s) = %v, Is(%s) = %v", tt.name, tt.err, tt.yes, errors.Is(tt.err, tt.yes), tt.no, errors.Is(tt.err, tt.no))
		}
		f, ok := errors.AsType[iri.Finding](tt.err)
		if !ok || f.Start != tt.start || f.Code != tt.first {
			t.Errorf("%s: got finding %v (%v), want %s at byte %d", tt.name, f, ok, tt.first, tt.start)
		}
		var holder interface{ Findings() []iri.Finding }
		if !errors.As(tt.err, &holder) || len(holder.Findings()) == 0 {
			t.Errorf("%s: %v holds no findings", tt.name, tt.err)
		}
	}
	if want := `iri: "http://u:p@/" does not conform: `; !strings.HasPrefix(prose.Error(), want) {
		t.Errorf("got %q, want %q…", prose.Error(), want)
	}
}

func TestParseError(t *testing.T) {
	_, err := iri.Parse("http://h:8a/")
	pe, ok := errors.AsType[*iri.ParseError](err)
	if !ok {
		t.Fatalf("Parse: got error %v, want a *ParseError", err)
	}
	if got, want := pe.Report.Findings()[0].Code, iri.Code("port"); got != want {
		t.Errorf("code = %q, want %q", got, want)
	}
	if got, want := err.Error(), `iri: "http://h:8a/" is not an IRI: "a" is not a digit at byte 10 (RFC 3986 §3.2.3, port)`; !strings.HasPrefix(got, want) {
		t.Errorf("error = %q, want prefix %q", got, want)
	}
}

func BenchmarkValidateFaulty(b *testing.B) {
	rule, _ := iri.RFC3987.Rule("IRI")
	s := "http://www.example.org/dir/file name.html?query=some%20thing#frag/ment"
	b.ReportAllocs()
	for b.Loop() {
		rule.Validate(s)
	}
}
