package chars_test

import (
	"testing"

	"github.com/rfc3987/iri/internal/text/chars"
)

// TestIsLocalName has names of OWL 2: PN_LOCAL of SPARQL 1.0, which begins with PN_CHARS_U or a digit, and may have dots
// inside.
func TestIsLocalName(t *testing.T) {
	for _, name := range []string{"a", "_", "0", "0A", "é", "a.b", "a-b", "a\u00b7", "日本"} {
		if !chars.IsLocalName(name) {
			t.Errorf("%q is not a name", name)
		}
	}
	for _, name := range []string{"", "-a", ".a", "a.", "a%41", `a\-`, "a:b", "a/b", "a b", "\u00b7a", "a\xff", "×"} {
		if chars.IsLocalName(name) {
			t.Errorf("%q is a name", name)
		}
	}
}
