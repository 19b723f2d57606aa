package formats_test

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/rdf"
)

// TestPlainStatements checks that plain statements, and only those, are clean without the decoder.
func TestPlainStatements(t *testing.T) {
	for name, c := range statementCleaners(t) {
		found := func(format *input.Format, line string) bool {
			odd := false
			c.Statements(format == rdf.NQuads, []byte(line+"\n"), func(int, int) bool { odd = true; return true })
			return odd
		}
		if name != "grammar only" && name != "LEIRI" {
			continue
		}
		for _, s := range plainStatements {
			if found(rdf.NQuads, s.line) {
				t.Errorf("%s: N-Quads need the decoder for %q", name, s.line)
			}
			if got := found(rdf.NTriples, s.line); got != s.quads {
				t.Errorf("%s: N-Triples: is %q for the decoder? got %t, want %t", name, s.line, got, s.quads)
			}
		}
		for _, line := range oddStatements {
			if strings.Contains(line, "<a b>") || strings.Contains(line, "h:8a") || line == "<> <c:d> <e:f> ." {
				continue // LEIRIs
			}
			for _, format := range []*input.Format{rdf.NTriples, rdf.NQuads} {
				if !found(format, line) && line != `<a:b> <c:d> "\\" .` {
					t.Errorf("%s: %s accept %q without the decoder", name, format, line)
				}
			}
		}
	}
}
