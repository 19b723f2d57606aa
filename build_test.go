package iri_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/reftest"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
)

func TestBuilder(t *testing.T) {
	http := iri.Builder{}.Scheme("http").Host("example.org")
	for _, tt := range []struct {
		name string
		b    iri.Builder
		want string
	}{
		{"nothing", iri.Builder{}, ""},
		{"everything", iri.Builder{}.Scheme("http").Userinfo("u").Host("h").Port("80").Path("/p").
			Query("q").Fragment("f"), "http://u@h:80/p?q#f"},
		{"empty components", iri.Builder{}.Scheme("x").Userinfo("").Host("").Port("").Query("").Fragment(""),
			"x://@:?#"},
		{"a space", http.Path("/a b").Query("a b").Fragment("a b"), "http://example.org/a%20b?a%20b#a%20b"},
		{"percent-encodings stay", http.Path("/a%20b%c3"), "http://example.org/a%20b%c3"},
		{"a percent sign", http.Path("/100%").Query("%zz%2"), "http://example.org/100%25?%25zz%252"},
		{"delimiters in a path", http.Path("/a?b#c[d]"), "http://example.org/a%3Fb%23c%5Bd%5D"},
		{"delimiters in a query", http.Query("a?b/c#d[e]"), "http://example.org?a?b/c%23d%5Be%5D"},
		{"delimiters in a fragment", http.Fragment("a?b/c#d"), "http://example.org#a?b/c%23d"},
		{"delimiters in a userinfo", http.Userinfo("u:p@/?#"), "http://u:p%40%2F%3F%23@example.org"},
		{"data in a host", http.Host(iri.EscapeData("a/b@c")), "http://a%2Fb%40c"},
		{"pairs", http.QueryPairs(iri.MustParse("a:?b=1&c=%26%3D%2B+%25&=&é").QueryPairs()),
			"http://example.org?b=1&c=%26%3D%2B%20%25&=&é="},
		{"no pairs", http.Query("q").QueryPairs(nil), "http://example.org"},
		{"beyond ASCII", http.Host("é").Path("/日本").Query("ü"), "http://é/日本?ü"},
		{"private use", http.Path("/\ue000").Query("\ue000").Fragment("\ue000"),
			"http://example.org/%EE%80%80?%EE%80%80#%EE%80%80"},
		{"bidi formatting", http.Path("/\u202e"), "http://example.org/%E2%80%AE"},
		{"invisible", http.Segments("a\u200bb").Query("a\u200bb").Host("a\u200bb"),
			"http://a%E2%80%8Bb/a%E2%80%8Bb?a%E2%80%8Bb"},
		{"a joiner that has an effect", http.Path("/می\u200cخواهم"), "http://example.org/می\u200cخواهم"},
		{"like a delimiter", http.Userinfo("a\uff20b").Path("/a\uff20b"), "http://a%EF%BC%A0b@example.org/a\uff20b"},
		{"several scripts in a segment", http.Path("/é/\u0430pple/é"), "http://example.org/é/%D0%B0pple/é"},
		{"not in NFC", http.Fragment("e\u0301").Query("=\u0338"), "http://example.org?=%CC%B8#e%CC%81"},
		{"a mark after a percent-encoding", http.Userinfo("%8c\u0301").Fragment("%8c\u0301"),
			"http://%8c%CC%81@example.org#%8c%CC%81"},
		{"octets", http.Path("/\xff\xc3"), "http://example.org/%FF%C3"},
		{"IP-literal", http.Host("[2001:db8::1]").Port("8080"), "http://[2001:db8::1]:8080"},
		{"segments", http.Segments("a/b", "100%", "", "é?"), "http://example.org/a%2Fb/100%25//é%3F"},
		{"no segments", http.Segments(), "http://example.org"},
		{"a rootless path", iri.Builder{}.Scheme("urn").Path("isbn:1"), "urn:isbn:1"},
		{"a relative reference", iri.Builder{}.Path("./a:b").Query("c"), "./a:b?c"},
		{"a colon further on", iri.Builder{}.Path("a/b:c"), "a/b:c"},
		{"taken away", http.Port("80").Query("q").NoPort().NoQuery(), "http://example.org"},
		{"without an authority", http.Userinfo("u").Port("80").Path("/a").NoAuthority(), "http:/a"},
		{"without a scheme", http.NoScheme(), "//example.org"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, tt.want)
			got, err := tt.b.Ref()
			if err != nil || got != iri.MustParseRef(tt.want) {
				t.Errorf("got %q, %v, want %q", got, err, tt.want)
			}
		})
	}
}

