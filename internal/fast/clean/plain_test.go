package clean

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/verdict/hostname"
)

// TestIsPlain holds that a plain host passes the full check as well.
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
			for range 1 + r.IntN(20) {
				switch r.IntN(8) {
				case 0:
					sb.WriteByte("abz019-"[r.IntN(7)])
				case 1:
					sb.WriteRune(letters[r.IntN(len(letters))])
				default:
					sb.WriteRune(letters[base+r.IntN(100)])
				}
			}
			sb.WriteByte('.')
		}
		host := sb.String()
		if plain, _ := isPlain(host, kernels.avoid); !plain {
			continue
		}
		n++
		for _, f := range hostname.CheckIDNA(host) {
			if !strings.HasPrefix(f.Section, "RFC 5893") || !hostname.IsLDH(host[f.LabelStart:f.LabelEnd]) {
				t.Errorf("%+q is plain at first sight, but: %s", host, hostname.Message(&f, 0))
			}
		}
	}
	if n < 1000 {
		t.Errorf("%d names are plain, want 1000: the test says nothing", n)
	}
	for _, host := range []string{"bücher.example", "пример.испытание", "مثال.إختبار", "例え.テスト", "उदाहरण.परीक्षा", "международный-стандарт.рф", "be̱lgim.org", "ẹ́kọ́.org", "เซนต์วินเซนต์และเกรนาดีนส์.org"} {
		if plain, _ := isPlain(host, kernels.avoid); !plain && hostname.CheckIDNA(host) == nil {
			t.Errorf("%q is not plain at first sight", host)
		}
	}
}
