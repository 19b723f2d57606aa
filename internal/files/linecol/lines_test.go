package linecol

import "testing"

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
	} {
		t.Run(tt.name, func(t *testing.T) {
			lines, got := LinesOf(tt.text, tt.end), ""
			for off := range len(tt.text) + 1 {
				got += string(rune('0' + lines.At(off)))
			}
			if got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}
