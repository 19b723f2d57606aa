package linecol

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestLines has texts with the line of each of their offsets, the end included.
func TestLines(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		end        byte
		want       string
	}{
		{"nothing", "", '\n', "0"},
		{"a line end belongs to its line", "a\nb", '\n', "0011"},
		{"empty lines", "\n\n", '\n', "012"},
		{"CR LF", "a\r\nb", '\n', "00011"},
		{"CR alone", "a\rb\n", '\r', "00111"},
		{"any of several", "a\r\nb\rc\n\rd", 0, "0001122344"},
		{"any of several, beyond ASCII", "é\u2028b", 0, "0000011"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			lines, got := LinesOf(tt.text, tt.end), ""
			if tt.end == 0 {
				lines = LinesOfAny(tt.text, "\r\n\u2028")
			}
			for off := range len(tt.text) + 1 {
				got += string(rune('0' + lines.At(off)))
			}
			if got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestTracker holds that a tracker, asked in any order, says what a cursor does that goes through the text, and that a
// the lines find the way back.
func TestTracker(t *testing.T) {
	for _, text := range []string{"", "a\nbé\n\n日c\r\nd", "\uFEFFé\nb", "\uFEFF", strings.Repeat("é\n", 9) +
		"\xff\xe6b", strings.Repeat("日é\xff", 40)} {
		first := Cursor{Line: 1, Col: 1, End: '\n'}
		tracker, lines := NewTracker([]byte(text), Cursor{Line: 1, End: '\n'}, nil), LinesOf(text, '\n')
		for i := range 1000 {
			off := (i*7 + i%3*20) % (len(text) + 1) // forth and back
			if off > 0 && off < len(BOM) && text[0] == BOM[0] || off < len(text) && !utf8.RuneStart(text[off]) {
				continue
			}
			want := first
			want.Pass([]byte(text[:off]))
			got := tracker.To(off)
			if off > 0 && got != want {
				t.Fatalf("%q: offset %d is at %v, want %v", text, off, got, want)
			}
			if back := lines.Offset(got.Line, got.Col); back != off && off > 0 {
				t.Fatalf("%q: %v is offset %d, want %d", text, got, back, off)
			}
		}
	}
}

// TestColumn has texts with the number of characters after their last line feed. A byte that is
// not UTF-8 counts as one.
func TestColumn(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       int
	}{
		{"nothing", "", 7},
		{"ASCII", "http://e/\x00a:b\x00", 7 + 14},
		{"characters of two to four bytes", "aé日😀b", 7 + 5},
		{"many of them, with ASCII between", strings.Repeat("12345678é9日", 100), 7 + 1100},
		{"bytes that are not UTF-8", "a\xff\xe6\x97b\xe6", 7 + 6},
		{"a line feed", "日本\né", 1},
		{"at the end", "é\n", 0},
	} {
		asked := ColumnAfter(&Column{n: 7, known: true}, []byte(tt.text), strings.Count(tt.text, "\n"), '\n')
		if got := asked.Value(); got != tt.want {
			t.Errorf("%s: got %d, want %d", tt.name, got, tt.want)
		}
		text := []byte(tt.text)
		gone := ColumnAfter(&Column{n: 7, known: true}, text, strings.Count(tt.text, "\n"), '\n')
		gone.Forget(utf8.Valid(text))
		clear(text)
		if got := gone.Value(); got != tt.want {
			t.Errorf("%s, when the text has gone away: got %d, want %d", tt.name, got, tt.want)
		}
	}
}

// TestRuneCount holds Runes and runesOfUTF8 to the standard library, for texts of bytes at which the lengths of
// characters and what may stand in them change.
func TestRuneCount(t *testing.T) {
	octets := []byte("\x00az\x7f\x80\x8f\x90\x9f\xa0\xbf\xc0\xc1\xc2\xdf\xe0\xe1\xec\xed\xee\xef\xf0\xf1\xf4\xf5\xff")
	chars := []string{"é", "日", "ไ", "퟿", "\uE000", "😀", "\U0010FFFF", "abcdefgh"}
	r := rand.New(rand.NewPCG(20, 28))
	for range 200_000 {
		var b []byte
		for range r.IntN(20) {
			if r.IntN(3) == 0 {
				b = append(b, chars[r.IntN(len(chars))]...)
			} else {
				b = append(b, octets[r.IntN(len(octets))])
			}
		}
		if got, want := Runes(b), utf8.RuneCount(b); got != want {
			t.Fatalf("%q: got %d characters, want %d", b, got, want)
		}
		b = append([]byte(strings.Repeat("日é", r.IntN(60))), bytes.ToValidUTF8(b, nil)...)
		if got, want := runesOfUTF8(b), utf8.RuneCount(b); got != want {
			t.Fatalf("%q: got %d characters of UTF-8, want %d", b, got, want)
		}
	}
}
