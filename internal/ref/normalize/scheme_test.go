package normalize_test

import (
	"slices"
	"testing"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/normalize"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
)

// TestSchemeRung has what the clauses on scheme-based normalization say.
func TestSchemeRung(t *testing.T) {
	for _, tt := range []struct{ clause, in, want string }{
		{"RFC 3986 §3.2.3: omit the port component and its delimiter if port is empty", "foo://h:", "foo://h/"},
		{"RFC 3987 §5.3.3: an empty path should be normalized to a path of /", "foo://h", "foo://h/"},
		{"the same with a query", "foo://h?q", "foo://h/?q"},
		{"no authority, no path", "foo:", "foo:"},
		{"RFC 3986 §3.2.3 knows no exception for a relative reference", "//h:", "//h"},
		{"the scheme decides on the path of a relative reference", "//h", "//h"},
		{"an empty port after localhost", "file://localhost:/a", "file:///a"},
		{"a percent-encoded letter of localhost", "file://%6Cocalhost/a", "file:///a"},
		{"all of that", "FILE://%4CoCaLhOs%74:/a", "file:///a"},
		{"a port is not empty", "file://localhost:1/a", "file://localhost:1/a"},
		{"a userinfo is not nothing", "file://@localhost:/a", "file://@localhost/a"},
		{"http has an empty port, too", "http://%48:/", "http://h/"},
		{"and a default one", "http://%48:080", "http://h/"},
		{"RFC 8089 §2: localhost is the machine itself", "file://LOCALHOST/a", "file:///a"},
		{"another host stays", "file://localhost.example/a", "file://localhost.example/a"},
		{"another scheme keeps localhost", "http://localhost/a", "http://localhost/a"},
		{"RFC 8141 §3.1: urn and the NID are case-insensitive", "URN:FOO:A%2c", "urn:foo:A%2C"},
		{"DID Core §3.1: idchar = ALPHA / DIGIT / \".\" / \"-\" / \"_\" / pct-encoded", "did:example:a%7Eb%2D",
			"did:example:a%7Eb-"},
		{"the same where it stands unencoded", "DID:example:a~b%7e", "did:example:a%7Eb%7E"},
		{"DID Core §3.2: path-abempty has ~", "did:example:a%7E/~%7E?%7E#~", "did:example:a%7E/~~?~#~"},
		{"with the E of %7E the part has both directions (RFC 3987 §4.2)", "did:a:א~ב", "did:a:%D7%90%7E%D7%91"},
		{"dots are text in it", "did:./%2E%2e/x%7E~", "did:./../x~~"},
		{"what follows the name of a URN stays", "urn:foo:a?+r?=q#f", "urn:foo:a?+r?=q#f"},
		{"zeros of a port", "x://h:0080/", "x://h:80/"},
		{"the minimal file (RFC 8089 Appendix B)", "FILE:/a/./b?q#f", "file:///a/b?q#f"},
		{"a number (RFC 3966 §4)", "tel:+1-202-555-0101?q#f", "tel:+12025550101?q#f"},
		{"a domain (RFC 5321 §2.4)", "mailto:Me@B.Example?subject=A", "mailto:Me@b.example?subject=A"},
		{"a book (RFC 8254)", "URN:ISBN:0%2D395-36341-1#p", "urn:isbn:0395363411#p"},
	} {
		t.Run(tt.clause, func(t *testing.T) {
			testkit.StatesRFC(t, tt.in, tt.want)
			got := normalized(parse(tt.in), normalize.RungScheme, nil)
			if got.Text != tt.want {
				t.Errorf("%q: got %q, want %q", tt.in, got.Text, tt.want)
			}
			if normal := normalize.IsNormal(parse(tt.in), normalize.RungScheme); normal != (tt.in == tt.want) {
				t.Errorf("%q: normal %v", tt.in, normal)
			}
		})
	}
}

