package iri_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri"
)

func TestCompare(t *testing.T) {
	for _, tt := range []struct {
		name, a, b string
		to         iri.Rung
		want       string
	}{
		{"reserved", "http://example.org/a%2Fb", "http://example.org/a/b", iri.RungScheme,
			"the paths differ at byte 19: `a%2Fb` against `a/b`; percent-encoding a reserved character changes the meaning"},
		{"reserved, further on", "http://example.org/x/a%2fb/c", "HTTP://example.org/x/a/b/c", iri.RungScheme,
			"the paths differ at byte 21: `a%2fb` against `a/b`; percent-encoding a reserved character changes the meaning"},
		{"NFC", "http://h/r\u00e9sum\u00e9", "http://h/re\u0301sume\u0301", iri.RungScheme,
			"the paths differ at byte 9: `r<U+00E9>sum<U+00E9>` against `re<U+0301>sume<U+0301>`; they would be the same in NFC, which comparison must not apply (RFC 3987 §5.3.2.2)"},
		{"NFKC", "x:\ufb01", "x:fi", iri.RungScheme,
			"the paths differ at byte 2: `<U+FB01>` against `fi`; they would be the same in NFKC, which comparison must not apply (RFC 3987 §5.3.2.2)"},
		{"schemes", "http://h/", "https://h/", iri.RungScheme, "the schemes differ at byte 0: `http` against `https`"},
		{"hosts", "http://a.example/", "http://b.example/", iri.RungScheme, "the hosts differ at byte 7: `a.example` against `b.example`"},
		{"hosts by IDNA", "http://xn--rsum-bpad.example/", "http://résumé.example/", iri.RungScheme,
			"the hosts differ at byte 7: `xn--rsum-bpad.example` against `résumé.example`; as domain names they are the same, by idna, which is applied on request only"},
		{"hosts by UTS 46", "http://RÉSUMÉ.example/", "http://résumé.example/", iri.RungScheme,
			"the hosts differ at byte 7: `RÉSUMÉ.example` against `résumé.example`; as domain names they are the same, by uts46, which is applied on request only"},
		{"ports", "http://h:81/", "http://h:82/", iri.RungScheme, "the ports differ at byte 9: `81` against `82`"},
		{"a port that is no default", "http://h:81/", "http://h/", iri.RungScheme, "only the first has a port, at byte 8 of it: `:81`; the default port of the scheme is 80"},
		{"a port without a default", "x://h/", "x://h:/", iri.RungScheme, "only the second has a port, at byte 5 of it: `:`; no default port is known for the scheme \"x\""},
		{"userinfo", "x://u@h", "x://U@h", iri.RungScheme, "the userinfos differ at byte 4: `u` against `U`; upper and lower case differ in a userinfo"},
		{"an empty query", "http://h/?", "http://h/", iri.RungScheme, "only the first has a query, at byte 9 of it: `?`; an empty query is not the same as none"},
		{"a fragment", "x:a", "x:a#b", iri.RungScheme, "only the second has a fragment, at byte 3 of it: `#b`"},
		{"an authority", "file:///a", "file:/a", iri.RungScheme, "only the first has a host, at byte 5 of it: `//`"},
		{"case of a path", "http://h/a/B/c", "http://h/a/b/c", iri.RungScheme, "the paths differ at byte 11: `B` against `b`; upper and lower case differ in a path"},
		{"one segment more", "http://h/a/b/c", "http://h/a/c", iri.RungScheme, "the paths differ at byte 11: `b` against nothing"},
		{"one segment less", "http://h/a", "http://h/a/b", iri.RungScheme, "the paths differ at byte 10: nothing against `b`"},
		{"a trailing slash", "http://h/a/", "http://h/a", iri.RungScheme, "the paths differ at byte 8: `/a/` against `/a`; they are equal on rung protocol, which was not asked for"},
		{"a rung that is higher", "http://h/%7e", "http://h/~", iri.RungCase, "the paths differ at byte 9: `%7e` against `~`; they are equal on rung percent, which was not asked for"},
		{"a path that has been normalized", "http://h/x/../%7ea/b/./c", "http://h/~a/b/d", iri.RungScheme, "the paths differ at byte 23: `c` against `d`"},
		{"one parameter of many", "http://h/?a=%7e&b=2&c=3", "http://h/?a=~&b=3&c=3", iri.RungScheme, "the queries differ at byte 16: `b=2` against `b=3`"},
		{"a long part", "data:,aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", "data:,aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac", iri.RungScheme, "the paths differ at byte 46: `b` against `c`"},
		{"dots that stay", "data:,a/../b", "data:/b", iri.RungScheme,
			"the paths differ at byte 5: `,a/..` against nothing; dot segments stay where their removal would break the syntax of the scheme"},
		{"a relative reference", "a", "x:a", iri.RungScheme, "only the second has a scheme, at byte 0 of it: `x`; resolve the other, which is a relative reference, before comparing"},
		{"two of them", "./a", "a", iri.RungScheme, "the paths differ at byte 0: `.` against nothing; resolve relative references before comparing: only then are dot segments removed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a, b := iri.MustParseRef(tt.a), iri.MustParseRef(tt.b)
			got := iri.Compare(a, b, tt.to)
			if got.Equal || got.Differs != tt.want {
				t.Errorf("%q, %q:\n got %v %q\nwant %q", a, b, got.Equal, got.Differs, tt.want)
			}
		})
	}
}

