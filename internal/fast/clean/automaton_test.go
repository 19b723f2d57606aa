package clean

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/fast/lines"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
)

func TestClean(t *testing.T) {
	tests := []struct {
		name, s string
		want    bool
	}{
		{"plain", "http://example.org/", true},
		{"nothing but a host", "https://example.org", true},
		{"everything", "https://www.example.org:8080/a/b;c=d?e=f/?#g/?h", true},
		{"percent-encodings", "http://example.org/%41%c3%A9", true},
		{"other schemes", "urn:x", false},
		{"capitals in the scheme", "HTTP://example.org/", false},
		{"not yet a host", "http://", false},
		{"no host", "http:///", false},
		{"userinfo", "http://u@h/", false},
		{"what may be a password", "http://u:1@h/", false},
		{"a port out of range", "http://h:65536/", false},
		{"no port", "http://h:/", true},
		{"an address", "http://[::1]:80/é", true},
		{"looks like an address", "http://1.2.3/", false},
		{"as in C", "http://0x7f.1/", false},
		{"begins with a number", "http://163.com/", true},
		{"begins with a digit", "http://4chan.org/", true},
		{"an A-label", "http://xn--bcher-kva.example/", false},
		{"a hyphen", "http://a-b.example/", true},
		{"a hyphen at the start", "http://-a.example/", false},
		{"a hyphen at the end", "http://a-.example/", false},
		{"a hyphen at the end of the host", "http://a-/", false},
		{"an empty label", "http://a..b/", false},
		{"63 octets", "http://" + strings.Repeat("a", 63) + "/", true},
		{"64 octets", "http://" + strings.Repeat("a", 64) + "/", false},
		{"about as long as can be", "http://" + strings.Repeat(strings.Repeat("a", 47)+".", 4) +
			strings.Repeat("a", 47) + "/", true},
		{"too long", "http://" + strings.Repeat(strings.Repeat("a", 63)+".", 4) + "a/", false},
		{"a U-label", "http://пример.рф/", true},
		{"with ASCII before it", "http://bücher.example/", true},
		{"with capitals", "http://Bücher.example/", false},
		{"of a digit and more", "http://1ü.example/", false},
		{"of Han", "http://中国.cn/", true},
		{"beyond U+FFFF", "http://𑄇𑄨.org/", true},
		{"of two scripts", "http://pаypal.com/", false},
		{"of two directions", "http://aא.com/", false},
		{"right-to-left and a digit", "http://א1.com/", false},
		{"with a mark first", "http://\u0301a.com/", false},
		{"with a mark after a hyphen", "http://क-\u0951.com/", false},
		{"not in NFC", "http://e\u0301.com/", false},
		{"not PVALID", "http://☃.com/", false},
		{"a joiner", "http://क्\u200dष.com/", false},
		{"long", "http://" + strings.Repeat("д", 60) + ".com/", false},
		{"a path", "http://h/путь/道/שלום", true},
		{"a query and a fragment", "http://h?путь=道#שלום", true},
		{"characters beyond U+FFFF", "http://h/😀", true},
		{"Latin and Han", "http://h/漢字かなkana", true},
		{"Latin and Greek", "http://h/αb", false},
		{"Latin, a hyphen and Greek", "http://h/α-b", true},
		{"Arabic with vowel marks", "http://h/قُطبہِ", true},
		{"Hebrew and digits", "http://h/א1", false},
		{"digits and Hebrew", "http://h/1א", false},
		{"digits within Hebrew", "http://h/א1א", true},
		{"Hebrew with a percent-encoding at the end", "http://h/א%31", false},
		{"Hebrew with a letter of a percent-encoding", "http://h/א%d7א", false},
		{"a mark at the end", "http://h/א\u05B4", true},
		{"a second half of a composite", "http://h/e\u0301", false},
		{"marks out of order", "http://h/א\u05BC\u05B4", false},
		{"bidi formatting", "http://h/\u200E", false},
		{"private use", "http://h/\U000F0000", false},
	}
	j := language.Automaton()
	rule := spec.RFC3987.Reference()
	for _, tt := range tests {
		if testkit.Edited(tt.s) {
			continue
		}
		if got := accepts(j, tt.s); got != tt.want {
			t.Errorf("%s: %q: got %v, want %v", tt.name, tt.s, got, tt.want)
		}
		if got := language.Has(tt.s); got != tt.want {
			t.Errorf("%s: %q: Has returns %v, want %v", tt.name, tt.s, got, tt.want)
		}
		if found, ok := findingsIn(rule, tt.s); tt.want && (!ok || len(found) > 0) {
			t.Errorf("%s: %q: conforms to the rule %v, has %d findings", tt.name, tt.s, ok, len(found))
		}
	}
}