func TestBuilderRefuses(t *testing.T) {
	x := iri.Builder{}.Scheme("x")
	for _, tt := range []struct {
		name      string
		b         iri.Builder
		component string
		want      string
	}{
		{"scheme", iri.Builder{}.Scheme("1a"), "scheme", `iri: scheme "1a": a scheme has letters, digits, "+", "-" ` +
			`and ".", and begins with a letter (RFC 3986 §3.1)`},
		{"empty scheme", iri.Builder{}.Scheme(""), "scheme", "begins with a letter"},
		{"no scheme", iri.Builder{}.Path("a"), "scheme", "iri: scheme: an IRI must have a scheme"},
		{"port", x.Host("h").Port("8a"), "port", "a port contains only digits"},
		{"port without a host", x.Port("80"), "port", "without a host"},
		{"userinfo without a host", x.Userinfo("u"), "userinfo", "without a host"},
		{"host with a port", x.Host("h:80"), "host", "set a port with Port"},
		{"IPv6 address without brackets", x.Host("::1"), "host", "needs brackets"},
		{"not an IP-literal", x.Host("[::1"), "host", "that closes the IP-literal is missing"},
		{"delimiters in a host", x.Host("a/b@c"), "host", "cannot contain any of"},
		{"a user in a host", x.Host("u@h"), "host", "cannot contain any of"},
		{"a query in a host", x.Host("h?q"), "host", "cannot contain any of"},
		{"a fragment in a host", x.Host("h#f"), "host", "cannot contain any of"},
		{"zone", x.Host("[fe80::1%25en0]"), "host", "a zone identifier is not part of an IPv6 address"},
		{"host that is not UTF-8", x.Host("\xff"), "host", "UTF-8"},
		{"rootless path after a host", x.Host("h").Path("a"), "path", `begin with "/"`},
		{"path that looks like an authority", x.Path("//a"), "path", `put "/." in front`},
		{"path that looks like a scheme", iri.Builder{}.Path("a:b"), "path", `put "./" in front`},
		{"an authority taken away", iri.MustParse("x://h//a").Builder().NoAuthority(), "path", "read as an authority"},
		{"a scheme taken away", iri.MustParse("x:a:b").Builder().NoScheme(), "path", "read as a scheme"},
		{"dots as data", x.Segments("a", ".."), "path", "dot segment"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, tt.component, tt.want)
			_, err := tt.b.Ref()
			if tt.component == "scheme" {
				_, err = tt.b.IRI()
			}
			var be *iri.BuildError
			if !errors.As(err, &be) || be.Component.String() != tt.component || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %s: %s", err, tt.component, tt.want)
			}
		})
	}
}

