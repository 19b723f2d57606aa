package chars_test

import (
	"math/rand/v2"
	"testing"

	"github.com/rfc3987/iri/internal/text/chars"
)

// TestLowerASCII compares LowerASCII and CopyLower with a look at each byte, for all bytes at all places.
func TestLowerASCII(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 20000 {
		b := make([]byte, i%40)
		for k := range b {
			b[k] = byte(r.Uint32())
		}
		text, want := string(b), []byte(string(b))
		for k, c := range want {
			if 'A' <= c && c <= 'Z' {
				want[k] = c - 'A' + 'a'
			}
		}
		if chars.LowerASCII(b); string(b) != string(want) {
			t.Fatalf("%q: got %q, want %q", text, b, want)
		}
		if chars.CopyLower(b, text); string(b) != string(want) {
			t.Fatalf("%q, copied: got %q, want %q", text, b, want)
		}
	}
}
