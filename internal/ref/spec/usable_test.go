package spec

import (
	"fmt"
	"strings"
	"testing"
)

// TestWidest has files whose default rule is not their first one, because no header says which it is, and
// others.
func TestWidest(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"the last rule", "a = \"x\"\nb = a a\n", "b"},
		{"the first rule", "b = a a\na = \"x\"\n", ""},
		{"a header", "; top: a\na = \"x\"\nb = a a\n", ""},
		{"a change", "; changes: rfc3987\nport = \"80\"\n", ""},
		{"no rule", "", ""},
	} {
		got := ""
		if r := GuessedTopOf(GrammarFile{Name: "own", Text: []byte(tt.text)}); r != nil {
			got = r.Name
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestChainOfAlternatives reads a grammar of a thousand rules, each of which uses the next one twice, so that none of the
// upper ones has an automaton. What rules can begin with must not be found anew for each of them.
func TestChainOfAlternatives(t *testing.T) {
	var b strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&b, "r%d = r%d / r%d \"a\"\n", i, i+1, i+1)
	}
	s, err := ReadSpec(GrammarFile{Name: "chain", Text: []byte(b.String() + "r1000 = \"a\"\n")})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{"r0": 1001, "r500": 501, "r999": 2, "r1000": 1} {
		r := MustRule(s, name)
		for _, n := range []int{0, 1, want, want + 1} {
			if got := r.Valid(strings.Repeat("a", n)); got != (n >= 1 && n <= want) {
				t.Errorf("%s: %d letters: %v", name, n, got)
			}
		}
	}
}