func TestOneComponent(t *testing.T) {
	i := iri.MustParse("http://u@h:80/p?q#f")
	for _, tt := range []struct {
		name string
		f    func() (iri.IRI, error)
		want string
	}{
		{"scheme", func() (iri.IRI, error) { return i.Builder().Scheme("ftp").IRI() }, "ftp://u@h:80/p?q#f"},
		{"userinfo", func() (iri.IRI, error) { return i.Builder().Userinfo("v w").IRI() }, "http://v%20w@h:80/p?q#f"},
		{"host", func() (iri.IRI, error) { return i.Builder().Host("[::1]").IRI() }, "http://u@[::1]:80/p?q#f"},
		{"port", func() (iri.IRI, error) { return i.Builder().Port("81").IRI() }, "http://u@h:81/p?q#f"},
		{"path", func() (iri.IRI, error) { return i.Builder().Path("/a b").IRI() }, "http://u@h:80/a%20b?q#f"},
		{"query", func() (iri.IRI, error) { return i.Builder().Query("a#b").IRI() }, "http://u@h:80/p?a%23b#f"},
		{"fragment", func() (iri.IRI, error) { return i.Builder().Fragment("a#b").IRI() }, "http://u@h:80/p?q#a%23b"},
		{"no authority", func() (iri.IRI, error) { return i.Builder().NoAuthority().IRI() }, "http:/p?q#f"},
		{"no userinfo", func() (iri.IRI, error) { return i.WithoutUserinfo(), nil }, "http://h:80/p?q#f"},
		{"no port", func() (iri.IRI, error) { return i.WithoutPort(), nil }, "http://u@h/p?q#f"},
		{"no query", func() (iri.IRI, error) { return i.WithoutQuery(), nil }, "http://u@h:80/p#f"},
		{"no fragment", func() (iri.IRI, error) { return i.WithoutFragment(), nil }, "http://u@h:80/p?q"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got, err := tt.f(); err != nil || got != iri.MustParse(tt.want) {
				t.Errorf("got %q, %v, want %q", got, err, tt.want)
			}
		})
	}
	r := iri.MustParseRef("//u@h:80/p?q#f")
	for _, tt := range []struct {
		name string
		make func() (iri.Ref, error)
		want string
	}{
		{"scheme", func() (iri.Ref, error) { return r.Builder().Scheme("https").Ref() }, "https://u@h:80/p?q#f"},
		{"userinfo", func() (iri.Ref, error) { return r.Builder().Userinfo("a@b").Ref() }, "//a%40b@h:80/p?q#f"},
		{"host", func() (iri.Ref, error) { return r.Builder().Host("é").Ref() }, "//u@é:80/p?q#f"},
		{"port", func() (iri.Ref, error) { return r.Builder().Port("81").Ref() }, "//u@h:81/p?q#f"},
		{"path", func() (iri.Ref, error) { return r.Builder().Path("/a b").Ref() }, "//u@h:80/a%20b?q#f"},
		{"query", func() (iri.Ref, error) { return r.Builder().Query("a#b").Ref() }, "//u@h:80/p?a%23b#f"},
		{"fragment", func() (iri.Ref, error) { return r.Builder().Fragment("a#b").Ref() }, "//u@h:80/p?q#a%23b"},
		{"no authority", func() (iri.Ref, error) { return r.Builder().NoAuthority().Ref() }, "/p?q#f"},
		{"no userinfo", func() (iri.Ref, error) { return r.WithoutUserinfo(), nil }, "//h:80/p?q#f"},
		{"no port", func() (iri.Ref, error) { return r.WithoutPort(), nil }, "//u@h/p?q#f"},
		{"no query", func() (iri.Ref, error) { return r.WithoutQuery(), nil }, "//u@h:80/p#f"},
		{"no fragment", func() (iri.Ref, error) { return r.WithoutFragment(), nil }, "//u@h:80/p?q"},
	} {
		got, err := tt.make()
		if err != nil || got != iri.MustParseRef(tt.want) {
			t.Errorf("a reference, %s: got %q, %v, want %q", tt.name, got, err, tt.want)
		}
	}
	if zero := (iri.Ref{}).WithoutUserinfo().WithoutPort().WithoutQuery().WithoutFragment(); !zero.IsZero() {
		t.Errorf("the empty reference without what it has not: got %q", zero)
	}
	if _, err := i.Builder().Port("x").IRI(); err == nil {
		t.Error("a port that has no digits is not refused")
	}
}

