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
		if got := (*Own)(nil).DefaultPort(tt.scheme); got != tt.port {
			t.Errorf("%q: got %q, want %q", tt.scheme, got, tt.port)
		}
	}
}

// TestFacts checks that every entry of the table can be found, once.
func TestFacts(t *testing.T) {
	for _, f := range facts {
		if got := factOf(strings.ToUpper(f.name)); got.name != f.name || got.traits != f.traits|Recognized ||
			got.port != f.port {
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
		{"HTTPS", Web, true}, {"ws", Web, false}, {"git+ssh", DNS, false}, {"nfs", DNS, true}, {"file", DNS,
			false}, {"wss", Special, true},
		{"ftps", Special, false}, {"urn", Everyday, true}, {"tel", Everyday, false}, {"tag", NoSlashes, true}, {"TAG", Opaque, true}, {"javascript", Opaque, true},
		{"file", Opaque, false}, {"x-unknown", Opaque, false},
		{"vtp", Recognized, true}, {"", Recognized, false},
	} {
		if got := Is(tt.s, tt.t); got != tt.want {
			t.Errorf("%q, trait %b: got %v", tt.s, tt.t, got)
		}
	}
}

// TestEquivalence has what the definitions of schemes say of comparison.
func TestEquivalence(t *testing.T) {
	for _, tt := range []struct{ scheme, port, want string }{
		{"http", "80", ""}, {"http", "080", ""}, {"HTTP", "80", ""}, {"http", "", ""}, {"http", "8", "8"}, {"http",
			"800", "800"},
		{"https", "80", "80"}, {"x", "", ""}, {"x", "80", "80"}, {"x", "0", "0"}, {"", "", ""}, {"", "80", "80"},
		{"http", "008080", "8080"}, {"x", "00", "0"}, {"", "01", "1"},
	} {
		if got := (*Own)(nil).Port(tt.scheme, tt.port); got != tt.want {
			t.Errorf("Port(%q, %q) = %q, want %q", tt.scheme, tt.port, got, tt.want)
		}
	}
	for _, tt := range []struct {
		in         string
		path, host bool
		urn        bool
	}{
		{in: "file://localhost/a", path: true, host: true},
		{in: "FILE://localhost/a", path: true, host: true},
		{in: "file://localhost:1/a", path: true},
		{in: "file:///a", path: true},
		{in: "file:/localhost"},
		{in: "http://localhost/", path: true},
		{in: "//localhost"},
		{in: "URN:ab:c", urn: true},
		{in: "x:ab:c"},
	} {
		r := component.SplitTrusted(tt.in)
		s, _ := r.Scheme()
		authority, ok := r.Authority()
		if got := (*Own)(nil).PathNeeded(s, ok); got != tt.path {
			t.Errorf("PathNeeded(%q) = %v", tt.in, got)
		}
		if got := HostNeedless(s, authority); got != tt.host {
			t.Errorf("HostNeedless(%q) = %v", tt.in, got)
		}
		if got := HasComponents(s); got != tt.urn {
			t.Errorf("HasComponents(%q) = %v", s, got)
		}
	}
}

// TestPath has paths and what they are by the definitions of their schemes.
func TestPath(t *testing.T) {
	for _, tt := range []struct{ name, scheme, path, want string }{
		{"RFC 8141 §3.1: the namespace identifier has no case", "urn", "AB-1:C", "ab-1:C"},
		{"the scheme has none either", "URN", "Ab:c", "ab:c"},
		{"no name", "urn", "AB", "AB"},
		{"not a namespace identifier", "urn", "A_b:C", "A_b:C"},
		{"another scheme", "tag", "AB:C", "AB:C"},
		{"RFC 9562 §4: UUIDs have no case", "urn", "UUID:F81D4FAE-7DEC-11d0-a765-00a0c91e6bf6",
			"uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"},
		{"what is not a UUID has", "urn", "uuid:F81D4FAE", "uuid:F81D4FAE"},
		{"RFC 2648 §2: names of ietf have no case, and octets two digits", "urn", "ietf:RFC:2648%2F",
			"ietf:rfc:2648%2F"},
		{"RFC 8254: hyphens of book numbers", "urn", "isbn:0-395-36341-1", "isbn:0395363411"},
		{"their X", "urn", "isbn:0-8044-2957-x", "isbn:080442957X"},
		{"thirteen digits", "urn", "isbn:978-3-16-148410-0", "isbn:9783161484100"},
		{"no hyphen between digits", "urn", "isbn:0--395363411", "isbn:0--395363411"},
		{"not a book number", "urn", "isbn:a-b", "isbn:a-b"},
		{"no book number", "urn", "isbn:", "isbn:"},
		{"RFC 8254: the hyphen of serials", "urn", "issn:03785955", "issn:0378-5955"},
		{"their X", "urn", "ISSN:2434-561x", "issn:2434-561X"},
		{"not the number of a serial", "urn", "issn:0378-595a", "issn:0378-595a"},
		{"RFC 3966 §4: visual separators", "TEL", "+1-(202).555;ext=1-2", "+1202555;ext=1-2"},
		{"not a number", "tel", "1-2/3", "1-2/3"},
		{"RFC 5321 §2.4: domains have no case", "mailto", "A@B%2FC,D@E", "A@b%2Fc,D@e"},
		{"no domain", "mailto", "A", "A"},
		{"any other scheme", "x", "A-B@C", "A-B@C"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got, again := Path(tt.scheme, tt.path), Path(tt.scheme, tt.want); got != tt.want || again != tt.want {
				t.Errorf("got %q, and %q of %q, want %q", got, again, tt.want, tt.want)
			}
		})
	}
}

