package conformance_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/legacy"
)

// mayFind has the findings that a conversion can bring about, with the clause that asks for the
// conversion as it is. There are no others.
var mayFind = map[string][]iri.Code{
	// LEIRI Note §4: "each character allowed in a legacy extended iri reference but not allowed in an
	// iri reference" is encoded, and no other. To the eye its hex digits are letters and digits
	// beside right-to-left text, letters before a mark, and the end of a word: U+05D0, "|" becomes U+05D0, "%7C".
	"from-leiri": {"bidi-mixed", "bidi-edge", "mixed-script", "not-nfc"},
}

// hasNewFinding returns the first code of the output of a conversion that its input has not.
func hasNewFinding(what string, in, out iri.Report) (iri.Code, bool) {
	for _, f := range out.Findings() {
		if !hasFinding(in, f.Code) && !slices.Contains(mayFind[what], f.Code) {
			return f.Code, true
		}
	}
	return "", false
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
// that the normal form is idempotent, and that both spellings of a character have
// one normal form.
func checkNoNewFindings(t *testing.T, s string) {
	t.Helper()
	checkLEIRIForm(t, s)
	in := iri.RFC3987.Reference().Check(s)
	check := func(what, out string) {
		t.Helper()
		if c, ok := hasNewFinding(what, in, iri.RFC3987.Reference().Check(out)); ok {
			t.Errorf("%s of %+q is %+q, which has the new finding %s", what, s, out, c)
		}
	}
	if r, err := iri.ToIRI(s); err == nil {
		check("to-iri", r.String())
		if r, err := iri.ToIRI(s, iri.WithDisplay()); err == nil {
			check("to-iri --display", r.String())
		}
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
	for what, out := range map[string]iri.Ref{
		"normalize --nfc":           r.Normalize(iri.RungScheme, iri.WithNFC()),
		"normalize --host idna":     r.Normalize(iri.RungScheme, iri.WithHostMapping(iri.HostIDNA)),
		"normalize --rung percent":  r.Normalize(iri.RungPercent),
		"normalize --rung protocol": r.Normalize(iri.RungProtocol),
	} { // not --host uts46, which makes another host
		check(what, out.String())
	}
	if iri.RFC3987bis.Reference().Valid(s) { // it has no percent-encoding in a host
		check("normalize --spec rfc3987bis", r.Normalize(iri.RungScheme, iri.WithSpec(iri.RFC3987bis)).String())
	}
	if again := n.Normalize(iri.RungScheme); again != n {
		t.Errorf("normalize of %+q: %+q, then %+q", s, n, again)
	}
	u, err := r.URI()
	if err != nil {
		t.Fatalf("%+q: %v", s, err)
	}
	check("to-uri", u.String())
	if r, err := legacy.FromLEIRI(s); err == nil {
		check("from-leiri", r.String())
	}
	if m := u.Ref().Normalize(iri.RungScheme); m != n {
		t.Errorf("normalize of %+q: %+q, and of its URI %+q", s, n, m)
	}
	fixed, _ := iri.RFC3987.Reference().Check(s, iri.WithLint()).FixedPart("pct-unreserved")
	check("the fix of pct-unreserved", fixed)
}

// checkLEIRIForm is for the normal form of s as a LEIRI: it is idempotent and has no new finding but
// of what only LEIRIs have, and all spellings have one.
func checkLEIRIForm(t *testing.T, s string) {
	t.Helper()
	rule := iri.LEIRI.Reference()
	r, err := rule.Parse(s)
	if err != nil {
		return
	}
	form := func(r iri.Ref) iri.Ref { return r.Normalize(iri.RungScheme, iri.WithSpec(iri.LEIRI)) }
	n := form(r)
	if again := form(n); again != n {
		t.Errorf("normalize --spec leiri of %+q: %+q, then %+q", s, n, again)
	}
	if h, ok := r.Host(); ok && chars.TraitsOf(h.String())&chars.ExcludedASCII != 0 {
		return // parts of a host end at a space, and those of the name that it stands for do not
	}
	// It has what only LEIRIs have as it is: these codes warn of that.
	after := rule.Check(n.String(), iri.WithSeverity(iri.CodeLEIRISpace, iri.SeverityOff),
		iri.WithSeverity(iri.CodeLEIRIDelimiter, iri.SeverityOff), iri.WithSeverity(iri.CodeLEIRIUnwise, iri.SeverityOff))
	if c, ok := hasNewFinding("normalize --spec leiri", rule.Check(s), after); ok {
		t.Errorf("normalize --spec leiri of %+q is %+q, which has the new finding %s", s, n, c)
	}
	i, err := iri.ParseRef(s)
	if err != nil {
		return
	}
	u, err := i.URI()
	if err != nil {
		t.Fatalf("%+q: %v", s, err)
	}
	if m := form(iri.MustParseRef(u.String())); m != n {
		t.Errorf("normalize --spec leiri of %+q: %+q, and of its URI %+q", s, n, m)
	}
}

// TestLEIRIForm has spellings of LEIRIs that have one normal form.
func TestLEIRIForm(t *testing.T) {
	for _, tt := range []struct {
		name, want string
		in         []string
	}{
		{"§4.2: what mixes directions stays encoded, ASCII does not", "http://e/xb%D7%90",
			[]string{"http://e/x%62%D7%90", "http://e/xb%D7%90", "http://e/xb\u05d0", "http://e/%78%62\u05d0"}},
		{"§4.2: the whole segment, beside hex digits", "http://e/xb%D7%90/\u05d0 |",
			[]string{"http://e/%78b\u05d0/\u05d0 |", "http://e/xb%d7%90/%D7%90 |"}},
		{"segments have what only LEIRIs have", "http://e/a b%D7%90/ ",
			[]string{"http://e/a b\u05d0/ ", "http://e/%61%20b%D7%90/ "}},
		{"§5.3.2.2: text that is not in NFC", "x:?e%CC%81", []string{"x:?%65%CC%81", "x:?e\u0301"}},
		{"U+2000 is not in NFC", "x:\u00e9%E2%80%80", []string{"x:\u00e9\u2000", "x:%C3%A9\u2000",
			"x:%C3%A9%e2%80%80"}},
	} {
		if testkit.Edited(append(slices.Clone(tt.in), tt.want)...) {
			continue
		}
		for _, in := range tt.in {
			r, err := iri.LEIRI.Reference().Parse(in)
			if err != nil {
				t.Fatal(err)
			}
			if got := r.Normalize(iri.RungScheme, iri.WithSpec(iri.LEIRI)).String(); got != tt.want {
				t.Errorf("%s: %+q: got %+q, want %+q", tt.name, in, got, tt.want)
			}
		}
	}
}

// TestNoNewFindings is for the design's "no output of ours has a finding by default that its
// input had not" (RFC 3987 §3.2 step 4).
func TestNoNewFindings(t *testing.T) {
	testkit.StatesRFC(t)
	pieces := strings.Fields("a B 1 é א ע م ی क ् ᠮ 葛 ❤ / ? # . : @ %41 %2F %C3%A9 %D7%90 %D9%85 %FF %E2%9D%A4 " +
		"%EF%B8%8F %F0%9F%94%A5 " +
		"%E2%80%8B %E2%80%8C %E2%80%8D %E2%80%A8 %E2%81%A6 %E2%80%AE %E3%80%80 %C2%A0 %C2%AD %EF%BC%8F %EF%BC%83 " +
		"%E1%A0%8E %EE%80%80 %F3%A0%80%81 %31 %2e 0x 127 xn--a %CC%81 %CC%B1 H xn--4dbc5h %3D %D8%8C %D0%B0 ос д .. " +
		"www.e.com %E2%84%A6 ／ ＃ ： 。 ~ %7E %5F %2D %2B")
	pieces = append(pieces, "\u200b", "\u200c", "\u200d", "\u2066", "\u202e", "\u3000", "\u00a0", "\ufe0f", "\u180e",
		"\ue000", "\u0301", "\u0331", "\u060c", "\u2000", " ", "|", "Ａ", "ｱ", "%EF%BC%A1", "%EF%BE%9E")
	r := rand.New(rand.NewPCG(3, 2))
	for range testkit.Size(2000, 4000, 60_000) {
		var b strings.Builder
		b.WriteString([]string{"", "x:", "http://h/", "http://", "foo://", "x:?", "urn:", "mailto:", "data:", "file://",
			"https://u@",
			"did:ex:a", "tag:e.org,2024:", "urn:isbn:", "data:;base64,", "javascript:", "mailto:a@e.org?body=",
			"wss://h/"}[r.IntN(18)])
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
	for _, s := range []string{"http://bank.com%EF%BC%8Fx.evil.org/", "http://e/%E3%80%80%E2%80%A8%E2%80%8B",
		"x:%D9%85%E2%80%8C%D8%A7", "x:?%EE%80%80#\u2066", "http://e/\u2764%EF%B8%8F%E2%80%8D\U0001F525"} {
		f.Add(s)
	}
	f.Fuzz(checkNoNewFindings)
}

// TestKeptEncoded has what §3.2 step 4 keeps encoded, and what it does not.
func TestKeptEncoded(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"a look-alike of a slash in a host", "http://bank.com%EF%BC%8Fx.evil.org/",
			"http://bank.com%EF%BC%8Fx.evil.org/"},
		{"the same in a path, ordinary Japanese", "http://e/%EF%BC%8F", "http://e/／"},
		{"spaces and line ends", "http://e/%E3%80%80%E2%80%A8%E2%80%8B", "http://e/%E3%80%80%E2%80%A8%E2%80%8B"},
		{"an isolate", "http://e/%E2%81%A6", "http://e/%E2%81%A6"},
		{"ZWNJ in Persian", "http://e/%D9%85%DB%8C%E2%80%8C%D8%AE", "http://e/می\u200cخ"},
		{"what DID Core §3.1 has no character for", "did:example:a%7Eb", "did:example:a%7Eb"},
		{"and a mark that would compose with its last digit", "did:example:%7E%CC%81", "did:example:%7E%CC%81"},
		{"a variation selector after an octet that is not UTF-8", "http://e/%B0%EF%B8%8F", "http://e/%B0%EF%B8%8F"},
		{"a variation selector at the start of a fragment", "http://e/#%EF%B8%8F", "http://e/#%EF%B8%8F"},
		{"the same after a component that stays encoded", "http://e/a%D0%B0%EF%B8%8F", "http://e/a%D0%B0%EF%B8%8F"},
		{"§6.1 b: the full-width equivalents of Latin characters", "http://e/%EF%BC%A1%EF%BD%9A?%EF%BC%BA#%EF%BD%81",
			"http://e/%EF%BC%A1%EF%BD%9A?%EF%BC%BA#%EF%BD%81"},
		{"§6.1 b: half-width Katakana characters for Japanese", "http://e/%EF%BD%B1%EF%BE%9E",
			"http://e/%EF%BD%B1%EF%BE%9E"},
		{"full-width digits and punctuation, ordinary Japanese", "http://e/%EF%BC%91%EF%BC%9F", "http://e/１？"},
		{"Default_Ignorable_Code_Point and blanks", "http://e/%E2%81%A5%E2%A0%80%F0%9D%85%B3",
			"http://e/%E2%81%A5%E2%A0%80%F0%9D%85%B3"},
		{"ZWNJ in English", "http://e/a%E2%80%8Cb", "http://e/a%E2%80%8Cb"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, tt.in, tt.want)
			r, err := iri.ToIRI(tt.in)
			if err != nil || r.String() != tt.want {
				t.Errorf("to-iri: got %+q, %v, want %+q", r, err, tt.want)
			}
			if n := r.Normalize(iri.RungPercent).String(); n != tt.want {
				t.Errorf("normalize: got %+q, want %+q", n, tt.want)
			}
		})
	}
}
