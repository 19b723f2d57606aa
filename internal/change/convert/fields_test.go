package convert

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
)

// TestFields holds that the characters that conversions decode or leave are those
// that the grammar allows in the component: by the rules that name it alone.
func TestFields(t *testing.T) {
	testkit.StatesRFC(t, "s://u@h/p?q#f")
	for _, r := range []rune{0x80, 0xA0, 0xFF, 0x200D, 0x202E, 0xD7FF, 0xE000, 0xF8FF, 0xF900, 0xFDCF, 0xFDD0, 0xFDF0,
		0xFFEF, 0xFFF0,
		0x10000, 0x1FFFD, 0x1FFFE, 0xDFFFD, 0xE0000, 0xE0FFF, 0xE1000, 0xEFFFD, 0xF0000, 0x10FFFD, 0x10FFFF} {
		for _, place := range []string{"a://*@h", "a://*", "a:*", "?*", "#*"} {
			raw := strings.Replace(place, "*", string(r), 1)
			encoded := strings.Replace(place, "*", percent.Encode(string(r)), 1)
			want := encoded
			if iriReference().Valid(raw) && !chars.KeptEncoded("", r, strings.HasPrefix(place, "a://")) &&
				(place == "a://*" || textparts.HasNoIssues(string(r))) {
				want = raw
			}
			if got, err := FromURI(encoded, IRIOptions{}); err != nil || got.Text != want {
				t.Errorf("FromURI(%q): got %+q, %v, want %+q", encoded, got, err, want)
			}
			if (chars.KeptEncoded("", r, true) || !textparts.HasNoIssues(string(r))) && iriReference().Valid(raw) &&
				!chars.IsBidiFormatting(r) {
				want = raw // of these a LEIRI has the findings that an IRI has
			}
			if got, err := FromLEIRI(raw, IRIOptions{}); r < 0xFFFE && (err != nil || got.Text != want) {
				t.Errorf("FromLEIRI(%+q): got %+q, %v, want %+q", raw, got, err, want)
			}
		}
	}
}
