package convert

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/text/percent"
)

// TestAppendWhole holds what is decoded in one go to what is decoded field by field, character by character (RFC 3987
// §3.2).
func TestAppendWhole(t *testing.T) {
	pieces := []string{"a", "1", "-", ".", "/", "=", "%41", "%7e", "%2F", "%20", "%25", "%e4%b8%ad", "%C3", "%80",
		"%ED%A0%80", "%EE%80%80", "%EF%BF%BD"}
	for _, c := range "éчαאبक्ไท्中カｶＡ\u0301\u202e\u200d\u00a0\ufe0f\u0338\u2044😀\u0080\U000E0001" {
		pieces = append(pieces, percent.Encode(string(c)))
	}
	r := rand.New(rand.NewPCG(1, 2))
	some := func(most int) string {
		var b strings.Builder
		for range r.IntN(most + 1) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		return b.String()
	}
	var o IRIOptions
	var decoded, kept int
	for range 300_000 {
		s := []string{"", "http:", "did:"}[r.IntN(3)]
		if r.IntN(3) > 0 {
			s += "//" + []string{"", "", some(3) + "@"}[r.IntN(3)] + strings.ReplaceAll(some(3), "/", "") +
				[]string{"", ":80"}[r.IntN(2)] + "/"
		}
		s += some(3) + []string{"", "?" + some(3)}[r.IntN(2)] + []string{"", "#" + some(3)}[r.IntN(2)]
		u, err := uriReference().Parse(s)
		if err != nil {
			continue
		}
		want := o.appendFields([]byte("x"), s, &u.Parts, keepsTilde(s, &u.Parts), o.Target.Decoding())
		got, parts, ok := o.append([]byte("x"), s, &u.Parts)
		if held := iriReference(); string(got) != string(want) || ok && (!held.Split(string(got[1:]), &u) ||
			u.Parts != parts) {
			t.Fatalf("%q: got %q, %v, want %q, %v", s, got, parts, want, u.Parts)
		}
		if ok {
			decoded++
		} else {
			kept++
		}
	}
	if decoded < 10_000 || kept < 10_000 {
		t.Errorf("%d were decoded as a whole, %d were not", decoded, kept)
	}
}