func TestCompareEqual(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		rung iri.Rung
	}{
		{"x:a", "x:a", iri.RungString},
		{"X:a", "x:a", iri.RungCase},
		{"X:%61", "x:a", iri.RungPercent},
		{"x:/a/../b", "x:/b", iri.RungPath},
		{"http://h:80", "http://h/", iri.RungScheme},
		{"http://h/a", "http://h/a/", iri.RungProtocol},
	} {
		for _, to := range iri.Rungs() {
			want := iri.Comparison{Equal: true, Rung: tt.rung}
			got := iri.Compare(iri.MustParseRef(tt.a), iri.MustParseRef(tt.b), to)
			if to < tt.rung {
				if got.Equal || got.Differs == "" {
					t.Errorf("%q, %q to %v: got %+v, want a difference", tt.a, tt.b, to, got)
				}
			} else if got != want {
				t.Errorf("%q, %q to %v: got %+v, want %+v", tt.a, tt.b, to, got, want)
			}
		}
	}
	a, b := iri.MustParseRef("http://résumé.example/"), iri.MustParseRef("http://xn--rsum-bpad.example")
	if got, want := iri.Compare(a, b, iri.RungScheme, iri.NormalizeHost(iri.HostIDNA), iri.NFC()), (iri.Comparison{Equal: true, Rung: iri.RungScheme}); got != want {
		t.Errorf("hosts as domain names: got %+v, want %+v", got, want)
	}
	a, b = iri.MustParseRef("x:\u00e9"), iri.MustParseRef("x:e\u0301")
	if got := iri.Compare(a, b, iri.RungProtocol, iri.NFC()); got.Equal {
		t.Errorf("NFC must not be applied: got %+v", got)
	}
}

// TestCompareProperties checks on random pairs that Compare says what the keys
// say, and that it always finds something to say.
func TestCompareProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 3))
	for range 5000 {
		checkCompare(t, randomRef(r, false), randomRef(r, false))
	}
}

func checkCompare(t *testing.T, textA, textB string) {
	t.Helper()
	a, b := iri.MustParseRef(textA), iri.MustParseRef(textB)
	for _, to := range iri.Rungs() {
		got := iri.Compare(a, b, to)
		if want := a.Key(to) == b.Key(to); got.Equal != want {
			t.Fatalf("%+q, %+q to %v: got %+v, want %v", a, b, to, got, want)
		}
		if got.Equal {
			if a.Key(got.Rung) != b.Key(got.Rung) || got.Rung > 0 && a.Key(got.Rung-1) == b.Key(got.Rung-1) {
				t.Fatalf("%+q, %+q to %v: got %+v, which is not the first rung", a, b, to, got)
			}
			continue
		}
		if !utf8.ValidString(got.Differs) || strings.Contains(got.Differs, "texts differ") || strings.Contains(got.Differs, "nothing against nothing") {
			t.Fatalf("%+q, %+q to %v: got %q", a, b, to, got.Differs)
		}
	}
}

func FuzzCompare(f *testing.F) {
	f.Add("http://example.org/a%2Fb", "http://example.org/a/b")
	f.Add("x:/a/../b;c?d=e&f", "x:/b;d?d=%c3%a9")
	f.Add("//\u00c9:1#a", "//e\u0301:2#b")
	f.Fuzz(func(t *testing.T, a, b string) {
		if iri.ValidRef(a) && iri.ValidRef(b) {
			checkCompare(t, a, b)
		}
	})
}
