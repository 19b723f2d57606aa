package iri_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/reftest"
)

func TestNormalize(t *testing.T) {
	for _, tt := range []struct {
		name, in, want string
		to             iri.Rung
	}{
		{"nothing on the lowest rung", "HTTP://H/%7e/../", "HTTP://H/%7e/../", iri.RungString},
		// RFC 3987 §5.3.2.1
		{"scheme and host", "HTTP://www.EXAMPLE.com/A?B#C", "http://www.example.com/A?B#C", iri.RungCase},
		{"hex digits everywhere", "x://%c3%a9@%c3%a9/%c3%a9?%c3%a9#%c3%a9", "x://%C3%A9@%C3%A9/%C3%A9?%C3%A9#%C3%A9",
			iri.RungCase},
		{"hex digits of a host stay upper", "x://A%2bB", "x://a%2Bb", iri.RungCase},
		{"userinfo keeps its case", "x://U@H", "x://U@h", iri.RungCase},
		{"IP-literal", "x://[2001:DB8::A]/", "x://[2001:db8::a]/", iri.RungCase},
		{"IPvFuture", "x://[V1.AddR]", "x://[v1.addr]", iri.RungCase},
		{"a host beyond ASCII is not ASCII only", "x://RÉSUMÉ.org", "x://RÉSUMÉ.org", iri.RungCase},
		{"hosts of references", "//H/A", "//h/A", iri.RungCase},
		// §5.3.2.3
		{"ASCII letters of every host", "x://RÉSUMÉ.org", "x://rÉsumÉ.org", iri.RungPercent},
		{"both spellings of such a host", "x://R%C3%89SUM%c3%89.org", "x://rÉsumÉ.org", iri.RungPercent},
		{"letters that were encoded", "HTTP://%45XAMPLE.%43Om", "http://example.com", iri.RungPercent},
		{"unreserved", "x:%41%5a%30%2D%2e%5F%7e", "x:AZ0-._~", iri.RungPercent},
		{"reserved stay", "x:%3A%2F%3f%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D%25",
			"x:%3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D%25", iri.RungPercent},
		{"what the grammar does not allow", "x:%20%22%3C%7f%0a", "x:%20%22%3C%7F%0A", iri.RungPercent},
		{"beyond ASCII", "http://h/ros%C3%A9", "http://h/rosé", iri.RungPercent},
		{"no UTF-8 (§3.2)", "http://h/D%fcrst", "http://h/D%FCrst", iri.RungPercent},
		{"partly UTF-8", "x:/%e3%82%e3%82%a4", "x:/%E3%82イ", iri.RungPercent},
		{"overlong, surrogate, too large", "x:%c0%af%ed%a0%80%f4%90%80%80", "x:%C0%AF%ED%A0%80%F4%90%80%80",
			iri.RungPercent},
		{"bidi formatting stays encoded (§4.1)", "x:%e2%80%ae%e2%80%8f", "x:%E2%80%AE%E2%80%8F", iri.RungPercent},
		{"and is encoded where it was not", "x:\u202ea\u200e", "x:%E2%80%AEa%E2%80%8E", iri.RungPercent},
		{"its neighbours are decoded", "x:%e2%80%a6%e2%81%a6", "x:…%E2%81%A6", iri.RungPercent},
		{"private use in a query", "x:?%EE%80%80", "x:?%EE%80%80", iri.RungPercent},
		{"private use outside", "x:%EE%80%80#%ee%80%80", "x:%EE%80%80#%EE%80%80", iri.RungPercent},
		{"noncharacters and tags", "x:%EF%BF%BE?%F3%A0%80%81", "x:%EF%BF%BE?%F3%A0%80%81", iri.RungPercent},
		{"C1 controls", "x:%C2%80%C2%9F%C2%A0", "x:%C2%80%C2%9F%C2%A0", iri.RungPercent},
		{"an encoded percent sign is decoded once", "x:%2541%25%34%31", "x:%2541%2541", iri.RungPercent},
		{"no NFC is applied, nor text decoded that is not in it (§5.3.2.2)", "http://h/re%CC%81sume\u0301",
			"http://h/re%CC%81sume%CC%81", iri.RungScheme},
		{"an address that was encoded", "//127.0.0.%31", "//127.0.0.1", iri.RungPercent},
		{"dots are decoded, not removed", "x:/a/%2E%2e/b", "x:/a/../b", iri.RungPercent},
		// §5.3.2.4
		{"RFC 3987 §5.3.2", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9", "example://a/b/c/%7Bfoo%7D/rosé",
			iri.RungPath},
		{"encoded dot segments", "x:/a/%2E%2e/b", "x:/b", iri.RungPath},
		{"guard", "a:/..//b", "a:/.//b", iri.RungPath},
		{"guard stays", "a:/.//b", "a:/.//b", iri.RungPath},
		{"guard that is not needed", "a:/./b", "a:/b", iri.RungPath},
		{"guard under an authority", "a://h/.//b", "a://h//b", iri.RungPath},
		{"rootless", "foo:a/../b", "foo:/b", iri.RungPath},
		{"rootless, colon", "foo:./x:y", "foo:x:y", iri.RungPath},
		{"relative references keep theirs", "./x:y/../%7E", "./x:y/../~", iri.RungScheme},
		{"also with an authority", "//H/a/../b", "//h/a/../b", iri.RungScheme},
		{"an empty segment stays", "x:/a//b", "x:/a//b", iri.RungPath},
		{"dots in the query and fragment stay", "x:/a?/../#/../", "x:/a?/../#/../", iri.RungPath},
		{"data has no dot segments", "data:,a/%2E./%62", "data:,a/../b", iri.RungPath},
		{"code neither", "JavaScript:s.replace(/../g,String())", "javascript:s.replace(/../g,String())", iri.RungScheme},
		{"nor a name", "urn:ex:a/b/../c", "urn:ex:a/b/../c", iri.RungScheme},
		{"nor what does not conform", "urn:a/../b", "urn:a/../b", iri.RungPath},
		{"also after an authority", "xmpp://H/a/../b", "xmpp://h/a/../b", iri.RungScheme},
		{"a file path must not begin with two slashes", "file:///a/..//b", "file:///a/..//b", iri.RungPath},
		// §5.3.3
		{"empty path", "http://example.com", "http://example.com/", iri.RungScheme},
		{"capitals beyond ASCII of a domain name (RFC 5895 §2)", "http://rÉsumÉ.example/É", "http://résumé.example/É",
			iri.RungScheme},
		{"which were percent-encoded", "http://r%C3%89sum%c3%a9.example/", "http://résumé.example/", iri.RungScheme},
		{"not on the rungs below", "http://rÉsumÉ.example/", "http://rÉsumÉ.example/", iri.RungPath},
		{"nor where hosts are not domain names", "foo://rÉsumÉ.example/", "foo://rÉsumÉ.example/", iri.RungScheme},
		{"empty port", "http://example.com:/", "http://example.com/", iri.RungScheme},
		{"default port", "http://example.com:80/", "http://example.com/", iri.RungScheme},
		{"default port by value", "http://example.com:080/", "http://example.com/", iri.RungScheme},
		{"another port", "http://example.com:8080/", "http://example.com:8080/", iri.RungScheme},
		{"the default of another scheme", "https://example.com:80/", "https://example.com:80/", iri.RungScheme},
		{"scheme in upper case", "HTTP://H:80", "http://h/", iri.RungScheme},
		{"all at once, with query", "Wss://u@[::1]:443?q", "wss://u@[::1]/?q", iri.RungScheme},
		{"empty query stays", "http://example.com/?", "http://example.com/?", iri.RungScheme},
		{"empty fragment stays", "http://example.com#", "http://example.com/#", iri.RungScheme},
		{"empty userinfo stays", "http://@example.com", "http://@example.com/", iri.RungScheme},
		{"no authority, no path", "http:?q", "http:?q", iri.RungScheme},
		{"a scheme that is not known", "foo://h:?q", "foo://h/?q", iri.RungScheme},
		{"a port of zeros", "http://h:00/", "http://h:0/", iri.RungScheme},
		{"not below its rung", "http://example.com:80", "http://example.com:80", iri.RungPath},
		{"references have no scheme", "//example.com:80", "//example.com:80", iri.RungScheme},
		// §5.3.4
		{"trailing slash", "http://example.com/data/?q", "http://example.com/data?q", iri.RungProtocol},
		{"not below its rung", "http://example.com/data/", "http://example.com/data/", iri.RungScheme},
		{"the root", "http://example.com/", "http://example.com/", iri.RungProtocol},
		{"an empty last segment", "http://example.com/a//", "http://example.com/a//", iri.RungProtocol},
		{"not for other schemes", "ftp://example.com/a/", "ftp://example.com/a/", iri.RungProtocol},
		// Hosts that are equal by Host.Equal
		{"an A-label", "http://xn--rsum-bpad.example/", "http://résumé.example/", iri.RungHost},
		{"one of any scheme, in upper case", "x://XN--RSUM-BPAD.example", "x://résumé.example/", iri.RungHost},
		{"an IPv6 address", "http://[0:0::00AB]/", "http://[::ab]/", iri.RungHost},
		{"one with an IPv4 address in it", "http://[::FFFF:102:304]/", "http://[::ffff:1.2.3.4]/", iri.RungHost},
		{"a name that is not in NFC", "http://re\u0301sume\u0301.example/", "http://résumé.example/", iri.RungHost},
		{"what is not an A-label", "http://xn--a/", "http://xn--a/", iri.RungHost},
		{"not below its rung", "http://[0::1]/", "http://[0::1]/", iri.RungScheme},
		{"the last rung includes it", "http://[0::1]/a/", "http://[::1]/a", iri.RungProtocol},
	} {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, tt.in, tt.want)
			r := iri.MustParseRef(tt.in)
			if got := r.Normalize(tt.to); got.String() != tt.want || got != iri.MustParseRef(tt.want) {
				t.Errorf("%q to %v: got %q, want %q", tt.in, tt.to, got, tt.want)
			}
			if got := r.Key(tt.to); got != tt.want {
				t.Errorf("%q, key on %v: got %q, want %q", tt.in, tt.to, got, tt.want)
			}
		})
	}
}

