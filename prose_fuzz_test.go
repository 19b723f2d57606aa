package iri_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/rfc3987/iri"
)

// checkProse checks what holds of the findings of every string: places within it,
// on the borders of characters, in order; a message and a section; and fixes that
// remove their finding and add none.
func checkProse(t *testing.T, rule iri.Rule, s string, opts ...iri.Option) {
	t.Helper()
	if !rule.Valid(s) {
		return
	}
	o := options{max: iri.DefaultMaxFindings}
	if everyday(s, rule, &o) {
		if fs, _, _ := runChecks(s, iri.Ref{s, split(s)}, rule, &o); len(fs) > 0 {
			t.Errorf("%q is clean at first sight, but has the finding %s at %d", s, fs[0].Code, fs[0].Start)
		}
	}
	if judged(newJudge(), s) && rule.Spec() != iri.LEIRI && len(opts) == 0 {
		if fs := rule.Validate(s).Findings(); len(fs) > 0 {
			t.Errorf("%q is clean to a judge, but has the finding %s at %d", s, fs[0].Code, fs[0].Start)
		}
	}
	opts = append(opts, iri.MaxFindings(0))
	rep := rule.Validate(s, opts...)
	count := func(r iri.Report) map[iri.Code]int {
		m := make(map[iri.Code]int)
		for _, f := range r.Findings() {
			m[f.Code]++
		}
		return m
	}
	boundary := func(i int) bool { return i >= 0 && (i == len(s) || i < len(s) && utf8.RuneStart(s[i])) }
	before, last := count(rep), 0
	errors := 0
	for _, f := range rep.Findings() {
		if f.Start > f.End || !boundary(f.Start) || !boundary(f.End) {
			t.Fatalf("%q: %s has the span [%d,%d)", s, f.Code, f.Start, f.End)
		}
		if f.Start < last {
			t.Errorf("%q: %s at %d comes after one at %d", s, f.Code, f.Start, last)
		}
		last = f.Start
		if f.Message == "" || f.Section == "" || len(f.Rules) == 0 || f.Severity == iri.Off {
			t.Errorf("%q: %s has an empty field: %+v", s, f.Code, f)
		}
		if _, ok := iri.LookupCode(f.Code); !ok {
			t.Errorf("%q: the code %q has no entry", s, f.Code)
		}
		if f.Severity == iri.Error {
			errors++
		}
		if f.Fix == nil {
			continue
		}
		if !boundary(f.Fix.Start) || !boundary(f.Fix.End) || f.Fix.Start > f.Fix.End {
			t.Fatalf("%q: the fix of %s has the span [%d,%d)", s, f.Code, f.Fix.Start, f.Fix.End)
		}
		mended := s[:f.Fix.Start] + f.Fix.Text + s[f.Fix.End:]
		after := rule.Validate(mended, opts...)
		if !after.Grammatical() {
			t.Errorf("%q: the fix of %s leads to %q, which is not grammatical", s, f.Code, mended)
			continue
		}
		now := count(after)
		if now[f.Code] >= before[f.Code] {
			t.Errorf("%q: the fix of %s leads to %q with %d of them, there were %d", s, f.Code, mended, now[f.Code], before[f.Code])
		}
		for code, n := range now {
			if n > before[code] {
				t.Errorf("%q: the fix of %s leads to %q and adds %s", s, f.Code, mended, code)
			}
		}
	}
	if rep.Conforms() != (errors == 0) || rep.More() != 0 {
		t.Errorf("%q: conforms %v with %d errors, %d more", s, rep.Conforms(), errors, rep.More())
	}
	// A limit keeps the first findings and counts the others.
	for _, limit := range []int{1, 3} {
		few := rule.Validate(s, append(opts, iri.MaxFindings(limit))...)
		n := len(rep.Findings())
		if got, want := len(few.Findings()), min(n, limit); got != want || few.More() != n-want || few.Conforms() != rep.Conforms() {
			t.Errorf("%q: limit %d keeps %d of %d findings, %d more, conforms %v", s, limit, got, n, few.More(), few.Conforms())
		}
		for i, f := range few.Findings() {
			if all := rep.Findings()[i]; f.Start != all.Start || f.Code != all.Code {
				t.Errorf("%q: limit %d: finding %d is %s at %d, without %s at %d", s, limit, i, f.Code, f.Start, all.Code, all.Start)
			}
		}
	}
}

// FuzzProse looks for strings on which the rules in prose break what holds of all
// findings.
func FuzzProse(f *testing.F) {
	for _, info := range proseInfo() {
		for _, s := range append(info.Good, info.Bad...) {
			f.Add(s)
		}
	}
	specs := iri.Specs()
	f.Fuzz(func(t *testing.T, s string) {
		for _, spec := range specs {
			checkProse(t, spec.Reference(), s)
			checkProse(t, spec.Reference(), s, iri.Lint())
		}
	})
}

