package iri_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/testkit"
)

// TestSecrets writes values of the types that may hold a password in all the ways that logs and messages are written.
func TestSecrets(t *testing.T) {
	const secret = "s3cr3t"
	good, bad := "http://ada:"+secret+"@h/", "http://ada:"+secret+"@h:8a/%zz"
	testkit.StatesRFC(t, good)
	i, u := iri.MustParse(good), must(iri.ParseURI(good))
	_, parseErr := iri.Parse(bad)
	_, convertErr := iri.ToURI(bad)
	_, buildErr := i.Builder().Userinfo("ada:" + secret).Port("x").Ref()
	_, userErr := iri.Builder{}.Userinfo("ada:" + secret).Ref()
	tree, _ := iri.RFC3987.Top().Tree(good)
	report := iri.Check(bad)
	policy := &iri.Policy{Schemes: []string{"x"}}
	for _, tt := range []struct {
		name  string
		value any
		text  bool // the value is written to files as its text: %v and JSON have the password
	}{
		{"IRI", i, true}, {"Ref", i.Ref(), true}, {"URI", u, true}, {"URIRef", u.Ref(), true},
		{"Node", tree, true}, {"Node of the userinfo", tree.Find("iuserinfo"), true}, {"Prepared", iri.PrepareList(good)[0], true},
		{"Report", report, false}, {"Report of a policy", policy.Check(good), false}, {"Finding", report.Findings()[0], false},
		{"ParseError", parseErr, false}, {"ConvertError", convertErr, false}, {"BuildError", buildErr, false},
		{"BuildError of the userinfo", userErr, false},
		{"Builder", i.Builder(), false}, {"Builder that makes nothing", iri.Builder{}.Userinfo("ada:" + secret), false},
		{"Comparison", iri.Compare(i.Ref(), iri.MustParseRef("http://ada:other@h/"), iri.RungScheme), false},
		{"Host", must(i.Host()), false}, {"Validator", iri.RFC3987.Top().Validator(), false}, {"Policy", policy, false},
		{"Rule", iri.RFC3987.Top(), false}, {"Spec", iri.RFC3987, false}, {"Code", iri.CodePort, false}, {"CodeInfo", iri.Codes()[0], false},
		{"Coverage", new(iri.Coverage), false}, {"URIMapper", iri.NewURIMapper(), false}, {"Rung", iri.RungScheme, false},
	} {
		for way, write := range map[string]func(v any) string{
			"slog text": func(v any) string {
				return logged(v, func(b *bytes.Buffer) slog.Handler { return slog.NewTextHandler(b, nil) }, false)
			},
			"slog JSON": func(v any) string {
				return logged(v, func(b *bytes.Buffer) slog.Handler { return slog.NewJSONHandler(b, nil) }, false)
			},
			"slog group": func(v any) string {
				return logged(v, func(b *bytes.Buffer) slog.Handler { return slog.NewJSONHandler(b, nil) }, true)
			},
			"%v":  func(v any) string { return fmt.Sprintf("%v", v) },
			"%+v": func(v any) string { return fmt.Sprintf("%+v", v) },
			"%#v": func(v any) string { return fmt.Sprintf("%#v", v) },
		} {
			if tt.text && way[0] == '%' {
				continue
			}
			// JSON of a report has its input: encoding/json is for files.
			if got := write(tt.value); strings.Contains(got, secret) {
				t.Errorf("%s, %s: got %s", tt.name, way, got)
			}
		}
	}
}

// logged returns what a handler writes for a value, in a group or not.
func logged(v any, handler func(*bytes.Buffer) slog.Handler, group bool) string {
	var b bytes.Buffer
	log := slog.New(handler(&b))
	if group {
		log.WithGroup("g").Info("x", slog.Group("h", "v", v))
	} else {
		log.Info("x", "v", v)
	}
	return b.String()
}

// must returns the first of two results.
func must[T, U any](v T, _ U) T { return v }

// TestErrorsAreOneFamily has errors of each kind: each is its code, and gives a finding.
func TestErrorsAreOneFamily(t *testing.T) {
	testkit.StatesRFC(t, "s:/p")
	x := iri.Builder{}.Scheme("x").Host("h")
	_, parse := iri.Parse("http://h:8a/")
	_, convert := iri.ToURI("http://h:8a/")
	_, _, lookup := must(iri.MustParse("file:///").Host()).Lookup()
	for _, tt := range []struct {
		name string
		err  error
		code iri.Code
	}{
		{"parse", parse, iri.CodePort},
		{"convert", convert, iri.CodePort},
		{"lookup", lookup, iri.CodeHostUTS46},
		{"port", built(x.Port("8a")), iri.CodePort},
		{"scheme", built(x.Scheme("1")), iri.CodeScheme},
		{"userinfo", built(iri.Builder{}.Userinfo("a")), iri.CodeIuserinfo},
		{"name", built(x.Host("a:b")), iri.CodeIregName},
		{"literal", built(x.Host("[::g]")), iri.CodeIPLiteral},
		{"path after a host", built(x.Path("a")), iri.CodeIpathAbempty},
		{"absolute path", built(iri.Builder{}.Path("//a")), iri.CodeIpathAbsolute},
		{"relative path", built(iri.Builder{}.Path("a:b")), iri.CodeIpathNoscheme},
		{"of a program", &iri.BuildError{Component: "port", Text: "x"}, iri.CodePort},
	} {
		var f iri.Finding
		var p *iri.Finding
		switch {
		case tt.err == nil:
		case !errors.Is(tt.err, tt.code) || errors.Is(tt.err, iri.CodeIquery):
			t.Errorf("%s: %v is not %s", tt.name, tt.err, tt.code)
		case !errors.As(tt.err, &f) || !errors.As(tt.err, &p) || f.Code != tt.code || p.Code != tt.code || f.Severity != iri.Error || f.End < f.Start:
			t.Errorf("%s: got the finding %+v", tt.name, f)
		}
	}
}

