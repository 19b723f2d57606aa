package iri_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/grammars"
	"github.com/rfc3987/iri/internal/testkit"
)

// tracked is a check of a program: no parameter utm_source.
func tracked(r iri.Ref) []iri.Finding {
	query, _ := r.Query()
	k := strings.Index(query, "utm_source=")
	if k < 0 {
		return nil
	}
	start := strings.Index(r.String(), "?") + 1 + k
	return []iri.Finding{{Code: "tracked", Start: start, End: start + len("utm_source"),
		Message: "the query has a parameter of advertisers",
		Reason:  "tracked.parameter", Params: map[string]string{"parameter": "utm_source"}}}
}

// TestPolicy has strings that a policy takes and refuses, with the codes and places of the findings.
func TestPolicy(t *testing.T) {
	testkit.StatesRFC(t, "s:/p", "port")
	web := []string{"https", "HTTP"}
	reference := iri.RFC3987.Reference()
	top := func(abnf string) iri.Rule {
		s, err := grammars.Read(grammars.File{Name: "a.abnf", Text: []byte(abnf)})
		if err != nil {
			t.Fatal(err)
		}
		return s.Top()
	}
	read, other := top("; changes: rfc3987\nport = 1*5DIGIT\n"), top("IRI = 1*VCHAR\n")
	for _, tt := range []struct {
		name     string
		policy   *iri.Policy
		in, want string
		conforms bool
	}{
		{"nil", nil, "javascript:a", "", true},
		{"zero", &iri.Policy{}, "http://", "scheme-http [7,7)", false},
		{"a scheme that is allowed", &iri.Policy{Schemes: web}, "http://e/", "", true},
		{"in upper case", &iri.Policy{Schemes: web}, "HTTPS://e/", "", true},
		{"one that is not", &iri.Policy{Schemes: web}, "JavaScript:alert(1)", "scheme-not-allowed [0,10)", false},
		{"beside other faults", &iri.Policy{Schemes: web}, "javascript:a b",
			"scheme-not-allowed [0,10), ipath-rootless [12,13)", false},
		{"a space before it", &iri.Policy{Schemes: web}, " javascript:a", "scheme [0,1)", false},
		{"a relative reference", &iri.Policy{Schemes: web, Rule: reference}, "//e/", "", true},
		{"a scheme of a reference", &iri.Policy{Schemes: web, Rule: reference}, "data:,", "scheme-not-allowed [0,4)",
			false},
		{"a warning", &iri.Policy{Schemes: web,
			Severity: map[iri.Code]iri.Severity{iri.CodeSchemeNotAllowed: iri.SeverityWarning}}, "ftp://e/",
			"scheme-not-allowed [0,3)", true},
		{"off", &iri.Policy{Schemes: web,
			Severity: map[iri.Code]iri.Severity{iri.CodeSchemeNotAllowed: iri.SeverityOff}}, "ftp://e/", "", true},
		{"a severity of a prose rule", &iri.Policy{Severity: map[iri.Code]iri.Severity{
			iri.CodeUserinfoPassword: iri.SeverityError,
		}}, "http://u:p@e/", "userinfo-password [7,10)", false},
		{"an option", &iri.Policy{Options: []iri.CheckOption{iri.WithLint()}}, "HTTP://e/", "scheme-case [0,4)", true},
		{"a check", &iri.Policy{Checks: []func(iri.Ref) []iri.Finding{nil, tracked}}, "http://e/?utm_source=a",
			"tracked [10,20)", false},
		{"a check that is a warning", &iri.Policy{Checks: []func(iri.Ref) []iri.Finding{tracked},
			Severity: map[iri.Code]iri.Severity{"tracked": iri.SeverityWarning}}, "http://u:p@e/?utm_source=a",
			"userinfo-password [7,10), tracked [14,24)", true},
		{"a check sees what matches the grammar", &iri.Policy{Checks: []func(iri.Ref) []iri.Finding{tracked}},
			"http://e/ ?utm_source=a", "ipath-abempty [9,10)", false},
		{"the longest", &iri.Policy{MaxLength: 9}, "http://e/", "", true},
		{"one byte longer", &iri.Policy{MaxLength: 9}, "http://e/é", "max-length [9,11)", false},
		{"nothing else is checked", &iri.Policy{MaxLength: 9, Schemes: web}, "javascript: ", "max-length [9,12)",
			false},
		{"unless it is a warning", &iri.Policy{MaxLength: 9, Schemes: web,
			Severity: map[iri.Code]iri.Severity{iri.CodeMaxLength: iri.SeverityWarning}}, "javascript:a",
			"scheme-not-allowed [0,10), max-length [9,12)", false},
		{"a limit of findings", &iri.Policy{Schemes: web, Options: []iri.CheckOption{iri.WithMaxFindings(1)}},
			"javascript:a b", "scheme-not-allowed [0,10)", false},
		{"a rule that is not a reference", &iri.Policy{Rule: mustRule(iri.RFC3987, "port")}, "80", "", true},
		{"and schemes", &iri.Policy{Schemes: web, Rule: mustRule(iri.RFC3987, "port")}, "80", "rule [0,2)", false},
		{"and checks", &iri.Policy{Checks: []func(iri.Ref) []iri.Finding{tracked}, Rule: mustRule(iri.RFC3987, "port")},
			"80", "rule [0,2)", false},
		{"and schemes of a part that has one", &iri.Policy{Schemes: web, Rule: mustRule(iri.RFC3987, "ihier-part")},
			"//e/", "rule [0,4)", false},
		{"whatever the severity is", &iri.Policy{Schemes: web, Rule: mustRule(iri.RFC3987, "port"),
			Severity: map[iri.Code]iri.Severity{"rule": iri.SeverityOff}}, "80", "rule [0,2)", false},
		{"what does not match says so", &iri.Policy{Schemes: web, Rule: mustRule(iri.RFC3987, "port")}, "a",
			"port [0,1)", false},
		{"a rule of a spec that was read", &iri.Policy{Schemes: web, Rule: read}, "data:,", "scheme-not-allowed [0,4)",
			false},
		{"a check of its references", &iri.Policy{Schemes: web, Rule: read,
			Checks: []func(iri.Ref) []iri.Finding{tracked}}, "http://e/?utm_source=a", "tracked [10,20)", false},
		{"a rule without components", &iri.Policy{Schemes: web, Rule: other}, "http://e/", "rule [0,9)", false},
	} {
		if testkit.Edited(tt.in, tt.want) {
			continue
		}
		rep := tt.policy.Check(tt.in)
		if got := findings(rep); got != tt.want || rep.Conforms() != tt.conforms || (rep.Err() == nil) != tt.conforms {
			t.Errorf("%s: %q: got %s, %v, want %s, %v", tt.name, tt.in, got, rep.Conforms(), tt.want, tt.conforms)
		}
		for _, f := range rep.Findings() {
			if len(f.Rules) == 0 && rep.Grammatical() {
				t.Errorf("%s: %q: %s has no productions", tt.name, tt.in, f.Code)
			}
			if f.Code == "tracked" && (f.Reason != "tracked.parameter" || f.Params["parameter"] != "utm_source") {
				t.Errorf("%s: %q: the reason of the program is lost: %+q %q", tt.name, tt.in, f.Reason, f.Params)
			}
			if !rep.Conforms() && f.Severity == iri.SeverityError && !errors.Is(rep.Err(), f.Code) {
				t.Errorf("%s: %v is not %s", tt.name, rep.Err(), f.Code)
			}
		}
		text, err := json.Marshal(rep)
		var again iri.Report
		if err == nil {
			err = json.Unmarshal(text, &again)
		}
		for i, f := range again.Findings() {
			if want := rep.Findings()[i]; f.Reason != want.Reason || !maps.Equal(f.Params, want.Params) ||
				!slices.Equal(f.HintReasons, want.HintReasons) {
				t.Errorf("%s: %q: there and back: got %+v, want %+v", tt.name, tt.in, f, want)
			}
		}
		if tt.policy != nil && (tt.policy.Rule == read || tt.policy.Rule == other) {
			continue // JSON names no spec that was read
		}
		if err != nil || findings(again) != tt.want || again.Conforms() != tt.conforms {
			t.Errorf("%s: from JSON: got %s, %v", tt.name, findings(again), err)
		}
	}
	rep := (&iri.Policy{Schemes: web, Options: []iri.CheckOption{iri.WithMaxFindings(1)}}).Check("javascript:a b")
	if rep.More() != 1 {
		t.Errorf("got %d more findings, want 1", rep.More())
	}
}

