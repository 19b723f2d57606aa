package component_test

import (
	"math/rand/v2"
	"testing"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/testkit/reftest"
)

// TestOfAny checks that a reference that conforms is taken apart as the tables do it, and one
// that does not as RFC 3986 Appendix B does.
func TestOfAny(t *testing.T) {
	check := func(s string) {
		if want, got := component.SplitTrusted(s), component.OfAny(s); got != want {
			t.Errorf("%q: got %+v, the tables have %+v", s, got.Parts, want.Parts)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		check(reftest.Random(r, false))
	}
	reftest.Words("a:/?#@", 6, func(s string) {
		if ref := component.SplitTrusted(s); ref.Parts != (component.Parts{}) {
			check(s)
		}
	})
	for _, tt := range []struct {
		s    string
		want component.Parts
	}{
		{"1a://h", component.Parts{PathEnd: 6, Query: 6}},
		{"a://[::1", component.Parts{Scheme: 1, Host: 4, HostEnd: 8, Path: 8, PathEnd: 8, Query: 8}},
		{"a://[::1]:8a/", component.Parts{Scheme: 1, Host: 4, HostEnd: 9, Path: 12, PathEnd: 13, Query: 13}},
		{"//u@h@i?q#f#g", component.Parts{Host: 4, HostEnd: 7, Path: 7, PathEnd: 7, Query: 9}},
	} {
		if got := component.OfAny(tt.s).Parts; got != tt.want {
			t.Errorf("%q: got %+v, want %+v", tt.s, got, tt.want)
		}
	}
}
