package iri_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/legacy"
)

func TestFromURL(t *testing.T) {
	testkit.StatesRFC(t)
	for _, tt := range []struct {
		name, in, want string
	}{
		{"everyday", "https://example.org/a/b?c=d#e", "https://example.org/a/b?c=d#e"},
		{"a query as typed", "http://e/?q=é", "http://e/?q=é"},
		{"a query with a space and a quote", "http://e/?q=é \"b\"", "http://e/?q=é%20%22b%22"},
		{"a query with brackets", "http://e/?a[]=1", "http://e/?a%5B%5D=1"},
		{"a percent sign alone in the query", "http://e/?100%", "http://e/?100%25"},
		{"a path that net/url escapes", "http://e/a b/é", "http://e/a%20b/%C3%A9"},
		{"userinfo and port", "http://u:p@h:8080/?[", "http://u:p@h:8080/?%5B"},
		{"an address and a port", "http://[::1]:80/?[", "http://[::1]:80/?%5B"},
		{"an empty port", "http://h:/?[", "http://h:/?%5B"},
		{"opaque", "mailto:a@b?subject=a b", "mailto:a@b?subject=a%20b"},
		{"relative", "../x?a|b", "../x?a%7Cb"},
		{"an empty query", "http://e/?", "http://e/?"},
		{"a fragment", "#a b", "#a%20b"},
		{"nothing", "", ""},
		{"an empty host", "file:///a?[", "file:///a?%5B"},
		{"a port and a fragment", "http://h:8080/a/../b?c/d?e#f?g/h", "http://h:8080/a/../b?c/d?e#f?g/h"},
		{"a path that would be read as an authority", "/%2Fa\xe4", "/.//a%E4"},
	} {
		u, err := url.Parse(tt.in)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		r, err := iri.FromURL(u)
		if err != nil || r.String() != tt.want {
			t.Errorf("%s: got %q, %v, want %q", tt.name, r, err, tt.want)
		}
	}
	for _, tt := range []struct {
		name string
		in   url.URL
		want string
	}{
		{"made by a program", url.URL{Scheme: "http", Host: "é.example:80", Path: "/a b", RawQuery: "q=é b",
			Fragment: "é"}, "http://%C3%A9.example:80/a%20b?q=é%20b#%C3%A9"},
		{"joiners and bidi formatting after a host", url.URL{Scheme: "http", Host: "h", Path: "/",
			RawQuery: "é\u202e=\u200d"}, "http://h/?é%E2%80%AE=%E2%80%8D"},
		{"a number sign in the query", url.URL{Scheme: "http", Host: "h", Path: "/", RawQuery: "a#b", Fragment: "c"},
			"http://h/?a%23b#c"},
		{"a path without a slash", url.URL{Scheme: "http", Host: "h", Path: "a", RawQuery: "b c"}, "http://h/a?b%20c"},
		{"that and brackets", url.URL{Scheme: "http", Host: "h", Path: "a[", RawPath: "a[", RawQuery: "b c"},
			"http://h/a%5B?b%20c"},
		{"a colon in the first segment", url.URL{Path: "a:b", RawQuery: "b c"}, "./a:b?b%20c"},
		{"that and brackets", url.URL{Path: "a:[", RawPath: "a:["}, "./a:%5B"},
		{"a request for a proxy", url.URL{Scheme: "http", Opaque: "//h/é", RawQuery: "b c"}, "http://h/é?b%20c"},
		{"brackets in path and fragment", url.URL{Path: "/a[]", RawPath: "/a[]", Fragment: "[]", RawFragment: "[]"},
			"/a%5B%5D#%5B%5D"},
		{"no host and a path with two slashes", url.URL{Scheme: "file", OmitHost: true, Path: "//a"}, "file:/.//a"},
		{"userinfo alone", url.URL{Scheme: "http", User: url.UserPassword("é", "@"), Path: "/"}, "http://%C3%A9:%40@/"},
		{"bidi formatting", url.URL{Path: "/", RawQuery: "é\u202e"}, "/?é%E2%80%AE"},
	} {
		if r, err := iri.FromURL(&tt.in); err != nil || r.String() != tt.want || r != iri.MustParseRef(tt.want) {
			t.Errorf("%s: got %q, %v, want %q", tt.name, r, err, tt.want)
		}
	}
	if r, err := iri.FromURL(nil); err != nil || !r.IsZero() {
		t.Errorf("nil: got %q, %v", r, err)
	}
	for _, u := range []*url.URL{
		{Scheme: "1a", Host: "h"},
		{Scheme: "a/b", Host: "h"}, // the text "a/b://h" is a relative reference
		{Scheme: "a/b", Path: "/c"},
		{Scheme: "a:b", Host: "h"}, // that of "a:b://h" is of the scheme "a"
		{Scheme: "a?b", Opaque: "c"},
		{Scheme: "http", Host: "a:b:c"},
		{Scheme: "http", Host: "[fe80::1%25en0]"},
	} {
		if r, err := iri.FromURL(u); err == nil {
			t.Errorf("%q: got %q, want an error", u, r)
		}
	}
}

