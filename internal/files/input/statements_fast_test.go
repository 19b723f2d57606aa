package input

import (
	"strings"
	"testing"
)

// TestPlainStatements checks that plain statements, and only those, are clean without the decoder.
func TestPlainStatements(t *testing.T) {
	for name, c := range statementCleaners(t) {
		found := func(format Format, line string) bool {
			odd := false
			c.Statements(format == NQuads, []byte(line+"\n"), func(int, int) bool { odd = true; return true })
			return odd
		}
		if name != "grammar only" && name != "LEIRI" {
			continue
		}
		for _, s := range plainStatements {
			if found(NQuads, s.line) {
				t.Errorf("%s: N-Quads need the decoder for %q", name, s.line)
			}
			if got := found(NTriples, s.line); got != s.quads {
				t.Errorf("%s: N-Triples: is %q for the decoder? got %t, want %t", name, s.line, got, s.quads)
			}
		}
		for _, line := range oddStatements {
			if strings.Contains(line, "<a b>") || strings.Contains(line, "h:8a") || line == "<> <c:d> <e:f> ." {
				continue // LEIRIs
			}
			for _, format := range []Format{NTriples, NQuads} {
				if !found(format, line) && line != `<a:b> <c:d> "\\" .` {
					t.Errorf("%s: %s accept %q without the decoder", name, format, line)
				}
			}
		}
	}
}