// checkBuild makes a reference again from its Builder and from its components. The latter are
// escaped: the reference always maps to the same URI, and without an authority, in which a mark
// after a percent-encoding is encoded, it stays as it is if it has no findings.
func checkBuild(t *testing.T, s string) {
	t.Helper()
	r := iri.MustParseRef(s)
	if got, err := r.Builder().Ref(); err != nil || got != r {
		t.Fatalf("%+q: from its builder: got %+q, %v", s, got, err)
	}
	var b iri.Builder
	for _, c := range []struct {
		get func() (string, bool)
		set func(iri.Builder, string) iri.Builder
	}{
		{r.Scheme, iri.Builder.Scheme},
		{r.Userinfo, iri.Builder.Userinfo},
		{func() (string, bool) { h, ok := r.Host(); return h.String(), ok }, iri.Builder.Host},
		{r.Port, iri.Builder.Port},
		{func() (string, bool) { return r.Path(), true }, iri.Builder.Path},
		{r.Query, iri.Builder.Query},
		{r.Fragment, iri.Builder.Fragment},
	} {
		if text, ok := c.get(); ok {
			b = c.set(b, text)
		}
	}
	got, err := b.Ref()
	if err != nil {
		t.Fatalf("%+q: from its components: %v", s, err)
	}
	want, _ := r.URI()
	_, authority := r.Authority()
	if uri, _ := got.URI(); got != r && (uri != want || !authority &&
		len(iri.RFC3987.Reference().Check(s).Findings()) == 0) {
		t.Fatalf("%+q: from its components: got %+q", s, got)
	}
	if again, err := iri.ParseRef(got.String()); err != nil || again != got {
		t.Fatalf("%+q: from its components: got %+q, which parses to %+q, %v", s, got, again, err)
	}
	for _, f := range []func(iri.IRI) iri.IRI{iri.IRI.WithoutUserinfo, iri.IRI.WithoutPort, iri.IRI.WithoutQuery,
		iri.IRI.WithoutFragment} {
		if i, ok := r.IRI(); ok {
			if w := f(i); w != iri.MustParse(w.String()) {
				t.Fatalf("%+q: without a component: got %+q", s, w)
			}
		}
	}
}

func TestBuildProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 20000 {
		checkBuild(t, reftest.Random(r, false))
	}
}

// TestBuildHasNoFindings makes IRIs of text that has findings as it is. What a component forces
// is left out: the ":" of a password, the "." of a user name that looks like a host, and a host,
// whose percent-encodings are not a domain name.
func TestBuildHasNoFindings(t *testing.T) {
	pieces := strings.Split("a|b|é|e\u0301|\u0301|=\u0338|\u200b|\u200d|\ufe0f|\u2764|א|1|.|..|-|\u0430|α|日|\u202e|"+
		"\ue000|\U000e0041|\u00a0|\uff0f|\uff23|%|%41|%c3|%D7%90|/|?|#|@| |\xff|\ufffd", "|")
	r := rand.New(rand.NewPCG(7, 8))
	text := func() string {
		var b strings.Builder
		for range r.IntN(7) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		return b.String()
	}
	for range 20000 {
		b := iri.Builder{}.Scheme("http").Host("example.org").Userinfo(strings.ReplaceAll(text(), ".",
			"")).Query(text() + iri.EscapeData(text())).Fragment(text())
		for _, b := range []iri.Builder{b.Segments("x"+text(), text()+"x"), b.Path("/" + text())} {
			i, err := b.IRI()
			if err != nil {
				t.Fatal(err)
			}
			if rep := iri.Check(i.String()); len(rep.Findings()) > 0 {
				t.Fatalf("%+q: %v", i, rep)
			}
		}
	}
}

// FuzzBuild sets components to any text: there is an error, or a reference whose
// components decode to that text.
func FuzzBuild(f *testing.F) {
	f.Add("http", "u", "h", "80", "/p", "q", "f")
	f.Add("x", "", "[::1]", "", "//a:b", "%\xff", "\u202e#")
	f.Add("", "@", "a:b", "8a", "a:b", "?", " ")
	f.Fuzz(func(t *testing.T, scheme, userinfo, host, port, path, query, fragment string) {
		for _, b := range []iri.Builder{
			iri.Builder{}.Scheme(scheme).Userinfo(userinfo).Host(host).Port(port).Path(path).
				Query(query).Fragment(fragment),
			iri.Builder{}.Host(host).Path(path).Query(query),
			iri.Builder{}.Path(path).Fragment(fragment),
			iri.Builder{}.Scheme(scheme).Path(path),
			iri.Builder{}.Scheme(scheme).Segments(path, query, fragment),
		} {
			r, err := b.Ref()
			if err != nil {
				continue
			}
			if again, err := iri.ParseRef(r.String()); err != nil || again != r {
				t.Fatalf("got %+q, which parses to %+q, %v", r, again, err)
			}
			if q, ok := r.Query(); ok && decodeAll(q) != decodeAll(query) {
				t.Fatalf("the query %+q became %+q", query, q)
			}
			checkBuild(t, r.String())
		}
		if s := iri.EscapeData(path); decodeAll(s) != path || strings.ContainsFunc(s, isReserved) {
			t.Fatalf("%+q: escaped as data: %+q", path, s)
		}
	})
}

