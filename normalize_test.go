package iri

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

func TestNormalize(t *testing.T) {
	for _, tt := range []struct {
		name, in, want string
		to             Rung
	}{
		{"nothing on the lowest rung", "HTTP://H/%7e/../", "HTTP://H/%7e/../", RungString},
		// RFC 3987 §5.3.2.1
		{"scheme and host", "HTTP://www.EXAMPLE.com/A?B#C", "http://www.example.com/A?B#C", RungCase},
		{"hex digits everywhere", "x://%c3%a9@%c3%a9/%c3%a9?%c3%a9#%c3%a9", "x://%C3%A9@%C3%A9/%C3%A9?%C3%A9#%C3%A9", RungCase},
		{"hex digits of a host stay upper", "x://A%2bB", "x://a%2Bb", RungCase},
		{"userinfo keeps its case", "x://U@H", "x://U@h", RungCase},
		{"IP-literal", "x://[2001:DB8::A]/", "x://[2001:db8::a]/", RungCase},
		{"IPvFuture", "x://[V1.AddR]", "x://[v1.addr]", RungCase},
		{"a host beyond ASCII is not ASCII only", "x://RÉSUMÉ.org", "x://RÉSUMÉ.org", RungCase},
		{"hosts of references", "//H/A", "//h/A", RungCase},
		// §5.3.2.3
		{"ASCII letters of every host", "x://RÉSUMÉ.org", "x://rÉsumÉ.org", RungPercent},
		{"both spellings of such a host", "x://R%C3%89SUM%c3%89.org", "x://rÉsumÉ.org", RungPercent},
		{"letters that were encoded", "HTTP://%45XAMPLE.%43Om", "http://example.com", RungPercent},
		{"unreserved", "x:%41%5a%30%2D%2e%5F%7e", "x:AZ0-._~", RungPercent},
		{"reserved stay", "x:%3A%2F%3f%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D%25", "x:%3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D%25", RungPercent},
		{"what the grammar does not allow", "x:%20%22%3C%7f%0a", "x:%20%22%3C%7F%0A", RungPercent},
		{"beyond ASCII", "http://h/ros%C3%A9", "http://h/rosé", RungPercent},
		{"no UTF-8 (§3.2)", "http://h/D%fcrst", "http://h/D%FCrst", RungPercent},
		{"partly UTF-8", "x:/%e3%82%e3%82%a4", "x:/%E3%82イ", RungPercent},
		{"overlong, surrogate, too large", "x:%c0%af%ed%a0%80%f4%90%80%80", "x:%C0%AF%ED%A0%80%F4%90%80%80", RungPercent},
		{"bidi formatting stays encoded (§4.1)", "x:%e2%80%ae%e2%80%8f", "x:%E2%80%AE%E2%80%8F", RungPercent},
		{"and is encoded where it was not", "x:\u202ea\u200e", "x:%E2%80%AEa%E2%80%8E", RungPercent},
		{"its neighbours are decoded", "x:%e2%80%a6%e2%81%a6", "x:…\u2066", RungPercent},
		{"private use in a query", "x:?%EE%80%80", "x:?\ue000", RungPercent},
		{"private use outside", "x:%EE%80%80#%ee%80%80", "x:%EE%80%80#%EE%80%80", RungPercent},
		{"noncharacters and tags", "x:%EF%BF%BE?%F3%A0%80%81", "x:%EF%BF%BE?%F3%A0%80%81", RungPercent},
		{"C1 controls", "x:%C2%80%C2%9F%C2%A0", "x:%C2%80%C2%9F\u00a0", RungPercent},
		{"an encoded percent sign is decoded once", "x:%2541%25%34%31", "x:%2541%2541", RungPercent},
		{"no NFC (§5.3.2.2)", "http://h/re%CC%81sume\u0301", "http://h/re\u0301sume\u0301", RungScheme},
		{"an address that was encoded", "//127.0.0.%31", "//127.0.0.1", RungPercent},
		{"dots are decoded, not removed", "x:/a/%2E%2e/b", "x:/a/../b", RungPercent},
		// §5.3.2.4
		{"RFC 3987 §5.3.2", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9", "example://a/b/c/%7Bfoo%7D/rosé", RungPath},
		{"encoded dot segments", "x:/a/%2E%2e/b", "x:/b", RungPath},
		{"guard", "a:/..//b", "a:/.//b", RungPath},
		{"guard stays", "a:/.//b", "a:/.//b", RungPath},
		{"guard that is not needed", "a:/./b", "a:/b", RungPath},
		{"guard under an authority", "a://h/.//b", "a://h//b", RungPath},
		{"rootless", "foo:a/../b", "foo:/b", RungPath},
		{"rootless, colon", "foo:./x:y", "foo:x:y", RungPath},
		{"relative references keep theirs", "./x:y/../%7E", "./x:y/../~", RungScheme},
		{"also with an authority", "//H/a/../b", "//h/a/../b", RungScheme},
		{"an empty segment stays", "x:/a//b", "x:/a//b", RungPath},
		{"dots in the query and fragment stay", "x:/a?/../#/../", "x:/a?/../#/../", RungPath},
		{"data would lose its comma", "data:,a/%2E./%62", "data:,a/../b", RungPath},
		{"data that keeps it", "data:text/plain,a/b/../c", "data:text/plain,a/c", RungPath},
		{"a urn would lose its namespace", "urn:ex:a/../b", "urn:ex:a/../b", RungScheme},
		{"a urn that keeps it", "urn:ex:a/b/../c", "urn:ex:a/c", RungScheme},
		{"what did not conform before", "urn:a/../b", "urn:/b", RungPath},
		{"a file path must not begin with two slashes", "file:///a/..//b", "file:///a/..//b", RungPath},
		// §5.3.3
		{"empty path", "http://example.com", "http://example.com/", RungScheme},
		{"empty port", "http://example.com:/", "http://example.com/", RungScheme},
		{"default port", "http://example.com:80/", "http://example.com/", RungScheme},
		{"default port by value", "http://example.com:080/", "http://example.com/", RungScheme},
		{"another port", "http://example.com:8080/", "http://example.com:8080/", RungScheme},
		{"the default of another scheme", "https://example.com:80/", "https://example.com:80/", RungScheme},
		{"scheme in upper case", "HTTP://H:80", "http://h/", RungScheme},
		{"all at once, with query", "Wss://u@[::1]:443?q", "wss://u@[::1]/?q", RungScheme},
		{"empty query stays", "http://example.com/?", "http://example.com/?", RungScheme},
		{"empty fragment stays", "http://example.com#", "http://example.com/#", RungScheme},
		{"empty userinfo stays", "http://@example.com", "http://@example.com/", RungScheme},
		{"no authority, no path", "http:?q", "http:?q", RungScheme},
		{"a scheme that is not known", "foo://h:?q", "foo://h:?q", RungScheme},
		{"a port of zeros", "http://h:00/", "http://h:00/", RungScheme},
		{"not below its rung", "http://example.com:80", "http://example.com:80", RungPath},
		{"references have no scheme", "//example.com:80", "//example.com:80", RungScheme},
		// §5.3.4
		{"trailing slash", "http://example.com/data/?q", "http://example.com/data?q", RungProtocol},
		{"not below its rung", "http://example.com/data/", "http://example.com/data/", RungScheme},
		{"the root", "http://example.com/", "http://example.com/", RungProtocol},
		{"an empty last segment", "http://example.com/a//", "http://example.com/a//", RungProtocol},
		{"not for other schemes", "ftp://example.com/a/", "ftp://example.com/a/", RungProtocol},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := MustParseRef(tt.in)
			if got := r.Normalize(tt.to); got.String() != tt.want || got != MustParseRef(tt.want) {
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
		spec                 *Spec
	}{
		{"a URI stays ASCII", "URI-reference", "HTTP://H/%7e%c3%a9?%ee%80%80", "http://h/~%C3%A9?%EE%80%80", RFC3986},
		{"tags in a query of the draft", "IRI-reference", "x:%F3%A0%80%81?%F3%A0%80%81", "x:%F3%A0%80%81?\U000E0001", RFC3987bis},
		{"its hosts have no percent-encoding", "IRI-reference", "x://H\u202e/\u202e", "x://h\u202e/%E2%80%AE", RFC3987bis},
		{"LEIRI decodes no more than RFC 3987", "LEIRI-reference", "x:/a b%20%3c%c2%80%c3%a9", "x:/a b%20%3C%C2%80é", LEIRI},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := Ref{tt.in, split(tt.in)}
			got := r.Normalize(RungScheme, NormalizeFor(tt.spec)).String()
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
		m              HostMapping
	}{
		{"U-labels stay", "http://résumé.example.org/", "http://résumé.example.org/", HostIDNA},
		{"A-labels become U-labels", "http://XN--rsum-bpad.example.org/", "http://résumé.example.org/", HostIDNA},
		{"percent-encoded", "http://r%c3%a9sum%C3%A9.example.org/", "http://résumé.example.org/", HostIDNA},
		{"IDNA2008 maps nothing", "http://RÉSUMÉ.example.org/", "http://rÉsumÉ.example.org/", HostIDNA},
		{"UTS 46 does", "http://RÉSUMÉ.example.org/", "http://résumé.example.org/", HostUTS46},
		{"sharp s", "http://faß.example/", "http://faß.example/", HostUTS46},
		{"sharp s of old", "http://faß.example/", "http://fass.example/", HostUTS46Transitional},
		{"no A-label", "http://xn--a.example/", "http://xn--a.example/", HostIDNA},
		{"what is no name", "http://a%2Fé/", "http://a%2Fé/", HostIDNA},
		{"no UTF-8", "http://a%C3/", "http://a%C3/", HostUTS46},
		{"addresses", "http://[::A]/", "http://[::a]/", HostUTS46},
		{"only on request", "http://xn--rsum-bpad.example.org/", "http://xn--rsum-bpad.example.org/", HostPercent},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := MustParse(tt.in).Normalize(RungScheme, NormalizeHost(tt.m))
			if got.String() != tt.want {
				t.Errorf("%q: got %q, want %q", tt.in, got, tt.want)
			}
			if again := got.Normalize(RungScheme, NormalizeHost(tt.m)); again != got {
				t.Errorf("%q: %q becomes %q", tt.in, got, again)
			}
		})
	}
	uri := MustParse("http://xn--rsum-bpad.example.org/").Normalize(RungScheme, NormalizeFor(RFC3986), NormalizeHost(HostIDNA))
	if got, want := uri.String(), "http://xn--rsum-bpad.example.org/"; got != want {
		t.Errorf("in RFC 3986: got %q, want %q", got, want)
	}
	if got := MustParse("http://xn--rsum-bpad.example.org/").Normalize(RungPath, NormalizeHost(HostIDNA)).String(); !strings.Contains(got, "xn--") {
		t.Errorf("below its rung: got %q", got)
	}
}

