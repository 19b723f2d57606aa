package iri_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/bidi"
	"github.com/rfc3987/iri/internal/chars"
	"github.com/rfc3987/iri/internal/component"
	"github.com/rfc3987/iri/internal/percent"
	"github.com/rfc3987/iri/internal/scheme"
)

func TestNormalize(t *testing.T) {
	for _, tt := range []struct {
		name, in, want string
		to             iri.Rung
	}{
		{"nothing on the lowest rung", "HTTP://H/%7e/../", "HTTP://H/%7e/../", iri.RungString},
		// RFC 3987 §5.3.2.1
		{"scheme and host", "HTTP://www.EXAMPLE.com/A?B#C", "http://www.example.com/A?B#C", iri.RungCase},
		{"hex digits everywhere", "x://%c3%a9@%c3%a9/%c3%a9?%c3%a9#%c3%a9", "x://%C3%A9@%C3%A9/%C3%A9?%C3%A9#%C3%A9", iri.RungCase},
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
		{"reserved stay", "x:%3A%2F%3f%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D%25", "x:%3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D%25", iri.RungPercent},
		{"what the grammar does not allow", "x:%20%22%3C%7f%0a", "x:%20%22%3C%7F%0A", iri.RungPercent},
		{"beyond ASCII", "http://h/ros%C3%A9", "http://h/rosé", iri.RungPercent},
		{"no UTF-8 (§3.2)", "http://h/D%fcrst", "http://h/D%FCrst", iri.RungPercent},
		{"partly UTF-8", "x:/%e3%82%e3%82%a4", "x:/%E3%82イ", iri.RungPercent},
		{"overlong, surrogate, too large", "x:%c0%af%ed%a0%80%f4%90%80%80", "x:%C0%AF%ED%A0%80%F4%90%80%80", iri.RungPercent},
		{"bidi formatting stays encoded (§4.1)", "x:%e2%80%ae%e2%80%8f", "x:%E2%80%AE%E2%80%8F", iri.RungPercent},
		{"and is encoded where it was not", "x:\u202ea\u200e", "x:%E2%80%AEa%E2%80%8E", iri.RungPercent},
		{"its neighbours are decoded", "x:%e2%80%a6%e2%81%a6", "x:…\u2066", iri.RungPercent},
		{"private use in a query", "x:?%EE%80%80", "x:?\ue000", iri.RungPercent},
		{"private use outside", "x:%EE%80%80#%ee%80%80", "x:%EE%80%80#%EE%80%80", iri.RungPercent},
		{"noncharacters and tags", "x:%EF%BF%BE?%F3%A0%80%81", "x:%EF%BF%BE?%F3%A0%80%81", iri.RungPercent},
		{"C1 controls", "x:%C2%80%C2%9F%C2%A0", "x:%C2%80%C2%9F\u00a0", iri.RungPercent},
		{"an encoded percent sign is decoded once", "x:%2541%25%34%31", "x:%2541%2541", iri.RungPercent},
		{"no NFC (§5.3.2.2)", "http://h/re%CC%81sume\u0301", "http://h/re\u0301sume\u0301", iri.RungScheme},
		{"an address that was encoded", "//127.0.0.%31", "//127.0.0.1", iri.RungPercent},
		{"dots are decoded, not removed", "x:/a/%2E%2e/b", "x:/a/../b", iri.RungPercent},
		// §5.3.2.4
		{"RFC 3987 §5.3.2", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9", "example://a/b/c/%7Bfoo%7D/rosé", iri.RungPath},
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
		{"data would lose its comma", "data:,a/%2E./%62", "data:,a/../b", iri.RungPath},
		{"data that keeps it", "data:text/plain,a/b/../c", "data:text/plain,a/c", iri.RungPath},
		{"a urn would lose its namespace", "urn:ex:a/../b", "urn:ex:a/../b", iri.RungScheme},
		{"a urn that keeps it", "urn:ex:a/b/../c", "urn:ex:a/c", iri.RungScheme},
		{"what did not conform before", "urn:a/../b", "urn:/b", iri.RungPath},
		{"a file path must not begin with two slashes", "file:///a/..//b", "file:///a/..//b", iri.RungPath},
		// §5.3.3
		{"empty path", "http://example.com", "http://example.com/", iri.RungScheme},
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
		{"a scheme that is not known", "foo://h:?q", "foo://h:?q", iri.RungScheme},
		{"a port of zeros", "http://h:00/", "http://h:00/", iri.RungScheme},
		{"not below its rung", "http://example.com:80", "http://example.com:80", iri.RungPath},
		{"references have no scheme", "//example.com:80", "//example.com:80", iri.RungScheme},
		// §5.3.4
		{"trailing slash", "http://example.com/data/?q", "http://example.com/data?q", iri.RungProtocol},
		{"not below its rung", "http://example.com/data/", "http://example.com/data/", iri.RungScheme},
		{"the root", "http://example.com/", "http://example.com/", iri.RungProtocol},
		{"an empty last segment", "http://example.com/a//", "http://example.com/a//", iri.RungProtocol},
		{"not for other schemes", "ftp://example.com/a/", "ftp://example.com/a/", iri.RungProtocol},
	} {
		t.Run(tt.name, func(t *testing.T) {
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

func TestNormalizeFor(t *testing.T) {
	for _, tt := range []struct {
		name, rule, in, want string
		spec                 *iri.Spec
	}{
		{"a URI stays ASCII", "URI-reference", "HTTP://H/%7e%c3%a9?%ee%80%80", "http://h/~%C3%A9?%EE%80%80", iri.RFC3986},
		{"tags in a query of the draft", "IRI-reference", "x:%F3%A0%80%81?%F3%A0%80%81", "x:%F3%A0%80%81?\U000E0001", iri.RFC3987bis},
		{"its hosts have no percent-encoding", "IRI-reference", "x://H\u202e/\u202e", "x://h\u202e/%E2%80%AE", iri.RFC3987bis},
		{"LEIRI decodes no more than RFC 3987", "LEIRI-reference", "x:/a b%20%3c%c2%80%c3%a9", "x:/a b%20%3C%C2%80é", iri.LEIRI},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := iri.Ref{tt.in, split(tt.in)}
			got := r.Normalize(iri.RungScheme, iri.NormalizeFor(tt.spec)).String()
			if got != tt.want {
				t.Errorf("%q: got %q, want %q", tt.in, got, tt.want)
			}
			if rule := mustRule(tt.spec, tt.rule); !rule.Valid(got) {
				t.Errorf("%q: got %q, which is no %v", tt.in, got, rule)
			}
		})
	}
}

func TestNormalizeHost(t *testing.T) {
	for _, tt := range []struct {
		name, in, want string
		m              iri.HostMapping
	}{
		{"U-labels stay", "http://résumé.example.org/", "http://résumé.example.org/", iri.HostIDNA},
		{"A-labels become U-labels", "http://XN--rsum-bpad.example.org/", "http://résumé.example.org/", iri.HostIDNA},
		{"percent-encoded", "http://r%c3%a9sum%C3%A9.example.org/", "http://résumé.example.org/", iri.HostIDNA},
		{"IDNA2008 maps nothing", "http://RÉSUMÉ.example.org/", "http://rÉsumÉ.example.org/", iri.HostIDNA},
		{"UTS 46 does", "http://RÉSUMÉ.example.org/", "http://résumé.example.org/", iri.HostUTS46},
		{"sharp s", "http://faß.example/", "http://faß.example/", iri.HostUTS46},
		{"sharp s of old", "http://faß.example/", "http://fass.example/", iri.HostUTS46Transitional},
		{"no A-label", "http://xn--a.example/", "http://xn--a.example/", iri.HostIDNA},
		{"what is no name", "http://a%2Fé/", "http://a%2Fé/", iri.HostIDNA},
		{"no UTF-8", "http://a%C3/", "http://a%C3/", iri.HostUTS46},
		{"addresses", "http://[::A]/", "http://[::a]/", iri.HostUTS46},
		{"only on request", "http://xn--rsum-bpad.example.org/", "http://xn--rsum-bpad.example.org/", iri.HostPercent},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := iri.MustParse(tt.in).Normalize(iri.RungScheme, iri.NormalizeHost(tt.m))
			if got.String() != tt.want {
				t.Errorf("%q: got %q, want %q", tt.in, got, tt.want)
			}
			if again := got.Normalize(iri.RungScheme, iri.NormalizeHost(tt.m)); again != got {
				t.Errorf("%q: %q becomes %q", tt.in, got, again)
			}
		})
	}
	uri := iri.MustParse("http://xn--rsum-bpad.example.org/").Normalize(iri.RungScheme, iri.NormalizeFor(iri.RFC3986), iri.NormalizeHost(iri.HostIDNA))
	if got, want := uri.String(), "http://xn--rsum-bpad.example.org/"; got != want {
		t.Errorf("in RFC 3986: got %q, want %q", got, want)
	}
	if got := iri.MustParse("http://xn--rsum-bpad.example.org/").Normalize(iri.RungPath, iri.NormalizeHost(iri.HostIDNA)).String(); !strings.Contains(got, "xn--") {
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
			if got := iri.MustParse(tt.in).Normalize(tt.to, iri.NFC()).String(); got != tt.want {
				t.Errorf("%+q to %v: got %+q, want %+q", tt.in, tt.to, got, tt.want)
			}
		})
	}
}