// TestPolicyFixed holds that Fixed says true only of what the policy takes.
func TestPolicyFixed(t *testing.T) {
	p := &iri.Policy{Schemes: []string{"http"}, MaxLength: 14,
		Checks: []func(iri.Ref) []iri.Finding{func(r iri.Ref) []iri.Finding {
			if k := strings.Index(r.String(), "X"); k >= 0 {
				return []iri.Finding{{Code: "x", Start: k, End: k + 1, Fix: &iri.Fix{Start: k, End: k + 1, Text: "y"}}}
			}
			return nil
		}}}
	for _, tt := range []struct {
		in, want string
		ok       bool
	}{
		{"http://e/a b", "http://e/a%20b", true},
		{"http://e/X", "http://e/y", true},
		{"http://e/ X", "http://e/%20y", true},
		{"http://e/abc d", "http://e/abc d", false}, // the fix makes it too long
		{"data:,a b", "data:,a b", false},
	} {
		if testkit.Edited(tt.in, tt.want) {
			continue
		}
		if got, ok := p.Check(tt.in).Fixed(); got != tt.want || ok != tt.ok {
			t.Errorf("%q: got %q, %v, want %q, %v", tt.in, got, ok, tt.want, tt.ok)
		}
	}
}

// TestPolicySpans has checks whose findings are outside of the text.
func TestPolicySpans(t *testing.T) {
	testkit.StatesRFC(t, "s:/p")
	p := iri.Policy{Checks: []func(iri.Ref) []iri.Finding{func(iri.Ref) []iri.Finding {
		return []iri.Finding{{Code: "a", Start: -3, End: 99},
			{Code: "b", Start: 99, End: -1, Fix: &iri.Fix{Start: 3, End: 99}}}
	}}}
	rep := p.Check("a:b")
	if got := findings(rep); got != "a [0,3), b [3,3)" {
		t.Errorf("got %s", got)
	}
	if got, ok := rep.FixedPart(); ok {
		t.Errorf("a fix outside of the text is applied: %q", got)
	}
}