func TestNormalizeNFC(t *testing.T) {
	for _, tt := range []struct {
		name, in, want string
		to             Rung
	}{
		{"composed", "http://h/re\u0301sume\u0301", "http://h/résumé", RungString},
		{"after decoding", "http://h/re%cc%81sum%65\u0301", "http://h/résumé", RungScheme},
		{"not what stays encoded", "http://h/re%CC%81", "http://h/re%CC%81", RungCase},
		{"a sign that becomes a letter", "http://\u212aELVIN/\u212a", "http://kelvin/K", RungCase},
		{"a mark after a delimiter", "x:?a=\u0338b", "x:?a=%CC%B8b", RungScheme},
		{"a mark after a percent-encoding", "x:%2C\u0301", "x:%2C%CC%81", RungScheme},
		{"two marks after one", "x:%2c\u0301\u0327", "x:%2C%CC%A7\u0301", RungScheme},
		{"what becomes a delimiter", "x:a\u037eb", "x:a%CD%BEb", RungScheme},
		{"what becomes a grave accent", "x:\u1fef", "x:%E1%BF%AF", RungScheme},
		{"compatibility forms stay", "x:\ufb01", "x:\ufb01", RungScheme},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := MustParse(tt.in).Normalize(tt.to, NFC()).String(); got != tt.want {
				t.Errorf("%+q to %v: got %+q, want %+q", tt.in, tt.to, got, tt.want)
			}
		})
	}
}

