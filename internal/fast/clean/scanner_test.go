package clean

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/fast/lines"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/idna"
)

// scans reports whether a hostScanner accepts a host whose first byte comes n bytes
// after a tick.
func scans(host string, n int) bool {
	var c hostScanner
	for i, r := range host {
		// The scanner makes ticks inside of a character before its step.
		for at := i; at < i+utf8.RuneLen(r); at++ {
			if (n+at)%lines.TickBytes == 0 && !c.tick() {
				return false
			}
		}
		if !c.step(r, language.avoid) {
			return false
		}
	}
	return c.end()
}

// TestScanner checks that a host that a hostScanner accepts is plain, whatever lengths and
// characters its labels have, and wherever the ticks are.
func TestScanner(t *testing.T) {
	var letters [][]rune // by group of 512 characters
	for group := range rune(0x30000 >> 9) {
		var list []rune
		for r := max(group<<9, utf8.RuneSelf); r < (group+1)<<9; r++ {
			if chars.Of(r).Flags()&chars.PValid != 0 {
				list = append(list, r)
			}
		}
		if list != nil {
			letters = append(letters, list)
		}
	}
	r := rand.New(rand.NewPCG(3492, 1))
	accepted, long := 0, 0
	for range 300_000 {
		var b strings.Builder
		list := letters[r.IntN(len(letters))]
		if r.IntN(2) == 0 {
			list = letters[r.IntN(6)] // those of two bytes, and more
		}
		spread := 1 + r.IntN(40)
		for k := range 1 + r.IntN(4) {
			if k > 0 {
				b.WriteByte('.')
			}
			// The first and the last characters of a group have the largest differences.
			from := r.IntN(len(list))
			few := list[from:min(len(list), from+spread)]
			ascii := r.IntN(3) * r.IntN(12)
			for i := range 1 + r.IntN(24) {
				switch n := r.IntN(24); {
				case n < ascii:
					b.WriteByte("abz01-"[r.IntN(6)])
				case n == 23 && i > 0 && r.IntN(4) == 0:
					b.WriteRune(list[r.IntN(len(list))])
				case n == 22 && i > 0 && r.IntN(2) == 0:
					b.WriteRune(list[len(list)-1])
				default:
					b.WriteRune(few[r.IntN(len(few))])
				}
			}
		}
		host := b.String()
		if !scans(host, r.IntN(lines.TickBytes)) {
			continue
		}
		accepted++
		if !isPlain(host) {
			t.Errorf("%+q: the hostScanner accepts it, but it is not plain", host)
		}
		total := 0
		for label := range strings.SplitSeq(host, ".") {
			n := len(label)
			if chars.NonASCII(label) < n {
				n = idna.EncodedLen(label)
			}
			total += n + 1
			if n > maxLabel {
				t.Errorf("%+q: the hostScanner accepts it, but a label takes %d octets", host, n)
			}
			if n > 32 {
				long++
			}
		}
		if total-1 > maxName {
			t.Errorf("%+q: the hostScanner accepts it, but it takes %d octets", host, total-1)
		}
	}
	if accepted < 5000 || long < 100 {
		t.Errorf("%d hosts are accepted, %d labels of more than 32 octets: want 5000, 100", accepted, long)
	}
}

// TestScannerAccepts checks that the hostScanner accepts what hosts are mostly like.
func TestScannerAccepts(t *testing.T) {
	for _, host := range []string{
		"www.example.org", "bücher.example", "пример.испытание", "مثال.إختبار", "例え.テスト", "उदाहरण.परीक्षा",
		"한국.한국", "中国.政府.中国", "ตัวอย่าง.ทดสอบ", "ọjà.com", "řeka.cz", "ⵍⵉⴽⵉ.org", "ᎹᏂᎪ.com", "münchen.de",
		"straßenverkehr.de",
	} {
		for n := range lines.TickBytes {
			if !scans(host, n) {
				t.Errorf("%q, %d bytes after a tick: not accepted", host, n)
			}
		}
	}
}
