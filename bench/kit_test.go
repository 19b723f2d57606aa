package bench

import (
	"testing"

	"github.com/rfc3987/iri"
)

// TestKitByOthers holds that an engine which shares no code with this module, go-abnf, agrees with every
// row of the conformance kit: it reads our grammars, and follows all ways of reading a string.
func TestKitByOthers(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	for _, spec := range iri.Specs() {
		t.Run(spec.Name(), func(t *testing.T) {
			match, err := GoABNF(spec)
			if err != nil {
				t.Fatal(err)
			}
			rows, err := KitRows(spec, "")
			if err != nil || len(rows) < 10000 {
				t.Fatalf("%d rows, %v", len(rows), err)
			}
			for _, row := range rows {
				if got, err := match(row.Rules[0], row.Input); got != row.Valid || err != nil {
					t.Errorf("%s, %q: got %v, %v, want %v", row.Rules[0], row.Input, got, err, row.Valid)
				}
			}
		})
	}
}
