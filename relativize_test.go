package iri_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
)

func TestRelativize(t *testing.T) {
	for _, tt := range []struct {
		name, base, target, want string
		ok                       bool
	}{
		{"sibling", "http://a/b/c/d;p?q", "http://a/b/c/g", "g", true},
		{"up", "http://a/b/c/d", "http://a/b/g", "../g", true},
		{"to a directory above", "http://a/b/c/d", "http://a/b/", "..", true},
		{"to two above", "http://a/bbbb/c/d/e", "http://a/bbbb/", "../..", true},
		{"its own directory", "http://a/b/c/d", "http://a/b/c/", ".", true},
		{"from the root is shorter", "http://a/b/c/d", "http://a/x", "/x", true},
		{"the same", "http://a/b?q", "http://a/b?q", "", true},
		{"another query", "http://a/b?q", "http://a/b?y", "?y", true},
		{"an empty query", "http://a/b?q", "http://a/b?", "?", true},
		{"without the query", "http://a/b?q", "http://a/b", "b", true},
		{"without the query, a directory", "http://a/b/?q", "http://a/b/", ".", true},
		{"without the query, no path", "http://a?q", "http://a", "//a", true},
		{"a fragment", "http://a/b?q#x", "http://a/b?q#s", "#s", true},
		{"the base has a fragment, the target none", "http://a/b#x", "http://a/b", "", true},
		{"a colon in the first segment", "http://a/b/c", "http://a/b/x:y", "./x:y", true},
		{"a colon further on", "http://a/b/c", "http://a/b/x/y:z", "x/y:z", true},
		{"an empty segment", "http://a/b/c", "http://a/b//x", ".//x", true},
		{"empty segments from the root", "http://a/b/c", "http://a//x", "..//x", true},
		{"another authority", "http://a/b", "http://c/b", "//c/b", true},
		{"another scheme", "http://a/b", "https://a/b", "https://a/b", true},
		{"the scheme in another case", "HTTP://a/b", "http://a/b", "http://a/b", true},
		{"an empty authority", "file:/a", "file:///a", "///a", true},
		{"no authority", "file:///a", "file:/a", "file:/a", true},
		{"no path after the authority", "http://a/b", "http://a", "//a", true},
		{"rootless", "foo:a/b", "foo:a/c", "c", true},
		{"rootless, another first segment", "foo:a/b", "foo:c", "foo:c", true},
		{"rootless to the root", "foo:a/b", "foo:/c", "/c", true},
		{"rootless without a directory", "foo:a", "foo:c/d", "c/d", true},
		{"rootless, colon", "urn:a:b", "urn:a:c", "./a:c", true},
		{"to an empty path", "foo:a", "foo:", ".", true},
		{"guard", "f:/a", "f:/.//g", ".//g", true},
		{"guard, further", "f:/a/b", "f:/.//g", "..//g", true},
		{"dots of the base", "http://a/b/../c/d", "http://a/c/e", "e", true},
		{"dots of both, the same path", "http://a/b/../c", "http://a/b/../c?y", "?y", true},
		{"dots of the target", "http://a/b", "http://a/c/../d", "http://a/c/../d", false},
		{"the target itself is shorter", "aaaa:b/c", "b:", "b:", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := iri.MustParse(tt.base).Relativize(iri.MustParse(tt.target))
			if got.String() != tt.want || ok != tt.ok {
				t.Errorf("%q to %q: got %q, %v, want %q, %v", tt.base, tt.target, got, ok, tt.want, tt.ok)
			}
			checkRelativize(t, tt.base, tt.target)
		})
	}
}

func checkRelativize(t *testing.T, baseText, targetText string) iri.Ref {
	t.Helper()
	base, target := iri.MustParse(baseText), iri.MustParse(targetText)
	ref, ok := base.Relativize(target)
	if again, err := iri.ParseRef(ref.String()); err != nil || again != ref {
		t.Fatalf("%q to %q: got %q, which parses to %v, %v", base, target, ref, again, err)
	}
	if back := base.Resolve(ref); ok != (back == target) {
		t.Fatalf("%q to %q: got %q, %v, which resolves to %q", base, target, ref, ok, back)
	}
	if len(ref.String()) > len(targetText) {
		t.Fatalf("%q to %q: got %q, longer than the target", base, target, ref)
	}
	return ref
}

// TestRelativizeProperties checks on random pairs that the reference resolves back.
func TestRelativizeProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 3))
	near := 0
	for range 20000 {
		base, target := randomRef(r, true), randomRef(r, true)
		if r.IntN(2) == 0 { // a neighbour of the base
			target = iri.MustParse(base).Resolve(iri.MustParseRef(randomRef(r, false))).String()
		}
		if ref := checkRelativize(t, base, target); ref.String() != target {
			near++
		}
	}
	if near < 5000 {
		t.Errorf("only %d pairs had a relative reference", near)
	}
}

// TestRelativizeShortest resolves every short reference against bases of every
// shape: no target may be reached by a shorter one than Relativize gives, and none
// that is reached may be said not to be.
func TestRelativizeShortest(t *testing.T) {
	bases := []string{
		"x:", "x:a", "x:a/", "x:a/b", "x:a/b/a", "x:/", "x:/a", "x:/a/", "x:/a/b", "x:/a/b/", "x:/a//", "x:/a//b",
		"x:/.//", "x:/.//a", "x:/.//a/b", "x:..", "x:../a", "x:./a", "x:a/..", "x:a/../b", "x:/a/../b", "x:/a/./b/../b",
		"x://", "x:///", "x:///a", "x:////a", "x://a", "x://a/", "x://a/a", "x://a/a/b", "x://a//", "x://a//b", "x://a/./b", "x://a/../b/.",
		"x:?a", "x:a?a", "x:a/b?a", "x:/a?a", "x:/a/?a", "x://a?a", "x://a/?a", "x://a/b?", "x://a/b?a",
	}
	n := 6
	if testing.Short() {
		n = 5
	}
	var refs []iri.Ref // by length
	for length := range n + 1 {
		words("/.ab?:", length, func(s string) {
			if len(s) == length && iri.ValidRef(s) && !strings.Contains(s, "??") {
				refs = append(refs, iri.MustParseRef(s))
			}
		})
	}
	for _, b := range bases {
		base := iri.MustParse(b)
		shortest := make(map[string]string)
		for _, ref := range refs {
			target := base.Resolve(ref).String()
			if _, ok := shortest[target]; !ok {
				shortest[target] = ref.String()
			}
		}
		for target, want := range shortest {
			got, ok := base.Relativize(iri.MustParse(target))
			if !ok || len(got.String()) != len(want) || base.Resolve(got).String() != target {
				t.Fatalf("%q to %q: got %q, %v, want %q", base, target, got, ok, want)
			}
		}
	}
}

func FuzzRelativize(f *testing.F) {
	f.Add("http://a/b/c/d;p?q", "http://a/b/g#s")
	f.Add("f:/a", "f:/.//g")
	f.Add("foo:a/b", "foo:/c:d")
	f.Add("x:../a?q", "x:a")
	f.Fuzz(func(t *testing.T, base, target string) {
		if iri.Valid(base) && iri.Valid(target) {
			checkRelativize(t, base, target)
		}
	})
}
