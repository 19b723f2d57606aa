package glance

import (
	"math/rand/v2"
	"testing"
)

func TestMarks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var dst []uint64
	for n := range 300 {
		text := make([]byte, n)
		for i := range text {
			text[i] = "a<\n;=\x00\x8a\xbc\xff"[r.IntN(9)]
		}
		for _, two := range []string{"<\n", "\x00\x00", "\xff\xbc"} {
			dst = Marks(dst, text, two[0], two[1])
			if want := (n + 63) / 64; len(dst) != want {
				t.Fatalf("%d bytes have %d words of marks, want %d", n, len(dst), want)
			}
			for i := range 64 * len(dst) {
				want := i < n && (text[i] == two[0] || text[i] == two[1])
				if got := dst[i/64]>>(i%64)&1 != 0; got != want {
					t.Fatalf("%q: byte %d has the mark %t for %q, want %t", text, i, got, two, want)
				}
			}
		}
	}
}
