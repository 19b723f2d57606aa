package finding

import (
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/text/sourcemap"
)

// TestFixed applies edits: of those that overlap the first, insertions before a replacement.
func TestFixed(t *testing.T) {
	fix := func(s Severity, code Code, start, end int, text string) Finding {
		return Finding{Code: code, Severity: s, Fix: &Fix{Start: start, End: end, Text: text}}
	}
	for _, tt := range []struct {
		name     string
		findings []Finding
		want     string // with the fixes of errors
		with     string // with those of warnings with the code "w"
	}{
		{"none", nil, "", ""},
		{"no edit", []Finding{{Code: "e", Severity: Error}}, "", ""},
		{"an error", []Finding{fix(Error, "e", 1, 2, "X")}, "aXcd", "aXcd"},
		{"a warning", []Finding{fix(Warning, "w", 1, 2, "X")}, "", "aXcd"},
		{"a warning with another code", []Finding{fix(Warning, "v", 1, 2, "X")}, "", ""},
		{"both", []Finding{fix(Warning, "w", 2, 3, "Y"), fix(Error, "e", 1, 2, "X")}, "aXcd", "aXYd"},
		{"two that overlap", []Finding{fix(Error, "e", 1, 3, "X"), fix(Error, "e", 2, 4, "Y")}, "aXd", "aXd"},
		{"two that touch", []Finding{fix(Error, "e", 1, 2, ""), fix(Error, "e", 2, 4, "Y")}, "aY", "aY"},
		{"an insertion before a replacement", []Finding{fix(Error, "e", 1, 2, "X"), fix(Error, "e", 1, 1, "+")},
			"a+Xcd", "a+Xcd"},
		{"at the ends", []Finding{fix(Error, "e", 4, 4, "!"), fix(Error, "e", 0, 0, "!")}, "!abcd!", "!abcd!"},
	} {
		r := Report{Input: "abcd", Findings: tt.findings}
		got, ok := r.FixedPart()
		if ok != (tt.want != "") || ok && got != tt.want || !ok && got != r.Input {
			t.Errorf("%s: got %q, %v, want %q", tt.name, got, ok, tt.want)
		}
		if got, ok := r.FixedPart("w"); ok != (tt.with != "") || ok && got != tt.with {
			t.Errorf("%s, with warnings: got %q, %v, want %q", tt.name, got, ok, tt.with)
		}
	}
	// The findings of the dot segments of a path have one edit, which replaces the path.
	path := strings.Repeat("/a", 1<<10)
	all := slices.Repeat([]Fix{{Start: 0, End: len(path), Text: path}}, 1<<10)
	if got := AppendFixed(nil, path, all); string(got) != path || cap(got) > 4*len(path) {
		t.Errorf("edits that are the same: got %d bytes in %d, want %d", len(got), cap(got), len(path))
	}
	// An edit replaces at most 1 MiB.
	long := strings.Repeat("a", maxFix+2)
	if f := NewFix(long, 1, maxFix+1, strings.ToUpper); f == nil || f.Start != 1 || f.End != maxFix+1 ||
		len(f.Text) != maxFix || f.Text[0] != 'A' {
		t.Error("an edit of 1 MiB is not made")
	}
	if f := NewFix(long, 0, maxFix+1, strings.ToUpper); f != nil {
		t.Error("an edit of more than 1 MiB is made")
	}
}

// TestBack leads a finding to the text before it was rewritten, where its edit is not known.
func TestBack(t *testing.T) {
	findings := []Finding{{Code: "e", Start: 1, End: 3, Fix: new(Fix)}}
	if got := Back(nil, findings); got[0].Fix == nil || got[0].Start != 1 {
		t.Errorf("nothing was rewritten: got %+v", got)
	}
	var e sourcemap.Editor
	e.Replace("&lt;b", 0, 4, "<")
	_, m := e.Done("&lt;b")
	got := Back(sourcemap.Trail{m}, []Finding{{Code: "e", Start: 0, End: 1, Fix: new(Fix)},
		{Code: "f", Start: 1, End: 2}})
	if len(got) != 2 || got[0].Start != 0 || got[0].End != 4 || got[0].Fix != nil || got[0].Code != "e" ||
		got[1].Start != 4 || got[1].End != 5 {
		t.Errorf("got %+v", got)
	}
}

