package engine

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/rfc3987/iri/internal/testkit/guard"
)

// TestKindsBounds puts strings of each length at the end of a page, at its start, and before other bytes: a load outside of
// the page would fault, and what stands after a string does not belong to it.
func TestKindsBounds(t *testing.T) {
	needLeap(t)
	pages := guard.Pages(t, 1)
	for i := range pages {
		pages[i] = "%A~\x80 /."[i%7]
	}
	r := rand.New(rand.NewPCG(15, 16))
	for n := 1; n < 400; n++ {
		for _, at := range []int{0, 1000 + n, len(pages) - n} {
			place := pages[at : at+n]
			copy(place, randomKinds(r, n))
			checkKinds(t, unsafe.String(&place[0], n))
		}
	}
}
