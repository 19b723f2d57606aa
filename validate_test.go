package iri_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/verdict/rules"
)

// findings prints the findings of a report in the notation of docs/blame.md: code [start,end).
func findings(r iri.Report) string {
	var out []string
	for _, f := range r.Findings() {
		out = append(out, fmt.Sprintf("%s [%d,%d)", f.Code, f.Start, f.End))
	}
	return strings.Join(out, ", ")
}

// blameTests are strings with the findings of the grammar that they must have.
var blameTests = []struct{ spec, rule, input, want string }{
	// What docs/blame.md has, and more of the kind.
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
	{"rfc3987", "IRI", "http://h:a1b2c/", "port [9,14)"},
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
	{"rfc3986", "URI", "http://exa mple.org/é?é#é",
		"reg-name [10,11), path-abempty [20,22), query [23,25), fragment [26,28)"},
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
		if testkit.Edited(tt.rule, tt.input, tt.want) {
			continue
		}
		spec, _ := iri.SpecByName(tt.spec)
		rule, ok := spec.Rule(tt.rule)
		if !ok {
			t.Fatalf("%s has no rule %s", tt.spec, tt.rule)
		}
		rep := rule.Check(tt.input, iri.WithGrammarOnly())
		if got := findings(rep); got != tt.want {
			t.Errorf("%s %s %q:\n got %s\nwant %s", tt.spec, tt.rule, tt.input, got, tt.want)
		}
		if (tt.want == "") != rep.Grammatical() {
			t.Errorf("%s %s %q: Grammatical() = %v", tt.spec, tt.rule, tt.input, rep.Grammatical())
		}
		checkReport(t, rep)
	}
}

// TestWholeReports checks with random strings that there are findings if and only if the
// string does not conform, that they are in order and in bounds, and that after all fixes
// only the findings without a fix are left.
func TestWholeReports(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"a", "b1", "http", ":", "/", "//", "?", "#", "@", "[", "]", "::", "1", "v1.", "%", "%4", "%41",
		" ", "^", "é",
		"\uE000", "\U000E0001", "\uFFFE", "\xff", "\xe2\x82", "\x00", "\u202E", "\\", "-", ".", "2001:db8::1",
		"1.2.3.4", "+"}
	for range testkit.Size(1000, 4000, 10000) {
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
	if len(all) != 4 && len(all) > 0 {
		t.Fatalf("%s has the rules %v for whole references, want 4", s.Name(), all)
	}
	return all
}