// pctEncoded matches a percent-encoding. A "%" in the text need not begin one.
var pctEncoded = regexp.MustCompile("%[0-9A-Fa-f]{2}")

// decodeAll undoes every percent-encoding.
func decodeAll(s string) string { return pctEncoded.ReplaceAllStringFunc(s, percent.Decode) }

// isReserved reports whether a character of US-ASCII is neither "%" nor unreserved.
func isReserved(r rune) bool {
	return r < utf8.RuneSelf && r != '%' && !chars.IsUnreserved(byte(r))
}

func ExampleBuilder() {
	i, err := iri.Builder{}.Scheme("http").Host("example.org").
		Segments("Äpfel & Birnen", "50%", "a/b").
		Query("q=" + iri.EscapeData("x=1&y")).IRI()
	fmt.Println(i, err)
	// Output: http://example.org/Äpfel%20%26%20Birnen/50%25/a%2Fb?q=x%3D1%26y <nil>
}

func ExampleBuilder_Path() {
	i := iri.MustParse("http://example.org/a?q")
	fmt.Println(i.Builder().Path("/b c").IRI())
	fmt.Println(i.Builder().Path("b").IRI())
	// Output:
	// http://example.org/b%20c?q <nil>
	//  iri: path "b": after an authority, a path must be empty or begin with "/" (RFC 3986 §3.3)
}

// The methods Without… remove one component; a Builder changes several.
func ExampleIRI_Builder() {
	i := iri.MustParse("http://ada@example.org:8080/a?q#f")
	fmt.Println(i.Builder().Host("例え.テスト").IRI())
	fmt.Println(i.Builder().Port("80").IRI())
	fmt.Println(i.WithoutUserinfo(), i.WithoutFragment())
	fmt.Println(i.Builder().Scheme("https").NoPort().NoUserinfo().Query("a b").IRI())
	// Output:
	// http://ada@例え.テスト:8080/a?q#f <nil>
	// http://ada@example.org:80/a?q#f <nil>
	// http://example.org:8080/a?q#f http://ada@example.org:8080/a?q
	// https://example.org/a?a%20b#f <nil>
}

// Text that comes from elsewhere is escaped, so that none of it is read as a delimiter.
func ExampleEscapeData() {
	fmt.Println(iri.Builder{}.Path("search").Query("q=" + iri.EscapeData("a=b&c é")).Ref())
	// Output: search?q=a%3Db%26c%20é <nil>
}

func ExampleBuildError() {
	_, err := iri.Builder{}.Scheme("http").Host("2001:db8::1").IRI()
	if be, ok := errors.AsType[*iri.BuildError](err); ok {
		fmt.Println(be.Component, be.Text, be.Reason)
	}
	// Output: host 2001:db8::1 an IPv6 address needs brackets
}

// The components of a reference, changed: all but those that are named stay.
func ExampleRef_Builder() {
	b := iri.MustParseRef("http://ada@example.org/a?q#f").Builder()
	fmt.Println(b.NoScheme().NoQuery().NoFragment().Ref())
	fmt.Println(b.NoScheme().NoAuthority().Fragment("é").Ref())
	// Output:
	// //ada@example.org/a <nil>
	// /a?q#é <nil>
}

func ExampleIRI_WithoutPort() {
	i := iri.MustParse("http://example.org:80/a")
	fmt.Println(i.Builder().Query("q=é").IRI())
	fmt.Println(i.Builder().Fragment("top").IRI())
	fmt.Println(i.Builder().Scheme("https").IRI())
	fmt.Println(i.Builder().Userinfo("ada").IRI())
	fmt.Println(i.Builder().NoAuthority().IRI())
	fmt.Println(i.WithoutPort(), i.WithoutQuery())
	// Output:
	// http://example.org:80/a?q=é <nil>
	// http://example.org:80/a#top <nil>
	// https://example.org:80/a <nil>
	// http://ada@example.org:80/a <nil>
	// http:/a <nil>
	// http://example.org/a http://example.org:80/a
}
