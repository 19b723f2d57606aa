package engine

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"
)

// TestVectorBounds puts strings of each length at the end of a page, at its start, and
// across two pages. A load outside of the string would fault.
func TestVectorBounds(t *testing.T) {
	needVector(t)
	pages := guarded(t, 2)
	half := len(pages) / 2
	text := strings.Repeat("http://h/中文%41é?x#", 20)
	fills := []string{strings.Repeat("a", 400), "a:" + strings.Repeat("é", 200), "http://h/" + strings.Repeat("中", 130),
		"http://h/" + strings.Repeat("%41", 130), "http://h/" + strings.Repeat("😀", 100), "http://h/[" +
			strings.Repeat("x", 400), text}
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

// TestVectorTableBounds is TestVectorKernels with strings at the ends of pages, which are
// also read from places inside.
func TestVectorTableBounds(t *testing.T) {
	needVector(t)
	pages := guarded(t, 1)
	r := rand.New(rand.NewPCG(9, 10))
	tables := 40
	if testing.Short() {
		tables = 15
	}
	for range tables {
		h := randomTables(r)
		for n := 8; n < 180; n++ {
			text := randomText(r, h.Vector, h.Start, n, n&1)
			for _, at := range []int{0, len(pages) - n} {
				place := pages[at : at+n]
				copy(place, text)
				checkAll(t, r, "random tables", h, unsafe.String(&place[0], n), h.Start)
			}
		}
	}
}
