package formats_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
)

// TestJSONBlocks holds that what is found does not depend on how a file is cut into blocks, and that
// nothing is lost.
func TestJSONBlocks(t *testing.T) {
	const n = 30000 // several blocks
	var b strings.Builder
	b.WriteString("[\n")
	for i := range n {
		fmt.Fprintf(&b, "  {\n    \"x\": \"]}\\\"[{\\\\\",\n    \"iri\": [\n      \"a:%d\"\n    ]\n  },\n", i)
	}
	text := b.String() + "  \"a:end\"\n]\n"
	lines := strings.Split(strings.TrimSpace(show(t, "a.json", text, input.Options{})), "\n")
	if len(lines) != n+1 {
		t.Fatalf("got %d records, want %d", len(lines), n+1)
	}
	for i, line := range lines[:n] {
		if want := fmt.Sprintf("%d:8@", 5+6*i); !strings.HasPrefix(line, want) ||
			!strings.HasSuffix(line, fmt.Sprintf(" \"a:%d\"", i)) {
			t.Fatalf("record %d: got %s, want %s", i, line, want)
		}
	}
}
