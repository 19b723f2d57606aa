package abnf

import (
	"strings"
	"testing"
)

// TestCycles says of the first rule of grammars how it refers to itself.
func TestCycles(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		kind      Recursion
		general   bool
	}{
		{"not at all", "a = b\nb = \"x\"", NotRecursive, false},
		{"at the end", `a = "x" [ "," a ]`, RightLinear, false},
		{"at the end of others", "a = \"x\" b\nb = \"y\" / ( \"z\" a )", RightLinear, false},
		{"at the start", `a = [ a "," ] "x"`, LeftLinear, false},
		{"at both", `a = "x" / a a`, Nested, true},
		{"in the middle", `a = "(" [ a ] ")"`, Nested, true},
		{"at the end, repeated", `a = "x" *a`, Nested, true},
		{"start and end through others", "a = b \"x\" / \"y\"\nb = \"z\" a", Nested, true},
		{"uses one that does", "a = b\nb = \"(\" [ b ] \")\"", NotRecursive, true},
	} {
		g := parse(t, tt.src)
		c := g.CyclesOf(g.Rules)
		if k := c.Kind(g.Rules[0]); k != tt.kind || c.UsesNesting(g.Rules[0]) != tt.general {
			t.Errorf("%s: got %v, %v, want %v, %v", tt.name, k, c.UsesNesting(g.Rules[0]), tt.kind, tt.general)
		}
	}
}

// TestLengthsOfRecursion has rules whose shortest sentence is found by way of themselves.
func TestLengthsOfRecursion(t *testing.T) {
	for _, tt := range []struct {
		src               string
		shortest, longest int
	}{
		{`a = "(" [ a ] ")"`, 2, Unlimited},
		{"a = b b\nb = c / \"xyz\"\nc = a / d\nd = \"\"", 0, Unlimited},
		{"a = b \"x\"\nb = a / \"yy\"", 3, Unlimited},
		{"a = \"x\" b\nb = \"y\" / \"zz\"", 2, 3},
	} {
		g := parse(t, tt.src)
		if lo, hi := g.Lengths(g.Rules[0].Expr); lo != tt.shortest || hi != tt.longest {
			t.Errorf("%s: got %d to %d, want %d to %d", tt.src, lo, hi, tt.shortest, tt.longest)
		}
	}
}

// TestUnroll writes the rules that are left of the first rule without recursion.
func TestUnroll(t *testing.T) {
	for _, tt := range []struct {
		name, src, want string
		depth           int
	}{
		{"brackets", `a = "(" *a ")"`, `a = "(" "" ")"`, 0},
		{"brackets in brackets", `a = "(" *a ")"`, `a = "(" *a~1 ")"; a = "(" "" ")"`, 1},
		{"through others", "a = b / \"x\"\nb = \"(\" a \")\"", `a = b / "x"; b = "(" a~1 ")"; a = "x"`, 1},
		{"nothing is left", "a = \"(\" b \")\"\nb = a / c\nc = \"(\" b \")\"", ``, 3},
		{"a rule that does not refer to itself", "a = b \"y\"\nb = \"x\"", `a = b "y"; b = "x"`, 0},
	} {
		g := parse(t, tt.src)
		u, r := g.Unroll(g.Rules[0], tt.depth)
		var got []string
		if u != nil {
			for _, r := range u.Closure(r) {
				got = append(got, r.Name+" = "+r.Expr.String())
			}
		}
		if s := strings.Join(got, "; "); s != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, s, tt.want)
		}
	}
}
