package normalize_test

import (
	"math/rand/v2"
	"testing"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/normalize"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/reftest"
)

// TestResolve has rows of RFC 3986 §5.4 and of what the target keeps of its base.
func TestResolve(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p")
	for _, tt := range []struct{ name, base, ref, want string }{
		{"§5.4.1, an authority", "http://a/b/c/d;p?q", "//g", "http://g"},
		{"§5.4.1, a query", "http://a/b/c/d;p?q", "?y", "http://a/b/c/d;p?y"},
		{"§5.4.1, a fragment", "http://a/b/c/d;p?q", "#s", "http://a/b/c/d;p?q#s"},
		{"§5.4.1, up twice", "http://a/b/c/d;p?q", "../../g", "http://a/g"},
		{"§5.4.2, too far up", "http://a/b/c/d;p?q", "../../../g", "http://a/g"},
		{"§5.4.2, dots in a query", "http://a/b/c/d;p?q", "g?y/../x", "http://a/b/c/g?y/../x"},
		{"§5.4.2, a scheme", "http://a/b/c/d;p?q", "http:g", "http:g"},
		{"§5.2.2, the query of the base", "http://a/b?q#f", "", "http://a/b?q"},
		{"§5.2.2, an empty query", "http://a/b?q#f", "?", "http://a/b?"},
		{"§5.2.2, a path drops the query", "http://a/b?q#f", "/", "http://a/"},
		{"§5.2.3, an authority without a path", "http://u@a:80?q", "g", "http://u@a:80/g"},
		{"§5.3, what would be an authority", "f:/a", ".//g", "f:/.//g"},
		{"a base without a scheme", "//a/b", "g", ""},
	} {
		if testkit.Edited(tt.base, tt.ref, tt.want) {
			continue
		}
		base, ref := component.SplitTrusted(tt.base), component.SplitTrusted(tt.ref)
		var got component.Ref
		normalize.Resolve(&got, &base, &ref)
		if want := component.SplitTrusted(tt.want); got != want {
			t.Errorf("%s: got %+v, want %+v", tt.name, got, want)
		}
	}
	base, ref := component.SplitTrusted("HTTP://a/b/c"), component.SplitTrusted("http:g")
	var got component.Ref
	normalize.ResolveNonStrict(&got, &base, &ref)
	if want := component.SplitTrusted("HTTP://a/b/g"); got != want {
		t.Errorf("not strict: got %+v, want %+v", got, want)
	}
}

// TestResolveParts holds that the components of a target lie where reading it again finds them.
func TestResolveParts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		base, ref := component.SplitTrusted(reftest.Random(r, true)), component.SplitTrusted(reftest.Random(r, false))
		var got component.Ref
		normalize.Resolve(&got, &base, &ref)
		if want := component.SplitTrusted(got.Text); got != want {
			t.Fatalf("%q with the base %q: got %+v, want %+v", ref, base, got, want)
		}
	}
}