// TestEqualOnRung has pairs and the first rung on which they are equal.
func TestEqualOnRung(t *testing.T) {
	for _, tt := range []struct {
		name, a, b string
		equal      bool
		rung       normalize.Rung
	}{
		{"RFC 8141 §3.1: r-, q- and f-components are ignored for URN-equivalence alone", "urn:foo:a?+r?=q#f",
			"URN:FOO:a", false, 0},
		{"a fragment of a vocabulary", "urn:example:voc#Person", "urn:example:voc#Place", false, 0},
		{"RFC 9562 §4: UUIDs", "urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6",
			"urn:UUID:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", true, normalize.RungScheme},
		{"RFC 8254: ISBN", "urn:isbn:0-395-36341-1", "urn:ISBN:0395363411", true, normalize.RungScheme},
		{"RFC 8254: the check digit X", "urn:isbn:080442957x", "urn:isbn:080442957X", true, normalize.RungScheme},
		{"two editions", "urn:isbn:0395363411", "urn:isbn:9780395363416", false, 0},
		{"RFC 2648: ietf", "urn:ietf:RFC:2648", "URN:IETF:rfc:2648", true, normalize.RungScheme},
		{"other names have case", "urn:example:RFC", "urn:example:rfc", false, 0},
		{"zeros of a port, of any scheme", "x://h:0080/", "x://h:80/", true, normalize.RungScheme},
		{"without a scheme, too", "//h:0080/", "//h:80/", true, normalize.RungScheme},
		{"which may be the default", "http://h:0080/", "http://h/", true, normalize.RungScheme},
		{"the name of a URN is compared with case", "urn:foo:a", "urn:foo:A", false, 0},
		{"RFC 3987 §5.3.2.3, in LEIRIs too", "a b", "a%20b", true, normalize.RungPercent},
		{"an empty port under any scheme", "foo://h:/", "foo://h/", true, normalize.RungScheme},
		{"RFC 8089 §2: spellings of localhost", "file://%6Cocalhost/a", "file://LOCALHOST:/a", true,
			normalize.RungScheme},
		{"RFC 8089 §2: localhost and no host", "file://localhos%74:/a", "file:///a", true, normalize.RungScheme},
		{"an empty port without a scheme", "//h:", "//h", true, normalize.RungScheme},
		{"RFC 3966 §4: equal, after removing all visual separators", "tel:+1-(201)-555.0123;ext=1-2",
			"tel:+12015550123;ext=1-2", true, normalize.RungScheme},
		{"not a number: nothing is left out, or an authority would come of it", "tel:/(/x", "tel://x", false, 0},
		{"RFC 5321 §2.4: the domain name is case-insensitive", "mailto:Me@Example.ORG,you@B.example?subject=A",
			"mailto:Me@example.org,you@b.EXAMPLE?subject=A", true, normalize.RungScheme},
		{"the local part is not", "mailto:Me@e.example", "mailto:me@e.example", false, 0},
		{"RFC 8089 appendix B: the minimal representation of a local file", "file:/a/./b", "FILE:///a/b", true,
			normalize.RungScheme},
		{"a file of another host", "file:/a", "file://h/a", false, 0},
		{"a path that begins with two slashes is not a host", "file:/.//a/b", "file://a/b", false, 0},
		{"only the scheme file has it", "x:/a", "x:///a", false, 0},
		{"nor is it a number with letters beyond ASCII, which may stay encoded beside others", "tel:1%2E%D7%90",
			"tel:1%D7%90", false, 0},
		{"the values of parameters keep them", "tel:1;ext=1-2", "tel:1;ext=12", false, 0},
		{"RFC 3966 §4: but for a number as the context", "tel:7042;phone-context=+1-(914)",
			"tel:7042;phone-context=+1914",
			true, normalize.RungScheme},
		{"a domain name as the context", "tel:7042;phone-context=e-a.example", "tel:7042;phone-context=ea.example",
			false, 0},
		{"letters beyond ASCII do not change places", "tel:0A;Phone-Context=E.example;x=%c3%A9;ISUB=B",
			"tel:0a;isub=b;phone-context=e.example;x=%C3%A9", false, 0},
		{"URI comparisons are case-insensitive", "tel:0A;Phone-Context=E.example;ISUB=B%20",
			"tel:0a;isub=b%20;phone-context=e.EXAMPLE", true, normalize.RungScheme},
		{"regardless of the order of parameters", "tel:1;b=2;a;phone-context=+4-4;ext=3",
			"tel:1;EXT=3;phone-context=+44;a;b=2", true, normalize.RungScheme},
		{"a parameter not found in the other", "tel:1;a", "tel:1;a;b", false, 0},
		{"RFC 3987 §5.3.2.3, in DIDs too", "did:example:a~b", "did:example:a%7Eb", true, normalize.RungPercent},
		{"a look-alike and its percent-encoding", "http://e/\u3000", "http://e/%E3%80%80", true, normalize.RungPercent},
	} {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, tt.a, tt.b)
			leiri := spec.LEIRI.Reference()
			a, err := leiri.Parse(tt.a)
			b, err2 := leiri.Parse(tt.b)
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			got := normalize.Compare(a, b, normalize.RungScheme, normalize.Options{Spec: spec.LEIRI})
			if got.Equal != tt.equal || got.Equal && got.Rung != tt.rung {
				t.Errorf("got %+v, want equal %v on %v", got, tt.equal, tt.rung)
			}
			if got := normalize.Equivalent(a, b, normalize.RungScheme, nil); got != tt.equal {
				t.Errorf("equivalent: %v", got)
			}
			if a, b := normalize.Key(a, normalize.RungScheme, nil),
				normalize.Key(b, normalize.RungScheme, nil); (a == b) != tt.equal {
				t.Errorf("the keys are %q and %q", a, b)
			}
		})
	}
}