func TestNormalizeOfSpec(t *testing.T) {
	for _, tt := range []struct {
		name, rule, in, want string
		spec                 *iri.Spec
	}{
		{"a URI stays ASCII", "URI-reference", "HTTP://H/%7e%c3%a9?%ee%80%80", "http://h/~%C3%A9?%EE%80%80",
			iri.RFC3986},
		{"tags in a query of the draft", "IRI-reference", "x:%F3%A0%80%81?%F3%A0%80%81", "x:%F3%A0%80%81?%F3%A0%80%81",
			iri.RFC3987bis},
		{"its hosts have no percent-encoding", "IRI-reference", "x://H\u202e/\u202e", "x://h\u202e/%E2%80%AE",
			iri.RFC3987bis},
		{"a LEIRI has what IRIs have not as it is, in one form", "LEIRI-reference", "x:/a b%20<%3c%c2%80%c3%a9%00\x01",
			"x:/a b <<%C2%80é%00%01", iri.LEIRI},
		{"in all components, but not what delimits them", "LEIRI-reference", "x://a%20b%5E/%7b%2F%25?%7C%23#%5c%5B",
			"x://a b^/{%2F%25?|%23#\\%5B", iri.LEIRI},
		{"and encodes what an IRI has not where scripts mix", "LEIRI-reference", "x:%D0%B6\u0080a%C5%BF", "x:ж%C2%80aſ",
			iri.LEIRI},
	} {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, tt.rule, tt.in, tt.want)
			r, err := mustRule(tt.spec, tt.rule).Parse(tt.in)
			if err != nil {
				t.Fatal(err)
			}
			got := r.Normalize(iri.RungScheme, iri.WithSpec(tt.spec)).String()
			if got != tt.want {
				t.Errorf("%q: got %q, want %q", tt.in, got, tt.want)
			}
			if rule := mustRule(tt.spec, tt.rule); !rule.Valid(got) {
				t.Errorf("%q: got %q, which does not conform to %v", tt.in, got, rule)
			}
		})
	}
}