// TestCheckDigits has numbers of books and serials.
func TestCheckDigits(t *testing.T) {
	for _, tt := range []struct {
		in         string
		isbn, issn bool
	}{
		{"0395363411", true, false}, {"0395363412", false, false}, {"080442957x", true, false}, {"9783161484100", true,
			false}, {"9783161484101", false, false},
		{"0378-5955", false, true}, {"03785955", false, true}, {"0378-5956", false, false}, {"2434-561x", false, true},
		{"2434-5611", false, false}, {"03785-955", false, false}, {"", false, false},
	} {
		digits, ok := ISBN(tt.in)
		if got := ok && IsISBN(digits); got != tt.isbn {
			t.Errorf("%s: ISBN %v", tt.in, got)
		}
		digits, ok = ISSN(tt.in)
		if got := ok && IsISSN(digits); got != tt.issn {
			t.Errorf("%s: ISSN %v", tt.in, got)
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
		{"mailto", NoSlashes, true}, {"http", NoSlashes, false}, {"afp", Recognized, true}, {"x-unknown", Recognized, false},
		{"", Recognized, false},
		{"ssh", Git, true}, {"git+ssh", Git, true}, {"https", Git, false}, {"postgresql", Recognized, true},
		{"postgresqlx", Recognized, false},
	} {
		if got := Is(tt.scheme, tt.trait); got != tt.want {
			t.Errorf("Is(%q, %b) = %v", tt.scheme, tt.trait, got)
		}
	}
	for _, tt := range []struct {
		in, scheme string
		want       bool
	}{
		{"http:a", "http", true}, {"HTTP:", "http", true}, {"http", "http", false}, {"https:a", "http",
			false}, {"xttp:a", "http", false}, {"", "http", false}, {"http a", "http", false},
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

// TestKeepsDots has paths with dot segments, and what removing them makes of these.
func TestKeepsDots(t *testing.T) {
	for _, tt := range []struct {
		scheme, path, without string
		want                  bool
	}{
		{"http", "/a/..//b", "//b", false}, {"file", "/a/..//b", "//b", true}, {"FILE", "/a/../b", "/b", false},
		{"file", "//a/..//b", "//b", false}, {"file", "/a/..//b", "/.//b", false},
		{"data", ",a/./b", ",a/b", true}, {"URN", "a/../b", "/b", true}, {"x-unknown", "a/../b", "/b", false},
	} {
		if got := (*Own)(nil).KeepsDots(tt.scheme, tt.path, tt.without); got != tt.want {
			t.Errorf("%s: %q, without %q: got %v", tt.scheme, tt.path, tt.without, got)
		}
	}
}
