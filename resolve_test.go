package iri_test

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/reftest"
)

// The examples of RFC 3986 §5.4.1 and §5.4.2, all against http://a/b/c/d;p?q.
var resolveExamples = []struct{ ref, want string }{
	{"g:h", "g:h"}, {"g", "http://a/b/c/g"}, {"./g", "http://a/b/c/g"}, {"g/", "http://a/b/c/g/"},
	{"/g", "http://a/g"}, {"//g", "http://g"}, {"?y", "http://a/b/c/d;p?y"}, {"g?y", "http://a/b/c/g?y"},
	{"#s", "http://a/b/c/d;p?q#s"}, {"g#s", "http://a/b/c/g#s"}, {"g?y#s", "http://a/b/c/g?y#s"},
	{";x", "http://a/b/c/;x"}, {"g;x", "http://a/b/c/g;x"}, {"g;x?y#s", "http://a/b/c/g;x?y#s"},
	{"", "http://a/b/c/d;p?q"}, {".", "http://a/b/c/"}, {"./", "http://a/b/c/"}, {"..", "http://a/b/"},
	{"../", "http://a/b/"}, {"../g", "http://a/b/g"}, {"../..", "http://a/"}, {"../../", "http://a/"},
	{"../../g", "http://a/g"},
	// §5.4.2
	{"../../../g", "http://a/g"}, {"../../../../g", "http://a/g"},
	{"/./g", "http://a/g"}, {"/../g", "http://a/g"}, {"g.", "http://a/b/c/g."}, {".g", "http://a/b/c/.g"},
	{"g..", "http://a/b/c/g.."}, {"..g", "http://a/b/c/..g"},
	{"./../g", "http://a/b/g"}, {"./g/.", "http://a/b/c/g/"}, {"g/./h", "http://a/b/c/g/h"},
	{"g/../h", "http://a/b/c/h"}, {"g;x=1/./y", "http://a/b/c/g;x=1/y"}, {"g;x=1/../y", "http://a/b/c/y"},
	{"g?y/./x", "http://a/b/c/g?y/./x"}, {"g?y/../x", "http://a/b/c/g?y/../x"},
	{"g#s/./x", "http://a/b/c/g#s/./x"}, {"g#s/../x", "http://a/b/c/g#s/../x"},
	{"http:g", "http:g"},
}

func TestResolveExamples(t *testing.T) {
	base := iri.MustParse("http://a/b/c/d;p?q")
	for _, tt := range resolveExamples {
		got := base.Resolve(iri.MustParseRef(tt.ref))
		if got.String() != tt.want || got != iri.MustParse(tt.want) {
			t.Errorf("%q: got %q, want %q", tt.ref, got, tt.want)
		}
	}
	if got, want := base.ResolveNonStrict(iri.MustParseRef("http:g")).String(), "http://a/b/c/g"; got != want {
		t.Errorf("http:g for backward compatibility: got %q, want %q", got, want)
	}
}

func TestResolve(t *testing.T) {
	for _, tt := range []struct{ name, base, ref, want string }{
		{"guard after a dot", "f:/a", ".//g", "f:/.//g"},
		{"guard after two dots", "f:/a/b", "..//g", "f:/.//g"},
		{"guard for a path from the root", "f:/a", "/.//g", "f:/.//g"},
		{"guard for a target with a scheme", "x:y", "f:/..//g", "f:/.//g"},
		{"no guard under an authority", "f://h/a", ".//g", "f://h//g"},
		{"no guard for an empty segment inside", "f:/a/b", ".//g", "f:/a//g"},
		{"rootless base, to the letter", "foo:a/b", "../c", "foo:/c"},
		{"rootless base without a slash", "foo:a", "../c", "foo:c"},
		{"rootless base, one segment up", "foo:a/b/c", "../d", "foo:a/d"},
		{"rootless base, colon in the target", "foo:a/b", "./c:d", "foo:a/c:d"},
		{"authority and an empty path", "http://h", "g", "http://h/g"},
		{"authority, empty path, empty reference", "http://h", "", "http://h"},
		{"authority, empty path, query", "http://h", "?q", "http://h?q"},
		{"dots of the base stay, empty reference", "http://a/b/../c", "", "http://a/b/../c"},
		{"dots of the base stay, query", "http://a/b/../c", "?y", "http://a/b/../c?y"},
		{"dots of the base stay, fragment", "http://a/b/../c?q", "#s", "http://a/b/../c?q#s"},
		{"dots of the base go when merged", "http://a/b/../c", "d", "http://a/d"},
		{"encoded dots stay as they are", "http://a/b/c", "%2E%2E/d", "http://a/b/%2E%2E/d"},
		{"the base's fragment is ignored", "http://a/b#f", "", "http://a/b"},
		{"the base's fragment is ignored, reference", "http://a/b#f", "c", "http://a/c"},
		{"empty query", "http://a/b?q", "?", "http://a/b?"},
		{"empty fragment", "http://a/b?q", "#", "http://a/b?q#"},
		{"empty authority", "file://h/a", "///b", "file:///b"},
		{"the scheme is kept as it is", "HTTP://a/b", "//c", "HTTP://c"},
		{"a target with a scheme is its own", "http://a/b", "X://Y/Z", "X://Y/Z"},
		{"and loses its dots", "http://a/b", "X://Y/./Z", "X://Y/Z"},
		{"more ups than segments", "x:/a", "../../../b/../..", "x:/"},
		{"only dots", "x:a", ".", "x:"},
		{"beyond ASCII", "http://é/ü/ö", "../ä?ß#ñ", "http://é/ä?ß#ñ"},
		{"only the zero IRI is not a base", "", "a:b/../c", "a:/c"},
		{"against the zero IRI", "", "c", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var base iri.IRI
			if tt.base != "" {
				base = iri.MustParse(tt.base)
			}
			if got := base.Resolve(iri.MustParseRef(tt.ref)); got.String() != tt.want {
				t.Errorf("%q + %q: got %q, want %q", tt.base, tt.ref, got, tt.want)
			}
		})
	}
}

