package engine

import (
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

// guarded returns pages of memory before and after which there are pages that nobody may
// read.
func guarded(t *testing.T, pages int) []byte {
	t.Helper()
	size := syscall.Getpagesize()
	all, err := syscall.Mmap(-1, 0, (pages+2)*size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(all); err != nil {
			t.Error(err)
		}
	})
	for _, guard := range [][]byte{all[:size], all[(pages+1)*size:]} {
		if err := syscall.Mprotect(guard, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	return all[size : (pages+1)*size]
}

// TestVectorBounds puts strings of each length at the end of a page, at its start, and
// across two pages. A load outside of the string would fault.
func TestVectorBounds(t *testing.T) {
	needVector(t)
	pages := guarded(t, 2)
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
