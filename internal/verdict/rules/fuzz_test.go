package rules_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/verdict/rules"
)

// checkProse checks what holds of the findings of every string: places within it,
// on the borders of characters, in order; a message and a section; and fixes that
// remove their finding and add none.
func checkProse(t *testing.T, rule iri.Rule, s string, opts ...iri.CheckOption) {
	t.Helper()
	if !rule.Valid(s) {
		return
	}
	opts = append(opts, iri.WithMaxFindings(0))
	rep := rule.Check(s, opts...)
	count := func(r iri.Report) map[iri.Code]int {
		m := make(map[iri.Code]int)
		for _, f := range r.Findings() {
			m[f.Code]++
		}
		return m
	}
	boundary := func(i int) bool { return i >= 0 && (i == len(s) || i < len(s) && utf8.RuneStart(s[i])) }
	before, last, asked := count(rep), 0, make(map[iri.Code]bool)
	errors := 0
	for _, f := range rep.Findings() {
		if f.Start > f.End || !boundary(f.Start) || !boundary(f.End) {
			t.Fatalf("%q: %s has the span [%d,%d)", s, f.Code, f.Start, f.End)
		}
		if f.Start < last {
			t.Errorf("%q: %s at %d comes after one at %d", s, f.Code, f.Start, last)
		}
		last = f.Start
		if f.Message == "" || f.Section == "" || len(f.Rules) == 0 || f.Severity == iri.SeverityOff {
			t.Errorf("%q: %s has an empty field: %+v", s, f.Code, f)
		}
		if _, ok := iri.LookupCode(f.Code); !ok {
			t.Errorf("%q: the code %q has no entry", s, f.Code)
		}
		if f.Severity == iri.SeverityError {
			errors++
		}
		if f.Fix == nil {
			continue
		}
		if !boundary(f.Fix.Start) || !boundary(f.Fix.End) || f.Fix.Start > f.Fix.End {
			t.Fatalf("%q: the fix of %s has the span [%d,%d)", s, f.Code, f.Fix.Start, f.Fix.End)
		}
		mended := s[:f.Fix.Start] + f.Fix.Text + s[f.Fix.End:]
		if !rule.Valid(mended) {
			t.Errorf("%q: the fix of %s leads to %q, which is not grammatical", s, f.Code, mended)
		}
		// What is tried when it is asked for.
		mended, ok := rep.FixedPart(f.Code)
		if !ok || asked[f.Code] {
			continue
		}
		asked[f.Code] = true
		for code, n := range count(rule.Check(mended, opts...)) {
			if n > before[code] {
				t.Errorf("%q: the fixes of %s lead to %q and add %s", s, f.Code, mended, code)
			}
		}
	}
	if rep.Conforms() != (errors == 0) || rep.More() != 0 {
		t.Errorf("%q: conforms %v with %d errors, %d more", s, rep.Conforms(), errors, rep.More())
	}
	// A limit keeps the first findings and counts the others.
	for _, limit := range []int{1, 3} {
		few := rule.Check(s, append(opts, iri.WithMaxFindings(limit))...)
		n := len(rep.Findings())
		if got, want := len(few.Findings()), min(n, limit); got != want || few.More() != n-want ||
			few.Conforms() != rep.Conforms() {
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
	for _, info := range rules.Rules() {
		for _, s := range append(info.Good, info.Bad...) {
			f.Add(s)
		}
	}
	specs := iri.Specs()
	f.Fuzz(func(t *testing.T, s string) {
		for _, spec := range specs {
			checkProse(t, spec.Reference(), s)
			checkProse(t, spec.Reference(), s, iri.WithLint())
		}
	})
}

// TestProseRandom runs the same on strings put together at random from pieces that
// matter to some rule.
func TestProseRandom(t *testing.T) {
	pieces := strings.Fields("http: https: ws: ftp: file: mailto: data: javascript: urn: tag: did: foo: HTTP: // " +
		"//h/ //u:p@ //A:80/ : ? # / . .. @ , ; = & - _ ~ [::1] " +
		"1 256 0x7f a B é ß א ע ب ١ а ε あ カ 漢 한 ㄅ ไ क ् Ａ ｶ ﬁ ² ／ ‥ %2E %2F %e9 %C3%A9 %D7%90 %FF %0A %E2%80%AE " +
		"isbn uuid example ;base64 text/plain QUJD == 2024 2024-05 xn--bcher-kva a_b ")
	pieces = append(pieces, "\u0301", "\u0338", "\u05B4", "\u200D", "\u202E", "\u200F", "\u2066", "\u061C", "\uE000",
		"\u037E", "\u1FEF", "\u1161", "\u0378", "\u034F", "\u2003")
	r := rand.New(rand.NewPCG(3987, 4))
	rules := []iri.Rule{iri.RFC3987.Reference(), iri.RFC3986.Reference(), iri.RFC3987bis.Reference(),
		iri.LEIRI.Reference()}
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
		opts := []iri.CheckOption{iri.WithLint()}
		if r.IntN(3) == 0 {
			opts = nil
		}
		checkProse(t, rules[r.IntN(len(rules))], sb.String(), opts...)
	}
}