// TestSentences has a report in one sentence.
func TestSentences(t *testing.T) {
	iri := spec.RFC3987.Top()
	e := Finding{Code: "port", Severity: Error, Message: PortNotNumber.Text("bad"), Start: 7,
		Section: "RFC 3986 §3.2.3"}
	w := Finding{Code: "case", Severity: Warning, Message: SchemeMissing.Text(),
		Hint: HintDot.Text()}
	for _, tt := range []struct {
		name string
		r    Report
		want string
	}{
		{"no finding", Report{Input: "a:", Grammatical: true}, `"a:" conforms`},
		{"not grammatical", Report{Input: "a", Rule: iri, Findings: []Finding{e}, Errors: 1},
			`"a" is not an IRI: bad is not a number; a port has only digits at byte 7 (RFC 3986 §3.2.3, port)`},
		{"an error in prose", Report{Input: "a", Rule: iri, Grammatical: true, Findings: []Finding{e}, Errors: 1},
			`"a" does not conform: bad is not a number; a port has only digits at byte 7 (RFC 3986 §3.2.3, port)`},
		{"a warning", Report{Input: "a", Grammatical: true, Findings: []Finding{w}},
			`"a" conforms, with a warning: there is no scheme at byte 0 (case); remove one of the dots`},
		{"warnings", Report{Input: "a", Grammatical: true, Findings: []Finding{w, w}, More: 3},
			`"a" conforms, with a warning: there is no scheme at byte 0 (case); remove one of the dots, and 4 more`},
		{"the error before the warning", Report{Input: "a", Grammatical: true, Findings: []Finding{w, e}, Errors: 1},
			`"a" does not conform: bad is not a number; a port has only digits at byte 7 (RFC 3986 §3.2.3, port)`},
		{"errors", Report{Input: "a", Grammatical: true, Findings: []Finding{e, w, e}, Errors: 2},
			`"a" does not conform: bad is not a number; a port has only digits at byte 7 (RFC 3986 §3.2.3, port), ` +
				`and 1 more`},
	} {
		if got := tt.r.Summary(); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
		if got := (&ParseError{tt.r}).Error(); got != "iri: "+tt.want {
			t.Errorf("%s: got %s", tt.name, got)
		}
	}
	if got, want := e.Error(), "iri: bad is not a number; a port has only digits at byte 7 (RFC 3986 §3.2.3, "+
		"port)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, tt := range []struct {
		findings []Finding
		want     string
	}{
		{nil, `iri: "a" has no URI`},
		{[]Finding{e}, `iri: "a" has no URI: bad is not a number; a port has only digits at byte 7 (RFC 3986 §3.2.3, ` +
			`port)`},
		{[]Finding{w, e, e}, `iri: "a" has no URI: there is no scheme at byte 0 (case); remove one of the dots, and ` +
			`2 more`},
	} {
		if got := (&ConvertError{Input: "a", Target: "URI", Findings: tt.findings}).Error(); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}

