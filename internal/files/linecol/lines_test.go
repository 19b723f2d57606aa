package linecol

import (
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
