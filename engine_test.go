package iri

import (
	"testing"
	"unsafe"
)

// TestSize guards what the documentation says of the types.
func TestSize(t *testing.T) {
	if n := unsafe.Sizeof(IRI{}); n > 48 {
		t.Errorf("an IRI is %d bytes, want at most 48", n)
	}
	a, b := MustParse("http://h/p"), MustParse("http://h/"+string([]byte("p")))
	if a != b {
		t.Error("equal text, but not ==")
	}
}