// TestCleanRandom checks that what is clean has no findings in any spec that has the
// fast path, by the automaton and by Has.
func TestCleanRandom(t *testing.T) {
	hosts := strings.Fields("a b1 0 1 255 0x7f xn--a A - -- . . . www org é ü ß д дом 中 国 국 あ カ א שלום ب ٲ ٖ क ् ़ " +
		"ท ่ 𑄇 𑄨 \u0301 \u05B4 :80 :99999 @")
	texts := strings.Fields("/ ? # - _ . : a b B 1 2 %41 %C3%A9 %31 é ß \u0301 \u0338 α д 漢 か カ 한 ㄅ א ב ש \u05B4 " +
		"\u05BC ب ُ ٲ ١ क ् ़ ท ่ ɔ ̱ ☃ 😀 𑄇 \u200D \u202E \u2066 \uE000 \u2003 Ａ ﬁ")
	r := rand.New(rand.NewPCG(3987, 20))
	j := language.Automaton()
	clean := 0
	for range 60000 {
		var b strings.Builder
		b.WriteString([]string{"http://", "https://", "http://h/", "https://h?"}[r.IntN(4)])
		for range r.IntN(5) {
			b.WriteString(hosts[r.IntN(len(hosts))])
		}
		if r.IntN(4) > 0 {
			b.WriteByte('/')
			for range r.IntN(7) {
				b.WriteString(texts[r.IntN(len(texts))])
			}
		}
		s := b.String()
		if !accepts(j, s) && !language.Has(s) {
			continue
		}
		for _, by := range []*spec.Spec{spec.RFC3986, spec.RFC3987, spec.RFC3987bis} {
			found, ok := findingsIn(by.Top(), s)
			if !ok {
				continue
			}
			if len(found) > 0 {
				t.Errorf("%s: %q has a finding: %v", by.Name(), s, found[0])
			}
			clean++
		}
	}
	if clean < 20000 {
		t.Errorf("only %d strings are clean, want 20000", clean)
	}
	classesHold(t, j)
}

// classesHold fails if characters of ASCII that are of one class do not lead to the same states.
func classesHold(t *testing.T, j *Automaton) {
	t.Helper()
	var first [256]byte
	for b := range byte(utf8.RuneSelf) {
		class := j.Class(b)
		if first[class] == 0 {
			first[class] = b
		}
		for q := range len(j.states) {
			if got, want := j.Step(q, rune(b)), j.Step(q, rune(first[class])); got != want {
				t.Fatalf("after %+v, %q leads to another state than %q", j.states[q], b, first[class])
			}
		}
	}
}

// TestStepAll checks that StepAll makes the steps that Step makes, from states after letters of
// many scripts.
func TestStepAll(t *testing.T) {
	c := language.Automaton()
	for _, start := range []string{"http://", "http://a", "http://é", "http://я", "http://ب", "http://ท", "http://あ",
		"http://中", "http://한", "http://h/", "http://h/e", "http://h/ɛ", "http://h/ب"} {
		stepAllHolds(t, c, start)
	}
}

// stepAllHolds fails if StepAll does not make the steps that Step makes after a text.
func stepAllHolds(t *testing.T, c *Automaton, start string) {
	t.Helper()
	state := c.Start()
	for _, r := range start {
		state = c.Step(state, r)
	}
	for first := rune(utf8.RuneSelf); first <= utf8.MaxRune; first += 64 {
		var next [64]uint16
		c.StepAll(state, first, &next)
		for k, got := range next {
			if want := c.Step(state, first+rune(k)); int(got) != want {
				t.Fatalf("after %q, %U leads to state %d, want %d", start, first+rune(k), got, want)
			}
		}
	}
}

// TestCleanFull checks that an automaton without a free number for a state accepts nothing.
func TestCleanFull(t *testing.T) {
	j := language.Automaton()
	for n := range 1<<16 - len(j.states) {
		j.add(state{phase: inPort, n: uint8(n), part: partState{dir: direction(n >> 8), digits: 1}})
	}
	if j.Step(j.Start(), 'h') != 0 {
		t.Error("there is a number for another state")
	}
}

var _ lines.Automaton = (*Automaton)(nil)
