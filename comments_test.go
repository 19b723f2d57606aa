package iri_test

// This file tests what comments say of all values, and what no row of another test shows.

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/grammars"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/reftest"
	"github.com/rfc3987/iri/legacy"
)

// madeOf yields strings that are made of one piece of each list.
func madeOf(n int, lists ...[]string) func(yield func(string) bool) {
	random := rand.New(rand.NewPCG(1, 2))
	return func(yield func(string) bool) {
		for range n {
			var s strings.Builder
			for _, pieces := range lists {
				s.WriteString(pieces[random.IntN(len(pieces))])
			}
			if !yield(s.String()) {
				return
			}
		}
	}
}

// TestURLString holds what the comment of URI.URL says the String of a url.URL has.
func TestURLString(t *testing.T) {
	testkit.StatesRFC(t)
	for s := range madeOf(5000, []string{"http:", "HTTP:", "x:", "a+B:"}, []string{"", "//"},
		[]string{"", "u@", "%c3%a9:p'*@", "u:%70@"}, []string{"h", "H", "h%c3%a9", "a'b", "[::1]", ""},
		[]string{"", ":", ":80"}, []string{"", "/", "/a%c3'(*)/%2F//b;c=!", "/@:"},
		[]string{"", "?", "?a=%c3&'*"}, []string{"", "#", "#%c3'*"}) {
		u, err := iri.ParseURI(s)
		if err != nil {
			continue
		}
		v, err := u.URL()
		if err != nil {
			continue
		}
		got, err := iri.ParseURI(v.String())
		if err != nil {
			t.Fatalf("%q: got %q: %v", s, v, err)
		}
		query, hasQuery := u.Query()
		fragment, _ := u.Fragment()
		gotQuery, gotHas := got.Query()
		gotFragment, _ := got.Fragment()
		host, _ := u.Host()
		gotHost, _ := got.Host()
		userinfo, _ := u.Userinfo()
		gotUserinfo, _ := got.Userinfo()
		if got.Scheme() != strings.ToLower(u.Scheme()) || got.Path() != u.Path() || query != gotQuery ||
			hasQuery != gotHas || fragment != gotFragment || !strings.EqualFold(host.String(), gotHost.String()) ||
			unescaped(t, userinfo) != unescaped(t, gotUserinfo) {
			t.Errorf("%q: got %q", s, v)
		}
	}
}