func built(b iri.Builder) error { _, err := b.Ref(); return err }

// TestNumbersOutOfRange has values that are none of the constants, nil arguments and zero values: they mean what is
// strict, and nothing panics.
func TestNumbersOutOfRange(t *testing.T) {
	testkit.StatesRFC(t, "s:/p")
	check := func(f iri.Finding) func(iri.Ref) []iri.Finding {
		return func(iri.Ref) []iri.Finding { return []iri.Finding{f} }
	}
	const idn = "http://É.example/"
	for _, tt := range []struct {
		name string
		got  func() string
		want string
	}{
		{"WithSeverity", func() string {
			return fmt.Sprint(iri.Check("http://u:p@h/", iri.WithSeverity(iri.CodeUserinfoPassword, 9)).Conforms())
		}, "false"},
		{"Policy.Severity", func() string {
			p := iri.Policy{Severity: map[iri.Code]iri.Severity{iri.CodeUserinfoPassword: 9}}
			return fmt.Sprint(p.Check("http://u:p@h/").Conforms())
		}, "false"},
		{"the severity of a check", func() string {
			return findings((&iri.Policy{Checks: []func(iri.Ref) []iri.Finding{check(iri.Finding{Code: "a", Severity: 9})}}).Check("a:")) +
				fmt.Sprint((&iri.Policy{Checks: []func(iri.Ref) []iri.Finding{check(iri.Finding{Code: "a", Severity: 9})}}).Check("a:").Conforms())
		}, "a [0,0)false"},
		{"a check without a code", func() string {
			rep := (&iri.Policy{Checks: []func(iri.Ref) []iri.Finding{check(iri.Finding{Message: "m"})}}).Check("a:")
			text, err := json.Marshal(rep)
			var again iri.Report
			if err == nil {
				err = json.Unmarshal(text, &again)
			}
			return fmt.Sprint(findings(again), err, errors.Is(again.Err(), iri.Code("check")))
		}, "check [0,0)<nil> true"},
		{"WithHostMapping", func() string {
			_, err := iri.MustParse(idn).URI(iri.WithHostMapping(99))
			return fmt.Sprint(errors.Is(err, iri.CodeHostIDNA))
		}, "true"},
		{"NormalizeHost", func() string { return iri.MustParse(idn).Normalize(iri.RungScheme, iri.NormalizeHost(99)).String() }, "http://é.example/"},
		{"PrepareSpaces", func() string { _, err := iri.Prepare("a b", iri.PrepareSpaces(99)); return fmt.Sprint(err != nil) }, "true"},
		{"PrepareBackslash", func() string { _, err := iri.Prepare(`a\b`, iri.PrepareBackslash(99)); return fmt.Sprint(err != nil) }, "true"},
		{"Rung", func() string { return iri.MustParse("HTTP://h:80/a/").Normalize(99).String() }, "http://h/a"},
		{"HostKind", func() string { return iri.HostKind(9).String() }, "HostKind(9)"},
		{"EncodeComponent", func() string { return iri.EncodeComponent("a/é", iri.Rule{}) }, "a%2F%C3%A9"},
		{"Translate", func() string { m, _ := (iri.Finding{Message: "m", Reason: "port.not-digit"}).Translate(nil); return m }, "m"},
		{"WriteJSON", func() string { return fmt.Sprint(iri.Report{}.WriteJSON(nil)) }, "iri: a report was to be written to a nil Writer"},
		{"AppendJSONFunc", func() string {
			rep := iri.Check("é")
			return fmt.Sprint(string(rep.AppendJSONFunc(nil, nil)) == string(rep.AppendJSON(nil)))
		}, "true"},
		{"Lines", func() string { return fmt.Sprint(iri.RFC3987.Top().Validator().Lines([]byte("a:\n:\nb:"), nil)) }, "2"},
		{"the zero Validator", func() string { return new(iri.Validator).Validate("a:").String() }, ""},
		{"Lookup of the zero Host", func() string {
			name, addr, err := iri.Host{}.Lookup()
			return fmt.Sprint(name, addr == netip.Addr{}, err)
		}, `true iri: "" has no name to look up: there is no name to look up at byte 0 (RFC 3986 §3.2.2, host-uts46)`},
	} {
		if got := tt.got(); got != tt.want && tt.want != "" {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}
