package glance

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/rfc3987/iri/internal/testkit/guard"
)

// TestBounds puts strings of each length at the end of a page, at its start, and across two
// pages, also strings that are cut inside a character. A load outside of the string would fault.
func TestBounds(t *testing.T) {
	needVector(t)
	pages := guard.Pages(t, 2)
	half := len(pages) / 2
	for _, fill := range []string{
		"http://" + strings.Repeat("a", 300), "http://h/" + strings.Repeat("a", 300), "https://h:8080" + strings.Repeat("/é", 150),
		"https://" + strings.Repeat("ทู.", 60), "http://h/" + strings.Repeat("-中", 100), "http://[::1]:80/" + strings.Repeat("%41д", 60),
		"http://" + strings.Repeat("ก", 15) + "." + strings.Repeat("ก", 15) + "." + strings.Repeat("ก/", 60),
	} {
		for n := 1; n < 300; n++ {
			for _, at := range []int{0, len(pages) - n, half - n, half - n/2, half - n + 1} {
				place := pages[at : at+n]
				copy(place, fill)
				agree(t, unsafe.String(&place[0], n))
			}
		}
	}
}