// FuzzFromURL holds that what net/url reads and FromURL takes is the same to net/url.
func FuzzFromURL(f *testing.F) {
	for _, s := range []string{"http://u:p@h:80/a b?é[]#x", "mailto:a@b", "//h", "a:b", "?%", "http://[::1]:1/",
		"/%2F//x", "//a:"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		u, err := url.Parse(s)
		if err != nil {
			return
		}
		r, err := iri.FromURL(u)
		if err != nil {
			return
		}
		if again, err := iri.ParseRef(r.String()); err != nil || again != r {
			t.Fatalf("%q: the result %q is not an IRI-reference, or its components lie elsewhere: %v", s, r, err)
		}
		plain := *u
		plain.RawQuery, plain.ForceQuery, plain.Fragment, plain.RawFragment = "", false, "", ""
		if parts, err := iri.FromURL(&plain); err == nil {
			b := parts.Builder()
			if u.RawQuery != "" || u.ForceQuery {
				b = b.Query(u.RawQuery)
			}
			if u.Fragment != "" {
				b = b.Fragment(u.EscapedFragment())
			}
			if built, err := b.Ref(); err != nil || built != r {
				t.Errorf("%q: got %q, want %q as its parts are written, %v", s, r, built, err)
			}
		}
		v, err := url.Parse(r.String())
		if err != nil {
			return // net/url refuses some ports and hosts only when they stand in a text
		}
		if v.Scheme != u.Scheme || v.Hostname() != u.Hostname() ||
			strings.TrimPrefix(v.Path, "/.") != strings.TrimPrefix(u.Path, "/.") && u.Opaque == "" {
			t.Errorf("%q: got %#v, want %#v", s, v, u)
		}
	})
}

func TestURL(t *testing.T) {
	testkit.StatesRFC(t, "/p?q")
	for _, s := range []string{"http://example.org/a?b#c", "urn:a:b", "http://[::1]:80/"} {
		if testkit.Edited(s) {
			continue
		}
		u, err := iri.ParseURI(s)
		if err != nil {
			t.Fatal(err)
		}
		got, err := u.URL()
		if err != nil || got.String() != s {
			t.Errorf("%q: got %v, %v", s, got, err)
		}
	}
	u, err := iri.ParseURIRef("../a?b")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := u.URL(); err != nil || got.RawQuery != "b" {
		t.Errorf("got %v, %v", got, err)
	}
	if got, err := (iri.URI{}).URL(); err != nil || *got != (url.URL{}) {
		t.Errorf("the zero URI: got %v, %v", got, err)
	}
}

func TestAddrAndPort(t *testing.T) {
	for _, tt := range []struct {
		in   string
		addr string // empty: none
		port uint16
		ok   bool
	}{
		{"http://127.0.0.1:80/", "127.0.0.1", 80, true},
		{"http://[2001:db8::1]:65535/", "2001:db8::1", 65535, true},
		{"http://[::ffff:192.0.2.1]/", "::ffff:192.0.2.1", 0, false},
		{"http://[v1.a]:1/", "", 1, true},
		{"http://0x7f.1:65536/", "", 0, false},
		{"http://example.org:/", "", 0, false},
		{"http://example.org:0080/", "", 80, true},
		{"urn:a:b", "", 0, false},
	} {
		if testkit.Edited(tt.in, tt.addr) {
			continue
		}
		i := iri.MustParse(tt.in)
		h, _ := i.Host()
		want := netip.Addr{}
		if tt.addr != "" {
			want = netip.MustParseAddr(tt.addr)
		}
		if a, ok := h.Addr(); a != want || ok != (tt.addr != "") {
			t.Errorf("%s: got the address %v, %v, want %q", tt.in, a, ok, tt.addr)
		}
		if p, ok := i.PortNumber(); p != tt.port || ok != tt.ok {
			t.Errorf("%s: got the port %d, %v, want %d, %v", tt.in, p, ok, tt.port, tt.ok)
		}
	}
}

