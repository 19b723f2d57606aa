package formats_test

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
)

// TestSPARQL reads a query of several chunks.
func TestSPARQL(t *testing.T) {
	long := "PREFIX e: <http://e/>\nASK {" + strings.Repeat("?s e:p <x:y> FILTER(?a < ?b) 'a\\'b'^^e:t .\n", 20000) + "}"
	if got := strings.Count(show(t, "a.rq", long, input.Options{}), "\n"); got != 60001 {
		t.Errorf("%d records, want 60001", got)
	}
}
