package engine

import (
	"reflect"
	"testing"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
)

// TestPack checks that a table is what it was before it was packed, and much larger.
func TestPack(t *testing.T) {
	g, err := abnf.Parse("chain", []byte("chain = 40\"a\" / 2*3\"b\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	chain, err := automaton.Compile(g, "chain")
	if err != nil {
		t.Fatal(err)
	}
	rows := []struct {
		name  string
		table *Table
	}{
		{"offsets, loops, a shift and a vector", New(compile(t), typical)},
		{"no shift", New(compile(t))},
		{"no loops", New(chain)},
	}
	for _, r := range rows {
		text := r.table.Pack()
		if got := Unpack(text); !reflect.DeepEqual(got, r.table) {
			t.Errorf("%s: the table changes when it is packed", r.name)
		}
		if rows := 2*len(r.table.Next) + len(r.table.Bounds); len(text) > 256+rows {
			t.Errorf("%s: %d bytes of rows are packed into %d", r.name, rows, len(text))
		}
	}
}