func TestNormalizeHost(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p")
	for _, tt := range []struct {
		name, in, want string
		m              iri.HostMapping
	}{
		{"U-labels stay", "http://résumé.example.org/", "http://résumé.example.org/", iri.HostIDNA},
		{"A-labels become U-labels", "http://XN--rsum-bpad.example.org/", "http://résumé.example.org/", iri.HostIDNA},
		{"percent-encoded", "http://r%c3%a9sum%C3%A9.example.org/", "http://résumé.example.org/", iri.HostIDNA},
		{"IDNA2008 maps nothing, and the rung only case", "http://RÉSUMÉ.example.org/", "http://résumé.example.org/",
			iri.HostIDNA},
		{"UTS 46 does", "http://RÉSUMÉ.example.org/", "http://résumé.example.org/", iri.HostUTS46},
		{"sharp s", "http://faß.example/", "http://faß.example/", iri.HostUTS46},
		{"no A-label", "http://xn--a.example/", "http://xn--a.example/", iri.HostIDNA},
		{"what is not a name", "http://a%2Fé/", "http://a%2Fé/", iri.HostIDNA},
		{"no UTF-8", "http://a%C3/", "http://a%C3/", iri.HostUTS46},
		{"addresses", "http://[::A]/", "http://[::a]/", iri.HostUTS46},
		{"only on request", "http://xn--rsum-bpad.example.org/", "http://xn--rsum-bpad.example.org/", iri.HostPercent},
	} {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, tt.in, tt.want)
			got := iri.MustParse(tt.in).Normalize(iri.RungScheme, iri.WithHostMapping(tt.m))
			if got.String() != tt.want {
				t.Errorf("%q: got %q, want %q", tt.in, got, tt.want)
			}
			if again := got.Normalize(iri.RungScheme, iri.WithHostMapping(tt.m)); again != got {
				t.Errorf("%q: %q becomes %q", tt.in, got, again)
			}
		})
	}
	uri := iri.MustParse("http://xn--rsum-bpad.example.org/").Normalize(iri.RungScheme, iri.WithSpec(iri.RFC3986),
		iri.WithHostMapping(iri.HostIDNA))
	if got, want := uri.String(), "http://xn--rsum-bpad.example.org/"; got != want {
		t.Errorf("in RFC 3986: got %q, want %q", got, want)
	}
	if got := iri.MustParse("http://xn--rsum-bpad.example.org/").Normalize(iri.RungPath,
		iri.WithHostMapping(iri.HostIDNA)).String(); !strings.Contains(got, "xn--") {
		t.Errorf("below its rung: got %q", got)
	}
}

