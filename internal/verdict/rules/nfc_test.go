package rules

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// TestNFCQuickCheck checks that the pass over the text makes the full check for every string
// that is not in NFC: the quick check of UAX #15 §9 on our tables may say maybe,
// but not yes of a string that is not.
func TestNFCQuickCheck(t *testing.T) {
	var special []rune
	for r := rune(0xA0); r <= unicode.MaxRune; r++ {
		rec := chars.Of(r).Properties()
		if rec.Flags&(chars.NotNFC|chars.First|chars.Second) != 0 && unicode.In(r, unicode.L, unicode.M) ||
			rec.Ccc != 0 {
			special = append(special, r)
		}
	}
	o := finding.Run{Settings: finding.Settings{Max: 100}}
	rule := spec.RFC3987.Reference()
	notNFC := func(s string) bool {
		ref := component.SplitTrusted(s)
		c := newPass(&ref, rule, &o, nil)
		defer c.release()
		c.checkAll()
		return slices.ContainsFunc(c.findings, func(f finding.Finding) bool { return f.Code == ruleNotNFC.Code })
	}
	// A mark can go before those that a composite holds.
	for letter := rune(0xA0); letter <= unicode.MaxRune; letter++ {
		if !norm.NFC.IsNormalString(string(letter)) || norm.NFD.IsNormalString(string(letter)) || 0xAC00 <= letter &&
			letter < 0xD7A4 {
			continue
		}
		for _, mark := range special {
			s := "a/" + string(letter) + string(mark)
			if chars.Of(mark).Properties().Flags&chars.Second == 0 || norm.NFC.IsNormalString(s) {
				continue
			}
			if !notNFC(s) {
				t.Errorf("%+q is not in NFC, but has no finding", s)
			}
		}
	}
	r := rand.New(rand.NewPCG(15, 9))
	n := 0
	for range 50000 {
		var s strings.Builder
		s.WriteString("a/")
		for range 1 + r.IntN(4) {
			if c := special[r.IntN(len(special))]; r.IntN(4) > 0 {
				s.WriteString(string(c))
			} else {
				s.WriteString(string(rune('a' + r.IntN(26))))
			}
		}
		if !rule.Valid(s.String()) {
			continue
		}
		n++
		found := notNFC(s.String())
		if found == norm.NFC.IsNormalString(s.String()) {
			t.Errorf("%+q: finding %v, package norm says normal %v", s.String(), found, !found)
		}
	}
	if n < 40000 {
		t.Errorf("%d strings checked, want 40000", n)
	}
}

// TestListRunes has what a message says of a few characters, and of many.
func TestListRunes(t *testing.T) {
	for in, want := range map[string]string{
		"e":                         "U+0065 LATIN SMALL LETTER E",
		"e\u0301":                   "U+0065 LATIN SMALL LETTER E, U+0301 COMBINING ACUTE ACCENT",
		strings.Repeat("\u0301", 9): strings.Repeat("U+0301 COMBINING ACUTE ACCENT, ", 4) + "…",
	} {
		if got := listRunes(in); got != want {
			t.Errorf("%q: got %s, want %s", in, got, want)
		}
	}
}
