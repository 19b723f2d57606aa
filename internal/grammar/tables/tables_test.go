package tables_test

import (
	"reflect"
	"testing"

	"github.com/rfc3987/iri/internal/grammar/engine"
	"github.com/rfc3987/iri/internal/grammar/tables"
	"github.com/rfc3987/iri/internal/testkit"
)

// TestOf checks that a packed table is the same as the one that needs no work.
func TestOf(t *testing.T) {
	rows := []struct {
		spec, rule string
		ready      *engine.Table
	}{
		{"rfc3986", "URI", tables.RFC3986Whole()},
		{"rfc3986", "IPv4address", tables.RFC3986IPv4address()},
		{"rfc3987", "IRI", tables.RFC3987Whole()},
		{"rfc3987", "IRI-reference", tables.RFC3987Reference()},
		{"rfc3987", "ireg-name", tables.RFC3987RegName()},
		{"leiri", "LEIRI-reference", tables.LEIRIReference()},
	}
	for _, r := range rows {
		got := tables.Of(r.spec, r.rule)
		if got == nil && testkit.Edited(r.rule) { // the rule has another name
			continue
		}
		if !reflect.DeepEqual(got, r.ready) {
			t.Errorf("%s %s: the packed table is another one", r.spec, r.rule)
		}
	}
	for _, name := range [][2]string{{"rfc3987", "iri"}, {"rfc9999", "IRI"}, {"", ""}} {
		if tables.Of(name[0], name[1]) != nil {
			t.Errorf("%q has a table", name)
		}
	}
}
