package iri_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri"
)

// TestIsScheme has what a comparison of the text gets wrong: "Although schemes are
// case-insensitive …" (RFC 3986 §3.1).
func TestIsScheme(t *testing.T) {
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
	for _, tt := range []struct {
		name string
		fold string
		same []string
	}{
		{"RFC 3986 §6.2.2.1: the host is case-insensitive", "example.org", []string{"EXAMPLE.org", "example.org", "ex%61mple.org", "EX%41MPLE%2eorg"}},
		{"RFC 3987 §5.3.3: A-labels", "résumé.example", []string{"résumé.example", "RÉSUMÉ.example", "xn--rsum-bpad.example", "XN--rsum-Bpad.Example", "r%C3%A9sum%c3%89.example", "re\u0301sume\u0301.example", "%78n--rsum-bpad.example"}},
		{"an A-label that is not one", "xn--a.example", []string{"xn--a.example", "XN--A.example"}},
		{"an address", "127.0.0.1", []string{"127.0.0.1", "%3127.0.0.1", "127.0.0.%31"}},
		{"an IPv6 address (RFC 5952)", "[2001:db8::1]", []string{"[2001:DB8::1]", "[2001:db8:0:0:0:0:0:1]", "[2001:0db8::0001]"}},
		{"IPvFuture", "[v1.a:b]", []string{"[v1.a:b]", "[V1.A:b]"}},
		{"encoded brackets are not those of an address", "%5B%3A%3A1%5D", []string{"%5b%3a%3a1%5d", "%5B%3A%3A1%5D"}},
		{"an encoded percent sign", "a%2541", []string{"a%2541", "A%2541"}},
		{"octets that are not UTF-8", "%FF%C3a", []string{"%ff%c3a", "%FF%C3%61"}},
		{"a sharp s is not two (RFC 5892 §2.6)", "straße.example", []string{"straße.example", "STRAẞE.example", "xn--strae-oqa.example"}},
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
		{"[::1]", "%5B%3A%3A1%5D"}, {"a", "b"}, {"straße.example", "strasse.example"}, {"a%2541", "aa"}, {"example.org", "example.org."},
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
	for _, s := range []string{"xn--rsum-bpad.É", "%C3%89%e2%84%aa", "[::1]", "%25%41", "\u0130.\u1fef", "a%2E%2e", "xn--%61"} {
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
