package octets

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"github.com/rfc3987/iri/internal/testkit/guard"
	"github.com/rfc3987/iri/internal/text/percent"
)

// TestKernels compares the kernels with package percent on texts of each length, which end, as the room for the result does,
// where a page ends.
func TestKernels(t *testing.T) {
	if !hasVector {
		t.Skip("no AVX-512 here, or built without assembly")
	}
	in, room := guard.Pages(t, 1), guard.Pages(t, 1)
	r := rand.New(rand.NewPCG(3987, 32))
	pieces := []string{"%E4", "%b8", "%8f", "%Ff", "%7F", "%41", "%2F", "%7e", "%2d", "%00", "%25", "a", "8", "/", "é", "中", "\x80", "\xff", "~"}
	for n := 1; n < 400; n++ {
		for range 40 {
			var b strings.Builder
			some := r.IntN(len(pieces)) // many of one kind, and some of the others
			for b.Len() < n {
				if piece := pieces[min(some, r.IntN(2*len(pieces)))%len(pieces)]; b.Len()+len(piece) <= n {
					b.WriteString(piece)
				} else {
					b.WriteByte("a/é"[r.IntN(3)])
				}
			}
			place := in[len(in)-n:]
			copy(place, b.String())
			agree(t, unsafe.String(&place[0], n), room)
			if k := r.IntN(n); place[k] != '%' && (k < 1 || place[k-1] != '%') && (k < 2 || place[k-2] != '%') {
				place[k] = byte(r.IntN(256))
				if place[k] != '%' {
					agree(t, unsafe.String(&place[0], n), room)
				}
			}
		}
	}
}

// agree fails if a kernel makes other text of s than package percent does. The room ends where a page ends.
func agree(t *testing.T, s string, room []byte) {
	t.Helper()
	const before = "ab"
	place := room[len(room)-len(s)-len(before) : len(room) : len(room)]
	copy(place, before)
	if got, ok := AppendDecoded(place[:len(before)], s); !ok || string(got) != string(percent.AppendDecoded([]byte(before), s)) {
		t.Fatalf("%q decoded: got %q, %v", s, got, ok)
	}
	if _, ok := AppendDecoded(place[:len(before)+1], s); ok {
		t.Fatalf("%q is decoded to where there is no room", s)
	}
	place = room[len(room)-percent.EncodedLen(s) : len(room) : len(room)]
	want := string(percent.AppendNonASCII(nil, s))
	if n := vectorEncode(&place[0], s); string(place[:n]) != want {
		t.Fatalf("%q encoded to the end of a page: got %q, want %q", s, place[:n], want)
	}
	if got, ok := Encoded(s, len(want)); !ok || got != want {
		t.Fatalf("%q encoded: got %q, %v, want %q", s, got, ok, want)
	}
}
