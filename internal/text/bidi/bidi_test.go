package bidi

import (
	"bufio"
	"cmp"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	ucd "golang.org/x/text/unicode/bidi"

	"github.com/rfc3987/iri/internal/testkit"
)

// TestConformance runs the tests of Unicode's BidiCharacterTest.txt. The Debian package
// unicode-data has the file; IRI_TEST=bidi=FILE can name another place.
func TestConformance(t *testing.T) {
	f, err := os.Open(cmp.Or(testkit.Asked("bidi"), "/usr/share/unicode/BidiCharacterTest.txt"))
	if err != nil {
		t.Skipf("BidiCharacterTest.txt is away: %v", err)
	}
	defer f.Close()
	rows := 0
	sc := bufio.NewScanner(f)
	for line := 1; sc.Scan(); line++ {
		text := sc.Text()
		if line == 1 && !strings.Contains(text, "-"+ucd.UnicodeVersion+".") {
			t.Skipf("%s is for another version than %s", text, ucd.UnicodeVersion)
		}
		if text == "" || text[0] == '#' {
			continue
		}
		fields := strings.Split(text, ";")
		var runes []rune
		for c := range strings.FieldsSeq(fields[0]) {
			n, err := strconv.ParseInt(c, 16, 32)
			if err != nil {
				t.Fatal(err)
			}
			runes = append(runes, rune(n))
		}
		base, err := strconv.Atoi(fields[2])
		if err != nil {
			t.Fatal(err)
		}
		levels := Levels(runes, int8(base))
		var got []string
		for _, l := range levels {
			if l == Removed {
				got = append(got, "x")
			} else {
				got = append(got, strconv.Itoa(int(l)))
			}
		}
		order := strings.Trim(fmt.Sprint(Order(levels)), "[]")
		if g := strings.Join(got, " "); g != fields[3] || order != fields[4] {
			t.Errorf("line %d: %s at %d: got %s, %s, want %s, %s", line, fields[0], base, g, order, fields[3],
				fields[4])
		}
		rows++
	}
	if rows < 90000 {
		t.Errorf("only %d rows", rows)
	}
}

func TestLevels(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []int8
	}{
		{"left to right", "ab.c", []int8{0, 0, 0, 0}},
		{"right to left between", "a.\u05d0\u05d1.c", []int8{0, 0, 1, 1, 0, 0}},
		{"numbers within", "\u05d01\u05d1", []int8{1, 2, 1}},
		{"a fraction", "\u05d01/2\u05d1", []int8{1, 2, 2, 2, 1}},
		{"brackets", "a(\u05d0)b", []int8{0, 0, 1, 0, 0}},
		{"an override", "a\u202ebc", []int8{0, Removed, 1, 1}},
		{"an isolate", "a\u2067b\u2069c", []int8{0, 0, 2, 0, 0}},
		{"empty", "", nil},
	} {
		if got := Levels([]rune(tt.text), 0); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q: got %v, want %v", tt.name, tt.text, got, tt.want)
		}
	}
}

func FuzzLevels(f *testing.F) {
	f.Add("http://ab.\u05d0\u05d1 1/2(\u0627\u0661)\u202e\u2067\u2069\u202c")
	f.Fuzz(func(t *testing.T, s string) {
		runes := []rune(s)
		for base := range int8(2) {
			levels := Levels(runes, base)
			order := Order(levels)
			shown := 0
			for _, l := range levels {
				if l != Removed {
					shown++
				}
				if l > maxDepth+1 {
					t.Fatalf("%q: level %d", s, l)
				}
			}
			slices.Sort(order)
			if len(slices.Compact(order)) != shown {
				t.Fatalf("%q: the order %v does not have each character once", s, order)
			}
		}
	})
}