// TestJSON has reports in JSON: members that say nothing are left out.
func TestJSON(t *testing.T) {
	testkit.StatesRFC(t, "s://u@h:1/p?q#f")
	reference := spec.RFC3987.Reference()
	for _, tt := range []struct {
		name string
		r    Report
		want string
	}{
		{"the zero report", Report{}, `{"input":"","spec":"","rule":"","grammatical":false,"conforms":false,` +
			`"findings":[]}`},
		{"components", Report{Input: "a://u@h:1/p?q#f", Rule: reference, Grammatical: true},
			`{"input":"a://u@h:1/p?q#f","spec":"rfc3987","rule":"IRI-reference","grammatical":true,"conforms":true,` +
				`"findings":[],"components":{"scheme":"a","authority":"u@h:1","userinfo":"u","host":"h",` +
				`"hostKind":"ireg-name","port":"1","path":"/p","query":"q","fragment":"f"}}`},
		{"components of a URI", Report{Input: "//1.2.3.4", Rule: spec.RFC3986.Reference(),
			Grammatical: true},
			`{"input":"//1.2.3.4","spec":"rfc3986","rule":"URI-reference","grammatical":true,"conforms":true,` +
				`"findings":[],"components":{"authority":"1.2.3.4","host":"1.2.3.4","hostKind":"IPv4address",` +
				`"path":""}}`},
		{"a name in a URI", Report{Input: "//h", Rule: spec.RFC3986.Reference(), Grammatical: true},
			`{"input":"//h","spec":"rfc3986","rule":"URI-reference","grammatical":true,"conforms":true,"findings":[],` +
				`"components":{"authority":"h","host":"h","hostKind":"reg-name","path":""}}`},
		{"a rule that is not for references", Report{Input: "1", Rule: spec.MustRule(spec.RFC3987, "DIGIT"),
			Grammatical: true},
			`{"input":"1","spec":"rfc3987","rule":"DIGIT","grammatical":true,"conforms":true,"findings":[]}`},
		{"findings", Report{Input: " ", Rule: reference, Errors: 1, More: 2, Findings: []Finding{
			{Code: "c", Severity: Error, Start: 1, End: 2, Message: RuleEmpty.Text("m"),
				Rules: []string{"a", "b"}, Expected: []string{"DIGIT"}, Section: "s", ABNF: "x = y",
				Hint: HintWrite.Text("h"), Also: HintDot.Text(),
				Fix: &Fix{3, 4, "t", true}},
			{Code: "d", Severity: Warning, Fix: &Fix{0, 1, "", false}},
		}}, `{"input":" ` +
			`","spec":"rfc3987","rule":"IRI-reference","grammatical":false,"conforms":false,"findings":[{"code":"c",` +
			`"severity":"error","start":1,"end":2,"message":"m cannot be ` +
			`empty","reason":"rule.empty","rules":["a","b"],"expected":["DIGIT"],"section":"s","abnf":"x = ` +
			`y","hint":"write h; remove one of the ` +
			`dots","hintReasons":["hint.write","hint.dot"],"params":{"rule":"m","write":"h"},"fix":{"start":3,` +
			`"end":4,"text":"t","guessed":true}},{"code":"d","severity":"warning","start":0,"end":0,"message":"",` +
			`"fix":{"start":0,"end":1,"text":""}}],"more":2}`},
	} {
		if testkit.Edited(tt.want) {
			continue
		}
		if got := string(tt.r.AppendJSON([]byte("x"))); got != "x"+tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got[1:], tt.want)
		}
	}
	want := `{"components":{"scheme":"a","authority":"h","host":"h","hostKind":"reg-name","path":""}`
	if got := string(AppendComponents([]byte("{"), component.SplitTrusted("a://h"), true)); got != want {
		t.Errorf("AppendComponents: got %s", got)
	}
	if got := string(AppendComponents([]byte("{"), component.SplitTrusted("a://h"), false)); !strings.Contains(got,
		`"hostKind":"ireg-name"`) {
		t.Errorf("AppendComponents: got %s", got)
	}
}

// TestWithMessage holds that a finding that gets another message says the rest as before.
func TestWithMessage(t *testing.T) {
	a := Finding{Code: "port", Message: PortNotNumber.Text("a"), Hint: HintDot.Text(),
		Also: HintWrite.Text("h")}
	said := a.WithMessage("m")
	if got, want := string(said.AppendJSON(nil)), `{"code":"port","severity":"off","start":0,"end":0,"message":"m",`+
		`"reason":"port.not-number","hint":"remove one of the dots; write `+
		`h","hintReasons":["hint.dot","hint.write"],"params":{"text":"a","write":"h"}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if a.Message.Reason() != PortNotNumber {
		t.Error("the finding itself has changed")
	}
}

// TestZeroReport holds that a report about nothing does not conform, and reads so.
func TestZeroReport(t *testing.T) {
	var r Report
	if r.Conforms() {
		t.Error("the zero report conforms")
	}
	if got, want := r.Summary(), `"" does not conform`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