// TestOpaque holds that dots in paths of opaque schemes are text, whatever is done to a reference that has one, and
// that those of schemes that are not known are not.
func TestOpaque(t *testing.T) {
	base := component.SplitTrusted("http://a/b/c")
	for _, name := range append(slices.Collect(scheme.With(scheme.Opaque)), "DATA", "x-unknown", "foo") {
		opaque := name != "x-unknown" && name != "foo"
		for _, pair := range [...]struct{ with, without string }{
			{"x/a/../b", "x/b"}, {"./b", "b"}, {"../b", "b"}, {"x/..", "/"}, {"/a/../b?q", "/b?q"}, {"a%2f/%2E%2e/b", "/b"},
			{"a/b/..#f", "a/#f"}, {"//h/a/./b", "//h/a/b"},
		} {
			with, without := parse(name+":"+pair.with), parse(name+":"+pair.without)
			if got := normalize.Equivalent(with, without, normalize.RungProtocol, nil); got == opaque {
				t.Errorf("%q and %q: equivalent %v", with.Text, without.Text, got)
			}
			normal := normalized(with, normalize.RungPath, nil)
			if got := component.HasDotSegment(normal.Path()); got != opaque {
				t.Errorf("%q: got %q", with.Text, normal.Text)
			}
			normalize.Deviations(with, nil, func(d normalize.Deviation) {
				if opaque && d.Kind == normalize.DotSegment {
					t.Errorf("%q: %d", with.Text, d.Kind)
				}
			})
			if !opaque {
				continue
			}
			for _, base := range []component.Ref{base, parse(name + ":x/y")} {
				var strict, loose component.Ref
				normalize.Resolve(&strict, &base, &with)
				normalize.ResolveNonStrict(&loose, &base, &with)
				if strict != with || loose != with {
					t.Errorf("%q, from %q: got %q and %q", with.Text, base.Text, strict.Text, loose.Text)
				}
			}
			if back, ok := normalize.Relativize(base, with, spec.Rule{}); !ok || back != with {
				t.Errorf("%q: got the reference %q, %v", with.Text, back.Text, ok)
			}
		}
	}
}