func checkWhole(t *testing.T, rule iri.Rule, s string) {
	t.Helper()
	rep := rule.Check(s, iri.WithGrammarOnly(), iri.WithMaxFindings(0))
	if rep.Grammatical() != (len(rep.Findings()) == 0) || rep.Grammatical() != rule.Valid(s) ||
		rep.Conforms() != rep.Grammatical() {
		t.Errorf("%s %s %q: valid %v, findings %s", rule.Spec().Name(), rule, s, rule.Valid(s), findings(rep))
	}
	at, unfixable := 0, 0
	for _, f := range rep.Findings() {
		if f.Start < at || f.End < f.Start || f.End > len(s) {
			t.Errorf("%s %q: %s [%d,%d) is out of order or bounds", rule, s, f.Code, f.Start, f.End)
		}
		at = f.Start
		if f.Code == iri.Code(rule.Name()) && !strings.HasPrefix(rule.Name(), "absolute") &&
			!strings.Contains(rule.Name(), "relative") {
			t.Errorf("%s %q: blamed as a whole: %s", rule, s, findings(rep))
		}
		if f.Fix == nil {
			unfixable++
		}
	}
	if fixed, ok := rep.FixedPart(); ok {
		again := rule.Check(fixed, iri.WithGrammarOnly(), iri.WithMaxFindings(0))
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
	testkit.StatesRFC(t, "s://h/p")
	rule := iri.RFC3987.Top()
	one := rule.Check("http://e/" + strings.Repeat("^", 1e6))
	if got, want := findings(one), "ipath-abempty [9,1000009)"; got != want {
		t.Errorf("a million offending characters: got %s, want %s", got, want)
	}
	many := rule.Check("http://e/" + strings.Repeat("^a", 1e6))
	if got, want := len(many.Findings()), iri.DefaultMaxFindings; got != want {
		t.Errorf("a million faults: got %d findings, want %d", got, want)
	}
	if got, want := many.More(), 1000000-iri.DefaultMaxFindings; got != want {
		t.Errorf("a million faults: More() = %d, want %d", got, want)
	}
	if got, want := len(rule.Check("http://e/"+strings.Repeat("^a", 200), iri.WithMaxFindings(7)).Findings()),
		7; got != want {
		t.Errorf("MaxFindings(7): got %d findings, want %d", got, want)
	}
}

// TestLongFaults checks that a fault of more than 1 MiB has no fix, and that a shorter
// one has a fix. Long text that is not in NFC makes several findings, each of which has one.
func TestLongFaults(t *testing.T) {
	const maxFix = 1 << 20 // bytes, as the comment of Finding.Fix says
	for _, tt := range []struct {
		code, before, unit string
		inPieces           bool
	}{
		{code: "ipath-abempty", before: "http://e/", unit: "^"},
		{code: "pct-encoded", before: "http://e/", unit: "%"},
		{code: "iprivate", before: "http://e/", unit: "\U000F0000"},
		{code: "bidi-formatting", before: "http://e/", unit: "\u202E"},
		{code: "bidi-edge", before: "http://e/", unit: "1א"},
		{code: "private-use", before: "http://e/?", unit: "\U000F0000"},
		{code: "not-nfc", before: "http://e/", unit: "e\u0301", inPieces: true},
	} {
		if testkit.Edited(tt.before, tt.unit) {
			continue
		}
		for n, want := range map[int]bool{3: true, maxFix/len(tt.unit) + 1: tt.inPieces} {
			rep := iri.RFC3987.Top().Check(tt.before + strings.Repeat(tt.unit, n))
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

// TestExpectedAtStart checks that the characters expected at the start of a component
// include those with which another form of it begins.
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
		if testkit.Edited(tt.rule, tt.input, tt.want) {
			continue
		}
		rule := mustRule(iri.RFC3987, tt.rule)
		if got := strings.Join(rule.Check(tt.input).Findings()[0].Expected, " "); got != tt.want {
			t.Errorf("%s %q: got %s, want %s", tt.rule, tt.input, got, tt.want)
		}
	}
}

// TestProseSeverity checks that every code of a prose rule has its default severity, which docs/checks.md lists, and
// the severity that an option sets.
func TestProseSeverity(t *testing.T) {
	testkit.StatesRFC(t)
	severity := func(s string, code iri.Code, opts ...iri.CheckOption) iri.Severity {
		info, _ := iri.LookupCode(code)
		for _, f := range mustRule(iri.RFC3987, cmp.Or(info.Rule, "IRI")).Check(s, opts...).Findings() {
			if f.Code == code {
				return f.Severity
			}
		}
		return iri.SeverityOff
	}
	for _, info := range rules.Rules() {
		code, def := iri.Code(info.Code), iri.Severity(info.Severity)
		if strings.HasPrefix(string(code), "leiri-") || info.Command != "" {
			continue // they have tests of their own
		}
		s, rule := info.Bad[0], mustRule(iri.RFC3987, cmp.Or(info.Rule, "IRI"))
		if got := severity(s, code); got != def {
			t.Errorf("%s: %q has severity %v by default, want %v", code, s, got, def)
		}
		for _, sev := range []iri.Severity{iri.SeverityOff, iri.SeverityWarning, iri.SeverityError} {
			if got := severity(s, code, iri.WithSeverity(code, sev)); got != sev {
				t.Errorf("%s set to %v: %q has severity %v", code, sev, s, got)
			}
			rep := rule.Check(s, iri.WithGrammarOnly(), iri.WithSeverity(code, sev))
			if n := len(rep.Findings()); n != 0 || !rep.Conforms() {
				t.Errorf("%s set to %v: %q has %d findings with GrammarOnly, want none", code, sev, s, n)
			}
		}
		lint := max(def, iri.SeverityWarning)
		if code == iri.CodePathEmpty {
			lint = iri.SeverityOff
		}
		if got := severity(s, code, iri.WithLint()); got != lint {
			t.Errorf("%s: %q has severity %v with Lint", code, s, got)
		}
		if got := severity(s, code, iri.WithLint(), iri.WithSeverity(code, iri.SeverityOff)); got != iri.SeverityOff {
			t.Errorf("%s: %q has severity %v with Lint and the code off", code, s, got)
		}
	}
	// Bidi formatting characters that are newer than the RFC's list are warnings by default.
	const isolate = "http://e/a\u2066b"
	if got := severity(isolate, "bidi-formatting"); got != iri.SeverityWarning {
		t.Errorf("an isolate has severity %v, want warning", got)
	}
	if got := severity(isolate, "bidi-formatting", iri.WithSeverity("bidi-formatting", iri.SeverityError)); got != iri.SeverityError {
		t.Errorf("an isolate set to error has severity %v", got)
	}
	// "The restriction on bidirectional formatting characters in [Bidi] is lifted."
	for _, f := range iri.LEIRI.Top().Check("http://e/a\u202Eb\u2066").Findings() {
		if f.Code == "bidi-formatting" {
			t.Errorf("a LEIRI with bidi formatting has the finding %s at %d", f.Code, f.Start)
		}
	}
}

// TestConforms checks that a string with warnings and without errors conforms.
func TestConforms(t *testing.T) {
	for _, tt := range []struct {
		in       string
		conforms bool
	}{
		{"http://u:p@h:80/?", true},
		{"http://e/אב1", true},
		{"http://e/a\u202Eb", false},
		{"http:///a", false},
	} {
		if testkit.Edited(tt.in) {
			continue
		}
		rep := iri.RFC3987.Top().Check(tt.in)
		if !rep.Grammatical() || rep.Conforms() != tt.conforms || (rep.Err() == nil) != tt.conforms {
			t.Errorf("%q: grammatical %v, conforms %v, err %v, want conforms %v", tt.in, rep.Grammatical(),
				rep.Conforms(), rep.Err(), tt.conforms)
		}
	}
}

// TestProseChain checks the productions that the findings of prose rules name.
func TestProseChain(t *testing.T) {
	for _, tt := range []struct {
		spec *iri.Spec
		in   string
		code iri.Code
		want string
	}{
		{iri.RFC3987, "http://u:p@h/", "userinfo-password", "IRI > ihier-part > iauthority > iuserinfo"},
		{iri.RFC3987, "http://a_b/", "host-idna", "IRI > ihier-part > iauthority > ihost > ireg-name"},
		{iri.RFC3987, "http:///a", "scheme-http", "IRI > ihier-part > iauthority > ihost > ireg-name"},
		{iri.RFC3987, "http:/a", "scheme-http", "IRI > ihier-part > ipath-absolute"},
		{iri.RFC3987, "http:", "scheme-http", "IRI > ihier-part > ipath-empty"},
		{iri.RFC3987bis, "did:", "scheme-did", "IRI > ihier-part > ipath-empty"},
		{iri.RFC3987, "http://e/אa", "bidi-mixed", "IRI > ihier-part > ipath-abempty"},
		{iri.RFC3987, "http://e/?אa", "bidi-mixed", "IRI > iquery"},
		{iri.RFC3987, "http://e/#אa", "bidi-mixed", "IRI > ifragment"},
		{iri.RFC3987, "HTTP://e/", "scheme-case", "IRI > scheme"},
		{iri.RFC3987, "http://[AB::1]/", "host-case",
			"IRI > ihier-part > iauthority > ihost > IP-literal > IPv6address"},
		{iri.RFC3987, "http://e:80/", "port-default", "IRI > ihier-part > iauthority > port"},
		{iri.RFC3987, "http://e", iri.CodePathEmpty, "IRI > ihier-part > ipath-abempty"},
		{iri.RFC3987, "http://010.1/", "host-ipv4-like", "IRI > ihier-part > iauthority > ihost > ireg-name"},
		{iri.RFC3987, "mailto:a", "scheme-mailto", "IRI > ihier-part > ipath-rootless"},
		{iri.RFC3987, "urn:example:a?b", "scheme-urn", "IRI > iquery"},
		{iri.RFC3987, "ws://e/#a", "scheme-ws", "IRI > ifragment"},
		{iri.RFC3986, "http://u:p@h/", "userinfo-password", "URI > hier-part > authority > userinfo"},
		{iri.LEIRI, "http://e/אa", "bidi-mixed", "LEIRI > ihier-part > ipath-abempty"},
	} {
		if testkit.Edited(tt.in, tt.want) {
			continue
		}
		rep := tt.spec.Top().Check(tt.in, iri.WithLint(), iri.WithSeverity(iri.CodePathEmpty, iri.SeverityWarning))
		i := slices.IndexFunc(rep.Findings(), func(f iri.Finding) bool { return f.Code == tt.code })
		if i < 0 {
			t.Errorf("%s %q: no finding %s", tt.spec.Name(), tt.in, tt.code)
			continue
		}
		if got := strings.Join(rep.Findings()[i].Rules, " > "); got != tt.want {
			t.Errorf("%s %q %s: got %q, want %q", tt.spec.Name(), tt.in, tt.code, got, tt.want)
		}
	}
}

// linesOneByOne does the same as Validator.Lines, with Validate for each line.
func linesOneByOne(v *iri.Validator, block []byte) (found []string, clean int) {
	at := 0
	for line := range bytes.Lines(block) {
		text := strings.TrimSuffix(strings.TrimSuffix(string(line), "\n"), "\r")
		switch {
		case text == "":
		case len(v.Check(text).Findings()) == 0:
			clean++
		default:
			found = append(found, fmt.Sprintf("%d-%d", at, at+len(text)))
		}
		at += len(line)
	}
	return found, clean
}

func TestValidatorLines(t *testing.T) {
	leiri := iri.LEIRI.Top()
	port, _ := iri.RFC3986.Rule("port")
	validators := map[string]*iri.Validator{
		"all checks":   iri.RFC3987.Top().Validator(),
		"grammar only": iri.RFC3987.Top().Validator(iri.WithGrammarOnly()),
		"lint":         iri.RFC3987.Top().Validator(iri.WithLint()),
		"LEIRI":        leiri.Validator(), // its strings may have line ends in them
		"port":         port.Validator(),
		"zero":         iri.Rule{}.Validator(),
	}
	pieces := []string{"\n", "\r\n", "\r", "\n\n", "a:b", "http://example.org/é?x#y", "http://h:8a/", "http://u:p@h/",
		"8080", " ", "\xff", "%", "%41", "é",
		"http://résumé.example/", "http://1.2.3/", "http://a--b.c/", "https://www.example.org:8080/a/b?c=d#e",
		"http://example.org/\u202E", "HTTP://a_b/",
		"http://пример.рф/", "https://中华人民共和国.中国/漢字かな", "http://e.org/שלום", "http://e.org/a\u05D0",
		"http://भारत.भारत/क़ानून", "http://e.org/e\u0301", "😀", "http://𑄇𑄨.org/",
		"\nhttp://e.org/" + strings.Repeat("x", 3000), "\nhttp://e.org/" + strings.Repeat("é/", 300)} // long lines
	for name, v := range validators {
		t.Run(name, func(t *testing.T) {
			v.Lines(testkit.Lines, func(int, int) bool { return true })
			r := rand.New(rand.NewPCG(3, 4))
			for size := 0; size < 400; size += testkit.Size(3, 3, 1) {
				var b strings.Builder
				for range size {
					b.WriteString(pieces[r.IntN(len(pieces))])
				}
				block := []byte(b.String())
				var found []string
				clean := v.Lines(block, func(start, end int) bool {
					found = append(found, fmt.Sprintf("%d-%d", start, end))
					return true
				})
				wantFound, wantClean := linesOneByOne(v, block)
				if clean != wantClean || strings.Join(found, " ") != strings.Join(wantFound, " ") {
					t.Fatalf("%q: got %d clean, found %s; want %d, %s", block, clean, found, wantClean, wantFound)
				}
			}
		})
	}
}

// FuzzValidatorLines compares Lines on a block of lines with Validate on each line.
func FuzzValidatorLines(f *testing.F) {
	var good, bad []string
	for _, info := range rules.Rules() {
		good, bad = append(good, info.Good...), append(bad, info.Bad...)
	}
	f.Add(strings.Join(good, "\n"))
	f.Add(strings.Join(bad, "\r\n"))
	f.Add("\n\r\n\r\r\nhttp://h/\xff\nhttp://пример.рф/קמץ\n\nhttp://\xd0")
	long := "http://e.org/" + strings.Repeat("a/", 300)
	f.Add(long + "\r\n" + long + "é\n\nhttp://h:8a/\n" + long + " \n" + long + "\r\r\n" + long)
	all, grammar := iri.RFC3987.Top().Validator(), iri.RFC3987.Top().Validator(iri.WithGrammarOnly())
	for _, v := range []*iri.Validator{all, grammar} {
		v.Lines(testkit.Lines, func(int, int) bool { return true })
	}
	f.Fuzz(func(t *testing.T, block string) {
		for _, v := range []*iri.Validator{all, grammar} {
			var found []string
			clean := v.Lines([]byte(block), func(start, end int) bool {
				found = append(found, fmt.Sprintf("%d-%d", start, end))
				return true
			})
			wantFound, wantClean := linesOneByOne(v, []byte(block))
			if clean != wantClean || !slices.Equal(found, wantFound) {
				t.Errorf("%q: got %d clean, found %s; want %d, %s", block, clean, found, wantClean, wantFound)
			}
		}
	})
}

// TestClean has strings with the settings by which they are clean: all rules, the grammar alone for
// references, and all rules of RFC 3986 with those that are off by default.
func TestClean(t *testing.T) {
	validators := []*iri.Validator{iri.RFC3987.Top().Validator(), iri.RFC3987.Reference().Validator(iri.WithGrammarOnly()),
		iri.RFC3986.Top().Validator(iri.WithLint())}
	for s, want := range map[string][3]bool{
		"": {false, true, false}, "a:b": {true, true, true}, "http://example.org/": {true, true, true},
		"http://h:8a/": {}, "http://u:p@h/": {false, true, false},
		"../a": {false, true, false}, "HTTP://EXAMPLE.org:80/%7e": {true, true, false},
		"http://ex_ample.org/é": {false, true, false},
	} {
		if testkit.Edited(s) {
			continue
		}
		for i, v := range validators {
			if got := v.Check(s).Clean(); got != want[i] {
				t.Errorf("%q, validator %d: got %v, want %v", s, i, got, want[i])
			}
		}
	}
}

func TestCleanDoesNotAllocate(t *testing.T) {
	v := iri.RFC3987.Top().Validator()
	for _, s := range []string{"http://www.example.org/wiki/Main_Page?x=1#y",
		"https://ru.example.org/wiki/Международный_стандарт"} {
		if testkit.Edited(s) {
			continue
		}
		if n := testing.AllocsPerRun(100, func() { v.Check(s).Clean() }); n != 0 {
			t.Errorf("%q: got %v allocations, want 0", s, n)
		}
	}
}

// TestAllocations has how often a verdict allocates: not at all if there are no findings, and once if there are.
func TestAllocations(t *testing.T) {
	if raceDetector() {
		t.Skip("the race detector makes pools drop what findings are collected in")
	}
	top, json := iri.RFC3987.Top(), make([]byte, 0, 1000)
	v := top.Validator(iri.WithGrammarOnly())
	policy := &iri.Policy{Schemes: []string{"http"}}
	for _, tt := range []struct {
		name string
		f    func(s string) bool
		in   string
		want float64
	}{
		{"clean", func(s string) bool { return top.Check(s).Conforms() }, "http://example.org/é", 0},
		{"clean by its scheme", func(s string) bool { return top.Check(s).Conforms() }, "urn:isbn:0451450523", 0},
		{"its JSON", func(s string) bool { return len(top.Check(s).AppendJSON(json)) > 0 }, "urn:isbn:0451450523",
			0},
		{"its findings", func(s string) bool { return top.Check(s).Findings() == nil }, "http://example.org/é", 0},
		{"a warning", func(s string) bool { return top.Check(s).Conforms() }, "http://u:p@example.org/", 1},
		{"a fault", func(s string) bool { return !top.Check(s).Conforms() }, "http://h:8a/", 1},
		{"a validator", func(s string) bool { return v.Check(s).Conforms() }, "http://u:p@example.org/", 0},
		{"a fault for a validator", func(s string) bool { return !v.Check(s).Conforms() }, "http://h:8a/", 1},
		{"a policy", func(s string) bool { return policy.Check(s).Conforms() }, "http://example.org/é", 0},
		{"a rejection", func(s string) bool { _, err := iri.Parse(s); return err != nil }, "http://h:8a/", 1},
		{"a rejection by a rule", func(s string) bool { _, err := top.Parse(s); return err != nil }, "http://h:8a/", 1},
		{"a rejection as text", func(s string) bool { _, err := iri.Parse(s); return err.Error() != "" }, "http://h:8a/", 9},
	} {
		if testkit.Edited(tt.in) {
			continue
		}
		if n := testing.AllocsPerRun(100, func() {
			if !tt.f(tt.in) {
				t.Errorf("%s: got another verdict", tt.name)
			}
		}); n != tt.want {
			t.Errorf("%s: got %v allocations, want %v", tt.name, n, tt.want)
		}
	}
}

func BenchmarkValidateFaulty(b *testing.B) {
	rule := iri.RFC3987.Top()
	s := "http://www.example.org/dir/file name.html?query=some%20thing#frag/ment"
	b.ReportAllocs()
	for b.Loop() {
		rule.Check(s)
	}
}

// BenchmarkParseRefused has what a rejection costs a program that does not ask why.
func BenchmarkParseRefused(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := iri.Parse("http://www.example.org/dir/file name.html?query=some%20thing#frag/ment"); err == nil {
			b.Fatal("not refused")
		}
	}
}

// TestFixed holds that Fixed says true if and only if its text conforms, as the report was made.
func TestFixed(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p")
	many := "http://e/" + strings.Repeat("x ", 300) + "x"
	reference := iri.RFC3987.Reference()
	for _, tt := range []struct {
		name  string
		rep   iri.Report
		fixed string
		ok    bool
		part  string
	}{
		{"one fault", iri.Check("http://e/a b"), "http://e/a%20b", true, "http://e/a%20b"},
		{"no fault", iri.Check("http://e/"), "http://e/", true, "http://e/"},
		{"a warning alone", iri.Check("http://u:p@e/"), "http://u:p@e/", true, "http://u:p@e/"},
		{"a fault without a fix beside one with", iri.Check("http://h:8a/ x"), "http://h:8a/ x", false,
			"http://h:8a/%20x"},
		{"the fix breaks a rule of the scheme", iri.Check("mailto:a b"), "mailto:a b", false, "mailto:a%20b"},
		{"which the grammar alone does not know", iri.Check("mailto:a b", iri.WithGrammarOnly()), "mailto:a%20b", true,
			"mailto:a%20b"},
		{"a fault without a fix", iri.Check("http://h:8a/"), "http://h:8a/", false, "http://h:8a/"},
		{"a guess is a hint", iri.Check("http://e/%u00e9"), "http://e/%u00e9", false, "http://e/%u00e9"},
		{"a guess", iri.Check("http://e/%u00e9", iri.WithGuess()), "http://e/é", true, "http://e/é"},
		{"a severity that is set", iri.Check("http://e/a b%41", iri.WithSeverity("pct-unreserved", iri.SeverityError)),
			"http://e/a%20bA", true, "http://e/a%20bA"},
		{"a validator", reference.Validator().Check("1a:b c"), "./1a:b%20c", true, "./1a:b%20c"},
		{"more faults than the report keeps", iri.Check(many, iri.WithMaxFindings(3)),
			strings.ReplaceAll(many, " ", "%20"), true, strings.Replace(many, " ", "%20", 3)},
		{"no report", iri.Report{}, "", false, ""},
	} {
		if testkit.Edited(tt.fixed, tt.part) {
			continue
		}
		if got, ok := tt.rep.Fixed(); got != tt.fixed || ok != tt.ok {
			t.Errorf("%s: Fixed: got %.80q, %v, want %.80q, %v", tt.name, got, ok, tt.fixed, tt.ok)
		}
		if got, ok := tt.rep.FixedPart(); got != tt.part || ok != (tt.part != tt.rep.Input()) {
			t.Errorf("%s: FixedPart: got %.80q, %v, want %.80q", tt.name, got, ok, tt.part)
		}
	}
	_, err := iri.Parse("mailto:a b")
	var e *iri.ParseError
	if !errors.As(err, &e) {
		t.Fatal(err)
	}
	if got, ok := e.Report.Fixed(); got != "mailto:a%20b" || !ok {
		t.Errorf("Parse checks the grammar alone, and so does its report: got %q, %v", got, ok)
	}
}

// TestTyped has what people type into an address bar, and what it is guessed to be; what is no
// address stays.
func TestTyped(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"example.com", "https://example.com"},
		{"example.com/", "https://example.com/"},
		{"www.example.com/a", "https://www.example.com/a"},
		{"www.example.com?q=a b", "https://www.example.com?q=a%20b"},
		{"例え.テスト/a", "https://例え.テスト/a"},
		{"192.0.2.1/a", "https://192.0.2.1/a"},
		{"example.com ", "https://example.com"},
		{" example.com/a b\n", "https://example.com/a%20b"},
		{"//example.com/a", "https://example.com/a"},
		{"https:/e/", "https://e/"},
		{"https:e.org", "https://e.org"},
		{"HTTPS:///e.org/a", "HTTPS://e.org/a"},
		{"https:////e/", "https://e/"},
		{"ftp:/h/a", "ftp://h/a"},
		{" http://e/ ", "http://e/"},
		{"http:// e/", "http://e/"},
		// What may be something else gets a hint alone.
		{"index.html", ""}, {"README.md#a", ""}, {"foo/bar", ""}, {"localhost", ""}, {"a.b", ""}, {"3.14", ""},
		{"user@example.com", ""},
		{".example.com", ""}, {"example..com", ""}, {"../example.com", ""}, {"https:", ""}, {"https:/1/2", ""},
		{"", ""}, {"e\u202example.com", ""},
	} {
		if testkit.Edited(tt.in, tt.want) {
			continue
		}
		rep := iri.Check(tt.in, iri.WithGuess())
		got, ok := rep.Fixed()
		if tt.want == "" && (ok || got != tt.in) || tt.want != "" && (!ok || got != tt.want) {
			t.Errorf("%q: got %q, %v, want %q", tt.in, got, ok, tt.want)
		}
		for _, f := range rep.Findings() {
			if f.Fix != nil && f.Fix.Guessed && f.Hint == "" {
				t.Errorf("%q: a guess without a hint: %v", tt.in, f)
			}
		}
		if got, ok := iri.Check(tt.in).Fixed(); ok && got != strings.TrimSpace(tt.in) { // which is not a guess
			t.Errorf("%q: without guesses it is fixed to %q", tt.in, got)
		}
	}
}

// BenchmarkFaultAsText has what it costs to say why a string does not conform.
func BenchmarkFaultAsText(b *testing.B) {
	for _, s := range []string{"http://h:8a/", "http://www.example.org/dir/file name.html?query=some%20thing#frag/ment"} {
		b.Run(s, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, err := iri.Parse(s)
				if err.Error() == "" {
					b.Fatal("no text")
				}
			}
		})
	}
}
