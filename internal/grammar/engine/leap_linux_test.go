package engine

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/guard"
)

// TestLeapKernels compares the kernels with the model on random tables and strings of all lengths, which end where a page
// does, then on strings in which one byte has changed.
func TestLeapKernels(t *testing.T) {
	needLeap(t)
	pages := guard.Pages(t, 1)
	r := rand.New(rand.NewPCG(11, 12))
	tables := testkit.Size(40, 80, 600)
	known := 0
	for range tables {
		h := randomLeap(r)
		for n := 1; n < leapMost; n += 1 + r.IntN(4) {
			place := pages[len(pages)-n:]
			copy(place, randomText(r, h.Vector, h.Start, n, r.IntN(3)/2))
			if checkLeap(t, "random tables", h, unsafe.String(&place[0], n)) {
				known++
			}
			place[r.IntN(n)] = byte(r.Uint32())
			checkLeap(t, "random tables", h, unsafe.String(&place[0], n))
		}
	}
	if known < 20*tables {
		t.Errorf("only %d strings are read to the end", known)
	}
}