func TestNormalizeNFC(t *testing.T) {
	for _, tt := range []struct {
		name, in, want string
		to             iri.Rung
	}{
		{"composed", "http://h/re\u0301sume\u0301", "http://h/résumé", iri.RungString},
		{"after decoding", "http://h/re%cc%81sum%65\u0301", "http://h/résumé", iri.RungScheme},
		{"not what stays encoded", "http://h/re%CC%81", "http://h/re%CC%81", iri.RungCase},
		{"a sign that becomes a letter", "http://\u212aELVIN/\u212a", "http://kelvin/K", iri.RungCase},
		{"a mark after a delimiter", "x:?a=\u0338b", "x:?a=%CC%B8b", iri.RungScheme},
		{"a mark after a percent-encoding", "x:%2C\u0301", "x:%2C%CC%81", iri.RungScheme},
		{"two marks after one", "x:%2c\u0301\u0327", "x:%2C%CC%A7\u0301", iri.RungScheme},
		{"what becomes a delimiter", "x:a\u037eb", "x:a%CD%BEb", iri.RungScheme},
		{"what becomes a grave accent", "x:\u1fef", "x:%E1%BF%AF", iri.RungScheme},
		{"compatibility forms stay", "x:\ufb01", "x:\ufb01", iri.RungScheme},
	} {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, tt.in, tt.want)
			if got := iri.MustParse(tt.in).Normalize(tt.to, iri.WithNFC()).String(); got != tt.want {
				t.Errorf("%+q to %v: got %+q, want %+q", tt.in, tt.to, got, tt.want)
			}
		})
	}
}