// TestIRICheck checks a value that came from outside: the grammar alone was asked for it.
func TestIRICheck(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p")
	var i iri.IRI
	if err := json.Unmarshal([]byte(`"http://"`), &i); err != nil {
		t.Fatal(err)
	}
	if got := findings(i.Check()); got != "scheme-http [7,7)" {
		t.Errorf("got %s", got)
	}
	if !i.Check(iri.WithGrammarOnly()).Conforms() || (iri.IRI{}).Check().Conforms() {
		t.Error("the options are not used, or the zero IRI conforms")
	}
}

// A policy for links of strangers: their schemes, their length, and a rule of the program.
func ExamplePolicy() {
	links := iri.Policy{
		Schemes:   []string{"https", "http", "mailto"},
		Severity:  map[iri.Code]iri.Severity{iri.CodeUserinfoPassword: iri.SeverityError},
		MaxLength: 2000,
		Checks: []func(iri.Ref) []iri.Finding{func(r iri.Ref) []iri.Finding {
			if host, _ := r.Host(); host.Fold() == "example.org" {
				return []iri.Finding{{Code: "blocked-host", End: len(r.String()),
					Message: "links to example.org are not taken"}}
			}
			return nil
		}},
	}
	for _, s := range []string{"https://例え.テスト/", "JavaScript:alert(1)", "http://EXAMPLE.org/"} {
		fmt.Println(links.Check(s))
	}
	// Output:
	// "https://例え.テスト/" conforms
	// "JavaScript:alert(1)" does not conform: the scheme javascript is not allowed here at byte 0 (scheme-not-allowed); these are: https, http, mailto
	// "http://EXAMPLE.org/" does not conform: links to example.org are not taken at byte 0 (blocked-host)
}

