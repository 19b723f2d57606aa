package conformance_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/charset"
	"github.com/rfc3987/iri/grammar/published"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/testkit"
)

// TestErrorsHoldFindings checks that errors.Is finds a code and errors.As a finding
// in every error that has findings.
func TestErrorsHoldFindings(t *testing.T) {
	testkit.StatesRFC(t, "s://u@h:1/p", "ipath-abempty", "iquery", "ireg-name", "pct-encoded", "port", "scheme")
	_, parse := iri.Parse("http://u:p@h:8a/ ")
	_, convert := iri.ToURI("http://e/%")
	_, host := iri.ToURI("http://_é/", iri.WithHostMapping(iri.HostIDNA))
	_, base := iri.RFC3987.ParseBase("a/b")
	prose := iri.RFC3987.Top().Check("http://u:p@/", iri.WithSeverity("userinfo-password", iri.SeverityWarning)).Err()
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
		{"an error after a warning", prose, "scheme-http", "port", 11, "scheme-http"},
		{"wrapped", fmt.Errorf("line 1: %w", parse), "port", "iquery", 14, "port"},
	} {
		if !errors.Is(tt.err, tt.yes) || errors.Is(tt.err, tt.no) {
			t.Errorf("%s: %v: Is(%s) = %v, Is(%s) = %v", tt.name, tt.err, tt.yes, errors.Is(tt.err, tt.yes), tt.no,
				errors.Is(tt.err, tt.no))
		}
		f, ok := errors.AsType[iri.Finding](tt.err)
		if !ok || f.Start != tt.start || f.Code != tt.first {
			t.Errorf("%s: got finding %v (%v), want %s at byte %d", tt.name, f, ok, tt.first, tt.start)
		}
		p, ok := errors.AsType[*iri.Finding](tt.err)
		if !ok || !reflect.DeepEqual(*p, f) {
			t.Errorf("%s: got the pointer %v (%v), want %v", tt.name, p, ok, f)
		} else if p.Start++; errors.As(tt.err, &f) && f.Start != tt.start {
			t.Errorf("%s: a change of what was found changes the error", tt.name)
		}
		var holder interface{ Findings() []iri.Finding }
		if !errors.As(tt.err, &holder) || len(holder.Findings()) == 0 {
			t.Errorf("%s: %v holds no findings", tt.name, tt.err)
		}
	}
	if want := `iri: "http://u:xxxxx@/" does not conform: `; !strings.HasPrefix(prose.Error(), want) {
		t.Errorf("got %q, want %q…", prose.Error(), want)
	}
}

func TestParseError(t *testing.T) {
	testkit.StatesRFC(t, "s://h:1/p", "port")
	_, err := iri.Parse("http://h:8a/")
	pe, ok := errors.AsType[*iri.ParseError](err)
	if !ok {
		t.Fatalf("Parse: got error %v, want a *ParseError", err)
	}
	if got, want := pe.Report.Findings()[0].Code, iri.Code("port"); got != want {
		t.Errorf("code = %q, want %q", got, want)
	}
	if got, want := err.Error(), `iri: "http://h:8a/" is not an IRI: "a" is not a digit at byte 10 (RFC 3986 §3.2.3, `+
		`port)`; !strings.HasPrefix(got, want) {
		t.Errorf("error = %q, want prefix %q", got, want)
	}
}

// The shape of a report in JSON, for encoding/json to read.
type (
	jsonReport struct {
		Input       string
		InputBase64 *string
		Spec, Rule  string
		Grammatical bool
		Conforms    bool
		Findings    []jsonFinding
		More        int
		Components  map[string]string
	}
	jsonFinding struct {
		Code, Severity string
		Start, End     int
		Message        string
		Rules          []string
		Expected       []string
		Section, ABNF  string
		Hint           string
		Fix            *iri.Fix
		Reason         string
		HintReasons    []string
		Params         map[string]string
	}
)

