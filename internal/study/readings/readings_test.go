package readings

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/grammar/parsetree"
	"github.com/rfc3987/iri/internal/testkit/grammartest"
)

// TestCount has counts that are known.
func TestCount(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	for _, tt := range []struct {
		name, abnf, text string
		count            uint64
		more             bool
		parting          string
	}{
		{"one", "a = 1*b\nb = \"x\" / \"y\"\n", "xyx", 1, false, ""},
		{"Catalan numbers", "a = a a / \"x\"\n", x(11), 16796, false, `a [0,11) a a: a 10, a 9`},
		{"Fibonacci numbers", "a = *( \"x\" / \"xx\" )\n", x(20), 10946, false,
			`a [0,20) *("x" / "xx"): "x" / "xx" 2, "x" / "xx" 1`},
		{"compositions", "a = *b\nb = 1*\"x\"\n", x(10), 512, false, `a [0,10) *b: b 10, b 9`},
		{"Schröder numbers", "a = \"x\" / a a / a a a\n", x(4), 10, false, `a [0,4) "x" / a a / a a a: a a 4, a a a 4`},
		{"alternatives", "a = b / c\nb = 1*%x61-7A\nc = \"get\"\n", "get", 2, false, `a [0,3) b / c: b 3, c 3`},
		{"within", "a = \"(\" c \")\"\nc = \"x\" / d\nd = %s\"x\"\n", "(x)", 2, false,
			`a > c [1,2) "x" / d: "x" 2, d 2`},
		{"in the second copy", "a = 2c\nc = %s\"x\" / %s\"y\" / d\nd = %s\"y\"\n", "xy", 2, false,
			`a > c [1,2) %s"x" / %s"y" / d: %s"y" 2, d 2`},
		{"what is optional and empty is not there", "a = *[ \"x\" ]\n", x(3), 1, false, ""},
		{"required copies that are empty", "a = 3*3[ \"x\" ]\n", x(2), 1, false, ""},
		{"what is optional, twice", "a = [ \"x\" ] [ \"x\" ]\n", "x", 2, false,
			`a [0,1) ["x"] ["x"]: ["x"] 1, ["x"] 0`},
		{"counts", "a = 1*2b 1*2b\nb = \"x\"\n", x(3), 2, false, `a [0,3) 1*2b 1*2b: 1*2b 2, 1*2b 1`},
		{"a rule within itself over the same text", "a = a / \"x\"\n", "x", 1, true, ""},
		{"with the empty string", "a = a a / \"x\" / \"\"\n", x(2), 1, true, ""},
		{"brackets", "a = \"[\" *a \"]\"\n", "[[][[]]]", 1, false, ""},
		{"bytes, not characters", "a = *( %xE9 / b )\nb = %xE9\n", "éé", 4, false, `a [0,2) %xE9 / b: %xE9 2, b 2`},
		{"octets", "; terminals: octets\na = *%xC3 *%xC3\n", "\xc3\xc3", 3, false,
			`a [0,2) *%xC3 *%xC3: *%xC3 2, *%xC3 1`},
		{"very many", "a = a a / \"x\"\n", x(100), Max, true, `a [0,100) a a: a 99, a 98`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := grammartest.Read(t, tt.abnf)
			got := Count(g, g.Rules[0], tt.text)
			parting := ""
			if p := got.Parting; p != nil {
				parting = fmt.Sprintf("%s [%d,%d) %s: %s %d, %s %d", strings.Join(p.Rules, " > "), p.Begin, p.End,
					p.Expr, p.Ways[0], p.Ends[0], p.Ways[1], p.Ends[1])
			}
			if got.Unknown || got.Count != tt.count || got.More != tt.more || !strings.HasPrefix(parting, tt.parting) ||
				(parting == "") != (tt.parting == "") {
				t.Errorf("got %d, more %t, unknown %t, %s; want %d, more %t, %s", got.Count, got.More, got.Unknown,
					parting, tt.count, tt.more, tt.parting)
			}
		})
	}
	g := grammartest.Read(t, "a = a b a / b\nb = *\"x\"\n")
	if got := Count(g, g.Rules[0], x(3000)); !got.Unknown {
		t.Errorf("got %+v for what takes too much work", got)
	}
}

// TestReadingsOfMatches holds that there is a reading of a string if the rule matches it.
func TestReadingsOfMatches(t *testing.T) {
	words := grammartest.Words(4)
	for seed := range uint64(200) {
		text := grammartest.Random(rand.New(rand.NewPCG(seed, 5)))
		if seed >= 100 {
			text = grammartest.RandomRecursive(rand.New(rand.NewPCG(seed, 5)))
		}
		g := grammartest.Read(t, text)
		p, err := parsetree.Compile(g, g.Rules[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range words {
			_, ok, err := p.Run(w)
			if err != nil {
				t.Fatal(err)
			}
			r := Count(g, g.Rules[0], w)
			if !r.Unknown && (r.Count > 0) != ok {
				t.Fatalf("%s%q: %d readings, matches %t", text, w, r.Count, ok)
			}
			if (r.Parting != nil) != (r.Count > 1) || r.More && seed < 100 {
				t.Fatalf("%s%q: %+v", text, w, r)
			}
		}
	}
}