// TestTurnsReserved goes through Unicode for what NFC makes of each character by
// itself: only those that turnsReserved names become anything that may not stand
// where they did.
func TestTurnsReserved(t *testing.T) {
	segment := mustRule(iri.RFC3987, "isegment")
	for r := rune(0x80); r <= utf8.MaxRune; r++ {
		s := string(r)
		if !segment.Valid(s) {
			continue
		}
		composed := norm.NFC.String(s)
		reserved := !segment.Valid(composed)
		for _, c := range composed {
			reserved = reserved || c < utf8.RuneSelf && !chars.IsUnreserved(byte(c))
		}
		if got := turnsReserved(r); got != reserved {
			t.Errorf("%U: got %v, want %v: NFC is %+q", r, got, reserved, composed)
		}
	}
}

// uriForm is what RFC 3987 §5.3.2.3 describes: the URI of the text, "eliminating
// escape differences", in upper-case hex digits.
func uriForm(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		octet, ok := percent.Triplet(s[i:])
		switch {
		case ok && chars.IsUnreserved(octet):
			b.WriteByte(octet)
			i += 2
		case ok:
			b.WriteString(strings.ToUpper(s[i : i+3]))
			i += 2
		case c >= utf8.RuneSelf:
			b.WriteString(percent.Encode(s[i : i+1]))
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// uriFormRef is uriForm of a reference whose scheme and host are lowered, as they
// are in a URI.
func uriFormRef(r iri.Ref) string {
	s := r.s
	if _, ok := r.Scheme(); ok {
		s = strings.ToLower(s[:r.p.scheme]) + s[r.p.scheme:]
	}
	if _, ok := r.Host(); ok {
		host := []byte(uriForm(s[r.p.host:r.p.hostEnd]))
		chars.LowerHost(host)
		s = s[:r.p.host] + string(host) + s[r.p.hostEnd:]
	}
	return uriForm(s)
}

// TestNormalizeProperties checks on random references what holds for every rung.
func TestNormalizeProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 2))
	byURI := make(map[string]string)
	for range 20000 {
		s := randomRef(r, false)
		checkNormalize(t, s)

		// Two IRIs are equal on RungPercent if and only if their URIs are.
		ref := iri.MustParseRef(s)
		uri, key := uriFormRef(ref), ref.Key(iri.RungPercent)
		if other, ok := byURI[uri]; ok && other != key {
			t.Fatalf("%+q and %+q map to %q and are not equal", other, key, uri)
		}
		byURI[uri] = key
	}
}