func TestRedacted(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"http://u:p@h/a", "http://u:xxxxx@h/a"},
		{"http://u:p:q@h:80/?u:p@h", "http://u:xxxxx@h:80/?u:p@h"},
		{"http://:p@h/", "http://:xxxxx@h/"},
		{"http://u@h/", "http://u@h/"},
		{"http://h/u:p@", "http://h/u:p@"},
		{"mailto:a:b@c", "mailto:a:b@c"},
	} {
		if testkit.Edited(tt.in, tt.want) {
			continue
		}
		i := iri.MustParse(tt.in)
		if got := i.Redacted(); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.in, got, tt.want)
		}
		if u, err := url.Parse(tt.in); err == nil && u.Opaque == "" && u.Redacted() != tt.want {
			t.Errorf("%s: net/url has %q, want %q", tt.in, u.Redacted(), tt.want)
		}
		var b bytes.Buffer
		slog.New(slog.NewTextHandler(&b, nil)).Info("x", "i", i, "r", i.Ref())
		if strings.Contains(b.String(), ":p@h") && tt.in != tt.want && !strings.Contains(tt.want, ":p@h") {
			t.Errorf("%s: the log has the password: %s", tt.in, b.String())
		}
	}
}

func TestCompareTexts(t *testing.T) {
	testkit.StatesRFC(t, "s:/p")
	list := []iri.IRI{iri.MustParse("b:"), iri.MustParse("a:é"), iri.MustParse("a:b"), {}}
	slices.SortFunc(list, iri.IRI.Compare)
	if got := list[1].String() + " " + list[3].String(); got != "a:b b:" {
		t.Errorf("got %v", list)
	}
	if iri.MustParseRef("a").Compare(iri.MustParseRef("a")) != 0 {
		t.Error("equal references compare unequal")
	}
}

func ExampleFromURL() {
	u, _ := url.Parse("https://example.org/search?q=été à la mer")
	r, err := iri.FromURL(u)
	if err != nil {
		panic(err)
	}
	fmt.Println(r)
	// Output: https://example.org/search?q=été%20à%20la%20mer
}

// TestFromURLZone holds that a zone is refused as Parse refuses it.
func TestFromURLZone(t *testing.T) {
	testkit.StatesRFC(t, "s://h:1/p")
	u, err := url.Parse("http://[fe80::1%25en0]/")
	if err != nil {
		t.Fatal(err)
	}
	_, err = iri.FromURL(u)
	_, parse := iri.Parse("http://[fe80::1%25en0]/")
	f, ok := errors.AsType[iri.Finding](parse)
	if !ok || !strings.Contains(f.Message, "zone") {
		t.Fatalf("Parse: got %v", parse)
	}
	be, ok := errors.AsType[*iri.BuildError](err)
	if !ok || !strings.HasPrefix(be.Reason, f.Message+"; zones are for user interfaces") || be.Section != f.Section {
		t.Errorf("got %v, want what Parse says: %v", err, parse)
	}
}

func ExampleIRI_URL() {
	u, err := iri.MustParse("http://résumé.example/é?q=ü#é").URL()
	fmt.Println(u.Host, u.Path, u.RawQuery, err)
	fmt.Println(u)
	// Output:
	// résumé.example /é q=%C3%BC <nil>
	// http://r%C3%A9sum%C3%A9.example/%C3%A9?q=%C3%BC#%C3%A9
}

func ExampleURI_URL() {
	u, err := iri.MustParse("http://example.org/é?q=ü").URI()
	if err != nil {
		fmt.Println(err)
		return
	}
	back, err := u.URL()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(back.Host, back.Path, back.Query().Get("q"))
	// Output: example.org /é ü
}

func ExampleHost_Addr() {
	for _, s := range []string{"http://[2001:db8::1]:8080/", "http://192.0.2.1/", "http://0x7f.1/"} {
		i := iri.MustParse(s)
		host, _ := i.Host()
		addr, ok := host.Addr()
		port, hasPort := i.PortNumber()
		fmt.Println(host.Kind(), addr, ok, port, hasPort)
	}
	// Output:
	// IPv6address 2001:db8::1 true 8080 true
	// IPv4address 192.0.2.1 true 0 false
	// ireg-name invalid IP false 0 false
}