func TestEquivalent(t *testing.T) {
	for _, tt := range []struct {
		name, a, b string
		on         iri.Rung // the first rung; above the last if they are not equal
	}{
		{"identical", "a:b", "a:b", iri.RungString},
		{"RFC 3987 §5.3.2.1", "HTTP://www.EXAMPLE.com/", "http://www.example.com/", iri.RungCase},
		{"RFC 3987 §5.3.2.3", "http://example.org/~user", "http://example.org/%7Euser", iri.RungPercent},
		{"RFC 3987 §5.3.2", "example://a/b/c/%7Bfoo%7D/ros\u00e9", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9",
			iri.RungPath},
		{"RFC 3987 §5.3.3", "http://example.com", "http://example.com:80/", iri.RungScheme},
		{"RFC 3987 §5.3.4", "http://example.com/data", "http://example.com/data/", iri.RungProtocol},
		{"hex digits", "a:%c3", "a:%C3", iri.RungCase},
		{"both spellings of a host", "a://É", "a://%c3%89", iri.RungPercent},
		{"reserved", "a:b%2Fc", "a:b/c", iri.RungProtocol + 1},
		{"empty query", "http://a/?", "http://a/", iri.RungProtocol + 1},
		{"path case", "http://a/B", "http://a/b", iri.RungProtocol + 1},
		{"RFC 3987 §5.3.2.2", "http://www.example.org/r\u00e9sum\u00e9.html",
			"http://www.example.org/re\u0301sume\u0301.html", iri.RungProtocol + 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, tt.a, tt.b)
			a, b := iri.MustParse(tt.a), iri.MustParse(tt.b)
			for _, rung := range iri.Rungs() {
				want := rung >= tt.on
				if iri.Equivalent(a, b, rung) != want || iri.Equivalent(b, a, rung) != want {
					t.Errorf("%q, %q on %v: got %v, want %v", a, b, rung, !want, want)
				}
			}
		})
	}
}

func TestNormalizeAllocs(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p?q#f")
	normal := iri.MustParse("http://example.org/résumé/ä?q=%2F&r=%E2%80%AE#ñ")
	other := iri.MustParse("http://example.org/résumé/ä?q=%2F&r=%E2%80%AE#m")
	odd := iri.MustParse("HTTP://example.org/r%c3%a9sum%c3%a9/x/../ä?q=%2F&r=%E2%80%AE#ñ")
	var text string
	var same bool
	for _, tt := range []struct {
		name string
		f    func()
		want float64
	}{
		{"Key, normal", func() { text = normal.Key(iri.RungProtocol) }, 0},
		{"Key, not normal", func() { text = odd.Key(iri.RungProtocol) }, 1},
		{"Normalize, normal", func() { sink = normal.Normalize(iri.RungScheme) }, 0},
		{"Normalize, not normal", func() { sink = odd.Normalize(iri.RungScheme) }, 1},
		{"Equivalent, normal", func() { same = iri.Equivalent(normal, other, iri.RungProtocol) }, 0},
		{"Equivalent, not normal", func() { same = iri.Equivalent(normal, odd, iri.RungProtocol) }, 0},
	} {
		if got := testing.AllocsPerRun(100, tt.f); got != tt.want {
			t.Errorf("%s: got %v allocations, want %v", tt.name, got, tt.want)
		}
	}
	if text == "" || !same {
		t.Errorf("got %q, %v", text, same)
	}
}

func TestRungText(t *testing.T) {
	var got iri.Rung
	for _, r := range iri.Rungs() {
		if err := got.UnmarshalText([]byte(strings.ToUpper(r.String()))); got != r || err != nil {
			t.Errorf("%v: got %v, %v", r, got, err)
		}
	}
	if err := got.UnmarshalText([]byte("ladder")); err == nil || !strings.Contains(err.Error(), `"ladder"`) {
		t.Errorf("got %v, want an error that names the rung", err)
	}
}

func BenchmarkKey(b *testing.B) {
	for _, s := range []string{"http://example.org/a/b/c?q=1", "http://example.org/résumé/ä?q=%2F",
		"HTTP://example.org/r%c3%a9sum%c3%a9/x/../ä?q=%2F"} {
		i := iri.MustParse(s)
		b.Run(s, func(b *testing.B) {
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				n += len(i.Key(iri.RungScheme))
			}
		})
	}
}

// BenchmarkNormalize has a reference of each kind that normal forms are made of in another way.
func BenchmarkNormalize(b *testing.B) {
	for _, bb := range []struct{ name, in string }{
		{"normal", "http://example.org/a/b/c?q=1"},
		{"normal beyond ASCII", "http://例え.テスト/résumé?q#ä"},
		{"normal, encoded", "http://example.org/a%2Fb?q=%26"},
		{"case", "HTTP://Example.ORG/a/b/c?q=1"},
		{"port", "http://example.org:80"},
		{"dots", "http://example.org/a/b/../c/./d?q=1"},
		{"decoded", "http://example.org/r%c3%a9sum%c3%a9?q=%7E#%41"},
		{"host", "http://R%C3%89sum%C3%A9.example/"},
		{"name", "URN:ISBN:0-395-36341-1"},
	} {
		i := iri.MustParse(bb.in)
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				i.Normalize(iri.RungScheme)
			}
		})
	}
}

