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
