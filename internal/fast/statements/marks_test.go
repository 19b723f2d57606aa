package statements

import (
	"math/rand/v2"
	"testing"
)

func TestMarks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 65 {
		for range 5 {
			text := make([]byte, n)
			for i := range text {
				text[i] = "a<\n;=\x00\x8a\xbc\xff"[r.IntN(9)]
			}
			for _, two := range []string{"<\n", "\x00\x00", "\xff\xbc"} {
				got := marks(text, two[0], two[1])
				for i := range 64 {
					want := i < n && (text[i] == two[0] || text[i] == two[1])
					if got>>i&1 != 0 != want {
						t.Fatalf("%q: byte %d has the mark %t for %q, want %t", text, i, !want, two, want)
					}
				}
			}
		}
	}
}