func TestCompare(t *testing.T) {
	for _, tt := range []struct {
		name, a, b string
		to         iri.Rung
		want       string
	}{
		{"reserved", "http://example.org/a%2Fb", "http://example.org/a/b", iri.RungScheme,
			"the paths differ at byte 19: `a%2Fb` against `a/b`; percent-encoding a reserved character changes the " +
				"meaning"},
		{"reserved, further on", "http://example.org/x/a%2fb/c", "HTTP://example.org/x/a/b/c", iri.RungScheme,
			"the paths differ at byte 21: `a%2fb` against `a/b`; percent-encoding a reserved character changes the " +
				"meaning"},
		{"NFC", "http://h/r\u00e9sum\u00e9", "http://h/re\u0301sume\u0301", iri.RungScheme,
			"the paths differ at byte 9: `r<U+00E9>sum<U+00E9>` against `re<U+0301>sume<U+0301>`; they would be the " +
				"same in NFC, which comparison must not apply (RFC 3987 §5.3.2.2)"},
		{"NFKC", "x:\ufb01", "x:fi", iri.RungScheme,
			"the paths differ at byte 2: `<U+FB01>` against `fi`; they would be the same in NFKC, which comparison " +
				"must not apply (RFC 3987 §5.3.2.2)"},
		{"schemes", "http://h/", "https://h/", iri.RungScheme, "the schemes differ at byte 0: `http` against `https`"},
		{"hosts", "http://a.example/", "http://b.example/", iri.RungScheme,
			"the hosts differ at byte 7: `a.example` against `b.example`"},
		{"hosts by IDNA", "http://xn--rsum-bpad.example/", "http://résumé.example/", iri.RungScheme,
			"the hosts differ at byte 7: `xn--rsum-bpad.example` against `résumé.example`; they are equal on rung " +
				"host, which was not asked for"},
		{"hosts by UTS 46", "http://a。example/", "http://a.example/", iri.RungScheme,
			"the hosts differ at byte 7: `a。example` against `a.example`; as domain names they are the same, by " +
				"uts46, which is applied on request only"},
		{"ports", "http://h:81/", "http://h:82/", iri.RungScheme, "the ports differ at byte 9: `81` against `82`"},
		{"a port that is not the default", "http://h:81/", "http://h/", iri.RungScheme,
			"only the first has a port, at byte 8 of it: `:81`; the default port of the scheme is 80"},
		{"a port without a scheme", "//h:80/", "//h/", iri.RungScheme,
			"only the first has a port, at byte 3 of it: `:80`; a scheme would have a default port, and a relative " +
				"reference has none"},
		{"an empty port without a scheme", "//h:/", "//h/", iri.RungPath,
			"only the first has a port, at byte 3 of it: `:`; they are equal on rung scheme, which was not asked for"},
		{"spellings of an address", "http://[0::1]/", "http://[::1]/", iri.RungScheme,
			"the hosts differ at byte 7: `[0::1]` against `[::1]`; they are equal on rung host, which was not asked " +
				"for"},
		{"a port without a default", "x://h/", "x://h:1/", iri.RungScheme,
			"only the second has a port, at byte 5 of it: `:1`; no default port is known for the scheme \"x\""},
		{"userinfo", "x://u@h", "x://U@h", iri.RungScheme,
			"the userinfos differ at byte 4: `u` against `U`; upper and lower case differ in a userinfo"},
		{"an empty query", "http://h/?", "http://h/", iri.RungScheme,
			"only the first has a query, at byte 9 of it: `?`; an empty query is not the same as none"},
		{"a fragment", "x:a", "x:a#b", iri.RungScheme, "only the second has a fragment, at byte 3 of it: `#b`"},
		{"an authority", "x:///a", "x:/a", iri.RungScheme, "only the first has a host, at byte 2 of it: `//`"},
		{"case of a path", "http://h/a/B/c", "http://h/a/b/c", iri.RungScheme,
			"the paths differ at byte 11: `B` against `b`; upper and lower case differ in a path"},
		{"one segment more", "http://h/a/b/c", "http://h/a/c", iri.RungScheme,
			"the paths differ at byte 11: `b` against nothing"},
		{"one segment less", "http://h/a", "http://h/a/b", iri.RungScheme,
			"the paths differ at byte 10: nothing against `b`"},
		{"a trailing slash", "http://h/a/", "http://h/a", iri.RungScheme,
			"the paths differ at byte 8: `/a/` against `/a`; they are equal on rung protocol, which was not asked for"},
		{"a rung that is higher", "http://h/%7e", "http://h/~", iri.RungCase,
			"the paths differ at byte 9: `%7e` against `~`; they are equal on rung percent, which was not asked for"},
		{"a path that has been normalized", "http://h/x/../%7ea/b/./c", "http://h/~a/b/d", iri.RungScheme,
			"the paths differ at byte 23: `c` against `d`"},
		{"one parameter of many", "http://h/?a=%7e&b=2&c=3", "http://h/?a=~&b=3&c=3", iri.RungScheme,
			"the queries differ at byte 16: `b=2` against `b=3`"},
		{"a plus and a space of forms", "http://h/?a=b+c&d", "http://h/?a=b%20c&d=", iri.RungScheme,
			"the queries differ at byte 10: `a=b+c&d` against `a=b%20c&d=`; the queries are equal for forms, where \"+\" is a space"},
		{"a plus and its encoding", "http://h/?b+c", "http://h/?b%2Bc", iri.RungScheme,
			"the queries differ at byte 10: `b+c` against `b%2Bc`; percent-encoding a reserved character changes the meaning"},
		{"forms with other fragments", "http://h/?a+b#a", "http://h/?a%20b#b", iri.RungScheme,
			"the queries differ at byte 10: `a+b` against `a%20b`"},
		{"a long part", "data:,aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab",
			"data:,aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac", iri.RungScheme,
			"the paths differ at byte 46: `b` against `c`"},
		{"dots that stay", "data:,a/../b", "data:/b", iri.RungScheme,
			"the paths differ at byte 5: `,a/..` against nothing; dot segments are text under a scheme whose paths " +
				"are not hierarchical"},
		{"dots of a file that stay", "file:///a/..//b", "file:////b", iri.RungScheme,
			"the paths differ at byte 8: `a/..` against nothing; dot segments stay where their removal would break " +
				"the syntax of the scheme"},
		{"a relative reference", "a", "x:a", iri.RungScheme, "only the second has a scheme, at byte 0 of it: `x`; " +
			"resolve the other, which is a relative reference, before comparing"},
		{"two of them", "./a", "a", iri.RungScheme, "the paths differ at byte 0: `.` against nothing; resolve " +
			"relative references before comparing: only then are dot segments removed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, tt.a, tt.b, tt.want)
			a, b := iri.MustParseRef(tt.a), iri.MustParseRef(tt.b)
			got := iri.Diff(a, b, tt.to)
			if got.Equal || got.Differs != tt.want {
				t.Errorf("%q, %q:\n got %v %q\nwant %q", a, b, got.Equal, got.Differs, tt.want)
			}
		})
	}
}