// TestReportJSON compares the JSON of whole reports: names and order of the members are
// API.
func TestReportJSON(t *testing.T) {
	tests := []struct {
		name, input, want string
		spec              *iri.Spec
		rule              string
		opts              []iri.CheckOption
	}{
		{name: "a finding", input: "http://h:8a/",
			want: `{"input":"http://h:8a/","spec":"rfc3987","rule":"IRI","grammatical":false,"conforms":false,` +
				`"findings":[{"code":"port","severity":"error","start":10,"end":11,"message":"\"a\" is not a ` +
				`digit","reason":"port.not-digit",` +
				`"rules":["IRI","ihier-part","iauthority","port"],"expected":["DIGIT","\"/\"","\"?\"","\"#\"","end"],` +
				`"section":"RFC 3986 §3.2.3","abnf":"port = *DIGIT","params":{"char":"\"a\""}}]}`},
		{name: "components", input: "http://u:p@h:80/?", opts: []iri.CheckOption{iri.WithGrammarOnly()},
			want: `{"input":"http://u:p@h:80/?","spec":"rfc3987","rule":"IRI","grammatical":true,"conforms":true,` +
				`"findings":[],` +
				`"components":{"scheme":"http","authority":"u:p@h:80","userinfo":"u:p","host":"h",` +
				`"hostKind":"ireg-name","port":"80","path":"/","query":""}}`},
		{name: "the empty reference", input: "", rule: "IRI-reference",
			want: `{"input":"","spec":"rfc3987","rule":"IRI-reference","grammatical":true,"conforms":true,` +
				`"findings":[],"components":{"path":""}}`},
		{name: "empty components are there", input: "file://@:/?#", opts: []iri.CheckOption{iri.WithGrammarOnly()},
			want: `{"input":"file://@:/?#","spec":"rfc3987","rule":"IRI","grammatical":true,"conforms":true,` +
				`"findings":[],` +
				`"components":{"scheme":"file","authority":"@:","userinfo":"","host":"","hostKind":"ireg-name",` +
				`"port":"","path":"/","query":"","fragment":""}}`},
		{name: "kinds of host: IPv4address", input: "//1.2.3.4", rule: "irelative-ref",
			want: `{"input":"//1.2.3.4","spec":"rfc3987","rule":"irelative-ref","grammatical":true,"conforms":true,` +
				`"findings":[],` +
				`"components":{"authority":"1.2.3.4","host":"1.2.3.4","hostKind":"IPv4address","path":""}}`},
		{name: "kinds of host: IPv6address", input: "//[::1]", rule: "irelative-ref",
			want: `{"input":"//[::1]","spec":"rfc3987","rule":"irelative-ref","grammatical":true,"conforms":true,` +
				`"findings":[],` +
				`"components":{"authority":"[::1]","host":"[::1]","hostKind":"IPv6address","path":""}}`},
		{name: "kinds of host: IPvFuture", input: "//[v1.a]", rule: "irelative-ref",
			want: `{"input":"//[v1.a]","spec":"rfc3987","rule":"irelative-ref","grammatical":true,"conforms":true,` +
				`"findings":[],` +
				`"components":{"authority":"[v1.a]","host":"[v1.a]","hostKind":"IPvFuture","path":""}}`},
		{name: "kinds of host: the name of RFC 3986", input: "//h", spec: iri.RFC3986, rule: "relative-ref",
			want: `{"input":"//h","spec":"rfc3986","rule":"relative-ref","grammatical":true,"conforms":true,` +
				`"findings":[],` +
				`"components":{"authority":"h","host":"h","hostKind":"reg-name","path":""}}`},
		{name: "no components of a rule that is not for whole references", input: "8", rule: "port",
			want: `{"input":"8","spec":"rfc3987","rule":"port","grammatical":true,"conforms":true,"findings":[]}`},
		{name: "not UTF-8", input: "\xff", rule: "port",
			want: `{"input":"` + "\uFFFD" +
				`","inputBase64":"/w==","spec":"rfc3987","rule":"port","grammatical":false,"conforms":false,` +
				`"findings":[{"code":"port","severity":"error","start":0,"end":1,"message":"the byte 0xFF, which is ` +
				`not UTF-8, cannot stand here in port","reason":"rule.char",` +
				`"rules":["port"],"expected":["DIGIT","end"],"section":"RFC 3986 §3.2.3","abnf":"port = ` +
				`*DIGIT","params":{"byte":"0xFF","rule":"port"}}]}`},
		{name: "more than the limit", input: "a:% % %", opts: []iri.CheckOption{iri.WithMaxFindings(1)},
			want: `{"input":"a:% % %","spec":"rfc3987","rule":"IRI","grammatical":false,"conforms":false,` +
				`"findings":[{"code":"pct-encoded","severity":"error","start":2,"end":3,"message":"\"%\" needs two ` +
				`hexadecimal digits after it, not U+0020 SPACE","reason":"pct-encoded.no-digit",` +
				`"rules":["IRI","ihier-part","ipath-rootless","isegment-nz","ipchar","pct-encoded"],` +
				`"expected":["HEXDIG"],"section":"RFC 3986 §2.1",` +
				`"abnf":"pct-encoded = \"%\" HEXDIG HEXDIG","hint":"write %25 for a \"%\" that stands for ` +
				`itself","hintReasons":["hint.percent"],"params":{"char":"U+0020 ` +
				`SPACE"},"fix":{"start":2,"end":3,"text":"%25"}}],"more":4}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, tt.input, tt.want, tt.rule)
			spec, rule := tt.spec, tt.rule
			if spec == nil {
				spec = iri.RFC3987
			}
			if rule == "" {
				rule = spec.Top().Name()
			}
			r, ok := spec.Rule(rule)
			if !ok {
				t.Fatalf("no rule %q", rule)
			}
			got, err := json.Marshal(r.Check(tt.input, tt.opts...))
			if err != nil {
				t.Fatal(err)
			}
			// encoding/json compacts what a Marshaler returns and escapes HTML in it.
			if want := escapeHTML(tt.want); string(got) != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			if got := string(r.Check(tt.input, tt.opts...).AppendJSON(nil)); got != tt.want {
				t.Errorf("AppendJSON: got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func escapeHTML(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r == '<' || r == '>' || r == '&' || r == '\u2028' || r == '\u2029' {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// FuzzReportJSON checks that the JSON has everything that is in a report.
func FuzzReportJSON(f *testing.F) {
	for _, s := range []string{"", "http://h:8a/", "http://u:p@h:80/?", "\xff\x00\"\\", "http://e/\u202e<>&\u2028",
		"a:% % %", "//[v1.a]"} {
		f.Add(s, true)
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, s string, lint bool) {
		opts := []iri.CheckOption{iri.WithMaxFindings(5)}
		if lint {
			opts = append(opts, iri.WithLint())
		}
		for _, rule := range []iri.Rule{iri.RFC3987.Top(), iri.RFC3987.Reference(), iri.RFC3986.Reference()} {
			rep := rule.Check(s, opts...)
			b := rep.AppendJSON(nil)
			var got jsonReport
			if err := json.Unmarshal(b, &got); err != nil {
				t.Fatalf("%v in %s", err, b)
			}
			checkJSON(t, rep, got)
		}
	})
}

func checkJSON(t *testing.T, rep iri.Report, got jsonReport) {
	t.Helper()
	s := rep.Input()
	if utf8.ValidString(s) {
		if got.Input != s || got.InputBase64 != nil {
			t.Errorf("%q: input %q", s, got.Input)
		}
	} else if raw, err := base64.StdEncoding.DecodeString(*got.InputBase64); err != nil || string(raw) != s {
		t.Errorf("%q: inputBase64 %q", s, *got.InputBase64)
	}
	if got.Grammatical != rep.Grammatical() || got.Conforms != rep.Conforms() || got.More != rep.More() ||
		got.Spec != rep.Rule().Spec().Name() || got.Rule != rep.Rule().Name() {
		t.Errorf("%q: got %+v", s, got)
	}
	if len(got.Findings) != len(rep.Findings()) {
		t.Fatalf("%q: %d findings, want %d", s, len(got.Findings), len(rep.Findings()))
	}
	for i, f := range rep.Findings() {
		want := jsonFinding{string(f.Code), f.Severity.String(), f.Start, f.End, f.Message, f.Rules, f.Expected,
			f.Section, f.ABNF, f.Hint, f.Fix, f.Reason, f.HintReasons, f.Params}
		if len(want.Expected) == 0 {
			want.Expected = nil
		}
		if !reflect.DeepEqual(got.Findings[i], want) {
			t.Errorf("%q: finding %d is\n%+v, want\n%+v", s, i, got.Findings[i], want)
		}
	}
	if (got.Components != nil) != rep.Grammatical() {
		t.Errorf("%q: components %v, grammatical %v", s, got.Components, rep.Grammatical())
	}
	if !rep.Grammatical() {
		return
	}
	// The components, put together again, are the input (RFC 3986 §5.3).
	var b strings.Builder
	c := got.Components
	put := func(before, name string) {
		if v, ok := c[name]; ok {
			b.WriteString(before + v)
		}
	}
	put("", "scheme")
	if _, ok := c["scheme"]; ok {
		b.WriteByte(':')
	}
	put("//", "authority")
	put("", "path")
	put("?", "query")
	put("#", "fragment")
	if b.String() != s {
		t.Errorf("%q: the components make %q", s, b.String())
	}
}

// TestCodeExamples checks that the bad examples of every code have a finding with it and
// that the good ones do not.
func TestCodeExamples(t *testing.T) {
	for _, info := range iri.Codes() {
		t.Run(string(info.Code), func(t *testing.T) {
			spec := info.Spec
			if spec == nil {
				spec = iri.RFC3987
			}
			rule := spec.Top()
			if info.Rule != "" {
				var ok bool
				if rule, ok = spec.Rule(info.Rule); !ok {
					t.Fatalf("%s has no rule %q", spec.Name(), info.Rule)
				}
			}
			opts := []iri.CheckOption{iri.WithMaxFindings(0)}
			if info.Severity == iri.SeverityOff {
				opts = append(opts, iri.WithSeverity(info.Code, iri.SeverityWarning))
			}
			codes := func(s string) []iri.Code {
				var cs []iri.Code
				for _, f := range rule.Check(s, opts...).Findings() {
					cs = append(cs, f.Code)
				}
				return cs
			}
			if len(info.Good) == 0 || len(info.Bad) == 0 {
				t.Errorf("there are %d good and %d bad examples, want some of each", len(info.Good), len(info.Bad))
			}
			if strings.HasPrefix(info.Command, "check ") {
				return // of files, which the command checks: TestExplainExamples
			}
			if info.Command != "" {
				checkConversionExamples(t, info)
				return
			}
			// The examples of other codes were written for the grammars as published.
			stated := func(s string) bool { return info.Grammar || !testkit.Edited(s) }
			for _, s := range info.Good {
				if stated(s) && !rule.Valid(s) {
					t.Errorf("good example %q does not match %s", s, rule)
				}
				if cs := codes(s); slices.Contains(cs, info.Code) {
					t.Errorf("good example %q has the findings %q", s, cs)
				}
			}
			for _, s := range info.Bad {
				if cs := codes(s); stated(s) && !slices.Contains(cs, info.Code) {
					t.Errorf("bad example %q has the findings %q, want %q among them", s, cs, info.Code)
				}
			}
		})
	}
}

// conversions has the function for each command that [iri.CodeInfo] names.
var conversions = map[string]func(s string) error{
	"to-uri --host uts46": func(s string) error {
		_, err := iri.ToURI(s, iri.WithHostMapping(iri.HostUTS46))
		return err
	},
	"to-uri --query-charset shift_jis": func(s string) error {
		c, err := charset.Parse("shift_jis")
		if err == nil {
			_, err = iri.ToURI(s, charset.WithQuery(c))
		}
		return err
	},
	"resolve": func(s string) error {
		_, err := iri.RFC3987.ParseBase(s)
		return err
	},
	"prepare --entities": func(s string) error {
		_, err := iri.Prepare(s, iri.WithEntities())
		return err
	},
	"Policy": func(s string) error {
		p := iri.Policy{Schemes: []string{"http", "https"}, MaxLength: 40}
		return p.Check(s).Err()
	},
	"prepare --spaces split": func(s string) error {
		_, err := iri.Prepare(s, iri.WithSpaces(iri.SplitSpaces))
		return err
	},
}

// checkConversionExamples checks the examples of a code that a conversion reports.
func checkConversionExamples(t *testing.T, info iri.CodeInfo) {
	t.Helper()
	convert, ok := conversions[info.Command]
	if !ok {
		t.Fatalf("the table of conversions lacks the command %q", info.Command)
	}
	for _, s := range info.Good {
		if err := convert(s); err != nil {
			t.Errorf("good example %q: %v", s, err)
		}
	}
	for _, s := range info.Bad {
		err := convert(s)
		if err == nil {
			t.Errorf("bad example %q has a result", s)
			continue
		}
		if !errors.Is(err, info.Code) {
			t.Errorf("bad example %q has the error %v, want a finding %q", s, err, info.Code)
		}
	}
}

// TestCodeEntries checks that every entry has the texts that iri explain and SARIF show.
func TestCodeEntries(t *testing.T) {
	testkit.StatesRFC(t, "/p")
	seen := make(map[iri.Code]bool)
	for _, info := range iri.Codes() {
		if seen[info.Code] {
			t.Errorf("%s has two entries", info.Code)
		}
		seen[info.Code] = true
		for _, field := range []struct{ name, text string }{
			{"Title", info.Title}, {"Section", info.Section}, {"Text", info.Text}, {"Mend", info.Mend},
		} {
			if field.text == "" {
				t.Errorf("%s: %s is empty", info.Code, field.name)
			}
		}
		for _, text := range []string{info.Title, info.Mend} {
			if strings.HasSuffix(text, ".") {
				t.Errorf("%s: %q ends with a full stop", info.Code, text)
			}
		}
		if got, ok := iri.LookupCode(info.Code); !ok || got.Title != info.Title {
			t.Errorf("LookupCode(%q) gives %q, %v", info.Code, got.Title, ok)
		}
		if info.Grammar && info.Severity != iri.SeverityError {
			t.Errorf("%s: a rule of the grammar is %v, want error", info.Code, info.Severity)
		}
	}
	if _, ok := iri.LookupCode("no-such-code"); ok {
		t.Error("LookupCode finds what is not there")
	}
}

// TestCodesAreComplete checks that every code that a whole reference can have has an
// entry, but for a production that an author has added to a built-in spec.
func TestCodesAreComplete(t *testing.T) {
	testkit.StatesRFC(t, "/p", "ireg-name", "reg-name")
	var inputs []string
	for _, info := range iri.Codes() {
		inputs = append(append(inputs, info.Good...), info.Bad...)
	}
	found := make(map[iri.Code]bool)
	for _, spec := range iri.Specs() {
		was, err := abnf.Load(published.Files, ".", spec.Name())
		if errors.Is(err, fs.ErrNotExist) {
			continue // a spec that an author has added
		} else if err != nil {
			t.Fatal(err)
		}
		for rule := range spec.Rules() {
			if !rule.WholeReference() {
				continue
			}
			for _, s := range inputs {
				for _, f := range rule.Check(s, iri.WithMaxFindings(0), iri.WithLint()).Findings() {
					found[f.Code] = true
					_, now := spec.Rule(string(f.Code))
					if _, ok := iri.LookupCode(f.Code); !ok && (!now || was.Rule(string(f.Code)) != nil) {
						t.Errorf("%s %s: %q has a finding with the code %q, which has no entry", spec.Name(), rule, s, f.Code)
					}
				}
			}
		}
	}
	for _, code := range []iri.Code{"reg-name", "ireg-name", "relative-ref", "absolute-URI", "absolute-LEIRI",
		"path-noscheme", "utf-8"} {
		if !found[code] {
			t.Errorf("no example leads to %q", code)
		}
	}
}

// TestFindingsAtOnce uses one report in several goroutines: its findings are made when they
// are first asked for.
func TestFindingsAtOnce(t *testing.T) {
	for _, s := range []string{"http://u:p@e.org/", "http://e.org/a b"} {
		rep := iri.Check(s)
		want, wantJSON := fmt.Sprint(iri.Check(s).Findings()), string(iri.Check(s).AppendJSON(nil))
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				rep.Fixed()
				if got := string(rep.AppendJSON(nil)); got != wantJSON {
					t.Errorf("got %s, want %s", got, wantJSON)
				}
				if got := fmt.Sprint(rep.Findings()); got != want {
					t.Errorf("got %s, want %s", got, want)
				}
			})
		}
		all.Wait()
	}
}
