package component_test

import (
	"testing"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/testkit/reftest"
)

// TestRemoveDotSegments goes through all short paths.
func TestRemoveDotSegments(t *testing.T) {
	reftest.Words("/.a", 9, func(path string) {
		want := reftest.RemoveDotSegments(path)
		got := component.RemoveDotSegments([]byte("x:"+path), 2)
		if string(got) != "x:"+want {
			t.Fatalf("%q: got %q, want %q", path, got[2:], want)
		}
		if component.HasDotSegment(want) {
			t.Fatalf("%q: got %q, with a dot segment", path, want)
		}
		if !component.HasDotSegment(path) && want != path {
			t.Fatalf("%q: got %q, though it has no dot segment", path, want)
		}
	})
}
