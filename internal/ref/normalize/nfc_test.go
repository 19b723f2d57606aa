package normalize

import (
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/text/chars"
)

// TestTurnsReserved goes through Unicode for what NFC makes of each character by
// itself: only those that turnsReserved names become anything that may not stand
// where they did.
func TestTurnsReserved(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p")
	segment := spec.MustRule(spec.RFC3987, "isegment")
	for r := rune(0x80); r <= utf8.MaxRune; r++ {
		s := string(r)
		if !segment.Valid(s) {
			continue
		}
		composed := norm.NFC.String(s)
		reserved := !segment.Valid(composed)
		for _, c := range composed {
			reserved = reserved || c < utf8.RuneSelf && !chars.IsUnreserved(byte(c))
		}
		if got := turnsReserved(r); got != reserved {
			t.Errorf("%U: got %v, want %v: NFC is %+q", r, got, reserved, composed)
		}
	}
}
