package scheme

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/component"
)

func TestDefaultPort(t *testing.T) {
	for _, tt := range []struct{ scheme, port string }{
		{"http", "80"}, {"HTTPS", "443"}, {"ws", "80"}, {"wss", "443"}, {"ftp", "21"}, {"coaps+tcp", "5684"},
		{"", ""}, {"mailto", ""}, {"urn", ""}, {"httpx", ""}, {strings.Repeat("h", 100), ""},
	} {
		if got := DefaultPort(tt.scheme); got != tt.port {
			t.Errorf("%q: got %q, want %q", tt.scheme, got, tt.port)
		}
	}
}

// TestFacts checks that every entry of the table can be found, once.
func TestFacts(t *testing.T) {
	for _, f := range facts {
		if got := factOf(strings.ToUpper(f.name)); got.name != f.name || got.traits != f.traits|Recognized || got.port != f.port {
			t.Errorf("%s: got %+v, want %+v", f.name, got, f)
		}
	}
	names := make(map[string]bool)
	for _, f := range facts {
		names[f.name] = true
	}
	if n := len(names); n != len(facts) {
		t.Errorf("%d of %d entries have the name of another", len(facts)-n, len(facts))
	}
	for name := range With(Recognized) {
		delete(names, name)
	}
	if len(names) > 0 {
		t.Errorf("With leaves known schemes out: %v", names)
	}
	for _, tt := range []struct {
		s    string
		t    Trait
		want bool
	}{
		{"HTTPS", Web, true}, {"ws", Web, false}, {"git+ssh", DNS, false}, {"nfs", DNS, true}, {"file", DNS, false}, {"wss", Special, true},
		{"ftps", Special, false}, {"urn", Everyday, true}, {"tel", Everyday, false}, {"tag", Opaque, true}, {"vtp", Recognized, true}, {"", Recognized, false},
	} {
		if got := Is(tt.s, tt.t); got != tt.want {
			t.Errorf("%q, trait %b: got %v", tt.s, tt.t, got)
		}
	}
}

// TestEquivalence has what the definitions of schemes say of comparison.
func TestEquivalence(t *testing.T) {
	for _, tt := range []struct {
		scheme, port string
		want         bool
	}{
		{"http", "80", true}, {"http", "080", true}, {"HTTP", "80", true}, {"http", "", true}, {"http", "8", false}, {"http", "800", false},
		{"https", "80", false}, {"x", "", true}, {"x", "80", false}, {"x", "0", false}, {"", "", true}, {"", "80", false},
	} {
		if got := PortNeedless(tt.scheme, tt.port); got != tt.want {
			t.Errorf("PortNeedless(%q, %q) = %v", tt.scheme, tt.port, got)
		}
	}
	for _, tt := range []struct {
		in         string
		path, host bool
		lower      int
		name       bool
	}{
		{in: "file://localhost/a", path: true, host: true},
		{in: "FILE://localhost/a", path: true, host: true},
		{in: "file://localhost:1/a", path: true},
		{in: "file:///a", path: true},
		{in: "file:/localhost"},
		{in: "http://localhost/", path: true},
		{in: "//localhost"},
		{in: "urn:AB-1:C", lower: 4, name: true},
		{in: "URN:ab:c", lower: 2, name: true},
		{in: "urn:ab", name: true},
		{in: "urn:a_b:c", name: true},
		{in: "tag:ab:c"},
		{in: "x:ab:c"},
	} {
		r := component.SplitTrusted(tt.in)
		s, _ := r.Scheme()
		if got := PathNeeded(r, s); got != tt.path {
			t.Errorf("PathNeeded(%q) = %v", tt.in, got)
		}
		authority, _ := r.Authority()
		if got := HostNeedless(s, authority); got != tt.host {
			t.Errorf("HostNeedless(%q) = %v", tt.in, got)
		}
		if got := LowerPath(s, r.Path()); got != tt.lower {
			t.Errorf("LowerPath(%q) = %d, want %d", tt.in, got, tt.lower)
		}
		if got := NameOnly(s); got != tt.name {
			t.Errorf("NameOnly(%q) = %v", s, got)
		}
	}
}

// TestTraits has what the table of schemes says of one, and strings that begin with a scheme.
func TestTraits(t *testing.T) {
	for _, tt := range []struct {
		scheme string
		trait  Trait
		want   bool
	}{
		{"http", Web, true}, {"HTTPS", Web, true}, {"ftp", Web, false}, {"ftp", DNS, true}, {"mailto", DNS, false},
		{"mailto", Opaque, true}, {"http", Opaque, false}, {"afp", Recognized, true}, {"x-unknown", Recognized, false}, {"", Recognized, false},
		{"ssh", Git, true}, {"git+ssh", Git, true}, {"https", Git, false}, {"postgresql", Recognized, true}, {"postgresqlx", Recognized, false},
	} {
		if got := Is(tt.scheme, tt.trait); got != tt.want {
			t.Errorf("Is(%q, %b) = %v", tt.scheme, tt.trait, got)
		}
	}
	for _, tt := range []struct {
		in, scheme string
		want       bool
	}{
		{"http:a", "http", true}, {"HTTP:", "http", true}, {"http", "http", false}, {"https:a", "http", false}, {"xttp:a", "http", false}, {"", "http", false}, {"http a", "http", false},
	} {
		if got := Begins(tt.in, tt.scheme); got != tt.want {
			t.Errorf("Begins(%q, %q) = %v", tt.in, tt.scheme, got)
		}
	}
	for _, tt := range []struct {
		scheme, after string
		ok            bool
	}{{"http", "//", true}, {"mailto", "", true}, {"magnet", "?", true}, {"imap", "", false}, {"note", "", false}} {
		if after, ok := AfterInText(tt.scheme); after != tt.after || ok != tt.ok {
			t.Errorf("AfterInText(%q) = %q, %v", tt.scheme, after, ok)
		}
	}
	n := 0
	for range With(Git) {
		if n++; n == 2 {
			break
		}
	}
	for s := range With(Web) {
		if n++; s != "https" && s != "http" {
			t.Errorf("%s is said to be of the Web", s)
		}
	}
	if n != 4 {
		t.Errorf("got %d schemes, want 2 of Git and 2 of the Web", n)
	}
}

// TestDotsNeeded has paths with dot segments, and what removing them makes of these.
func TestDotsNeeded(t *testing.T) {
	for _, tt := range []struct {
		scheme, path, without string
		want                  bool
	}{
		{"http", "/a/..//b", "//b", false}, {"file", "/a/..//b", "//b", true}, {"FILE", "/a/../b", "/b", false},
		{"file", "//a/..//b", "//b", false}, {"file", "/a/..//b", "/.//b", false},
		{"data", ",a/../b", "/b", true}, {"data", "text/plain,a/../b,c", "text/b,c", true}, {"data", ",a/./b", ",a/b", false},
		{"data", "a/../b", "/b", false},
		{"urn", "Ex:a/../b", "/b", true}, {"urn", "Ex:a/b/..", "ex:a/", false}, {"urn", "a/../b", "/b", false},
		{"tag", "a,2020:b/..", "/", true}, {"did", "a:b/..", "/", true}, {"did", "a:b/./c", "a:b/c", false},
	} {
		if got := DotsNeeded(tt.scheme, tt.path, tt.without); got != tt.want {
			t.Errorf("%s: %q, without %q: got %v", tt.scheme, tt.path, tt.without, got)
		}
	}
}
