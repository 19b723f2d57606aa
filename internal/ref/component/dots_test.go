package component_test

import (
	"testing"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/testkit/reftest"
	"github.com/rfc3987/iri/internal/text/chars"
)

// TestAppendWithoutDots goes through all short paths, that follow the text that they are appended to, or do not.
func TestAppendWithoutDots(t *testing.T) {
	reftest.Words("/.a", 9, func(path string) {
		want := reftest.RemoveDotSegments(path)
		got, in := component.AppendWithoutDots([]byte("x:"), path), []byte("x:"+path)
		if string(got) != "x:"+want {
			t.Fatalf("%q: got %q, want %q", path, got[2:], want)
		}
		if got := component.AppendWithoutDots(in[:2], chars.UnsafeString(in[2:])); string(got) != "x:"+want {
			t.Fatalf("%q, in place: got %q, want %q", path, got[2:], want)
		}
		if component.HasDotSegment(want) {
			t.Fatalf("%q: got %q, with a dot segment", path, want)
		}
		if !component.HasDotSegment(path) && want != path {
			t.Fatalf("%q: got %q, though it has no dot segment", path, want)
		}
	})
}
