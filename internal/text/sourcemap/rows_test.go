package sourcemap

import (
	"slices"
	"strings"
	"testing"
)

// TestMap leads each byte of a result back: "a<>b" of which "<" has become "lt" and ">" nothing.
func TestMap(t *testing.T) {
	const in = "a<>b"
	var e Editor
	e.Replace(in, 1, 2, "lt")
	e.Replace(in, 2, 3, "")
	out, m := e.Done(in)
	if out != "altb" {
		t.Fatalf("got %q", out)
	}
	for _, tt := range []struct{ start, end, wantStart, wantEnd int }{
		{0, 1, 0, 1}, {1, 2, 1, 2}, {2, 3, 1, 2}, {1, 3, 1, 2}, {3, 4, 3, 4}, {0, 4, 0, 4},
		{0, 0, 0, 0}, {1, 1, 1, 1}, {3, 3, 3, 3}, {4, 4, 4, 4}, {2, 1, 1, 1}, {2, 4, 1, 4}, {-1, -1, 0, 0},
	} {
		if start, end := m.Span(tt.start, tt.end); start != tt.wantStart || end != tt.wantEnd {
			t.Errorf("[%d,%d): got [%d,%d), want [%d,%d)", tt.start, tt.end, start, end, tt.wantStart, tt.wantEnd)
		}
	}
	// The zero map is that of a text that was not rewritten.
	if start, end := Map.Span(Map{}, 2, 3); start != 2 || end != 3 {
		t.Errorf("the zero map: got [%d,%d)", start, end)
	}
	if !(Trail{{}, {}}).Identity() || !(Trail{}).Identity() || (Trail{{}, m}).Identity() || (Trail{m, {}}).Identity() {
		t.Error("Identity is wrong")
	}
	// Twice the same rewriting: "lt" of "altb" to "&lt;".
	var second Editor
	second.Replace(out, 1, 3, "&lt;")
	twice, n := second.Done(out)
	if twice != "a&lt;b" {
		t.Fatalf("got %q", twice)
	}
	for _, tt := range []struct{ start, end, wantStart, wantEnd int }{{0, 1, 0, 1}, {1, 5, 1, 2}, {5, 6, 3, 4},
		{0, 6, 0, 4}} {
		if start, end := (Trail{m, n}).Span(tt.start, tt.end); start != tt.wantStart || end != tt.wantEnd {
			t.Errorf("twice, [%d,%d): got [%d,%d), want [%d,%d)", tt.start, tt.end, start, end, tt.wantStart, tt.wantEnd)
		}
	}
}

// TestEditorChunks has the chunks of a map: none for a text that stays, none that is empty
// between two replacements.
func TestEditorChunks(t *testing.T) {
	var none Editor
	if out, m := none.Done("ab"); out != "ab" || !m.IsZero() {
		t.Errorf("nothing is replaced: got %q, %v", out, m)
	}
	var e Editor
	e.Replace("abc", 0, 1, "x")
	e.Replace("abc", 1, 2, "y")
	out, m := e.Done("abc")
	want := []byte{1 << 1, 1, 1 << 1, 1, 1<<1 | 1}
	if out != "xyc" || !slices.Equal(m.chunks, want) {
		t.Fatalf("got %q, %v, want %v", out, m.chunks, want)
	}
}

// TestMapIsSmall holds the map of a text in which every other byte is replaced to the size of the text, twice, and
// leads each byte back.
func TestMapIsSmall(t *testing.T) {
	in := strings.Repeat("a ", 10_000)
	var e Editor
	for i := 1; i < len(in); i += 2 {
		e.Replace(in, i, i+1, "%20")
	}
	out, m := e.Done(in)
	if n := len(m.chunks) + len(m.marks)*24; n > 2*len(in) {
		t.Errorf("the map of %d bytes has %d", len(in), n)
	}
	for i := range out {
		from := i/4*2 + min(i%4, 1)
		if start, end := m.Span(i, i+1); start != from || end != from+1 {
			t.Fatalf("%d: got [%d,%d), want [%d,%d)", i, start, end, from, from+1)
		}
	}
}