// TestWithSchemes has what schemes of a program's own change: findings, normal forms, equality and ports.
func TestWithSchemes(t *testing.T) {
	own, err := iri.WithSchemes(iri.Scheme{Name: "Shop", Port: 8443, Domains: true}, iri.Scheme{Name: "note", Opaque: true},
		iri.Scheme{Name: "htp", EmptyPath: true}, iri.Scheme{Name: "shop", Port: 1}, iri.Scheme{Name: "ws", Port: 81})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, in     string
		codes, plain string // of --lint with the schemes and without them
		normal, was  string // the normal forms with them and without them
		port         string // the ports
	}{
		{"a default port", "shop://h:8443/", "port-default", "", "shop://h/", "shop://h:8443/", "8443 8443"},
		{"no port", "SHOP://h/", "scheme-case", "scheme-case", "shop://h/", "shop://h/", "8443 none"},
		{"the second of a name does not count", "shop://h:1/", "", "", "shop://h:1/", "shop://h:1/", "1 1"},
		{"a domain name", "shop://é-.example/", "host-idna", "", "shop://é-.example/", "shop://é-.example/", "8443 none"},
		{"capitals of a domain name", "shop://É.example/", "host-idna host-case", "", "shop://é.example/", "shop://É.example/", "8443 none"},
		{"an opaque path", "note:a/../b", "", "dot-segment", "note:a/../b", "note:/b", "none none"},
		{"a scheme that would be a typing error", "htp://h/", "", "suspicious-scheme-typo", "htp://h/", "htp://h/", "none none"},
		{"an empty path", "htp://h", "", "suspicious-scheme-typo", "htp://h", "htp://h/", "none none"},
		{"a scheme that is known", "ws://h:81/", "port-default", "", "ws://h/", "ws://h:81/", "81 81"},
		{"the port that it had", "ws://h:80/", "", "port-default", "ws://h:80/", "ws://h/", "80 80"},
		{"no scheme of these", "http://h:80/", "port-default", "port-default", "http://h/", "http://h/", "80 80"},
		{"a scheme that nobody knows", "x:a/../b", "dot-segment", "dot-segment", "x:/b", "x:/b", "none none"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			codes := func(rep iri.Report) string {
				var list []string
				for _, f := range rep.Findings() {
					list = append(list, string(f.Code))
				}
				return strings.Join(list, " ")
			}
			lint := iri.WithLint()
			for what, rep := range map[string]iri.Report{
				"Check": iri.Check(tt.in, lint, own), "Validator": iri.RFC3987.Top().Validator(own, lint).Check(tt.in),
				"Policy": (&iri.Policy{Options: []iri.CheckOption{lint, own}}).Check(tt.in),
			} {
				if got := codes(rep); got != tt.codes {
					t.Errorf("%s: got %q, want %q", what, got, tt.codes)
				}
			}
			if got := codes(iri.Check(tt.in, lint, iri.Schemes{})); got != tt.plain {
				t.Errorf("without: got %q, want %q", got, tt.plain)
			}
			i := iri.MustParse(tt.in)
			n, was := i.Normalize(iri.RungScheme, own), i.Normalize(iri.RungScheme)
			if n.String() != tt.normal || was.String() != tt.was {
				t.Errorf("normal form: got %q, and %q without, want %q and %q", n, was, tt.normal, tt.was)
			}
			if n.Normalize(iri.RungScheme, own) != n {
				t.Errorf("%q is not its own normal form", n)
			}
			if !iri.Equivalent(i, n, iri.RungScheme, own) || i.Key(iri.RungScheme, own) != tt.normal ||
				!iri.Diff(i.Ref(), n.Ref(), iri.RungScheme, own).Equal {
				t.Errorf("%q and %q are not equal", i, n)
			}
			port := func(schemes ...iri.Schemes) string {
				n, ok := i.EffectivePort(schemes...)
				host, dialed, err := i.DialTarget(schemes...)
				if err == nil && (!ok || n != dialed || host == "") {
					t.Errorf("EffectivePort %d %v, DialTarget %q %d", n, ok, host, dialed)
				}
				if !ok {
					return "none"
				}
				return strconv.Itoa(int(n))
			}
			if got := port(own) + " " + port(); got != tt.port {
				t.Errorf("ports: got %q, want %q", got, tt.port)
			}
		})
	}
	fixed, ok := iri.Check("shop://h:8443/", iri.WithSeverity(iri.CodePortDefault, iri.SeverityError), own).Fixed()
	if fixed != "shop://h/" || !ok {
		t.Errorf("fixed: got %q, %v", fixed, ok)
	}
	for _, name := range []string{"", "1a", "a b", "a:", "é", "http://"} {
		got, err := iri.WithSchemes(iri.Scheme{Name: "ok"}, iri.Scheme{Name: name})
		if !errors.Is(err, iri.CodeScheme) || got != (iri.Schemes{}) {
			t.Errorf("%q: got %v", name, err)
		}
	}
}