func checkNormalize(t *testing.T, s string) {
	t.Helper()
	ref := iri.MustParseRef(s)
	keys := make([]string, len(iri.Rungs()))
	for i, to := range iri.Rungs() {
		got := ref.Normalize(to)
		keys[i] = got.String()
		checkSameReference(t, ref, got, to)
		n := newNormalizer(to)
		if normal := n.isNormal(ref); normal != (got == ref) {
			t.Fatalf("%+q: normal on %v: %v, but becomes %+q", s, to, normal, got)
		}
		if k := ref.Key(to); k != keys[i] {
			t.Fatalf("%+q: key on %v: got %+q, want %+q", s, to, k, keys[i])
		}
		// Each rung includes those below it: also idempotence.
		for j, below := range keys[:i+1] {
			if again := iri.MustParseRef(below).Key(to); again != keys[i] {
				t.Fatalf("%+q: %v after %v: got %+q, want %+q", s, to, iri.Rung(j), again, keys[i])
			}
		}

		composed := ref.Normalize(to, iri.NFC())
		checkSameReference(t, ref, composed, to)
		if again := composed.Normalize(to, iri.NFC()); again != composed {
			t.Fatalf("%+q: NFC on %v: %+q becomes %+q", s, to, composed, again)
		}
		if !norm.NFC.IsNormalString(composed.String()) {
			t.Fatalf("%+q: NFC on %v: got %+q, which is not in NFC", s, to, composed)
		}
	}
	for _, m := range []iri.HostMapping{iri.HostIDNA, iri.HostUTS46} {
		mapped := ref.Normalize(iri.RungScheme, iri.NormalizeHost(m))
		checkSameReference(t, ref, mapped, iri.RungScheme)
		if again := mapped.Normalize(iri.RungScheme, iri.NormalizeHost(m)); again != mapped {
			t.Fatalf("%+q: host by %v: %+q becomes %+q", s, m, mapped, again)
		}
		both := ref.Normalize(iri.RungScheme, iri.NormalizeHost(m), iri.NFC())
		checkSameReference(t, ref, both, iri.RungScheme)
		if again := both.Normalize(iri.RungScheme, iri.NormalizeHost(m), iri.NFC()); again != both {
			t.Fatalf("%+q: host by %v in NFC: %+q becomes %+q", s, m, both, again)
		}
	}
	if got, want := uriFormRef(iri.MustParseRef(keys[iri.RungPercent])), uriFormRef(ref); got != want {
		t.Fatalf("%+q: maps to %q, its normal form to %q", s, want, got)
	}
}