func ExampleIRI_Compare() {
	list := []iri.IRI{iri.MustParse("http://example.org/b"), iri.MustParse("http://example.org/a")}
	slices.SortFunc(list, iri.IRI.Compare)
	fmt.Println(list)
	// Output: [http://example.org/a http://example.org/b]
}

func ExampleIRI_Redacted() {
	i := iri.MustParse("ftp://ada:secret@example.org/")
	fmt.Println(i.Redacted(), i.WithoutUserinfo())
	// Output: ftp://ada:xxxxx@example.org/ ftp://example.org/
}

func ExampleParseURI() {
	u, err := iri.ParseURI("http://example.org/%C3%A9")
	fmt.Println(u.AsIRI(), u.IRI(), err)
	_, err = iri.ParseURI("http://example.org/é")
	fmt.Println(errors.Is(err, iri.Code("path-abempty")))
	// Output:
	// http://example.org/%C3%A9 http://example.org/é <nil>
	// true
}

// ParseURIRef also takes a relative reference; the zero value is the empty one.
func ExampleParseURIRef() {
	r, err := iri.ParseURIRef("../a?b")
	_, absolute := r.URI()
	fmt.Println(r, absolute, r.IsZero(), err)
	// Output: ../a?b false false <nil>
}

func ExampleToIRI() {
	ref, err := iri.ToIRI("../%C3%A9")
	fmt.Println(ref, err)
	uri, err := ref.URI()
	fmt.Println(uri, uri.AsRef() == ref, err)
	// Output:
	// ../é <nil>
	// ../%C3%A9 false <nil>
}

// The functions Append… write into a buffer that is used again.
func ExampleAppendURI() {
	buf, err := iri.AppendURI(nil, "http://example.org/é")
	fmt.Println(string(buf), err)
	buf, err = legacy.AppendFromLEIRI(buf[:0], "http://example.org/a b")
	fmt.Println(string(buf), err)
	buf = iri.MustParseRef("HTTP://example.org/%7e").AppendNormal(buf[:0], iri.RungPercent)
	fmt.Println(string(buf))
	// Output:
	// http://example.org/%C3%A9 <nil>
	// http://example.org/a%20b <nil>
	// http://example.org/~
}

// TestIsScheme has what a comparison of the text gets wrong: "Although schemes are
// case-insensitive …" (RFC 3986 §3.1).
func TestIsScheme(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p")
	for _, tt := range []struct {
		in    string
		names []string
		want  bool
	}{
		{"http://e/", []string{"http", "https"}, true},
		{"HTTP://e/", []string{"http", "https"}, true},
		{"https://e/", []string{"http", "HTTPS"}, true},
		{"JavaScript:alert(1)", []string{"javascript"}, true},
		{"http://e/", []string{"https"}, false},
		{"http://e/", []string{"http:"}, false},
		{"https://e/", []string{"http\u017F"}, false}, // LATIN SMALL LETTER LONG S, which folds to s
		{"k:a", []string{"\u212A"}, false},            // KELVIN SIGN
		{"http://e/", nil, false},
		{"http://e/", []string{""}, false},
		{"//e/", []string{"http"}, false},
		{"//e/", []string{""}, false},
		{"", []string{""}, false},
	} {
		ref := iri.MustParseRef(tt.in)
		uri, err := iri.ParseURIRef(tt.in)
		if err != nil {
			t.Fatal(err)
		}
		got := []bool{ref.IsScheme(tt.names...), uri.IsScheme(tt.names...)}
		if i, ok := ref.IRI(); ok {
			u, _ := uri.URI()
			got = append(got, i.IsScheme(tt.names...), u.IsScheme(tt.names...))
		}
		for _, got := range got {
			if got != tt.want {
				t.Errorf("%q %q: got %v", tt.in, tt.names, got)
			}
		}
	}
	if (iri.IRI{}).IsScheme("") || (iri.URI{}).IsScheme("") {
		t.Error("the zero IRI has a scheme")
	}
	i := iri.MustParse("HTTP://e/")
	if n := testing.AllocsPerRun(100, func() { i.IsScheme("ftp", "https", "http") }); n != 0 {
		t.Errorf("IsScheme allocates %v times", n)
	}
}

// host returns the host of //text.
func host(t *testing.T, text string) iri.Host {
	t.Helper()
	r, err := iri.ParseRef("//" + text)
	if err != nil {
		t.Fatal(err)
	}
	h, _ := r.Host()
	return h
}

