package component_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/testkit"
)

// show prints every component of a reference; "-" is one that is absent.
func show(r component.Ref) string {
	or := func(s string, ok bool) string {
		if !ok {
			return "-"
		}
		return "<" + s + ">"
	}
	host, ok := r.Host()
	kind := ""
	if ok {
		kind = host.Kind().String()
	}
	return fmt.Sprint(or(r.Scheme()), " ", or(r.Authority()), " ", or(r.Userinfo()), " ", or(host.String(), ok), " ",
		kind, " ", or(r.Port()), " <", r.Path(), "> ",
		or(r.Query()), " ", or(r.Fragment()))
}

// TestComponents has references with their scheme, authority, userinfo, host and its kind, port,
// path, query and fragment. Absent and empty are different (RFC 3986 §5.3).
func TestComponents(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"", "- - - -  - <> - -"},
		{"a:", "<a> - - -  - <> - -"},
		{"a", "- - - -  - <a> - -"},
		{"?", "- - - -  - <> <> -"},
		{"#", "- - - -  - <> - <>"},
		{"?q#f", "- - - -  - <> <q> <f>"},
		{"a:b?#", "<a> - - -  - <b> <> <>"},
		{"//", "- <> - <> ireg-name - <> - -"},
		{"//h", "- <h> - <h> ireg-name - <> - -"},
		{"//@", "- <@> <> <> ireg-name - <> - -"},
		{"//:", "- <:> - <> ireg-name <> <> - -"},
		{"//u:p@h:80/a", "- <u:p@h:80> <u:p> <h> ireg-name <80> </a> - -"},
		{"http://u@h:/?q", "<http> <u@h:> <u> <h> ireg-name <> </> <q> -"},
		{"file:///a", "<file> <> - <> ireg-name - </a> - -"},
		{"a://1.2.3.4", "<a> <1.2.3.4> - <1.2.3.4> IPv4address - <> - -"},
		{"a://255.255.255.255:1", "<a> <255.255.255.255:1> - <255.255.255.255> IPv4address <1> <> - -"},
		{"a://1.2.3.256", "<a> <1.2.3.256> - <1.2.3.256> ireg-name - <> - -"},
		{"a://[::1]:8/", "<a> <[::1]:8> - <[::1]> IPv6address <8> </> - -"},
		{"a://[v1.x]", "<a> <[v1.x]> - <[v1.x]> IPvFuture - <> - -"},
		{"a://[VA.:]", "<a> <[VA.:]> - <[VA.:]> IPvFuture - <> - -"},
		{"a:/b//c", "<a> - - -  - </b//c> - -"},
		{"é?é#é", "- - - -  - <é> <é> <é>"},
	} {
		if testkit.Edited(tt.in, tt.want) {
			continue
		}
		r := component.SplitTrusted(tt.in)
		if got := show(r); got != tt.want {
			t.Errorf("SplitTrusted(%q): got %s, want %s", tt.in, got, tt.want)
		}
		if r.String() != tt.in || component.OfBytes([]byte(tt.in)) != r {
			t.Errorf("%q: the text is %q, OfBytes makes %+v", tt.in, r, component.OfBytes([]byte(tt.in)))
		}
	}
}

// TestOfAnyRows takes strings apart that do not conform, as RFC 3986 Appendix B does.
func TestOfAnyRows(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{":a", "- - - -  - <:a> - -"},
		{"1:a", "- - - -  - <1:a> - -"},
		{"a/b:c", "- - - -  - <a/b:c> - -"},
		{"a?b:c", "- - - -  - <a> <b:c> -"},
		{"a#b:c", "- - - -  - <a> - <b:c>"},
		{"a b:c", "- - - -  - <a b:c> - -"},
		{"a:b:c", "<a> - - -  - <b:c> - -"},
		{"a://u@v@h", "<a> <u@v@h> <u> <v@h> ireg-name - <> - -"},
		{"a://h:8:9", "<a> <h:8:9> - <h:8> ireg-name <9> <> - -"},
		{"a://[::1", "<a> <[::1> - <[::1> ireg-name - <> - -"},
		{"a://[::1]x:8", "<a> <[::1]x:8> - <[::1]x> ireg-name <8> <> - -"},
		{"a://h]:8", "<a> <h]:8> - <h]> ireg-name <8> <> - -"},
		{"a://[:]", "<a> <[:]> - <[:]> ireg-name - <> - -"},
		{"a://h?b/#c?#d", "<a> <h> - <h> ireg-name - <> <b/> <c?#d>"},
		{"a://h#b?c", "<a> <h> - <h> ireg-name - <> - <b?c>"},
		{"a://h a/ ", "<a> <h a> - <h a> ireg-name - </ > - -"},
	} {
		if got := show(component.OfAny(tt.in)); got != tt.want {
			t.Errorf("OfAny(%q): got %s, want %s", tt.in, got, tt.want)
		}
	}
	for _, tt := range []struct {
		in   string
		want int
	}{{"", -1}, {"a", -1}, {"a:", 1}, {":", 0}, {"a/:", -1}, {"a b:c:", 3}} {
		if got := component.SchemeEnd(tt.in); got != tt.want {
			t.Errorf("SchemeEnd(%q) = %d, want %d", tt.in, got, tt.want)
		}
	}
}

