package engine

import (
	"syscall"
	"testing"
)

// guarded returns n pages of memory. The pages before and after them cannot be read: a load outside of it faults.
func guarded(t testing.TB, n int) []byte {
	t.Helper()
	size := syscall.Getpagesize()
	all, err := syscall.Mmap(-1, 0, (n+2)*size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(all); err != nil {
			t.Error(err)
		}
	})
	for _, page := range [][]byte{all[:size], all[(n+1)*size:]} {
		if err := syscall.Mprotect(page, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	return all[size : (n+1)*size]
}