func unescaped(t *testing.T, s string) string {
	t.Helper()
	out, err := iri.UnescapeData(s)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestDoesNotAllocate holds the comments that say so to IRIs of many kinds.
func TestDoesNotAllocate(t *testing.T) {
	testkit.StatesRFC(t)
	if raceDetector() {
		t.Skip("the race detector makes pools drop what findings are collected in")
	}
	b := make([]byte, 0, 1000)
	v := iri.RFC3987.Top().Validator()
	none := func(what, s string, f func()) {
		t.Helper()
		if n := testing.AllocsPerRun(3, f); n != 0 {
			t.Errorf("%s of %q: got %v allocations, want 0", what, s, n)
		}
	}
	for s := range madeOf(300, []string{"http://", "ftp://u@", "x://", "file://", "tel:", "mailto:a@", "urn:a:", "data:,"},
		[]string{"h", "xn--rsum-bpad.example", "résumé.example", "[2001:db8::1]", "1.2.3.4", "a%41", "例え.テスト",
			"אב.example", "0x7f.1"},
		[]string{"", "/", "/a/b", "/é/日本", "/%E3%81%82", "/%E2%80%AE"},
		[]string{"", "?u=http://xn--rsum-bpad.example/", "#é"}) {
		i, err := iri.Parse(s)
		if err != nil {
			continue
		}
		none("Valid", s, func() { iri.Valid(s); iri.ValidRef(s); iri.ValidBytes(b) })
		none("IsScheme", s, func() { i.IsScheme("x", "http") })
		none("WithoutFragment", s, func() { i.WithoutFragment() })
		none("AppendURI", s, func() { _, _ = iri.AppendURI(b, s) })
		none("AppendFromLEIRI", s, func() { _, _ = legacy.AppendFromLEIRI(b, s) })
		if v.Check(s).Clean() && !strings.Contains(s, "xn--") && !strings.Contains(s, "a%41") {
			none("Check", s, func() { v.Check(s) })
		}
		for _, rung := range iri.Rungs() {
			n := i.Normalize(rung)
			if rung < iri.RungScheme {
				none("Normalize, "+rung.String(), s, func() { n.Normalize(rung) })
				none("Key, "+rung.String(), s, func() { _ = n.Key(rung) })
			}
		}
	}
}

// nilPanics are the prefixes of the names of methods that write to their receiver.
var nilPanics = []string{"Unmarshal", "Scan"}

// TestNilReceivers calls the methods that have a pointer for their receiver with the nil pointer.
func TestNilReceivers(t *testing.T) {
	for _, value := range []any{
		(*iri.Validator)(nil), (*iri.ParseError)(nil), (*iri.ConvertError)(nil), (*iri.BuildError)(nil),
		(*grammars.Error)(nil), (*iri.Finding)(nil), (*grammars.Coverage)(nil), (*iri.Policy)(nil), (*iri.Spec)(nil),
		(*iri.Node)(nil), (*iri.IRI)(nil), (*iri.Ref)(nil), (*iri.URI)(nil), (*iri.URIRef)(nil), (*iri.Report)(nil),
		(*iri.Severity)(nil), (*iri.HostKind)(nil), (*iri.HostMapping)(nil), (*iri.Rung)(nil), (*iri.Spaces)(nil),
		(*iri.Backslash)(nil), (*iri.Host)(nil), (*iri.Component)(nil),
	} {
		v := reflect.ValueOf(value)
		for method := range v.Type().Methods() {
			_, ofValue := v.Type().Elem().MethodByName(method.Name)
			if ofValue || slices.ContainsFunc(nilPanics, func(p string) bool { return strings.HasPrefix(method.Name, p) }) {
				continue
			}
			t.Run(v.Type().String()+"."+method.Name, func(t *testing.T) {
				args := []reflect.Value{v}
				for in := range method.Type.Ins() {
					if len(args) > 0 && in != v.Type() {
						args = append(args, reflect.Zero(in))
					}
				}
				if method.Name == "Format" { // of package fmt, which has a State
					_ = fmt.Sprintf("%v", value)
					return
				}
				if method.Type.IsVariadic() {
					args = args[:len(args)-1]
				}
				for _, out := range method.Func.Call(args) {
					if out.Kind() == reflect.Func && out.Type().CanSeq() {
						out.Seq()(func(reflect.Value) bool { return true })
					}
					if out.Kind() == reflect.Func && out.Type().CanSeq2() {
						out.Seq2()(func(_, _ reflect.Value) bool { return true })
					}
				}
			})
		}
	}
	for _, err := range []error{(*iri.ParseError)(nil), (*iri.ConvertError)(nil), (*iri.BuildError)(nil)} {
		if got := fmt.Sprintf("%v", err); strings.Contains(got, "PANIC") || got == "<nil>" {
			t.Errorf("%T: got %q", err, got)
		}
	}
}

// TestSeverityBeyond holds that a number which is no severity is an error, and is written so.
func TestSeverityBeyond(t *testing.T) {
	s := iri.Severity(9)
	text, err := json.Marshal([]any{s, iri.Finding{Code: "c", Severity: s}})
	if err != nil || s.String() != "error" || strings.Count(string(text), `"error"`) != 2 {
		t.Errorf("got %s, %s, %v", s, text, err)
	}
}

// TestFormat holds what the comments of Format say of verbs.
func TestFormat(t *testing.T) {
	_, err := iri.Parse("a b")
	for _, value := range []any{err, iri.Check("a b"), iri.Builder{}.Path("a")} {
		text := fmt.Sprint(value)
		for verb, want := range map[string]string{
			"%v": text, "%s": text, "%+v": text, "%q": fmt.Sprintf("%q", text), "%x": fmt.Sprintf("%x", text),
			"%#v": fmt.Sprintf("%#v", text), "%300s": fmt.Sprintf("%300s", text), "%d": text, "%300d": text,
		} {
			if got := fmt.Sprintf(verb, value); got != want {
				t.Errorf("%s of %T: got %q, want %q", verb, value, got, want)
			}
		}
	}
}

// TestHost holds that a host is its text, in JSON and logs too, and that each way to it parses.
func TestHost(t *testing.T) {
	testkit.StatesRFC(t, "http://h/")
	for _, tt := range []struct {
		text string
		kind iri.HostKind
		ok   bool
	}{
		{"example.org", iri.RegName, true}, {"", iri.RegName, true}, {"é%C3", iri.RegName, true},
		{"1.2.3.4", iri.IPv4, true}, {"[::1]", iri.IPv6, true}, {"[v1.a]", iri.IPvFuture, true},
		{"::1", 0, false}, {"h:80", 0, false}, {"u@h", 0, false}, {"h/", 0, false}, {"[::1", 0, false},
		{"a b", 0, false}, {"\xff", 0, false},
	} {
		h, err := iri.ParseHost(tt.text)
		var text, member iri.Host
		errText := text.UnmarshalText([]byte(tt.text))
		quoted, _ := json.Marshal(tt.text)
		errJSON := json.Unmarshal(quoted, &member)
		if tt.text == "\xff" { // package json has made U+FFFD of it
			errJSON, member = err, iri.Host{}
		}
		if (err == nil) != tt.ok || h.Kind() != tt.kind || errText == nil != tt.ok || text != h || member != h ||
			(errJSON == nil) != tt.ok {
			t.Errorf("%q: got %v, %v; %v, %v; %v, %v", tt.text, h, err, text, errText, member, errJSON)
		}
		if got, err := json.Marshal(h); tt.ok && (err != nil || string(got) != string(quoted)) {
			t.Errorf("%q: JSON: got %s, %v", tt.text, got, err)
		}
		if r, err := iri.ParseRef("//" + tt.text); err == nil && tt.ok && must(r.Host()) != h {
			t.Errorf("%q: got %v, and %v in a reference", tt.text, h, must(r.Host()))
		}
		if tt.ok && h.LogValue().String() != tt.text {
			t.Errorf("%q: LogValue has %q", tt.text, h.LogValue())
		}
	}
}

// TestDialTarget holds what a client connects to.
func TestDialTarget(t *testing.T) {
	testkit.StatesRFC(t, "http://h:80/")
	for _, tt := range []struct{ in, want string }{
		{"https://EXAMPLE.org./", "example.org 443 <nil>"}, {"http://é.example:/", "xn--9ca.example 80 <nil>"},
		{"http://[2001:db8::1]:8080/", "2001:db8::1 8080 <nil>"}, {"http://0x7f.1/", "127.0.0.1 80 <nil>"},
		{"ftp://h:0021/", "h 21 <nil>"}, {"x://h/", "there is no port, and x has no default port at byte 0"},
		{"http://h:65536/", "the port is greater than 65535"}, {"x:a", "no name to look up"}, {"http://[v1.a]/", "version"},
		{"file:///a", "no name to look up"},
	} {
		host, port, err := iri.MustParse(tt.in).DialTarget()
		if got := fmt.Sprint(host, " ", port, " ", err); !strings.Contains(got, tt.want) || err != nil && (host != "" || port != 0) {
			t.Errorf("%s: got %s, want %s", tt.in, got, tt.want)
		}
	}
	for s, want := range map[string]string{"https://h": "443 true", "//h": "0 false", "//h:1": "1 true", "https:a": "0 false",
		"http://h:99999": "0 false", "x://h:": "0 false"} {
		if got := say(iri.MustParseRef(s).EffectivePort()); got != want {
			t.Errorf("EffectivePort of %s: got %s, want %s", s, got, want)
		}
	}
}

// TestLookupSpans holds that an error of Lookup is about a label, and names one reason.
func TestLookupSpans(t *testing.T) {
	testkit.StatesRFC(t, "http://h/")
	long := strings.Repeat("a", 64)
	for _, tt := range []struct{ host, part, reason string }{
		{"a..b", "", "empty label"}, {"ok." + long + ".b", long, "has 64 bytes"}, {"é." + long, long, "has 64 bytes"},
		{"é\u3002xn--a.b", "xn--a", "does not stand for a label"}, {"xn--.b", "xn--", "does not stand for a label"},
		{"ok.%E2%98%83\u200d.b", "%E2%98%83\u200d", "a joiner stands"}, {"a.אa.b", "אa", "breaks the Bidi rule"},
		{"a.\u0301b.c", "\u0301b", "a combining mark"}, {"good.xn--a-é.b", "xn--a-é", "does not stand for a label"},
		{"1.2.3.400", "1.2.3.400", "IPv4 address"},
		{"xn--4db-.é", "xn--4db-", "does not stand for a label"}, {"א.1a", "א.1a", "breaks the Bidi rule"},
	} {
		h, err := iri.ParseHost(tt.host)
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = h.Lookup()
		f, ok := errors.AsType[iri.Finding](err)
		if !ok || tt.host[f.Start:f.End] != tt.part || !strings.Contains(f.Message, tt.reason) {
			t.Errorf("%q: got %v, %q, want %q of %q", tt.host, err, tt.host[f.Start:f.End], tt.reason, tt.part)
		}
	}
}

// TestSpan holds that the text at the span of a component is what the method of its name returns.
func TestSpan(t *testing.T) {
	for s := range madeOf(2000, []string{"", "x:", "http:"}, []string{"", "//h", "//u:p@[::1]:1", "//@:", "//"},
		[]string{"", "/", "/a/b", "/é"}, []string{"", "?", "?q"}, []string{"", "#", "#f"}) {
		r, err := iri.ParseRef(s)
		if err != nil {
			continue
		}
		host, hasHost := r.Host()
		for c, get := range map[iri.Component]func() (string, bool){
			iri.ComponentWhole: func() (string, bool) { return s, true }, iri.ComponentScheme: r.Scheme,
			iri.ComponentAuthority: r.Authority, iri.ComponentUserinfo: r.Userinfo,
			iri.ComponentHost: func() (string, bool) { return host.String(), hasHost }, iri.ComponentPort: r.Port,
			iri.ComponentPath: func() (string, bool) { return r.Path(), true }, iri.ComponentQuery: r.Query,
			iri.ComponentFragment: r.Fragment, 99: func() (string, bool) { return "", false },
		} {
			start, end, ok := r.Span(c)
			if text, has := get(); ok != has || s[start:end] != text || !ok && start+end > 0 {
				t.Errorf("%q: %s: got [%d,%d), %t, want %q, %t", s, c, start, end, ok, text, has)
			}
		}
	}
}

// TestJoinSegments holds that segments are data: what comes back is what went in, and the path stays in front.
func TestJoinSegments(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p")
	pieces := []string{"a", "/", "..", "é", "%2e", "", "?#", "\u202e", "a:b"}
	for s := range madeOf(40, []string{"s:", "s://h", "s://u@h:1"}, []string{"", "/", "/a", "/a/../b//", "/\u202e"},
		[]string{"", "?q"}, []string{"", "#f"}) {
		i, err := iri.Parse(s)
		if err != nil {
			continue
		}
		for n := range 200 {
			data := []string{pieces[n%len(pieces)], pieces[n/len(pieces)%len(pieces)]}[:1+n%2]
			got, err := i.JoinSegments(data...)
			if slices.Contains(data, "..") {
				if err == nil {
					t.Errorf("%q, %q: got %q, want an error", s, data, got)
				}
				continue
			}
			all := slices.Collect(got.Segments())
			front := strings.TrimSuffix(i.Path(), "/")
			if err != nil || got != iri.MustParse(got.String()) || len(all) < len(data) ||
				!slices.Equal(all[len(all)-len(data):], data) ||
				!strings.HasPrefix(strings.TrimPrefix(got.Path(), "/."), front+"/") {
				t.Errorf("%q, %q: got %q, %v", s, data, got, err)
			}
		}
	}
}

// TestGoString holds that %#v is the expression that makes the value, and that Equal is ==.
func TestGoString(t *testing.T) {
	testkit.StatesRFC(t, "http://h/")
	i := iri.MustParse("http://h/é\u202f")
	for _, tt := range []struct {
		value any
		want  string
	}{
		{i, `iri.MustParse("http://h/é\u202f")`}, {iri.IRI{}, "iri.IRI{}"}, {i.Ref(), `iri.MustParseRef("http://h/é\u202f")`},
		{iri.Ref{}, `iri.MustParseRef("")`}, {[]iri.IRI{i}, `[]iri.IRI{iri.MustParse("http://h/é\u202f")}`},
	} {
		if got := fmt.Sprintf("%#v", tt.value); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
	u := must(iri.ParseURI("a:b"))
	if !i.Equal(iri.MustParse(i.String())) || i.Equal(iri.IRI{}) || !i.Ref().Equal(i.Ref()) || i.Ref().Equal(iri.Ref{}) ||
		!u.Equal(u) || u.Equal(iri.URI{}) || !u.Ref().Equal(u.Ref()) || u.Ref().Equal(iri.URIRef{}) {
		t.Error("Equal is not ==")
	}
}

// TestParseCodeAllocs holds that a code is found without its text being made.
func TestParseCodeAllocs(t *testing.T) {
	if n := testing.AllocsPerRun(10, func() { _, _ = iri.ParseCode("USERINFO-password") }); n != 0 {
		t.Errorf("got %v allocations, want 0", n)
	}
}

// What a crawler dials, held against the hosts that it may reach.
func ExampleIRI_DialTarget() {
	allowed, _ := iri.ParseHost("bücher.example")
	page := iri.MustParse("https://XN--BCHER-KVA.example/")
	host, _ := page.Host()
	name, port, err := page.DialTarget()
	fmt.Println(host.Equal(allowed), net.JoinHostPort(name, strconv.Itoa(int(port))), err)
	// Output: true xn--bcher-kva.example:443 <nil>
}

// Names of files are segments: none of them climbs.
func ExampleIRI_JoinSegments() {
	folder := iri.MustParse("http://example.org/files/?v=1")
	fmt.Println(folder.JoinSegments("a/b", "100%"))
	fmt.Println(folder.JoinSegments(".."))
	// Output:
	// http://example.org/files/a%2Fb/100%25?v=1 <nil>
	//  iri: path "/files/%2E%2E": "." and ".." cannot be segments here: they are dot segments, even if percent-encoded (RFC 3986 §3.3)
}

// TestPasswordsInMessages holds that no text for people has four characters in a row of one of many
// passwords, of 100,000 in a long run.
func TestPasswordsInMessages(t *testing.T) {
	testkit.StatesRFC(t, "http://u:p@h/")
	r := rand.New(rand.NewPCG(3986, 3))
	policy := &iri.Policy{Schemes: []string{"x"}, MaxLength: 10}
	other := iri.MustParseRef("http://u:other@h/?r=//u:other@h")
	n := 5_000
	if testkit.Long() {
		n = 100_000
	}
	failed := 0
	for i := range n {
		password := reftest.Password(r)
		s := reftest.WithPassword(r, i, password)
		var said strings.Builder
		say := func(v ...any) { fmt.Fprintln(&said, v...) }
		for _, rep := range []iri.Report{iri.Check(s, iri.WithLint(), iri.WithSuspicious(), iri.WithGuess()), policy.Check(s),
			iri.RFC3986.Top().Check(s), iri.LEIRI.Top().Check(s, iri.WithLint())} {
			say(rep, rep.Err(), rep.LogValue())
			for _, f := range rep.Findings() {
				text, err := json.Marshal(f.Params)
				say(f.Message, f.Hint, string(text), err, f, f.LogValue())
			}
		}
		ref, err := iri.ParseRef(s)
		if say(err); err == nil {
			if !strings.ContainsAny(password, "/?#") { // else the grammar says that another text is the password
				say(ref.LogValue(), ref.Redacted())
			}
			for _, rung := range []iri.Rung{iri.RungString, iri.RungProtocol} {
				d := iri.Diff(ref, other, rung)
				say(d, d.Differs)
			}
		}
		_, err = iri.ToURI(s, iri.WithHostMapping(iri.HostIDNA))
		say(err)
		_, err = iri.ToIRI(s)
		say(err)
		_, err = iri.RFC3987bis.ParseBase(s)
		say(err)
		for piece := range reftest.Pieces(password) {
			if at := strings.Index(said.String(), piece); at >= 0 {
				t.Errorf("%+q: %+q is shown: …%q…", s, piece, said.String()[max(0, at-80):min(said.Len(), at+40)])
				if failed++; failed > 20 {
					t.FailNow()
				}
				break
			}
		}
	}
}
