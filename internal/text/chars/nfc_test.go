package chars

import (
	"math/rand/v2"
	"strings"
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

// TestPairs compares IsNFC with package norm for all pairs of characters that may combine, and for some that do not.
func TestPairs(t *testing.T) {
	var firsts, seconds []rune
	for r := rune('a'); r <= 0x1FFFF; r++ {
		switch p := Of(r).Properties(); {
		case p.Flags&Second != 0 || p.Ccc != 0 && r%16 == 0:
			seconds = append(seconds, r)
			fallthrough
		case p.Flags&First != 0 && (r < 0xAC00 || r%28 < 2), r%512 == 0:
			firsts = append(firsts, r)
		}
	}
	changed, pairs := 0, 0
	for _, a := range firsts {
		for _, b := range seconds {
			s := string(a) + string(b)
			want := norm.NFC.IsNormalString(s)
			if got := IsNFC(s); got != want {
				t.Errorf("%+q: got %v, want %v", s, got, want)
			}
			if _, ok := isPairNFC(s); ok {
				pairs++
			}
			if !want {
				changed++
			}
		}
	}
	if changed < 2000 || pairs < 20000 {
		t.Errorf("%d pairs are not in NFC and %d are in the table, want 2000 and 20000", changed, pairs)
	}
}

// TestIsNFC compares IsNFC with package norm, for texts that are short and for longer ones.
func TestIsNFC(t *testing.T) {
	var letters, marks []rune
	for r := rune('a'); r <= 0x1FFFF; r++ {
		switch p := Of(r).Properties(); {
		case p.Ccc != 0 || p.Flags&Second != 0:
			marks = append(marks, r)
		case p.Flags&(First|NotNFC) != 0:
			letters = append(letters, r)
		}
	}
	r := rand.New(rand.NewPCG(15, 9))
	inNFC, others := 0, 0
	for range 200_000 {
		var text []rune
		at, of := r.IntN(len(marks)), r.IntN(len(letters))
		for range r.IntN(16) {
			if r.IntN(3) == 0 {
				text = append(text, letters[(of+r.IntN(30))%len(letters)])
			} else {
				text = append(text, marks[(at+r.IntN(9))%len(marks)])
			}
		}
		s := string(text)
		if len(text) == 15 {
			s = strings.Repeat(string(text[0]), 15)
		}
		if r.IntN(20) == 0 {
			s += "\xe0\xa4"
		}
		want := norm.NFC.IsNormalString(s)
		if got := IsNFC(s); got != want {
			t.Fatalf("%+q: got %v, want %v", s, got, want)
		}
		if want {
			inNFC++
		} else {
			others++
		}
	}
	if min(inNFC, others) < 10_000 {
		t.Errorf("%d texts are in NFC and %d are not, want 10,000 of each", inNFC, others)
	}
}