func TestCompareEqual(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p")
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
		if testkit.Edited(tt.a, tt.b) {
			continue
		}
		for _, to := range iri.Rungs() {
			want := iri.Comparison{Equal: true, Rung: tt.rung}
			got := iri.Diff(iri.MustParseRef(tt.a), iri.MustParseRef(tt.b), to)
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
	if got, want := iri.Diff(a, b, iri.RungScheme, iri.WithHostMapping(iri.HostIDNA), iri.WithNFC()),
		(iri.Comparison{Equal: true, Rung: iri.RungScheme}); got != want {
		t.Errorf("hosts as domain names: got %+v, want %+v", got, want)
	}
	a, b = iri.MustParseRef("x:\u00e9"), iri.MustParseRef("x:e\u0301")
	if got := iri.Diff(a, b, iri.RungProtocol, iri.WithNFC()); got.Equal {
		t.Errorf("NFC must not be applied: got %+v", got)
	}
}

// TestCompareProperties checks with random pairs that Compare agrees with the keys, and
// that it names a difference if they are not equal.
func TestCompareProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 3))
	for range 5000 {
		a := reftest.Random(r, false)
		checkCompare(t, a, reftest.Random(r, false))
		checkOneNormalForm(t, a)
	}
}

// checkOneNormalForm checks that a reference, its normal form and its URI have equal keys.
func checkOneNormalForm(t *testing.T, text string) {
	t.Helper()
	checkCompare(t, text, iri.MustParseRef(text).Normalize(iri.RungScheme).String())
	u, err := iri.MustParseRef(text).URI()
	if err != nil {
		t.Fatalf("%+q: %v", text, err)
	}
	checkCompare(t, text, u.String())
	for other, to := range map[string]iri.Rung{
		iri.MustParseRef(text).Normalize(iri.RungScheme).String(): iri.RungScheme, u.String(): iri.RungPercent,
	} {
		if got := iri.Diff(iri.MustParseRef(text), iri.MustParseRef(other), to); !got.Equal {
			t.Fatalf("%+q, %+q to %v: %s", text, other, to, got.Differs)
		}
	}
}

