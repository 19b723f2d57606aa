package spec

import (
	"testing"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// TestNamesCharacters has rules that only name characters, and such as do not.
func TestNamesCharacters(t *testing.T) {
	for _, tt := range []struct {
		name, rule string
		want       bool
	}{
		{"one character", `"x"`, true},
		{"of several", `"x" / "y"`, true},
		{"or percent-encoded: RFC 3986 §2.1", `"x" / "%" 2h`, true},
		{"through another rule", `h / p`, true},
		{"percent-encoded alone, which has parts", `"%" 2h`, false},
		{"three others", `"x" / 3h`, false},
		{"one and then two", `"x" [ "yz" ]`, false},
		{"two", `"x" / "yz"`, false},
		{"nothing", `[ "x" ]`, false},
		{"any number", `1*h`, false},
	} {
		g, err := abnf.Parse("x.abnf", []byte("a = "+tt.rule+"\nh = %x30-39\np = \"%\" 2h\n"))
		if err != nil {
			t.Fatal(err)
		}
		if got := namesCharacters(g, g.Rule("a")); got != tt.want {
			t.Errorf("%s: got %t, want %t", tt.name, got, tt.want)
		}
	}
}
