package vectors

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/testkit/grammartest"
)

// TestSmallGrammar has all rows of a grammar that is small: "+" before what it matches, "-" before what it
// does not, and after "|" what a larger suite adds.
func TestSmallGrammar(t *testing.T) {
	for _, tt := range []struct{ abnf, chars, want string }{
		{"top = a \".\" a\na = \"x\" [ b ]\nb = 2%x30-31\n", "x.01", ` - -.x -xx.x -xx -x..x -x. -x.xx +x.x -x0000.x +x00.x -x0.x -x000.x | -. -.x.x -0 -0x.x -x -x.. -x.0 -x.0x -x0 -x0. -x0.0.x -x.x. +x.x00 -x00 -x000 -x.x0 -x.x0. -x.x0.0 -x.x00. -x.x000 |`},
		{"top = [ top \"+\" ] d\nd = \"1\" / \"(\" top \")\"\n", "1+()02", ` - +1+1+1 -11 +1+1 +1 -+1 -11+1 -1++1 +(1) -0 -2 -1) -((1) -() -(11) -(1 -(1)) -)1) -(1( -0+1 -2+1 | -) -)1 -+ -( -(( -()1) -(+ -(+1) -1( -(1() -(1+ -(1+) -(11 -1+ +1+(1) -1+) -1+)1 -1++ -1+1( -1+1) -1+1+ -1+11 |`},
		// The other case of a letter is not a character of the grammar.
		{"top = %s\"x\"\n", "xX", ` - -X +x | -xx |`},
		{"top = %s\"xX\" / %s\"X\" [ top ]\n", "xX", ` - +xX +X +XXX -xx -x +XX +XxX -Xxx -Xx | -xxX -xXX -xXx |`},
	} {
		g := grammartest.Read(t, tt.abnf)
		var got strings.Builder
		seen := make(map[string]bool)
		for size := Small; size <= Medium; size++ {
			for _, r := range rows(t, g, "top", size) {
				if len(r.Input) > 12 || seen[r.Input] || strings.Trim(r.Input, tt.chars) != "" { // others are many
					continue
				}
				seen[r.Input] = true
				got.WriteString(map[bool]string{true: " +", false: " -"}[r.Valid] + r.Input)
			}
			got.WriteString(" |")
		}
		if got.String() != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.abnf, got.String(), tt.want)
		}
	}
}