// TestHostFold has hosts that are the same, with their fold, and hosts that are not.
func TestHostFold(t *testing.T) {
	testkit.StatesRFC(t, "//h")
	for _, tt := range []struct {
		name string
		fold string
		same []string
	}{
		{"RFC 3986 §6.2.2.1: the host is case-insensitive", "example.org",
			[]string{"EXAMPLE.org", "example.org", "ex%61mple.org", "EX%41MPLE%2eorg"}},
		{"RFC 3987 §5.3.3: A-labels", "résumé.example", []string{"résumé.example", "RÉSUMÉ.example",
			"xn--rsum-bpad.example", "XN--rsum-Bpad.Example", "r%C3%A9sum%c3%89.example", "re\u0301sume\u0301.example",
			"%78n--rsum-bpad.example"}},
		{"an A-label that is not one", "xn--a.example", []string{"xn--a.example", "XN--A.example"}},
		{"an address", "127.0.0.1", []string{"127.0.0.1", "%3127.0.0.1", "127.0.0.%31"}},
		{"an IPv6 address (RFC 5952)", "[2001:db8::1]", []string{"[2001:DB8::1]", "[2001:db8:0:0:0:0:0:1]",
			"[2001:0db8::0001]"}},
		{"IPvFuture", "[v1.a:b]", []string{"[v1.a:b]", "[V1.A:b]"}},
		{"encoded brackets are not those of an address", "%5B%3A%3A1%5D", []string{"%5b%3a%3a1%5d", "%5B%3A%3A1%5D"}},
		{"an encoded percent sign", "a%2541", []string{"a%2541", "A%2541"}},
		{"octets that are not UTF-8", "%FF%C3a", []string{"%ff%c3a", "%FF%C3%61"}},
		{"a sharp s is not two (RFC 5892 §2.6)", "straße.example", []string{"straße.example", "STRAẞE.example",
			"xn--strae-oqa.example"}},
		{"a dot at the end", "example.org.", []string{"example.org.", "EXAMPLE.ORG%2E"}},
		{"empty", "", []string{""}},
		{"sub-delims", "a,b", []string{"a,b", "A%2Cb"}},
	} {
		for _, s := range tt.same {
			h := host(t, s)
			if got := h.Fold(); got != tt.fold {
				t.Errorf("%s: %q folds to %q, want %q", tt.name, s, got, tt.fold)
			}
			for _, o := range tt.same {
				if !h.Equal(host(t, o)) {
					t.Errorf("%s: %q and %q differ", tt.name, s, o)
				}
			}
		}
	}
	for _, tt := range [][2]string{
		{"[::1]", "%5B%3A%3A1%5D"}, {"a", "b"}, {"straße.example", "strasse.example"}, {"a%2541", "aa"}, {"example.org",
			"example.org."},
		{"127.0.0.1", "127.1"}, {"[::ffff:1.2.3.4]", "1.2.3.4"}, {"%FF", "%FE"}, {"", "a"},
	} {
		if host(t, tt[0]).Equal(host(t, tt[1])) {
			t.Errorf("%q and %q are equal", tt[0], tt[1])
		}
	}
	if (iri.Host{}).Fold() != "" || !(iri.Host{}).Equal(iri.Host{}) {
		t.Error("the zero Host does not equal itself")
	}
	h := host(t, "www.example.org")
	if n := testing.AllocsPerRun(100, func() { h.Fold(); h.Equal(h) }); n != 0 {
		t.Errorf("a host that is folded already: %v allocations", n)
	}
	if long := host(t, strings.Repeat("xn--a.", 100_000)+"É"); !strings.HasSuffix(long.Fold(), "é") {
		t.Error("a long host is not folded")
	}
}

// FuzzHostFold holds that a fold is its own fold, and UTF-8.
func FuzzHostFold(f *testing.F) {
	for _, s := range []string{"xn--rsum-bpad.É", "%C3%89%e2%84%aa", "[::1]", "%25%41", "\u0130.\u1fef", "a%2E%2e",
		"xn--%61"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, err := iri.ParseRef("//" + s)
		if err != nil {
			return
		}
		h, _ := r.Host()
		fold := h.Fold()
		if !utf8.ValidString(fold) {
			t.Errorf("%q folds to %q", s, fold)
		}
		r, err = iri.ParseRef("//" + fold)
		if err != nil {
			return // NFC makes a "`" of U+1FEF
		}
		if again, _ := r.Host(); again.Fold() != fold {
			t.Errorf("%q folds to %q, and that to %q", s, fold, again.Fold())
		}
	})
}