// TestTurnsReserved goes through Unicode for what NFC makes of each character by
// itself: only those that turnsReserved names become anything that may not stand
// where they did.
func TestTurnsReserved(t *testing.T) {
	segment := mustRule(RFC3987, "isegment")
	for r := rune(0x80); r <= utf8.MaxRune; r++ {
		s := string(r)
		if !segment.Valid(s) {
			continue
		}
		composed := norm.NFC.String(s)
		reserved := !segment.Valid(composed)
		for _, c := range composed {
			reserved = reserved || c < utf8.RuneSelf && !isUnreserved(byte(c))
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
		octet, ok := triplet(s[i:])
		switch {
		case ok && isUnreserved(octet):
			b.WriteByte(octet)
			i += 2
		case ok:
			b.WriteString(strings.ToUpper(s[i : i+3]))
			i += 2
		case c >= utf8.RuneSelf:
			b.WriteString(percentEncode(s[i : i+1]))
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// uriFormRef is uriForm of a reference whose scheme and host are lowered, as they
// are in a URI.
func uriFormRef(r Ref) string {
	s := r.s
	if _, ok := r.Scheme(); ok {
		s = strings.ToLower(s[:r.p.scheme]) + s[r.p.scheme:]
	}
	if _, ok := r.Host(); ok {
		host := []byte(uriForm(s[r.p.host:r.p.hostEnd]))
		lowerHost(host)
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
		ref := MustParseRef(s)
		uri, key := uriFormRef(ref), ref.Key(RungPercent)
		if other, ok := byURI[uri]; ok && other != key {
			t.Fatalf("%+q and %+q map to %q and are not equal", other, key, uri)
		}
		byURI[uri] = key
	}
}

func checkNormalize(t *testing.T, s string) {
	t.Helper()
	ref := MustParseRef(s)
	keys := make([]string, len(Rungs()))
	for i, to := range Rungs() {
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
			if again := MustParseRef(below).Key(to); again != keys[i] {
				t.Fatalf("%+q: %v after %v: got %+q, want %+q", s, to, Rung(j), again, keys[i])
			}
		}

		composed := ref.Normalize(to, NFC())
		checkSameReference(t, ref, composed, to)
		if again := composed.Normalize(to, NFC()); again != composed {
			t.Fatalf("%+q: NFC on %v: %+q becomes %+q", s, to, composed, again)
		}
		if !norm.NFC.IsNormalString(composed.String()) {
			t.Fatalf("%+q: NFC on %v: got %+q, which is not in NFC", s, to, composed)
		}
	}
	for _, m := range []HostMapping{HostIDNA, HostUTS46} {
		mapped := ref.Normalize(RungScheme, NormalizeHost(m))
		checkSameReference(t, ref, mapped, RungScheme)
		if again := mapped.Normalize(RungScheme, NormalizeHost(m)); again != mapped {
			t.Fatalf("%+q: host by %v: %+q becomes %+q", s, m, mapped, again)
		}
		both := ref.Normalize(RungScheme, NormalizeHost(m), NFC())
		checkSameReference(t, ref, both, RungScheme)
		if again := both.Normalize(RungScheme, NormalizeHost(m), NFC()); again != both {
			t.Fatalf("%+q: host by %v in NFC: %+q becomes %+q", s, m, both, again)
		}
	}
	if got, want := uriFormRef(MustParseRef(keys[RungPercent])), uriFormRef(ref); got != want {
		t.Fatalf("%+q: maps to %q, its normal form to %q", s, want, got)
	}
}

// checkSameReference checks that a normal form is a reference of the same shape.
func checkSameReference(t *testing.T, from, to Ref, rung Rung) {
	t.Helper()
	fail := func(what string) {
		t.Helper()
		t.Fatalf("%+q on %v: got %+q: %s", from, rung, to, what)
	}
	if again, err := ParseRef(to.String()); err != nil || again != to {
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
	if rung < RungScheme {
		p, ok := from.Port()
		if got, gotOK := to.Port(); gotOK != ok || got != p {
			fail("port")
		}
	}
	// Reserved characters delimit; below RungPath none may come or go.
	if reserved(from.String()) != reserved(to.String()) && rung < RungPath {
		fail("other delimiters")
	}
}

func reserved(s string) string {
	return strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && r != '%' && !isUnreserved(byte(r)) {
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
	rule := ruleReference()
	kept := 0
	for range 50000 {
		s := heads[r.IntN(len(heads))]
		for range r.IntN(7) {
			s += pieces[r.IntN(len(pieces))]
		}
		if !ValidRef(s) {
			continue
		}
		checkNormalize(t, s)
		if !rule.Validate(s).Conforms() {
			continue
		}
		for _, to := range Rungs() {
			normal := MustParseRef(s).Normalize(to)
			if rep := rule.Validate(normal.String()); !rep.Conforms() {
				t.Fatalf("%+q conforms, on %v %+q does not: %v", s, to, normal, rep.Findings()[0].Message)
			}
			if to == RungPath && hasDotSegment(unguarded(normal)) {
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
		if ValidRef(s) {
			checkNormalize(t, s)
		}
	})
}

func TestEquivalent(t *testing.T) {
	for _, tt := range []struct {
		name, a, b string
		on         Rung // the first rung; above the last if they are not equal
	}{
		{"identical", "a:b", "a:b", RungString},
		{"RFC 3987 §5.3.2.1", "HTTP://www.EXAMPLE.com/", "http://www.example.com/", RungCase},
		{"RFC 3987 §5.3.2.3", "http://example.org/~user", "http://example.org/%7Euser", RungPercent},
		{"RFC 3987 §5.3.2", "example://a/b/c/%7Bfoo%7D/ros\u00e9", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9", RungPath},
		{"RFC 3987 §5.3.3", "http://example.com", "http://example.com:80/", RungScheme},
		{"RFC 3987 §5.3.4", "http://example.com/data", "http://example.com/data/", RungProtocol},
		{"hex digits", "a:%c3", "a:%C3", RungCase},
		{"both spellings of a host", "a://É", "a://%c3%89", RungPercent},
		{"reserved", "a:b%2Fc", "a:b/c", RungProtocol + 1},
		{"empty query", "http://a/?", "http://a/", RungProtocol + 1},
		{"path case", "http://a/B", "http://a/b", RungProtocol + 1},
		{"RFC 3987 §5.3.2.2", "http://www.example.org/r\u00e9sum\u00e9.html", "http://www.example.org/re\u0301sume\u0301.html", RungProtocol + 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a, b := MustParse(tt.a), MustParse(tt.b)
			for _, rung := range Rungs() {
				want := rung >= tt.on
				if Equivalent(a, b, rung) != want || Equivalent(b, a, rung) != want {
					t.Errorf("%q, %q on %v: got %v, want %v", a, b, rung, !want, want)
				}
			}
		})
	}
}

func TestNormalizeAllocs(t *testing.T) {
	normal := MustParse("http://example.org/résumé/ä?q=%2F&r=%E2%80%AE#ñ")
	other := MustParse("http://example.org/résumé/ä?q=%2F&r=%E2%80%AE#m")
	odd := MustParse("HTTP://example.org/r%c3%a9sum%c3%a9/x/../ä?q=%2F&r=%E2%80%AE#ñ")
	var text string
	var same bool
	for _, tt := range []struct {
		name string
		f    func()
		want float64
	}{
		{"Key, normal", func() { text = normal.Key(RungProtocol) }, 0},
		{"Key, not normal", func() { text = odd.Key(RungProtocol) }, 1},
		{"Normalize, normal", func() { sink = normal.Normalize(RungScheme) }, 0},
		{"Normalize, not normal", func() { sink = odd.Normalize(RungScheme) }, 1},
		{"Equivalent, normal", func() { same = Equivalent(normal, other, RungProtocol) }, 0},
		{"Equivalent, not normal", func() { same = Equivalent(normal, odd, RungProtocol) }, 0},
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
		if got := schemeDefaultPort(tt.scheme); got != tt.port {
			t.Errorf("%q: got %q, want %q", tt.scheme, got, tt.port)
		}
	}
}

func TestParseRung(t *testing.T) {
	for _, r := range Rungs() {
		if got, err := ParseRung(strings.ToUpper(r.String())); got != r || err != nil {
			t.Errorf("%v: got %v, %v", r, got, err)
		}
	}
	if _, err := ParseRung("ladder"); err == nil || !strings.Contains(err.Error(), `"ladder"`) {
		t.Errorf("got %v, want an error that names the rung", err)
	}
}

func BenchmarkKey(b *testing.B) {
	for _, s := range []string{"http://example.org/a/b/c?q=1", "http://example.org/résumé/ä?q=%2F", "HTTP://example.org/r%c3%a9sum%c3%a9/x/../ä?q=%2F"} {
		i := MustParse(s)
		b.Run(s, func(b *testing.B) {
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				n += len(i.Key(RungScheme))
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
			a, b := MustParse("x://h"+tt.path+"/a"), MustParse("x://h"+tt.path+"/b")
			b.Normalize(RungProtocol, NFC())
			if c := Compare(a.Ref(), b.Ref(), RungProtocol); c.Equal {
				t.Errorf("got %+v", c)
			}
			a.Resolve(MustParseRef(tt.path[1:] + "/../c"))
			a.Relativize(b)
			deviations(a.Ref(), RFC3987)
			if i, err := a.WithPath(a.Path()); err != nil || i.Normalize(RungPercent) != a.Normalize(RungPercent) {
				t.Errorf("built again: %v", err)
			}
			DisplayOrder(a.String())
		})
	}
}
