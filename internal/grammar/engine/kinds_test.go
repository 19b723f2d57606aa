package engine

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/text/chars"
)

// checkKinds compares KindsOf and DotAfterSlash with the kinds of single bytes, with vectors and without.
func checkKinds(t *testing.T, s string) {
	t.Helper()
	check := func() {
		var want chars.Kind
		for i := range len(s) {
			if s[i] != '.' || !hasLeap || i > 0 && s[i-1] == '/' {
				want |= chars.Kinds[s[i]]
			}
		}
		if got := KindsOf(s); got != want {
			t.Fatalf("%q, vectors %v: got %b, want %b", s, hasLeap, got, want)
		}
		at := 0
		for at < len(s) && (s[at] != '.' || at == 0 || s[at-1] != '/') {
			at++
		}
		if got := DotAfterSlash(s); got != at {
			t.Fatalf("%q, vectors %v: the first dot after a slash: got %d, want %d", s, hasLeap, got, at)
		}
	}
	check()
	withoutLeaps(check)
}

// randomKinds returns n bytes, most of them without a kind.
func randomKinds(r *rand.Rand, n int) string {
	b := []byte(strings.Repeat("a", n))
	for range r.IntN(4) * min(n, 1) {
		b[r.IntN(n)] = byte(r.Uint32())
	}
	for i := range b {
		if r.IntN(20) == 0 {
			b[i] = "/."[r.IntN(2)]
		}
	}
	return string(b)
}

func TestKinds(t *testing.T) {
	for b := range 256 {
		for _, n := range []int{0, 7, 63, 64, 127, 128, 200} {
			checkKinds(t, strings.Repeat("a", n)+string([]byte{byte(b)}))
			checkKinds(t, strings.Repeat("/", n)+string([]byte{byte(b)})+strings.Repeat("a", 70))
		}
	}
	r := rand.New(rand.NewPCG(13, 14))
	for range 20000 {
		checkKinds(t, randomKinds(r, r.IntN(300)))
	}
}

func FuzzKinds(f *testing.F) {
	for _, s := range []string{"", "http://example.org/a/.b", strings.Repeat("a", 63) + "/.", "%C3%A9é~A", strings.Repeat("/", 127) + "."} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkKinds(t, s) })
}
