package glance

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/guard"
)

// TestBounds puts strings of each length at the end of a page, at its start, and across two
// pages, also strings that are cut inside a character. A load outside of the string would fault.
func TestBounds(t *testing.T) {
	testkit.StatesRFC(t)
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

// TestBeyond puts strings before bytes that end something, the last of a page among them: what
// stands after a string does not belong to it, and to go on there would fault.
func TestBeyond(t *testing.T) {
	needVector(t)
	pages := guard.Pages(t, 1)
	const block = 64
	for _, s := range []string{"http://[::1", "http://[", "http://h", "https://h:8", "http://h/", "http://h/é", "http://é", "http://é.d"} {
		for i, b := range []byte("]]::/?#.-%a8\x80\xa9") {
			for from := range len(s) { // where a block may begin
				at := len(pages) - block - from
				for k := range pages[at:] {
					if pages[at+k] = b; i%2 == 0 {
						pages[at+k] = 'b'
					}
				}
				pages[len(pages)-1] = b
				place := pages[at : at+len(s)]
				copy(place, s)
				agree(t, unsafe.String(&place[0], len(s)))
				if got, want := kernelsOf(unsafe.String(&place[0], len(s))), kernelsOf(s); got != want {
					t.Errorf("%q before %q: got %s, alone %s", s, b, got, want)
				}
			}
		}
	}
}

// kernelsOf returns what the kernels say of a string.
func kernelsOf(s string) (said string) {
	all := kernels()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		said += fmt.Sprintf("%s %v ", name, all[name](s))
	}
	return said
}