// TestHostOf has the alternatives of ihost (RFC 3987 §2.2), and texts that are nearly one.
func TestHostOf(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want component.HostKind
	}{
		{"", component.HostRegName}, {"[", component.HostRegName}, {"[]", component.HostRegName}, {"[::]",
			component.HostIPv6}, {"::", component.HostRegName},
		{"[::1%25a]", component.HostRegName}, {"[v1.a]", component.HostIPvFuture}, {"[v.a]", component.HostRegName},
		{"[::1]x", component.HostRegName},
		{"0.0.0.0", component.HostIPv4}, {"9.9.9.9", component.HostIPv4}, {"1.2.3", component.HostRegName},
		{"1.2.3.4.", component.HostRegName},
		{"1.2.3.04", component.HostRegName}, {"a.2.3.4", component.HostRegName}, {"/.2.3.4", component.HostRegName},
		{"255.255.255.2555", component.HostRegName},
		{"[f]", component.HostRegName}, {"[f::]", component.HostIPv6},
	} {
		if testkit.Edited("//" + tt.in) {
			continue
		}
		if got := component.HostOf(tt.in); got.Kind() != tt.want || got.String() != tt.in {
			t.Errorf("HostOf(%q): got %s, want %s", tt.in, got.Kind(), tt.want)
		}
		if got := component.IsIPv4(tt.in); got != (tt.want == component.HostIPv4) {
			t.Errorf("IsIPv4(%q) = %v", tt.in, got)
		}
	}
}

// TestIsScheme compares schemes without regard to case (RFC 3986 §3.1).
func TestIsScheme(t *testing.T) {
	for _, tt := range []struct {
		in    string
		names []string
		want  bool
	}{
		{"http://h", []string{"http"}, true}, {"HttP://h", []string{"http"}, true}, {"https://h", []string{"http"},
			false}, {"http://h", []string{"https"}, false},
		{"http://h", []string{"urn", "http"}, true}, {"http://h", nil, false}, {"//h", []string{""}, false},
		{"http", []string{"http"}, false},
	} {
		if got := component.SplitTrusted(tt.in).IsScheme(tt.names...); got != tt.want {
			t.Errorf("%q, %q: got %v", tt.in, tt.names, got)
		}
	}
}

// TestGuardPath puts "/." before a path that would be read as an authority, and takes it away.
func TestGuardPath(t *testing.T) {
	for _, tt := range []struct {
		path      string
		authority bool
		want      string
	}{
		{"//b", false, "/.//b"}, {"//", false, "/.//"}, {"///b", false, "/.///b"}, {"//b", true, "//b"},
		{"/b", false, "/b"}, {"/", false, "/"}, {"", false, ""}, {"b//c", false, "b//c"},
	} {
		if got := string(component.GuardPath([]byte("x:"+tt.path), 2, tt.authority)); got != "x:"+tt.want {
			t.Errorf("%q, authority %v: got %q, want %q", tt.path, tt.authority, got, "x:"+tt.want)
		}
	}
	for _, tt := range []struct{ in, want string }{
		{"x:/.//b", "//b"}, {"/.//b", "//b"}, {"x:/./b", "/./b"}, {"x://h/.//b", "/.//b"}, {"x:a", "a"}, {"x:/b", "/b"},
	} {
		if got := component.Unguarded(component.SplitTrusted(tt.in)); got != tt.want {
			t.Errorf("Unguarded(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

// TestDotSegments has paths with dots that are segments, and with others.
func TestDotSegments(t *testing.T) {
	for _, tt := range []struct {
		path string
		want bool
	}{
		{"", false}, {".", true}, {"..", true}, {"...", false}, {".a", false}, {"a.", false}, {"./a", true}, {"a/.",
			true}, {"/..", true},
		{"/.a/..", true}, {"/a./b", false}, {"/.../b", false}, {"a/../b", true}, {"/", false}, {"/a/.b/c", false},
	} {
		if got := component.HasDotSegment(tt.path); got != tt.want {
			t.Errorf("HasDotSegment(%q) = %v", tt.path, got)
		}
	}
	for _, tt := range []struct {
		path string
		want int
	}{
		{"", 0}, {"..", 0}, {"./a", 0}, {"/./a", 0}, {"a/..", 1}, {"/.a/...", 7}, {"/.a/../b/.",
			3}, {strings.Repeat("/.a", 30) + "/.", 90}, {strings.Repeat("a", 63) + "/.", 63},
	} {
		if got := component.DotSegment(tt.path); got != tt.want {
			t.Errorf("DotSegment(%q) = %d, want %d", tt.path, got, tt.want)
		}
	}
	// Before the path there is text, which stays.
	if got := string(component.AppendWithoutDots([]byte("a/../x:"), "b/../../c/./..")); got != "a/../x:/" {
		t.Errorf("got %q", got)
	}
}

// TestFields has where the fields of a reference end: what is before the host, host and port,
// path, query, fragment.
func TestFields(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"http://u@h:8/p?q#f", "[9 12 14 16 18]"},
		{"a:b?c", "[0 2 3 5 5]"},
		{"b", "[0 0 1 1 1]"},
		{"", "[0 0 0 0 0]"},
		{"//h", "[2 3 3 3 3]"},
	} {
		if got := fmt.Sprint(component.SplitTrusted(tt.in).Parts.Fields(tt.in)); got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.in, got, tt.want)
		}
	}
}

