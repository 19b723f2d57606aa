package engine

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/rfc3987/iri/internal/guard"
)

// TestVectorBounds puts strings of each length at the end of a page, at its start, and
// across two pages. A load outside of the string would fault.
func TestVectorBounds(t *testing.T) {
	needVector(t)
	pages := guard.Pages(t, 2)
	half := len(pages) / 2
	text := strings.Repeat("http://h/中文%41é?x#", 20)
	fills := []string{strings.Repeat("a", 400), "a:" + strings.Repeat("é", 200), "http://h/" + strings.Repeat("中", 130), "http://h/" + strings.Repeat("%41", 130), "http://h/[" + strings.Repeat("x", 400), text}
	for _, c := range vectorCases(t)[:8] {
		for _, fill := range fills {
			for n := 8; n < 330; n++ {
				for _, at := range []int{0, len(pages) - n, half - n, half - n/2, half - n + 1, half - 3} {
					if n > 140 && at != 0 && at != len(pages)-n {
						continue
					}
					place := pages[at : at+n]
					copy(place, fill)
					agree(t, &c, unsafe.String(&place[0], n))
				}
			}
		}
	}
}
