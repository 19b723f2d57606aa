package formats_test

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
)

// TestLiteralCut cuts a file of Turtle after each byte of what follows a string: the literal is found in the
// pieces, too.
func TestLiteralCut(t *testing.T) {
	const text = "@prefix x: <http://www.w3.org/2001/XMLSchema#> .\n_:a <p:p> \"s:a\"^^x:anyURI, " +
		"\"s:b\"^^<http://www.w3.org/2001/XMLSchema#anyURI> .\n"
	for pad := range len(text) {
		in := strings.Repeat(" ", input.ChunkSize-pad) + text
		if got := strings.Count(show(t, "a.ttl", in, input.Options{}), `role="literal"`); got != 2 {
			t.Errorf("with %d bytes in the first block: got %d literals, want 2", pad, got)
		}
	}
}