// checkSameReference checks that a normal form is a reference of the same shape.
func checkSameReference(t *testing.T, from, to iri.Ref, rung iri.Rung) {
	t.Helper()
	fail := func(what string) {
		t.Helper()
		t.Fatalf("%+q on %v: got %+q: %s", from, rung, to, what)
	}
	if again, err := iri.ParseRef(to.String()); err != nil || again != to {
		fail("does not parse into itself")
	}
	s, ok := from.Scheme()
	if got, gotOK := to.Scheme(); gotOK != ok || !strings.EqualFold(s, got) {
		fail("another scheme")
	}
	_, ok = from.Authority()
	if _, got := to.Authority(); got != ok {
		fail("authority")
	}
	_, ok = from.Userinfo()
	if _, got := to.Userinfo(); got != ok {
		fail("userinfo")
	}
	_, ok = from.Query()
	if _, got := to.Query(); got != ok {
		fail("query")
	}
	_, ok = from.Fragment()
	if _, got := to.Fragment(); got != ok {
		fail("fragment")
	}
	if rung < iri.RungScheme {
		p, ok := from.Port()
		if got, gotOK := to.Port(); gotOK != ok || got != p {
			fail("port")
		}
	}
	// Reserved characters delimit; below RungPath none may come or go.
	if reserved(from.String()) != reserved(to.String()) && rung < iri.RungPath {
		fail("other delimiters")
	}
}

func reserved(s string) string {
	return strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && r != '%' && !chars.IsUnreserved(byte(r)) {
			return r
		}
		return -1
	}, s)
}

// TestNormalizeConforms checks that what conforms to the rules of its scheme does
// so in normal form.
func TestNormalizeConforms(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	heads := []string{"data:", "data:,", "data:text/plain,", "urn:isbn:", "urn:ex:", "mailto:", "mailto:a@b.c", "javascript:", "tag:a.b,2005:", "did:ex:",
		"file:///", "file:/", "file://h/", "http://h/", "http://h", "ftp://h/", "ws://h", "foo:", "http://xn--a", "http://1.2.3."}
	pieces := []string{"a", "b", "/", "/../", "/./", "..", "%2e", "%2E%2E", "%41", "%C3%A9", "%E2%80%8E", "%30", "1", ":", "@", ",", ";", "?", "?to=", "#", "é",
		"%D7%90", "%CC%81", "=", ":80", ":", "%2F", ";type=a"}
	rule := mustRule(iri.RFC3987, "IRI-reference")
	kept := 0
	for range 50000 {
		s := heads[r.IntN(len(heads))]
		for range r.IntN(7) {
			s += pieces[r.IntN(len(pieces))]
		}
		if !iri.ValidRef(s) {
			continue
		}
		checkNormalize(t, s)
		if !rule.Validate(s).Conforms() {
			continue
		}
		for _, to := range iri.Rungs() {
			normal := iri.MustParseRef(s).Normalize(to)
			if rep := rule.Validate(normal.String()); !rep.Conforms() {
				t.Fatalf("%+q conforms, on %v %+q does not: %v", s, to, normal, rep.Findings()[0].Message)
			}
			if to == iri.RungPath && component.HasDotSegment(component.Unguarded(normal)) {
				kept++
			}
		}
	}
	if kept < 100 {
		t.Errorf("only %d paths kept their dots", kept)
	}
}

func FuzzNormalize(f *testing.F) {
	for _, s := range []string{
		"eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9", "a:/..//b", "./x:y", "HTTP://u@H%4a:080?%EE%80%80#%2e",
		"x:?=\u0338%2C\u0301\u037e", "//É%C3%89\u202e:", "x:%c0%af%ed%a0%80", "http://h/a/..//",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if iri.ValidRef(s) {
			checkNormalize(t, s)
		}
	})
}

