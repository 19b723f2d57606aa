package hostname

import (
	"strconv"
	"strings"
	"testing"
)

// TestDisplayed has hosts with A-labels as they are shown; in brackets are the texts of which kept says that they stay.
func TestDisplayed(t *testing.T) {
	for _, tt := range []struct{ name, host, kept, want string }{
		{"nothing to show", "a.example", "a", "a.example"},
		{"all labels", "xn--bcher-kva.xn--caf-dma.example", "", "bücher.café.example"},
		{"the first stays", "xn--bcher-kva.xn--caf-dma.example", "ü", "xn--bcher-kva.café.example"},
		{"the second stays", "xn--bcher-kva.xn--caf-dma.example", "é", "bücher.xn--caf-dma.example"},
		{"what is kept begins where a label ends", "xn--bcher-kva.xn--caf-dma.example", ".", "bücher.café.example"},
		{"what is kept ends where a label begins", "xn--bcher-kva.xn--caf-dma.example", "bücher.", "xn--bcher-kva.café.example"},
		{"what would not be mapped back", "xn--a.xn--caf-dma", "", "xn--a.xn--caf-dma"},
	} {
		got := Displayed(tt.host, func(shown string) []Span {
			if at := strings.Index(shown, tt.kept); tt.kept != "" && at >= 0 {
				return []Span{{at, at + len(tt.kept)}}
			}
			return nil
		})
		if got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestMemory asks for more texts than there are places, in turns.
func TestMemory(t *testing.T) {
	var m memory
	for range 2 {
		for i := range 4 * len(m) {
			text := strconv.Itoa(i)
			for range 2 {
				if got := m.of(text, func(s string) string { return s + "!" }); got != text+"!" {
					t.Fatalf("of %s: got %s", text, got)
				}
			}
		}
	}
	calls := 0
	for range 2 {
		m.of("a", func(string) string { calls++; return "" })
	}
	if calls != 1 {
		t.Errorf("the same text is made %d times", calls)
	}
}
