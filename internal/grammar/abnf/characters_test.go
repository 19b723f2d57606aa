package abnf

import (
	"reflect"
	"testing"
)

func TestCharacters(t *testing.T) {
	for _, tt := range []struct {
		src  string
		want [][]Interval
	}{
		{`a = "xK-[` + "`" + `"`, [][]Interval{{{'x', 'x'}, {'X', 'X'}}, {{'K', 'K'}, {'k', 'k'}}, {{'-', '-'}},
			{{'[', '['}}, {{'`', '`'}}}},
		{`a = %s"xK"`, [][]Interval{{{'x', 'x'}}, {{'K', 'K'}}}},
		{`a = ""`, nil},
		{`a = %x41-5A`, [][]Interval{{{'A', 'Z'}}}},
		{`a = %x61.e9`, [][]Interval{{{'a', 'a'}}, {{'é', 'é'}}}},
	} {
		if got, ok := Characters(parse(t, tt.src).Rules[0].Expr); !ok || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: got %v, %v, want %v", tt.src, got, ok, tt.want)
		}
	}
	for _, src := range []string{`a = b`, `a = "x" "y"`, `a = "x" / "y"`, `a = *"x"`, `a = <b>`} {
		if got, ok := Characters(parse(t, src).Rules[0].Expr); ok {
			t.Errorf("%s: got %v, want none", src, got)
		}
	}
}
