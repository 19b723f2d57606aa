package chars

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

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

// TestIsSurelyNFC holds that a text is in NFC if the quick check says so, for each character beside others that may
// combine with it. Package norm writes U+034F after thirty marks, which NFC does not ask for.
func TestIsSurelyNFC(t *testing.T) {
	var others []string
	for r := rune(0x80); r <= 0x1FFFF; r++ {
		if p := Of(r).Properties(); p.Flags&(First|Second|Marked) != 0 {
			others = append(others, string(r))
		}
	}
	r := rand.New(rand.NewPCG(15, 9))
	sure := 0
	for ch := rune(0); ch <= utf8.MaxRune; ch++ {
		if !utf8.ValidRune(ch) || ch > 0x1FFFF && r.IntN(64) > 0 {
			continue
		}
		s := "a" + others[r.IntN(len(others))] + string(ch) + others[r.IntN(len(others))] + others[r.IntN(len(others))]
		for from := range 4 {
			s := s[from*len(s)/4:]
			if !utf8.ValidString(s) || !IsSurelyNFC(s) {
				continue
			}
			sure++
			if nfc := strings.ReplaceAll(norm.NFC.String(s), "\u034F", ""); nfc != strings.ReplaceAll(s, "\u034F", "") {
				t.Errorf("%+q is not in NFC, which is %+q", s, nfc)
			}
		}
	}
	if sure < 20000 {
		t.Errorf("%d texts are surely in NFC, want 20000: the test says nothing", sure)
	}
}
