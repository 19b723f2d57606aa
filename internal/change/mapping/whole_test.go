package mapping

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/percent"
)

// TestAppendWhole holds what is decoded in one go to what is decoded character by character (RFC 3987 §3.2).
func TestAppendWhole(t *testing.T) {
	pieces := []string{"a", "1", "-", ".", "/", "=", "%41", "%7e", "%2F", "%20", "%25", "%e4%b8%ad", "%C3", "%80", "%ED%A0%80", "%EE%80%80", "%EF%BF%BD"}
	for _, c := range "éчαאبक्ไท्中カｶＡ\u0301\u202e\u200d\u00a0\ufe0f\u0338\u2044😀\u0080\U000E0001" {
		pieces = append(pieces, percent.Encode(string(c)))
	}
	r := rand.New(rand.NewPCG(1, 2))
	var decoded, kept int
	for range 100_000 {
		var b strings.Builder
		for range r.IntN(7) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		field := 1 + r.IntN(4)
		start := []string{"", "", "a/", "?", "#"}[field]
		before := "http://h" + start
		want := appendField([]byte(before), b.String(), field)
		if field != component.HostField {
			want = textparts.KeepEncoded(want, len("http://h"), field == component.PathField)
		}
		begin := len("http://h")
		if field == component.HostField {
			begin = len(before)
		}
		got, ok := appendWhole([]byte(before), begin, b.String(), field)
		switch {
		case !ok:
			kept++
		case string(got) != string(want):
			t.Fatalf("field %d: %q: got %q, want %q", field, b.String(), got, want)
		default:
			decoded++
		}
	}
	if decoded < 10_000 || kept < 10_000 {
		t.Errorf("%d were decoded as a whole, %d were not", decoded, kept)
	}
}
