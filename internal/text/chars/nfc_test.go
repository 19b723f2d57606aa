package chars

import (
	"testing"

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