// TestProseRandom runs the same on strings put together at random from pieces that
// matter to some rule.
func TestProseRandom(t *testing.T) {
	pieces := strings.Fields("http: https: ws: ftp: file: mailto: data: javascript: urn: tag: did: foo: HTTP: // //h/ //u:p@ //A:80/ : ? # / . .. @ , ; = & - _ ~ [::1] " +
		"1 256 0x7f a B é ß א ע ب ١ а ε あ カ 漢 한 ㄅ ไ क ् Ａ ｶ ﬁ ² ／ ‥ %2E %2F %e9 %C3%A9 %D7%90 %FF %0A %E2%80%AE " +
		"isbn uuid example ;base64 text/plain QUJD == 2024 2024-05 xn--bcher-kva a_b ")
	pieces = append(pieces, "\u0301", "\u0338", "\u05B4", "\u200D", "\u202E", "\u200F", "\u2066", "\u061C", "\uE000", "\u037E", "\u1FEF", "\u1161", "\u0378", "\u034F", "\u2003")
	r := rand.New(rand.NewPCG(3987, 4))
	rules := []iri.Rule{iri.RFC3987.Reference(), iri.RFC3986.Reference(), iri.RFC3987bis.Reference(), iri.LEIRI.Reference()}
	n := 20000
	if testing.Short() {
		n = 2000
	}
	for range n {
		var sb strings.Builder
		if r.IntN(3) == 0 {
			sb.WriteString("http://")
		}
		for range 1 + r.IntN(9) {
			sb.WriteString(pieces[r.IntN(len(pieces))])
		}
		opts := []iri.Option{iri.Lint()}
		if r.IntN(3) == 0 {
			opts = nil
		}
		checkProse(t, rules[r.IntN(len(rules))], sb.String(), opts...)
	}
}

// TestNFCQuickCheck holds that the pass over the text looks closer at every string
// that is not in NFC: the quick check of UAX #15 §9 on our tables may say maybe,
// but never wrongly yes.
func TestNFCQuickCheck(t *testing.T) {
	for _, v := range []string{unicode.Version, norm.Version} {
		if v != unicodeVersion {
			t.Errorf("unidata_gen.go is of Unicode %s, the packages have %s: run make generate", unicodeVersion, v)
		}
	}
	var special []rune
	for r := rune(0xA0); r <= unicode.MaxRune; r++ {
		rec := uniOf(r).props()
		if rec.flags&(uniNotNFC|uniFirst|uniSecond) != 0 && unicode.In(r, unicode.L, unicode.M) || rec.ccc != 0 {
			special = append(special, r)
		}
		if got, want := rec.ccc, norm.NFC.PropertiesString(string(r)).CCC(); got != want && (r < 0xD800 || r > 0xDFFF) {
			t.Errorf("%U: combining class %d, want %d", r, got, want)
		}
		if rec.flags&uniNotNFC == 0 && !norm.NFC.IsNormalString(string(r)) && (r < 0xD800 || r > 0xDFFF) {
			t.Errorf("%U is not in NFC, but has no flag", r)
		}
	}
	o := options{max: 100}
	rule := mustRule(iri.RFC3987, "IRI-reference")
	// A mark can go before those that a composite holds.
	for letter := rune(0xA0); letter <= unicode.MaxRune; letter++ {
		if !norm.NFC.IsNormalString(string(letter)) || norm.NFD.IsNormalString(string(letter)) || 0xAC00 <= letter && letter < 0xD7A4 {
			continue
		}
		for _, mark := range special {
			s := "a/" + string(letter) + string(mark)
			if uniOf(mark).props().flags&uniSecond == 0 || norm.NFC.IsNormalString(s) {
				continue
			}
			c := checker{s: s, p: split(s), rule: rule, opts: &o, trial: true}
			if c.run(); c.counts == nil || c.counts.all[pNotNFC] == 0 {
				t.Errorf("%+q is not in NFC, but has no finding", s)
			}
		}
	}
	r := rand.New(rand.NewPCG(15, 9))
	n := 0
	for range 50000 {
		s := "a/"
		for range 1 + r.IntN(4) {
			if c := special[r.IntN(len(special))]; r.IntN(4) > 0 {
				s += string(c)
			} else {
				s += string(rune('a' + r.IntN(26)))
			}
		}
		if !rule.Valid(s) {
			continue
		}
		n++
		c := checker{s: s, p: split(s), rule: rule, opts: &o, trial: true}
		c.run()
		found := c.counts != nil && c.counts.all[pNotNFC] > 0
		if found == norm.NFC.IsNormalString(s) {
			t.Errorf("%+q: finding %v, package norm says normal %v", s, found, !found)
		}
	}
	if n < 40000 {
		t.Errorf("%d strings checked, want 40000", n)
	}
}

