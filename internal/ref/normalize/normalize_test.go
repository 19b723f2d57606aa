package normalize_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/ref/normalize"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/reftest"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

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
func uriFormRef(r component.Ref) string {
	s, p := r.Text, r.Parts
	if _, ok := r.Scheme(); ok {
		s = strings.ToLower(s[:p.Scheme]) + s[p.Scheme:]
	}
	if _, ok := r.Host(); ok {
		host := []byte(uriForm(s[p.Host:p.HostEnd]))
		chars.LowerHost(host)
		s = s[:p.Host] + string(host) + s[p.HostEnd:]
	}
	return uriForm(s)
}

// TestNormalizeProperties checks on random references what holds for every rung.
func TestNormalizeProperties(t *testing.T) {
	testkit.StatesRFC(t)
	r := rand.New(rand.NewPCG(6, 2))
	byURI := make(map[string]string)
	for range 20000 {
		s := reftest.Random(r, false)
		checkNormalize(t, s)

		// Two IRIs are equal on RungPercent if and only if their URIs are.
		ref := parse(s)
		uri, key := uriFormRef(ref), normalize.Key(ref, normalize.RungPercent, nil)
		if other, ok := byURI[uri]; ok && other != key {
			t.Fatalf("%+q and %+q map to %q and are not equal", other, key, uri)
		}
		byURI[uri] = key
	}
}

// checkNormalize checks the normal forms of a reference on every rung.
func checkNormalize(t *testing.T, s string) {
	t.Helper()
	ref := parse(s)
	nfc := &normalize.Options{NFC: true}
	keys := make([]string, len(rungs))
	for i, to := range rungs {
		got := normalized(ref, to, nil)
		keys[i] = got.String()
		checkSameReference(t, ref, got, to)
		// The normal form itself says nothing of what is common.
		if b := normalize.AppendNormal(nil, ref, to, nil); string(b) != got.Text ||
			normalize.IsNormal(ref, to) != (got == ref) {
			t.Fatalf("%+q: on %v: becomes %+q and %+q, is normal: %v", s, to, got, b, normalize.IsNormal(ref, to))
		}
		if k := normalize.Key(ref, to, nil); k != keys[i] {
			t.Fatalf("%+q: key on %v: got %+q, want %+q", s, to, k, keys[i])
		}
		// Each rung includes those below it: also idempotence.
		for j, below := range keys[:i+1] {
			if again := normalize.Key(parse(below), to, nil); again != keys[i] {
				t.Fatalf("%+q: %v after %v: got %+q, want %+q", s, to, normalize.Rung(j), again, keys[i])
			}
		}

		checkParts(t, ref, to)
		composed := normalized(ref, to, nfc)
		checkSameReference(t, ref, composed, to)
		if again := normalized(composed, to, nfc); again != composed {
			t.Fatalf("%+q: NFC on %v: %+q becomes %+q", s, to, composed, again)
		}
		if !norm.NFC.IsNormalString(composed.String()) {
			t.Fatalf("%+q: NFC on %v: got %+q, which is not in NFC", s, to, composed)
		}
	}
	for _, m := range []hostname.Mapping{hostname.IDNA, hostname.UTS46} {
		mapped := normalized(ref, normalize.RungScheme, &normalize.Options{Host: m})
		checkSameReference(t, ref, mapped, normalize.RungScheme)
		if again := normalized(mapped, normalize.RungScheme, &normalize.Options{Host: m}); again != mapped {
			t.Fatalf("%+q: host by %v: %+q becomes %+q", s, m, mapped, again)
		}
		both := normalized(ref, normalize.RungScheme, &normalize.Options{Host: m, NFC: true})
		checkSameReference(t, ref, both, normalize.RungScheme)
		if again := normalized(both, normalize.RungScheme, &normalize.Options{Host: m, NFC: true}); again != both {
			t.Fatalf("%+q: host by %v in NFC: %+q becomes %+q", s, m, both, again)
		}
	}
	if got, want := uriFormRef(parse(keys[normalize.RungPercent])), uriFormRef(ref); got != want {
		t.Fatalf("%+q: maps to %q, its normal form to %q", s, want, got)
	}
}

// checkParts holds that the components of a normal form lie where reading it again finds them.
func checkParts(t *testing.T, ref component.Ref, to normalize.Rung) {
	t.Helper()
	for _, made := range []component.Ref{normalized(ref, to, nil),
		normalized(ref, to, &normalize.Options{URNEquivalence: true, IgnoreFragment: true}),
		normalized(ref, to, &normalize.Options{Spec: spec.LEIRI}),
		normalized(ref, to, &normalize.Options{Spec: spec.RFC3986})} {
		if want := component.SplitTrusted(made.Text); made != want {
			t.Fatalf("%+q on %v: got %+v, want %+v", ref, to, made, want)
		}
	}
}

// TestParts has what the comparison of a scheme puts in or leaves out.
func TestParts(t *testing.T) {
	for _, s := range []string{"tel:+1-(2)3;a=b?c#d", "TEL:/1-2//a", "mailto:A@B?c#d", "FILE:/a?b#c",
		"file://LOCALHOST/a?b", "file:/./a", "URN:A:b?c#d", "urn:a:b#c", "HTTP://u@H:80?a#b"} {
		if testkit.Edited(s) {
			continue
		}
		for _, to := range rungs {
			checkParts(t, parse(s), to)
		}
	}
}

