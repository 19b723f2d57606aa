package abnf

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// parse returns the grammar of a text that has no fault.
func parse(t *testing.T, src string) *Grammar {
	t.Helper()
	g, err := Parse("x", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestLengths(t *testing.T) {
	for _, tt := range []struct {
		name, src         string
		shortest, longest int
	}{
		{"literal", `a = "xyz"`, 3, 3},
		{"empty literal", `a = ""`, 0, 0},
		{"range", `a = %x41-5A`, 1, 1},
		{"sequence", `a = %x41.42.43`, 3, 3},
		{"alternation", `a = "x" / "yyyy" / "zz"`, 1, 4},
		{"alternation with nothing", `a = "x" / ""`, 0, 1},
		{"concatenation", `a = "x" [ "yy" ] "z"`, 2, 4},
		{"option", `a = [ "xx" ]`, 0, 2},
		{"bounded repetition", `a = 2*3"xx"`, 4, 6},
		{"repetition without limit", `a = 2*"xx"`, 4, Unlimited},
		{"repetition of nothing", `a = 2*""`, 0, 0},
		{"zero times", `a = 0<any octet>`, 0, 0},
		{"too long to count", `a = 65536( 65536"x" )`, Unlimited, Unlimited},
		{"reference", "a = b b\nb = \"x\" / \"yy\"", 2, 4},
		{"prose that names a rule", "a = <b>\nb = \"xy\"", 2, 2},
		{"prose that names none", `a = <any octet>`, 1, 1},
		{"reference to nothing", `a = b`, 1, 1},
		{"recursion", `a = *a`, 0, Unlimited},
	} {
		g := parse(t, tt.src)
		e := g.Rules[0].Expr
		if lo, hi := g.Lengths(e); lo != tt.shortest || hi != tt.longest {
			t.Errorf("%s: got %d and %d, want %d and %d", tt.name, lo, hi, tt.shortest, tt.longest)
		}
		if got, want := g.Nullable(e), tt.shortest == 0; got != want {
			t.Errorf("%s: nullable: got %v, want %v", tt.name, got, want)
		}
	}
}

// doubling is a grammar whose rules use each other 2^60 times.
func doubling(join string) string {
	var b strings.Builder
	for i := range 60 {
		fmt.Fprintf(&b, "r%d = r%d %s r%[2]d\n", i, i+1, join)
	}
	return b.String() + "r60 = \"\" / \"x\"\n"
}

// TestDoubling has grammars for which looking at each use of a rule takes forever.
func TestDoubling(t *testing.T) {
	for _, join := range []string{"", "/"} {
		g := parse(t, doubling(join))
		e := g.Rules[0].Expr
		if !g.Nullable(e) {
			t.Errorf("r0 joined by %q is not nullable", join)
		}
		var got []string
		g.First(e, func(*Rule) bool { return false }, func(s string) { got = append(got, s) })
		if !slices.Equal(got, []string{`"x"`}) {
			t.Errorf("r0 joined by %q can begin with %q", join, got)
		}
	}
}

// TestFirst names rules of one character as a whole and opens the others.
func TestFirst(t *testing.T) {
	for _, tt := range []struct {
		name, src, want string
		nullable        bool
	}{
		{"literal", `a = "xy"`, `"xy"`, false},
		{"alternation", `a = "x" / %x41-5A / %d13.10`, `"x" %x41-5A %d13.10`, false},
		{"concatenation stops at what cannot be empty", `a = [ "x" ] *"y" "z" "!"`, `"x" "y" "z"`, false},
		{"everything can be empty", `a = [ "x" ] *"y"`, `"x" "y"`, true},
		{"zero times", `a = 0<any octet> "x"`, `"x"`, false},
		{"the empty literal", `a = "" "x"`, `"x"`, false},
		{"rule of one character", "a = b\nb = \"x\" / \"y\"", `b`, false},
		{"longer rule", "a = b\nb = c [ \"y\" ]\nc = %x30-39", `c`, false},
		{"prose that names a rule", "a = <b>\nb = \"xy\"", `"xy"`, false},
	} {
		g := parse(t, tt.src)
		whole := func(r *Rule) bool { lo, hi := g.Lengths(r.Expr); return lo == 1 && hi == 1 }
		var got []string
		nullable := g.First(g.Rules[0].Expr, whole, func(s string) { got = append(got, s) })
		if s := strings.Join(got, " "); s != tt.want || nullable != tt.nullable {
			t.Errorf("%s: got %s, %v, want %s, %v", tt.name, s, nullable, tt.want, tt.nullable)
		}
	}
}

// TestAfter looks for what can follow the rule b in the first rule.
func TestAfter(t *testing.T) {
	for _, tt := range []struct {
		name, src, want string
		ends            bool
	}{
		{"at the end", `a = "x" b`, ``, true},
		{"before a literal", `a = b "x"`, `"x"`, false},
		{"before an option", `a = b [ "x" ]`, `"x"`, true},
		{"in two alternatives", `a = b "x" / b "y" / "z"`, `"x" "y"`, false},
		{"in a repetition", `a = *( "x" b ) "z"`, `"x" "z"`, false},
		{"in an option", `a = [ b ] "z"`, `"z"`, false},
		{"by prose", `a = <b> "x"`, `"x"`, false},
		{"nowhere", `a = "x"`, ``, false},
		{"zero times", `a = 0b "x"`, ``, false},
	} {
		g := parse(t, tt.src+"\nb = \"1\"")
		var got []string
		ends := g.After(g.Rules[0].Expr, g.Rule("b"), func(*Rule) bool { return false }, func(s string) { got = append(got, s) })
		if s := strings.Join(got, " "); s != tt.want || ends != tt.ends {
			t.Errorf("%s: got %s, %v, want %s, %v", tt.name, s, ends, tt.want, tt.ends)
		}
	}
}

func TestPath(t *testing.T) {
	g := parse(t, "a = b / c\nb = d\nc = e\nd = e\ne = \"x\"\n")
	for _, tt := range []struct{ from, to, want string }{
		{"a", "e", "a c e"},
		{"a", "a", "a"},
		{"c", "d", ""},
	} {
		var got []string
		for _, r := range g.Path(g.Rule(tt.to), g.Rule(tt.from)) {
			got = append(got, r.Name)
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("from %s to %s: got %q, want %q", tt.from, tt.to, s, tt.want)
		}
	}
}