// TestSpan has where each component lies, without its delimiters.
func TestSpan(t *testing.T) {
	kinds := []component.Kind{component.Scheme, component.Authority, component.Userinfo, component.RegName,
		component.IPLiteral,
		component.IPv6, component.IPvFuture, component.Port, component.PathAbempty, component.PathRootless,
		component.Query, component.Fragment}
	for _, tt := range []struct{ in, want string }{
		{"", "- - - - - - - - - - - -"},
		{"a:b", "<a> - - - - - - - - <b> - -"},
		{"a:b?#", "<a> - - - - - - - - <b> <> <>"},
		{"a://u@h:1/p?q#f", "<a> <u@h:1> <u> <h> - - - <1> </p> - <q> <f>"},
		{"a://[::1]", "<a> <[::1]> - - <[::1]> <::1> - - <> - - -"},
		{"a://[v1.x]:", "<a> <[v1.x]:> - - <[v1.x]> - <v1.x> <> <> - - -"},
		{"a://[V1.x]", "<a> <[V1.x]> - - <[V1.x]> - <V1.x> - <> - - -"},
	} {
		if testkit.Edited(tt.in, tt.want) {
			continue
		}
		var got []string
		r := component.SplitTrusted(tt.in)
		for _, k := range kinds {
			part := "-"
			from, to, ok := r.Parts.Span(tt.in, k)
			if ok && r.Parts.Host == 0 && component.InAuthority.Has(k) {
				t.Errorf("%q has no authority, and a component of kind %d", tt.in, k)
			}
			if ok {
				part = "<" + tt.in[from:to] + ">"
			}
			got = append(got, part)
		}
		if got := strings.Join(got, " "); got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.in, got, tt.want)
		}
	}
}

// TestPathKind has the productions of paths (RFC 3986 §3.3), and dot segments that are percent-encoded.
func TestPathKind(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want component.Kind
	}{
		{"//h", component.PathAbempty}, {"//h/a", component.PathAbempty}, {"", component.PathEmpty}, {"a:?/",
			component.PathEmpty}, {"/", component.PathAbsolute},
		{"a:/b", component.PathAbsolute}, {"a:b", component.PathRootless}, {"a", component.PathNoscheme},
		{"./a:b", component.PathNoscheme},
	} {
		r := component.SplitTrusted(tt.in)
		if got := r.Parts.PathKind(tt.in); got != tt.want || !component.Paths.Has(got) ||
			component.Paths.Has(component.Query) {
			t.Errorf("%q: got %d, want %d", tt.in, got, tt.want)
		}
	}
	for _, tt := range []struct{ in, want string }{
		{"", ""}, {".", "."}, {"%2E", "."}, {"%2e", "."}, {"..", ".."}, {".%2e", ".."}, {"%2E.", ".."}, {"%2e%2E",
			".."}, {"...", ""}, {"%2E%2E.", ""}, {"%2", ""}, {"a", ""}, {".a", ""}, {"%2E%2E%2E", ""},
	} {
		if got := component.DecodedDots(tt.in); got != tt.want {
			t.Errorf("PlainDots(%q): got %q, want %q", tt.in, got, tt.want)
		}
	}
	for in, want := range map[string]int{"": 0, "a": 1, "a/b": 1, "/a": 0, "ab/": 2} {
		if got := component.SegmentEnd(in); got != want {
			t.Errorf("SegmentEnd(%q): got %d, want %d", in, got, want)
		}
	}
}