func TestEquivalent(t *testing.T) {
	for _, tt := range []struct {
		name, a, b string
		on         iri.Rung // the first rung; above the last if they are not equal
	}{
		{"identical", "a:b", "a:b", iri.RungString},
		{"RFC 3987 §5.3.2.1", "HTTP://www.EXAMPLE.com/", "http://www.example.com/", iri.RungCase},
		{"RFC 3987 §5.3.2.3", "http://example.org/~user", "http://example.org/%7Euser", iri.RungPercent},
		{"RFC 3987 §5.3.2", "example://a/b/c/%7Bfoo%7D/ros\u00e9", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9", iri.RungPath},
		{"RFC 3987 §5.3.3", "http://example.com", "http://example.com:80/", iri.RungScheme},
		{"RFC 3987 §5.3.4", "http://example.com/data", "http://example.com/data/", iri.RungProtocol},
		{"hex digits", "a:%c3", "a:%C3", iri.RungCase},
		{"both spellings of a host", "a://É", "a://%c3%89", iri.RungPercent},
		{"reserved", "a:b%2Fc", "a:b/c", iri.RungProtocol + 1},
		{"empty query", "http://a/?", "http://a/", iri.RungProtocol + 1},
		{"path case", "http://a/B", "http://a/b", iri.RungProtocol + 1},
		{"RFC 3987 §5.3.2.2", "http://www.example.org/r\u00e9sum\u00e9.html", "http://www.example.org/re\u0301sume\u0301.html", iri.RungProtocol + 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
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

func TestSchemeFacts(t *testing.T) {
	for _, tt := range []struct{ scheme, port string }{
		{"http", "80"}, {"HTTPS", "443"}, {"ws", "80"}, {"wss", "443"}, {"ftp", "21"}, {"coaps+tcp", "5684"},
		{"", ""}, {"mailto", ""}, {"urn", ""}, {"httpx", ""}, {strings.Repeat("h", 100), ""},
	} {
		if got := scheme.DefaultPort(tt.scheme); got != tt.port {
			t.Errorf("%q: got %q, want %q", tt.scheme, got, tt.port)
		}
	}
}

func TestParseRung(t *testing.T) {
	for _, r := range iri.Rungs() {
		if got, err := iri.ParseRung(strings.ToUpper(r.String())); got != r || err != nil {
			t.Errorf("%v: got %v, %v", r, got, err)
		}
	}
	if _, err := iri.ParseRung("ladder"); err == nil || !strings.Contains(err.Error(), `"ladder"`) {
		t.Errorf("got %v, want an error that names the rung", err)
	}
}

func BenchmarkKey(b *testing.B) {
	for _, s := range []string{"http://example.org/a/b/c?q=1", "http://example.org/résumé/ä?q=%2F", "HTTP://example.org/r%c3%a9sum%c3%a9/x/../ä?q=%2F"} {
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

// TestLadderIsLinear gives what takes long if anything does: each is a megabyte,
// and would not end if it took the square of that.
func TestLadderIsLinear(t *testing.T) {
	const n = 1 << 20
	long := func(unit string) string { return strings.Repeat(unit, n/len(unit)) }
	for _, tt := range []struct{ name, path string }{
		{"dots", long("/..")},
		{"segments and dots", long("/a") + long("/..")},
		{"empty segments", long("/")},
		{"percent-encodings", long("/%C3%A9")},
		{"marks behind percent-encodings", "/%2C" + long("\u030a")},
		{"marks behind delimiters", long("/=\u0338")},
		{"bidi formatting", long("/\u202e")},
		{"right-to-left", long("/\u05d0(1)")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a, b := iri.MustParse("x://h"+tt.path+"/a"), iri.MustParse("x://h"+tt.path+"/b")
			b.Normalize(iri.RungProtocol, iri.NFC())
			if c := iri.Compare(a.Ref(), b.Ref(), iri.RungProtocol); c.Equal {
				t.Errorf("got %+v", c)
			}
			a.Resolve(iri.MustParseRef(tt.path[1:] + "/../c"))
			a.Relativize(b)
			deviations(a.Ref(), iri.RFC3987)
			if i, err := a.WithPath(a.Path()); err != nil || i.Normalize(iri.RungPercent) != a.Normalize(iri.RungPercent) {
				t.Errorf("built again: %v", err)
			}
			bidi.DisplayOrder(a.String())
		})
	}
}