// punycodeExcess returns how much longer the Punycode of a label is than its bound.
func punycodeExcess(label []rune) int {
	basic, blocks, block := 0, 0, rune(-1)
	for _, c := range label {
		if c < 0x80 {
			basic++
		} else if c>>8 != block {
			block = c >> 8
			blocks++
		}
	}
	if basic == len(label) {
		return math.MinInt // no U-label
	}
	return punycodeLen(label, basic) - punycodeBound(basic, len(label)-basic, blocks)
}

// TestPunycodeBound holds the bound on the length of Punycode against the length.
func TestPunycodeBound(t *testing.T) {
	r := rand.New(rand.NewPCG(3492, 1))
	for range 200000 {
		var label []rune
		base := rune(0x80 + r.IntN(0x2000))
		switch r.IntN(4) {
		case 0:
			base = rune(0x80 + r.IntN(0xF000))
		case 1:
			base = rune(0x10000 + r.IntN(0xF0000))
		}
		for range 1 + r.IntN(59) {
			c := base + rune(r.IntN(1+r.IntN(300)))
			switch r.IntN(12) {
			case 0:
				c = 'a'
			case 1:
				c = rune(0x80 + r.IntN(0xF000))
			}
			label = append(label, c)
		}
		if most := punycodeExcess(label); most > 0 {
			t.Errorf("%q takes %d characters more than the bound", string(label), most)
		}
	}
	// Labels that take more and more.
	for range 1000 {
		base := rune(1+r.IntN(0x322)) << 8
		letter := func() rune {
			switch r.IntN(6) {
			case 0:
				return 'a'
			case 1:
				return rune(0x80 + r.IntN(0x323B0-0x80)) // as far as there are letters
			case 2:
				return rune(0x80 + r.IntN(0xFF00))
			case 3:
				return base
			case 4:
				return base + 255
			}
			return base + rune(r.IntN(256))
		}
		label := make([]rune, 2+r.IntN(57))
		for i := range label {
			label[i] = letter()
		}
		most := punycodeExcess(label)
		for range 400 {
			i := r.IntN(len(label))
			old := label[i]
			label[i] = letter()
			if now := punycodeExcess(label); now >= most {
				most = now
			} else {
				label[i] = old
			}
		}
		if most > 0 {
			t.Errorf("%q takes %d characters more than the bound", string(label), most)
		}
	}
	// RFC 3492 §7.1 and the examples of RFC 3987, as corrected.
	for _, tt := range []struct {
		label string
		basic int
		want  string
	}{
		{"résumé", 4, "rsum-bpad"},
		{"bücher", 5, "bcher-kva"},
		{"他们为什么不说中文", 0, "ihqwcrb4cv8a8dqg056pqjye"},
		{"почемужеонинеговорятпорусски", 0, "b1abfaaepdrnnbgefbadotcwatmq2g4l"},
		{"安室奈美恵-with-super-monkeys", 19, "-with-super-monkeys-pc58ag80a8qai00g7n9n"},
	} {
		if got := punycodeLen([]rune(tt.label), tt.basic); got != len(tt.want) {
			t.Errorf("%q: got %d, want %d, as %q has", tt.label, got, len(tt.want), tt.want)
		}
	}
}

// TestPlainIDN holds that what is a domain name at first sight passes the whole
// check as well.
func TestPlainIDN(t *testing.T) {
	var letters []rune
	for r := rune(0xA0); r <= unicode.MaxRune; r++ {
		if uniOf(r).flags()&uniPValid != 0 {
			letters = append(letters, r)
		}
	}
	r := rand.New(rand.NewPCG(5892, 5891))
	n := 0
	for range 100000 {
		var sb strings.Builder
		base := r.IntN(len(letters) - 100)
		for range 1 + r.IntN(2) {
			for range 1 + r.IntN(20) {
				switch r.IntN(8) {
				case 0:
					sb.WriteByte("abz019-"[r.IntN(7)])
				case 1:
					sb.WriteRune(letters[r.IntN(len(letters))])
				default:
					sb.WriteRune(letters[base+r.IntN(100)])
				}
			}
			sb.WriteByte('.')
		}
		host := sb.String()
		if !plainIDN(host) {
			continue
		}
		n++
		for _, f := range checkHostIDNA(host) {
			if !strings.HasPrefix(f.Section, "RFC 5893") || !isLDH(f.Label) {
				t.Errorf("%+q is plain at first sight, but: %s", host, f.Message)
			}
		}
	}
	if n < 1000 {
		t.Errorf("%d names are plain, want 1000: the test says nothing", n)
	}
	for _, host := range []string{"bücher.example", "пример.испытание", "مثال.إختبار", "例え.テスト", "उदाहरण.परीक्षा", "международный-стандарт.рф"} {
		if !plainIDN(host) && checkHostIDNA(host) == nil {
			t.Errorf("%q is not plain at first sight", host)
		}
	}
}
