package conformance_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
)

// partCodes are the codes that decoding can bring about, and why that cannot be otherwise.
// What they speak of is a part of several characters, each of which may stand in an IRI. §3.2
// step 4 of RFC 3987 keeps single characters encoded: "not appropriate according to sections
// 2.2, 4.1, and 6.1". If the parts were kept encoded, the normal form of an ordinary IRI would
// be encoded, too, for it has to be that of both spellings.
var partCodes = map[iri.Code]string{
	"bidi-mixed":   "http://e/%D7%90a",  // §4.2: a part of one direction, and the other comes
	"bidi-edge":    "http://e/a%D7%901", // §4.2: the same
	"mixed-script": "http://e/%D0%B0bc", // §7.5: a part of one script
	"not-nfc":      "http://e/e%CC%81",  // §5.3.2.2: a character, and a mark comes; nothing is normalized
}

// hasNewFinding returns the first code of an output, other than partCodes, that its input has
// not.
func hasNewFinding(in, out iri.Report) (iri.Code, bool) {
	for _, f := range out.Findings() {
		if partCodes[f.Code] == "" && !hasFinding(in, f.Code) {
			return f.Code, true
		}
	}
	return "", false
}

// TestPartCodes holds that each of partCodes does arise.
func TestPartCodes(t *testing.T) {
	for code, uri := range partCodes {
		r, err := iri.FromURI(uri)
		if err != nil || hasFinding(iri.Check(uri), code) || !hasFinding(iri.Check(r.String()), code) {
			t.Errorf("%s: %s becomes %+q, %v, without a new finding", code, uri, r, err)
		}
	}
}

func hasFinding(r iri.Report, c iri.Code) bool {
	for _, f := range r.Findings() {
		if f.Code == c {
			return true
		}
	}
	return false
}

// checkNoNewFindings checks that no conversion of s has a finding by default that s has not,
// but for partCodes, that the normal form is idempotent, and that both spellings of a character have
// one normal form.
func checkNoNewFindings(t *testing.T, s string) {
	t.Helper()
	in := iri.RFC3987.Reference().Validate(s)
	check := func(what, out string) {
		t.Helper()
		if c, ok := hasNewFinding(in, iri.RFC3987.Reference().Validate(out)); ok {
			t.Errorf("%s of %+q is %+q, which has the new finding %s", what, s, out, c)
		}
	}
	if r, err := iri.FromURI(s); err == nil {
		check("to-iri", r.String())
		u, err := r.URI()
		if again := u.Ref(); err != nil || again != r {
			t.Errorf("to-iri of %+q: %+q becomes %+q by its URI, %v", s, r, again, err)
		}
	}
	r, err := iri.ParseRef(s)
	if err != nil {
		return
	}
	n := r.Normalize(iri.RungScheme)
	check("normalize", n.String())
	if again := n.Normalize(iri.RungScheme); again != n {
		t.Errorf("normalize of %+q: %+q, then %+q", s, n, again)
	}
	u, err := r.URI()
	if err != nil {
		t.Fatalf("%+q: %v", s, err)
	}
	check("to-uri", u.String())
	if r, err := iri.FromLEIRI(s); err == nil {
		check("from-leiri", r.String())
	}
	if m := u.Ref().Normalize(iri.RungScheme); m != n {
		t.Errorf("normalize of %+q: %+q, and of its URI %+q", s, n, m)
	}
	for _, f := range iri.RFC3987.Reference().Validate(s, iri.Lint()).Findings() {
		if f.Code == "pct-unreserved" && f.Fix != nil {
			check("the fix of pct-unreserved", s[:f.Fix.Start]+f.Fix.Text+s[f.Fix.End:])
		}
	}
}

// TestNoNewFindings is for the design's "no output of ours has a finding by default that its
// input had not" (RFC 3987 §3.2 step 4).
func TestNoNewFindings(t *testing.T) {
	pieces := strings.Fields("a B 1 é א ע م ی क ् ᠮ 葛 ❤ / ? # . : @ %41 %2F %C3%A9 %D7%90 %D9%85 %FF %E2%9D%A4 %EF%B8%8F %F0%9F%94%A5 " +
		"%E2%80%8B %E2%80%8C %E2%80%8D %E2%80%A8 %E2%81%A6 %E2%80%AE %E3%80%80 %C2%A0 %C2%AD %EF%BC%8F %EF%BC%83 %E1%A0%8E %EE%80%80 %F3%A0%80%81 %31 %2e 0x 127 xn--a %CC%81 %D0%B0 %E2%84%A6 ／ ＃ ： 。")
	pieces = append(pieces, "\u200b", "\u200c", "\u200d", "\u2066", "\u202e", "\u3000", "\u00a0", "\ufe0f", "\u180e", "\ue000", "\u0301")
	r := rand.New(rand.NewPCG(3, 2))
	for range 20000 {
		var b strings.Builder
		b.WriteString([]string{"", "x:", "http://h/", "http://", "foo://", "x:?", "urn:", "mailto:", "data:", "file://", "https://u@"}[r.IntN(11)])
		for range 1 + r.IntN(7) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		checkNoNewFindings(t, b.String())
		if t.Failed() {
			return
		}
	}
}

// FuzzNoNewFindings looks for other strings of which that is not true.
func FuzzNoNewFindings(f *testing.F) {
	for _, s := range []string{"http://bank.com%EF%BC%8Fx.evil.org/", "http://e/%E3%80%80%E2%80%A8%E2%80%8B", "x:%D9%85%E2%80%8C%D8%A7", "x:?%EE%80%80#\u2066", "http://e/\u2764%EF%B8%8F%E2%80%8D\U0001F525"} {
		f.Add(s)
	}
	f.Fuzz(checkNoNewFindings)
}

// TestKeptEncoded has what §3.2 step 4 keeps encoded, and what it does not.
func TestKeptEncoded(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"a look-alike of a slash in a host", "http://bank.com%EF%BC%8Fx.evil.org/", "http://bank.com%EF%BC%8Fx.evil.org/"},
		{"the same in a path, ordinary Japanese", "http://e/%EF%BC%8F", "http://e/／"},
		{"spaces and line ends", "http://e/%E3%80%80%E2%80%A8%E2%80%8B", "http://e/%E3%80%80%E2%80%A8%E2%80%8B"},
		{"an isolate", "http://e/%E2%81%A6", "http://e/%E2%81%A6"},
		{"ZWNJ in Persian", "http://e/%D9%85%DB%8C%E2%80%8C%D8%AE", "http://e/می\u200cخ"},
		{"ZWNJ in English", "http://e/a%E2%80%8Cb", "http://e/a%E2%80%8Cb"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, err := iri.FromURI(tt.in)
			if err != nil || r.String() != tt.want {
				t.Errorf("to-iri: got %+q, %v, want %+q", r, err, tt.want)
			}
			if n := r.Normalize(iri.RungPercent).String(); n != tt.want {
				t.Errorf("normalize: got %+q, want %+q", n, tt.want)
			}
		})
	}
}