// TestSpellings holds that a character has one normal form, percent-encoded or not, in each component.
func TestSpellings(t *testing.T) {
	testkit.StatesRFC(t, "s://u@h/p?q#f")
	step := rune(testkit.Size(7, 3, 1))
	for c := rune(0xA0); c < 0x20000; c += step {
		for _, place := range []string{"a://%@h", "a://x%y", "a:x%", "a:?%x", "a:#%"} {
			raw := strings.Replace(place, "%", string(c), 1)
			if !reference.Valid(raw) {
				continue
			}
			want := normalized(parse(strings.Replace(place, "%", percent.Encode(string(c)), 1)), normalize.RungPercent, nil)
			if got := normalized(parse(raw), normalize.RungPercent, nil); got != want {
				t.Fatalf("%+q: got %+q, percent-encoded %+q", raw, got, want)
			}
		}
	}
}

// checkSameReference checks that a normal form is a reference of the same shape.
func checkSameReference(t *testing.T, from, to component.Ref, rung normalize.Rung) {
	t.Helper()
	fail := func(what string) {
		t.Helper()
		t.Fatalf("%+q on %v: got %+q: %s", from, rung, to, what)
	}
	if again, err := reference.Parse(to.String()); err != nil || again != to {
		fail("does not parse into itself")
	}
	s, ok := from.Scheme()
	if got, gotOK := to.Scheme(); gotOK != ok || !strings.EqualFold(s, got) {
		fail("another scheme")
	}
	_, ok = from.Authority()
	if authority, got := to.Authority(); got != ok && !(strings.EqualFold(s, "file") && authority == "" &&
		rung >= normalize.RungScheme) {
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
	if rung < normalize.RungScheme {
		p, ok := from.Port()
		if got, gotOK := to.Port(); gotOK != ok || got != p {
			fail("port")
		}
	}
	// Reserved characters delimit; below RungPath none may come or go.
	if reserved(from.String()) != reserved(to.String()) && rung < normalize.RungPath {
		fail("other delimiters")
	}
}

// reserved returns the reserved characters of s, without those that are percent-encoded.
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
	testkit.StatesRFC(t)
	r := rand.New(rand.NewPCG(3, 9))
	heads := []string{"data:", "data:,", "data:text/plain,", "urn:isbn:", "urn:ex:", "mailto:", "mailto:a@b.c",
		"javascript:", "tag:a.b,2005:", "did:ex:", "did:ex:a",
		"file:///", "file:/", "file://h/", "http://h/", "http://h", "ftp://h/", "ws://h", "foo:", "http://xn--a",
		"http://1.2.3."}
	pieces := []string{"a", "b", "/", "/../", "/./", "..", "%2e", "%2E%2E", "%41", "%C3%A9", "%E2%80%8E", "%30", "1",
		":", "@", ",", ";", "?", "?to=", "#", "é",
		"%D7%90", "%CC%81", "%7E", "%7e", "%2D", "%5F", "=", ":80", ":", "%2F", ";type=a"}
	settings := finding.Run{Settings: finding.Settings{Max: finding.DefaultMaxFindings}}
	kept := 0
	for range testkit.Size(5000, 8000, 200_000) {
		var s strings.Builder
		s.WriteString(heads[r.IntN(len(heads))])
		for range r.IntN(7) {
			s.WriteString(pieces[r.IntN(len(pieces))])
		}
		if !reference.Valid(s.String()) {
			continue
		}
		checkNormalize(t, s.String())
		var rep finding.Report
		if check.Validate(&rep, s.String(), reference, &settings); !rep.Conforms() {
			continue
		}
		for _, to := range rungs {
			normal := normalized(parse(s.String()), to, nil)
			var rep finding.Report
			if check.Validate(&rep, normal.Text, reference, &settings); !rep.Conforms() {
				t.Fatalf("%+q conforms, on %v %+q does not: %v", s.String(), to, normal, rep.Findings[0].Message)
			}
			if to == normalize.RungPath && component.HasDotSegment(component.Unguarded(normal)) {
				kept++
			}
		}
	}
	if kept < testkit.Size(10, 30, 300) {
		t.Errorf("only %d paths kept their dots", kept)
	}
}

// TestRungs holds the example of each rung to what the rung does.
func TestRungs(t *testing.T) {
	for _, to := range rungs {
		in, want := to.Example()
		if testkit.Edited(in, want) {
			continue
		}
		if got := normalized(parse(in), to, nil).Text; got != want {
			t.Errorf("%v: %q: got %q, want %q", to, in, got, want)
		}
		if to == normalize.RungString {
			continue
		}
		if got := normalized(parse(in), to-1, nil).Text; got == want {
			t.Errorf("%v makes %q of %q, too", to-1, got, in)
		}
	}
}

func FuzzNormalize(f *testing.F) {
	for _, s := range []string{
		"eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9", "a:/..//b", "./x:y", "HTTP://u@H%4a:080?%EE%80%80#%2e",
		"x:?=\u0338%2C\u0301\u037e", "x:\U0001D15E\uFE0F", "//h%7F\u0F73", "//T\u0308%7F\u0301",
		"x:\u2283\u0338%EF%B8%8F", "x:=\u0338\uFE0F", "//É%C3%89\u202e:", "x:%c0%af%ed%a0%80", "http://h/a/..//",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if reference.Valid(s) {
			checkNormalize(t, s)
		}
	})
}