func TestResolveNonStrict(t *testing.T) {
	for _, tt := range []struct{ base, ref, want string }{
		{"http://a/b/c", "HTTP:g", "http://a/b/g"},
		{"http://a/b/c", "http:", "http://a/b/c"},
		{"http://a/b/c", "http:?q", "http://a/b/c?q"},
		{"http://a/b/c", "http://x/y", "http://x/y"},
		{"http://a/b/c", "https:g", "https:g"},
		{"http://a/b/c", "g", "http://a/b/g"},
	} {
		if got := iri.MustParse(tt.base).ResolveNonStrict(iri.MustParseRef(tt.ref)).String(); got != tt.want {
			t.Errorf("%q + %q: got %q, want %q", tt.base, tt.ref, got, tt.want)
		}
	}
}

// TestResolveProperties checks with random pairs that the target is an IRI that parses
// into the components that it was made of, and that resolving it again does not change it.
func TestResolveProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 2))
	for range 20000 {
		checkResolve(t, reftest.Random(r, true), reftest.Random(r, false))
	}
}

// appendixB is the expression of RFC 3986 Appendix B.
var appendixB = regexp.MustCompile(`(?s)^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`)

// literalResolve is RFC 3986 §5.2.2, §5.2.3 and §5.3 as they are printed there, with
// strings that are nil if they are undefined, and with "/." before a path that starts with
// "//" (docs/decisions.md).
func literalResolve(baseText, refText string, strict bool) string {
	type components struct {
		scheme, authority, query, fragment *string
		path                               string
	}
	parse := func(s string) (c components) {
		m := appendixB.FindStringSubmatchIndex(s)
		at := func(group, sub int) *string {
			if m[2*group] < 0 {
				return nil
			}
			text := s[m[2*sub]:m[2*sub+1]]
			return &text
		}
		c.scheme, c.authority, c.query, c.fragment = at(1, 2), at(3, 4), at(6, 7), at(8, 9)
		c.path = *at(5, 5)
		return c
	}
	base, r := parse(baseText), parse(refText)
	if !strict && r.scheme != nil && strings.EqualFold(*r.scheme, *base.scheme) {
		r.scheme = nil
	}
	var t components
	if r.scheme != nil {
		t.scheme, t.authority, t.path, t.query = r.scheme, r.authority, reftest.RemoveDotSegments(r.path), r.query
	} else {
		if r.authority != nil {
			t.authority, t.path, t.query = r.authority, reftest.RemoveDotSegments(r.path), r.query
		} else {
			if r.path == "" {
				t.path = base.path
				if t.query = r.query; t.query == nil {
					t.query = base.query
				}
			} else {
				switch {
				case strings.HasPrefix(r.path, "/"):
					t.path = reftest.RemoveDotSegments(r.path)
				case base.authority != nil && base.path == "":
					t.path = reftest.RemoveDotSegments("/" + r.path)
				default:
					t.path = reftest.RemoveDotSegments(base.path[:strings.LastIndex(base.path, "/")+1] + r.path)
				}
				t.query = r.query
			}
			t.authority = base.authority
		}
		t.scheme = base.scheme
	}
	t.fragment = r.fragment
	if t.authority == nil && strings.HasPrefix(t.path, "//") {
		t.path = "/." + t.path
	}
	result := *t.scheme + ":"
	if t.authority != nil {
		result += "//" + *t.authority
	}
	result += t.path
	if t.query != nil {
		result += "?" + *t.query
	}
	if t.fragment != nil {
		result += "#" + *t.fragment
	}
	return result
}