func checkCompare(t *testing.T, textA, textB string) {
	t.Helper()
	a, b := iri.MustParseRef(textA), iri.MustParseRef(textB)
	for _, to := range iri.Rungs() {
		got := iri.Diff(a, b, to)
		if want := a.Key(to) == b.Key(to); got.Equal != want {
			t.Fatalf("%+q, %+q to %v: got %+v, want %v", a, b, to, got, want)
		}
		if i, ok := a.IRI(); ok {
			if j, ok := b.IRI(); ok && iri.Equivalent(i, j, to) != got.Equal {
				t.Fatalf("%+q, %+q to %v: compare says %v, Equivalent does not", a, b, to, got.Equal)
			}
		}
		if got.Equal {
			if a.Key(got.Rung) != b.Key(got.Rung) || got.Rung > 0 && a.Key(got.Rung-1) == b.Key(got.Rung-1) {
				t.Fatalf("%+q, %+q to %v: got %+v, which is not the first rung", a, b, to, got)
			}
			continue
		}
		if !utf8.ValidString(got.Differs) || strings.Contains(got.Differs, "texts differ") ||
			strings.Contains(got.Differs, "nothing against nothing") {
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
			checkOneNormalForm(t, a)
		}
	})
}

// Names of rungs and of ways to convert hosts, as a configuration has them.
func ExampleRung_UnmarshalText() {
	var rung iri.Rung
	err := rung.UnmarshalText([]byte("Percent"))
	fmt.Println(rung, err)
	var mapping iri.HostMapping
	err = mapping.UnmarshalText([]byte("idna"))
	fmt.Println(mapping, err, iri.HostMappings())
	// Output:
	// percent <nil>
	// idna <nil> [percent idna uts46]
}

// TestIsNormal holds that a normal form is normal, and what is not one is not, without allocation.
func TestIsNormal(t *testing.T) {
	for _, s := range []string{
		"http://example.org/a%2Fb?q#f", "HTTP://Example.org:80/%7e/../x", "http://rÉsumÉ.example/%E2%80%AE", "a/../%41",
		"urn:ISBN:1", "//h:", "http://h/%D7%90a", "file:///a/..//b", "http://h/é/",
	} {
		if testkit.Edited(s) {
			continue
		}
		r := iri.MustParseRef(s)
		for _, rung := range iri.Rungs() {
			normal := r.Normalize(rung)
			if got, want := r.IsNormal(rung), normal == r; got != want {
				t.Errorf("%s, %v: got %v, and the normal form is %s", r, rung, got, normal)
			}
			if !normal.IsNormal(rung) {
				t.Errorf("%s, %v: %s is not normal", r, rung, normal)
			}
			if i, ok := r.IRI(); ok && i.IsNormal(rung) != r.IsNormal(rung) {
				t.Errorf("%s, %v: an IRI differs from a reference", r, rung)
			}
		}
	}
	for _, s := range []string{"http://example.org/a%2Fb?q#f", "HTTP://Example.org:80/%7e/../x",
		"http://e/é/%E2%80%AE"} {
		if testkit.Edited(s) {
			continue
		}
		i := iri.MustParse(s)
		if n := testing.AllocsPerRun(100, func() { i.IsNormal(iri.RungScheme) }); n != 0 {
			t.Errorf("%s: %v allocations", s, n)
		}
	}
}

func ExampleIRI_IsNormal() {
	i := iri.MustParse("http://EXAMPLE.org/%7Eada")
	fmt.Println(i.IsNormal(iri.RungScheme), i.Normalize(iri.RungScheme).IsNormal(iri.RungScheme))
	// Output: false true
}
