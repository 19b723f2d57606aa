package iri_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/grammars"
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
		{"Node", tree, true}, {"Node of the userinfo", tree.Find("iuserinfo"), true},
		{"Prepared", iri.PrepareList(good)[0], true},
		{"Report", report, false}, {"Report of a policy", policy.Check(good), false},
		{"Finding", report.Findings()[0], false},
		{"ParseError", parseErr, false}, {"ConvertError", convertErr, false}, {"BuildError", buildErr, false},
		{"BuildError of the userinfo", userErr, false},
		{"Builder", i.Builder(), false}, {"Builder that makes nothing", iri.Builder{}.Userinfo("ada:" + secret), false},
		{"Comparison", iri.Diff(i.Ref(), iri.MustParseRef("http://ada:other@h/"), iri.RungScheme), false},
		{"Host", must(i.Host()), false}, {"Validator", iri.RFC3987.Top().Validator(), false}, {"Policy", policy, false},
		{"Rule", iri.RFC3987.Top(), false}, {"Spec", iri.RFC3987, false}, {"Code", iri.CodePort, false},
		{"CodeInfo", iri.Codes()[0], false},
		{"Coverage", new(grammars.Coverage), false},
		{"Rung", iri.RungScheme, false},
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
		{"of a program", &iri.BuildError{Component: iri.ComponentPort, Text: "x"}, iri.CodePort},
	} {
		var f iri.Finding
		var p *iri.Finding
		switch {
		case tt.err == nil || testkit.Edited(string(tt.code)):
		case !errors.Is(tt.err, tt.code) || errors.Is(tt.err, iri.CodeIquery):
			t.Errorf("%s: %v is not %s", tt.name, tt.err, tt.code)
		case !errors.As(tt.err, &f) || !errors.As(tt.err, &p) || f.Code != tt.code || p.Code != tt.code ||
			f.Severity != iri.SeverityError || f.End < f.Start:
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
			return findings((&iri.Policy{Checks: []func(iri.Ref) []iri.Finding{check(iri.Finding{Code: "a",
				Severity: 9})}}).Check("a:")) +
				fmt.Sprint((&iri.Policy{Checks: []func(iri.Ref) []iri.Finding{check(iri.Finding{Code: "a",
					Severity: 9})}}).Check("a:").Conforms())
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
		{"NormalizeHost", func() string {
			return iri.MustParse(idn).Normalize(iri.RungScheme, iri.WithHostMapping(99)).String()
		}, "http://é.example/"},
		{"PrepareSpaces", func() string {
			_,
				err := iri.Prepare("a b", iri.WithSpaces(99))
			return fmt.Sprint(err != nil)
		}, "true"},
		{"PrepareBackslash", func() string {
			_,
				err := iri.Prepare(`a\b`, iri.WithBackslash(99))
			return fmt.Sprint(err != nil)
		}, "true"},
		{"Rung", func() string { return iri.MustParse("HTTP://h:80/a/").Normalize(99).String() }, "http://h/a"},
		{"HostKind", func() string { return iri.HostKind(9).String() }, "HostKind(9)"},
		{"EncodeComponent", func() string { return iri.EncodeComponent("a/é", iri.ComponentWhole) }, "a%2F%C3%A9"},
		{"Translate", func() string {
			m, _ := (iri.Finding{Message: "m",
				Reason: "port.not-digit"}).Translate(nil)
			return m
		}, "m"},
		{"AppendJSONFunc", func() string {
			rep := iri.Check("é")
			return fmt.Sprint(string(rep.AppendJSONFunc(nil, nil)) == string(rep.AppendJSON(nil)))
		}, "true"},
		{"Lines", func() string { return fmt.Sprint(iri.RFC3987.Top().Validator().Lines([]byte("a:\n:\nb:"), nil)) },
			"2"},
		{"the zero Validator", func() string { return new(iri.Validator).Check("a:").String() }, ""},
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

// TestParts has IRIs and what the methods that take components apart make of them.
func TestParts(t *testing.T) {
	testkit.StatesRFC(t, "s://u@h:1/p?q", "urn:a:b")
	segments := func(s string) string { return fmt.Sprintf("%q", slices.Collect(iri.MustParseRef(s).Segments())) }
	query := func(s string) (out string) {
		for name, value := range iri.MustParseRef(s).QueryPairs() {
			out += fmt.Sprintf("%q=%q ", name, value)
		}
		return out
	}
	user := func(s string) string { return fmt.Sprintf("%q", say(iri.MustParseRef(s).UserPassword())) }
	join := func(s string, elements ...string) string {
		i, err := iri.MustParse(s).JoinPath(elements...)
		if err != nil {
			return err.Error()
		}
		return i.String()
	}
	origin := func(s string) string { return say(iri.MustParse(s).Origin()) }
	urn := func(s string) string { u, ok := iri.MustParse(s).URN(); return say(u, ok) }
	data := func(s string) string {
		m, b, err := iri.MustParse(s).Data()
		f, _ := errors.AsType[iri.Finding](err)
		return fmt.Sprintf("%q %q %s", m, b, f.Code)
	}
	mail := func(s string) string {
		to, fields, ok := iri.MustParse(s).Mailto()
		var out strings.Builder
		out.WriteString(fmt.Sprintf("%q", to))
		for name, value := range fields {
			out.WriteString(fmt.Sprintf(" %q=%q", name, value))
		}
		return say(out.String(), ok)
	}
	for _, tt := range []struct{ name, got, want string }{
		{"segments", segments("http://h/a%2Fb/c%25/é"), `["a/b" "c%" "é"]`},
		{"an empty path", segments("http://h"), `[]`},
		{"the root", segments("http://h/"), `[""]`},
		{"empty segments", segments("http://h//a/"), `["" "a" ""]`},
		{"a path without a slash in front", segments("urn:a/b"), `["a" "b"]`},
		{"a query", query("?a=b+c&d=%26%3D&e&&=f&g=h=i&%C3%A9=%ff"),
			`"a"="b c" "d"="&=" "e"="" ""="f" "g"="h=i" "é"="\xff" `},
		{"no query", query("a"), ``},
		{"user and password", user("//a%3Ab:c%40:d@h"), `"a:b c@:d true"`},
		{"a user", user("//a@h"), `"a  true"`},
		{"no userinfo", user("//h"), `"  false"`},
		{"join", join("http://h/a/?q#f", "b c", "/d/"), "http://h/a/b%20c/d/?q#f"},
		{"join to nothing", join("http://h", "a"), "http://h/a"},
		{"join dots", join("http://h/a/b", "../../../../etc", "./x"), "http://h/etc/x"},
		{"join none", join("http://h/a/../b", "", ""), "http://h/a/../b"},
		{"join to an opaque path", join("urn:a:b", "c"), "urn:a:b/c"},
		{"dots are text there", join("urn:a:b", "../c", "./d"), "urn:a:b/../c/./d"},
		{"join keeps what is encoded", join("http://h/", "a%2Fb", "100%"), "http://h/a%2Fb/100%25"},
		{"an origin", origin("HTTPS://BÜCHER.example:443/a?b"), "https://xn--bcher-kva.example true"},
		{"a dot at the end (RFC 6454 §4)", origin("HTTPS://BÜCHER.example.:443/") + origin("http://a%E3%80%82"),
			"https://xn--bcher-kva.example. truehttp://a. true"},
		{"numbers have none", origin("http://127.0.0.1./"), "http://127.0.0.1 true"},
		{"a port", origin("http://127.1:08080"), "http://127.0.0.1:8080 true"},
		{"an IPv6 address", origin("ws://[2001:DB8::1]:80/"), "ws://[2001:db8::1] true"},
		{"an IPv6 address with an IPv4 one inside stays", origin("http://[::FFFF:127.0.0.1]/") +
			origin("http://[64:ff9b::127.0.0.1]:8/") + origin("http://[2002:7f00:1::]"),
			"http://[::ffff:7f00:1] truehttp://[64:ff9b::7f00:1]:8 truehttp://[2002:7f00:1::] true"},
		{"an A-label of nothing", origin("http://example.com.xn--/"), " false"},
		{"no origin", origin("file:///a") + origin("mailto:a@b") + origin("http://a..b/") + origin("http://h:99999/"),
			" false false false false"},
		{"a URN", urn("URN:Example:a123,z456?+abc?=xyz#12"), "{example a123,z456 abc xyz 12} true"},
		{"a URN with a q-component", urn("urn:a1:b:c?=x?+y"), "{a1 b:c  x?+y } true"},
		{"no URN", urn("urn:a") + urn("x:a:b"), "{    } false{    } false"},
		{"data", data("data:,A%20brief%20note?x"), `"text/plain;charset=US-ASCII" "A brief note?x" `},
		{"data in base64", data("data:image/gif;BASE64,R0lGODdhMAAw"), `"image/gif" "GIF87a0\x000" `},
		{"data with a padding", data("data:text/plain;charset=utf-8;base64,w6k="), `"text/plain;charset=utf-8" "é" `},
		{"data with parameters alone", data("data:;charset=utf-8,a"), `"text/plain;charset=utf-8" "a" `},
		{"bad base64", data("data:;base64,a_b-"), `"" "" scheme-data`},
		{"no comma", data("data:text/html"), `"" "" scheme-data`},
		{"no data", data("http://h/,"), `"" "" scheme-not-allowed`},
		{"mail", mail("mailto:a%2Cb@example.org,c@example.org?subject=100%25+1&to=d@example.org"),
			`["a,b@example.org" "c@example.org"] "subject"="100%+1" "to"="d@example.org" true`},
		{"no address", mail("mailto:?subject=a"), `[] "subject"="a" true`},
		{"no mail", mail("x:a@b"), `[] false`},
		{"segments of a builder", say(iri.Builder{}.Segments("", "x").Ref()), "/.//x <nil>"},
		{"with a scheme", say(iri.Builder{}.Scheme("x").Segments("", "x").Ref()), "x:/.//x <nil>"},
		{"with a host", say(iri.Builder{}.Scheme("x").Host("h").Segments("", "x").Ref()), "x://h//x <nil>"},
		{"a path of the same text", say(iri.Builder{}.Segments("").Path("//x").Ref()),
			` iri: path "//x": it would be read as an authority; put "/." in front (RFC 3986 §3.3)`},
		{"unescaped", say(iri.UnescapeData(iri.EscapeData("a/%é\xff"))), "a/%é\xff <nil>"},
	} {
		if got := tt.got; got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
	_, err := iri.UnescapeData("a%4")
	if f, ok := errors.AsType[iri.Finding](err); !ok || f.Code != iri.CodePctEncoded || f.Start != 1 {
		t.Errorf("got %v", err)
	}
}

// TestCheckAndParse checks strings and parses them in one go.
func TestCheckAndParse(t *testing.T) {
	testkit.StatesRFC(t, "s://h:1/p", "port")
	web := &iri.Policy{Schemes: []string{"http"}}
	if r, err := web.Parse("http://h/a"); err != nil || r.Path() != "/a" {
		t.Errorf("got %v, %v", r, err)
	}
	for s, code := range map[string]iri.Code{"ftp://h/": iri.CodeSchemeNotAllowed, "http://": iri.CodeSchemeHTTP,
		"http://h:a": iri.CodePort} {
		if r, err := web.Parse(s); !errors.Is(err, code) || !r.IsZero() {
			t.Errorf("%s: got %v, %v", s, r, err)
		}
	}
	var none *iri.Policy
	if r, err := none.Parse("a:b"); err != nil || r.Path() != "b" {
		t.Errorf("nil: got %v, %v", r, err)
	}
	if _, err := (&iri.Policy{Rule: mustRule(iri.RFC3987, "port")}).Parse("80"); err == nil {
		t.Error("a port has no components, and there is no error")
	}
	for s, want := range map[string]bool{"http://h/": true, "http://": false, "a": false} {
		if r, ok := iri.Check(s).Ref(); ok != want || ok && r.String() != s || !ok && !r.IsZero() {
			t.Errorf("%s: got %v, %v", s, r, ok)
		}
	}
	if r, ok := (iri.Report{}).Ref(); ok || !r.IsZero() {
		t.Errorf("the zero Report: got %v, %v", r, ok)
	}
	b := []byte("http://h/é")
	if i, err := iri.ParseBytes(b); err != nil || i.String() != string(b) || !iri.ValidBytes(b) ||
		iri.ValidBytes(nil) || iri.ValidBytes(b[1:3]) {
		t.Errorf("bytes: got %v, %v", i, err)
	}
	i, _ := iri.ParseBytes(b)
	_, err := iri.ParseBytes(b[4:])
	text := err.Error()
	clear(b)
	if (map[iri.IRI]bool{i: true})[iri.MustParse("http://h/é")] != true || err.Error() != text {
		t.Errorf("bytes that change: got %q, %v", i, err)
	}
	u, v := must(iri.ParseURI("a://u:p@h:1/p?q#f")), must(iri.ParseURIRef("//h"))
	host, _ := u.Host()
	if say(u.Scheme(), host, u.Path(), u.Compare(u), v.Compare(v), must(u.Query()), must(u.Fragment()),
		must(v.Authority())) != "a h /p 0 0 q f h" || u.Key(iri.RungScheme) != u.String() {
		t.Errorf("got %v, %v", u, v)
	}
	for _, s := range []string{"a:b:c@", "x:/.//a", "./a:b", "http://h/?", "?", "http://h:/", "urn:a?=b#c",
		"http://u:@h/a%2Fb#%41"} {
		if testkit.Edited(s) {
			continue
		}
		u, err := must(iri.ParseURIRef(s)).URL()
		if err != nil {
			t.Fatal(err)
		}
		if r, err := iri.FromURL(u); err != nil || r.String() != s || u.String() != s {
			t.Errorf("%s: as a URL %s, and again %v, %v", s, u, r, err)
		}
	}
	for s, want := range map[string]string{"http://h/#": "http://h/", "x://": "x:"} { // what a url.URL cannot hold
		if u, err := must(iri.ParseURI(s)).URL(); err != nil || u.String() != want {
			t.Errorf("%s: got %v, %v", s, u, err)
		}
	}
}

// say returns values with spaces between them.
func say(v ...any) string { return strings.TrimSuffix(fmt.Sprintln(v...), "\n") }

// TestOtherPackages holds what the documentation of the package says of encoding/json and html/template.
func TestOtherPackages(t *testing.T) {
	testkit.StatesRFC(t, "s:/p", "urn:a:b")
	type book struct {
		ID    iri.IRI `json:"id"`
		Cover iri.IRI `json:"cover,omitzero"`
		Other iri.IRI `json:"other"`
	}
	type embedding struct {
		iri.IRI
		Title string
	}
	var b book
	err := json.Unmarshal([]byte(`{"id":""}`), &b)
	text, _ := json.Marshal(b)
	embedded, _ := json.Marshal(embedding{iri.MustParse("a:b"), "t"})
	page := func(v any) string {
		var out strings.Builder
		if err := template.Must(template.New("").Parse(`<a href="{{.}}">`)).Execute(&out, v); err != nil {
			t.Error(err)
		}
		return out.String()
	}
	urn := iri.MustParse("urn:a:b")
	for _, tt := range []struct{ name, got, want string }{
		{"a member that is missing, and an empty one", say(err, b.ID.IsZero(), b.Cover.IsZero()), "<nil> true true"},
		{"omitzero", string(text), `{"id":"","other":""}`},
		{"embedding", string(embedded), `"a:b"`},
		{"http", page(iri.MustParse("http://h/é")), `<a href="http://h/%c3%a9">`},
		{"urn", page(urn), `<a href="#ZgotmplZ">`},
		{"urn as a URL", page(template.URL(urn.String())), `<a href="urn:a:b">`},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, tt.got, tt.want)
		}
	}
}
