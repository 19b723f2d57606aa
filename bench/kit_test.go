package bench

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
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
			f, err := os.Open(filepath.Join("..", "conformance", "syntax", spec.Name()+".jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			rows := bufio.NewScanner(f)
			rows.Buffer(nil, 1<<20)
			n := 0
			for ; rows.Scan(); n++ {
				var row struct {
					Input string
					Valid bool
					Rules []string
				}
				if err := json.Unmarshal(rows.Bytes(), &row); err != nil {
					t.Fatal(err)
				}
				if got, err := match(row.Rules[0], row.Input); got != row.Valid || err != nil {
					t.Errorf("%s, %q: got %v, %v, want %v", row.Rules[0], row.Input, got, err, row.Valid)
				}
			}
			if n < 10000 || rows.Err() != nil {
				t.Errorf("%d rows, %v", n, rows.Err())
			}
		})
	}
}
