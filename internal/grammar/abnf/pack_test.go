package abnf

import (
	"reflect"
	"testing"

	"github.com/rfc3987/iri/grammar"
)

// TestPack holds that a grammar which was packed is the one that was read, but for what only the reader and its messages
// need.
func TestPack(t *testing.T) {
	for _, name := range []string{"core", "rfc3986", "rfc3987", "rfc3987bis", "leiri"} {
		g, err := Load(grammar.Files, ".", name)
		if err != nil {
			t.Fatal(err)
		}
		g.Rules[0].Changed = true
		got, want := Unpack(string(g.Pack())), *g
		want.file, want.dups, want.broken, want.unread, want.problems = "", nil, nil, "", nil
		want.places, want.cites, want.imports, want.cited = nil, nil, nil, nil
		for _, r := range want.Rules {
			r.line, r.more, r.unshared = "", nil, false
			Walk(r.Expr, func(e Expr) bool {
				switch e := e.(type) {
				case *Repetition:
					e.line = ""
				case *Reference:
					e.line = ""
				case *Prose:
					e.line = ""
				}
				return true
			})
		}
		for i, r := range want.Rules {
			if !reflect.DeepEqual(got.Rules[i], r) {
				t.Errorf("%s:\n got %+v\nwant %+v", name, *got.Rules[i], *r)
			}
		}
		if !reflect.DeepEqual(got, &want) {
			t.Errorf("%s:\n got %+v\nwant %+v", name, *got, want)
		}
	}
}
