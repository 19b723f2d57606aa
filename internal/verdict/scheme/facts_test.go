package scheme

import (
	"strings"
	"testing"
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
		if got := factOf(strings.ToUpper(f.name)); got.name != f.name || got.traits != f.traits|Known || got.port != f.port {
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
	for name := range With(Known) {
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
		{"ftps", Special, false}, {"urn", Everyday, true}, {"tel", Everyday, false}, {"tag", Opaque, true}, {"vtp", Known, true}, {"", Known, false},
	} {
		if got := Is(tt.s, tt.t); got != tt.want {
			t.Errorf("%q, trait %b: got %v", tt.s, tt.t, got)
		}
	}
}
