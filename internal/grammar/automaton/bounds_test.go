package automaton

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/testkit/grammartest"
)

// walk runs a DFA with bounds as the comment of CompileBounds says and returns the
// offsets.
func walk(d *DFA, s string) (off [8]int, ok bool) {
	set := func(bounds uint8, at int) {
		for i := range off {
			if bounds>>i&1 != 0 {
				off[i] = at
			}
		}
	}
	q := 1
	for i := range len(s) {
		k := q*d.N + int(d.Class[s[i]])
		set(d.Bounds[k], i)
		q = int(d.Next[k])
	}
	set(d.Final[q], len(s))
	return off, d.Accept[q]
}

func TestBounds(t *testing.T) {
	g := grammar(
		rule("top", cat(rep(0, 1, cat(ref("user"), lit("@"))), ref("host"), rep(0, 1, cat(lit(":"), ref("port"))))),
		rule("user", rep(0, -1, alt(rng('a', 'z'), rng('0', '9'), lit(":"), rng(0xE0, 0xFF)))),
		rule("host", rep(0, -1, alt(rng('a', 'z'), rng('0', '9'), rng(0xE0, 0xFF)))),
		rule("port", rep(0, -1, rng('0', '9'))),
	)
	d, err := CompileBounds(g, "top", []Bound{{false, []string{"host"}}, {true, []string{"HOST"}},
		{true, []string{"port"}}})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		in   string
		want [8]int
	}{
		{"", [8]int{}},
		{"h", [8]int{0, 1}},
		{"é@é", [8]int{3, 5}},
		{"u@", [8]int{2, 2}},
		{"h:80", [8]int{0, 1, 4}},
		{"h:", [8]int{0, 1, 2}},
		{"u:1@h", [8]int{4, 5, 0}},
		{"u:1@h:2", [8]int{4, 5, 7}},
	}
	for _, tt := range tests {
		if got, ok := walk(d, tt.in); got != tt.want || !ok {
			t.Errorf("%q: got %v %v, want %v", tt.in, got, ok, tt.want)
		}
	}
}

// TestBoundsRefused has grammars whose bounds the last place does not give.
func TestBoundsRefused(t *testing.T) {
	tests := []struct {
		name string
		top  abnf.Expr
		want string
	}{
		{"two derivations", cat(rep(0, -1, lit("x")), ref("a"), rep(0, -1, lit("x"))),
			`in "XX", the last possible start of [a]`},
		{"passed by a derivation that fails", alt(lit("xxy"), cat(lit("x"), ref("a"), lit("z"))),
			`in "XXY", the last possible`},
		{"only in one of two derivations", alt(lit("xx"), cat(lit("x"), ref("a"))), `in "XX", the last possible`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := CompileBounds(grammar(rule("top", tt.top), rule("a", rep(1, 1, lit("x")))), "top", []Bound{{false, []string{"a"}}})
			if err == nil || !strings.Contains(strings.ToUpper(err.Error()), strings.ToUpper(tt.want)) {
				t.Errorf("got %v, want an error with %q", err, tt.want)
			}
		})
	}
	if _, err := CompileBounds(grammar(rule("top", lit("x"))), "top", make([]Bound, 9)); err == nil {
		t.Error("nine bounds are accepted")
	}
}

// TestBuiltin checks the sizes that the automata of the specs have, to notice a
// change that makes them larger, and that the bounds of the specs are accepted.
func TestBuiltin(t *testing.T) {
	for _, tt := range []struct {
		spec, rule      string
		states, classes int
	}{
		{"rfc3986", "URI", 180, 21},
		{"rfc3987", "IRI", 262, 44},
		{"rfc3987", "IRI-reference", 278, 44},
		{"rfc3987bis", "IRI", 257, 44},
		{"leiri", "LEIRI", 225, 35},
	} {
		t.Run(tt.spec+" "+tt.rule, func(t *testing.T) {
			g := grammartest.Load(t, tt.spec)
			d, err := Compile(g, tt.rule)
			if err != nil {
				t.Fatal(err)
			}
			if d.States() != tt.states || d.N != tt.classes {
				t.Errorf("got %d states and %d byte classes, want %d and %d", d.States(), d.N, tt.states, tt.classes)
			}
			b, err := CompileBounds(g, tt.rule, BoundsOf(g, tt.rule))
			if err != nil {
				t.Fatal(err)
			}
			if !d.Equal(b.Minimal()) {
				t.Error("the bounds change the language")
			}
		})
	}
}
