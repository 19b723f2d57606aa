package clean

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	xidna "golang.org/x/net/idna"

	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/idna"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// TestIsPlain holds that a plain host passes the full check as well, with U-labels and with A-labels.
func TestIsPlain(t *testing.T) {
	var letters []rune
	for r := rune(0xA0); r <= unicode.MaxRune; r++ {
		if chars.Of(r).Flags()&chars.PValid != 0 {
			letters = append(letters, r)
		}
	}
	r := rand.New(rand.NewPCG(5892, 5891))
	n := 0
	for range 100000 {
		var sb strings.Builder
		base := r.IntN(len(letters) - 100)
		for range 1 + r.IntN(2) {
			most := 20
			if r.IntN(50) == 0 {
				most = 100 // more than a label can have
			}
			others := r.IntN(4) > 0 // not all characters lie close together
			if !others {
				most = 32
			}
			for range 1 + r.IntN(most) {
				switch k := r.IntN(8); {
				case k == 0 && others:
					sb.WriteByte("abz019-"[r.IntN(7)])
				case k == 1 && others:
					sb.WriteRune(letters[r.IntN(len(letters))])
				default:
					sb.WriteRune(letters[base+r.IntN(100)])
				}
			}
			sb.WriteByte('.')
		}
		host := strings.TrimSuffix(sb.String(), ".")
		if !isPlain(host) {
			continue
		}
		n++
		if with, err := xidna.Punycode.ToASCII(host); err != nil || hostname.CheckIDNA(with) != nil {
			t.Errorf("%q is plain at first sight, but not %+q: %v", with, host, err)
		}
		for _, f := range hostname.CheckIDNA(host) {
			if !strings.HasPrefix(f.Section, "RFC 5893") || !idna.IsLDH(host[f.LabelStart:f.LabelEnd]) {
				t.Errorf("%+q is plain at first sight, but: %s", host, finding.HostMessage(&f, 0))
			}
		}
	}
	if n < 1000 {
		t.Errorf("%d names are plain, want 1000: the test says nothing", n)
	}
	for _, host := range []string{"bücher.example", "пример.испытание", "مثال.إختبار", "例え.テスト", "उदाहरण.परीक्षा"} {
		if !isPlain(host) {
			t.Errorf("%q is not plain at first sight", host)
		}
	}
}
