package chars

import (
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// TestNFCProperties checks the tables that the quick check of UAX #15 §9 reads: every
// character that is not in NFC has the flag NotNFC, and combining classes are those of
// package norm.
func TestNFCProperties(t *testing.T) {
	for _, v := range []string{unicode.Version, norm.Version} {
		if v != unicodeVersion {
			t.Errorf("unidata*_gen.go is of Unicode %s, the packages have %s: run make generate", unicodeVersion, v)
		}
	}
	for r := rune(0xA0); r <= unicode.MaxRune; r++ {
		rec := Of(r).Properties()
		if got, want := rec.Ccc, norm.NFC.PropertiesString(string(r)).CCC(); got != want && (r < 0xD800 || r > 0xDFFF) {
			t.Errorf("%U: combining class %d, want %d", r, got, want)
		}
		if rec.Flags&NotNFC == 0 && !norm.NFC.IsNormalString(string(r)) && (r < 0xD800 || r > 0xDFFF) {
			t.Errorf("%U is not in NFC, but has no flag", r)
		}
	}
}

// TestIsNFC asks twice: the second answer comes from what is remembered of the pair.
func TestIsNFC(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       bool
	}{
		{"nothing", "", true}, {"a mark alone", "\u0301", true}, {"a pair that is one character", "e\u0301", false},
		{"a pair that is none", "q\u0301", true}, {"more than the first two characters", "q\u0301e\u0301", false},
		{"what is not UTF-8", "e\xff", true},
	} {
		for range 2 {
			if got := IsNFC(tt.text); got != tt.want {
				t.Errorf("%s: got %v", tt.name, got)
			}
		}
	}
}

// TestMixed has words of more than one script, and the combinations of UTS #39 §5.1 that are allowed.
func TestMixed(t *testing.T) {
	for _, tt := range []struct {
		name, word string
		want       bool
	}{
		{"no letter", "1-", false}, {"one script", "abc", false}, {"with what goes with every script", "a1b", false},
		{"two", "aб", true}, {"two with a digit between them", "a1б", true}, {"Japanese with Latin", "aア漢", false},
		{"Japanese with Cyrillic", "アб", true},
	} {
		var w Scripts
		for _, r := range tt.word {
			w.Add(Of(r).Script())
		}
		if got := w.Mixed(); got != tt.want {
			t.Errorf("%s: got %v", tt.name, got)
		}
	}
}

// TestSecond holds that a character may combine with what precedes it if package norm says that
// there is no boundary before it: the value Maybe of NFC_Quick_Check (UAX #15 §9). With Unicode 17
// these are also composites, such as U+113C8, whose first part combines with U+1138B.
func TestSecond(t *testing.T) {
	found := 0
	for r := rune(0x80); r <= 0x1FFFF; r++ {
		s := string(r)
		p := norm.NFC.PropertiesString(s)
		if norm.NFC.String(s) != s || p.CCC() != 0 || p.BoundaryBefore() {
			continue
		}
		found++
		if Of(r).Flags()&Second == 0 {
			t.Errorf("%U: it may combine with what precedes it", r)
		}
	}
	if found < 40 {
		t.Errorf("%d characters have no boundary before them, want 40", found)
	}
}