func checkResolve(t *testing.T, baseText, refText string) {
	t.Helper()
	base, ref := iri.MustParse(baseText), iri.MustParseRef(refText)
	got := base.Resolve(ref)
	if want := literalResolve(baseText, refText, true); got.String() != want {
		t.Fatalf("%q + %q: got %q, want %q", base, ref, got, want)
	}
	if got, want := base.ResolveNonStrict(ref).String(), literalResolve(baseText, refText, false); got != want {
		t.Fatalf("%q + %q, not strict: got %q, want %q", base, ref, got, want)
	}
	if again, err := iri.Parse(got.String()); err != nil || again != got {
		t.Fatalf("%q + %q: got %q, which parses to %v, %v", base, ref, got, again, err)
	}
	from := base.Ref()
	if _, ok := ref.Scheme(); ok {
		from = ref
	}
	if want, _ := from.Scheme(); got.Scheme() != want {
		t.Fatalf("%q + %q: got %q, want scheme %q", base, ref, got, want)
	}
	if _, ok := ref.Authority(); ok {
		from = ref
	}
	auth, hasAuth := from.Authority()
	if a, ok := got.Authority(); a != auth || ok != hasAuth {
		t.Fatalf("%q + %q: got %q, want authority %q, %v", base, ref, got, auth, hasAuth)
	}
	frag, hasFrag := ref.Fragment()
	if f, ok := got.Fragment(); f != frag || ok != hasFrag {
		t.Fatalf("%q + %q: got %q, want fragment %q, %v", base, ref, got, frag, hasFrag)
	}
	if again := base.Resolve(got.Ref()); ref.Path() != "" && again != got {
		t.Fatalf("%q + %q: got %q, which resolves to %q", base, ref, got, again)
	}
}

func FuzzResolve(f *testing.F) {
	for _, tt := range resolveExamples {
		f.Add("http://a/b/c/d;p?q", tt.ref)
	}
	f.Add("f:/a", ".//g")
	f.Add("foo:a/b", "../c")
	f.Add("x:..//y", "é?#")
	f.Fuzz(func(t *testing.T, base, ref string) {
		if iri.Valid(base) && iri.ValidRef(ref) {
			checkResolve(t, base, ref)
		}
	})
}

func TestResolveAllocs(t *testing.T) {
	base := iri.MustParse("http://example.org/a/b/c/d?q#f")
	long := iri.MustParse("http://example.org/" + strings.Repeat("abc/", 1000))
	for _, tt := range []struct {
		name string
		base iri.IRI
		ref  string
		want float64
	}{
		{"relative", base, "../../x/./y?z", 1},
		{"empty", base, "", 1},
		{"up", base, "../../../x?y", 1},
		{"own target", base, "https://example.net/x", 0},
		{"long, with dots", long, "../../x/./y", 1},
		{"long, without", long, "x", 1},
	} {
		ref := iri.MustParseRef(tt.ref)
		if got := testing.AllocsPerRun(100, func() { sink = tt.base.Resolve(ref) }); got != tt.want {
			t.Errorf("%s: got %v allocations, want %v", tt.name, got, tt.want)
		}
	}
}

func BenchmarkResolve(b *testing.B) {
	base := iri.MustParse("http://example.org/a/b/c/d;p?q")
	for _, ref := range []string{"../g", "g?y#s", "//h/x", "https://example.net/x"} {
		r := iri.MustParseRef(ref)
		b.Run(ref, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sink = base.Resolve(r)
			}
		})
	}
}

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

// TestRelativizeZero has the zero IRI, which no reference resolves to but from itself.
func TestRelativizeZero(t *testing.T) {
	for _, base := range []iri.IRI{{}, iri.MustParse("http://a/b?q"), iri.MustParse("a:")} {
		ref, ok := base.Relativize(iri.IRI{})
		if ok != base.Resolve(ref).IsZero() || ok != base.IsZero() || !ref.IsZero() {
			t.Errorf("%q: got %q, %v", base, ref, ok)
		}
	}
}

// TestRelativizeProperties checks with random pairs that the reference resolves to the
// target again.
func TestRelativizeProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 3))
	near := 0
	for range 20000 {
		base, target := reftest.Random(r, true), reftest.Random(r, true)
		if r.IntN(2) == 0 { // a neighbour of the base
			target = iri.MustParse(base).Resolve(iri.MustParseRef(reftest.Random(r, false))).String()
		}
		if ref := checkRelativize(t, base, target); ref.String() != target {
			near++
		}
	}
	if near < 5000 {
		t.Errorf("only %d pairs had a relative reference", near)
	}
}

// TestRelativizeShortest resolves every short reference against bases of many forms. For
// each target, Relativize must return a reference that is not longer, and ok.
func TestRelativizeShortest(t *testing.T) {
	bases := []string{
		"x:", "x:a", "x:a/", "x:a/b", "x:a/b/a", "x:/", "x:/a", "x:/a/", "x:/a/b", "x:/a/b/", "x:/a//", "x:/a//b",
		"x:/.//", "x:/.//a", "x:/.//a/b", "x:..", "x:../a", "x:./a", "x:a/..", "x:a/../b", "x:/a/../b", "x:/a/./b/../b",
		"x://", "x:///", "x:///a", "x:////a", "x://a", "x://a/", "x://a/a", "x://a/a/b", "x://a//", "x://a//b",
		"x://a/./b", "x://a/../b/.",
		"x:?a", "x:a?a", "x:a/b?a", "x:/a?a", "x:/a/?a", "x://a?a", "x://a/?a", "x://a/b?", "x://a/b?a",
	}
	n := testkit.Size(4, 5, 6)
	var refs []iri.Ref // by length
	for length := range n + 1 {
		reftest.Words("/.ab?:", length, func(s string) {
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
