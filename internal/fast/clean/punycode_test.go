package clean

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/rfc3987/iri/internal/text/idna"
)

// punycodeExcess returns how much longer the Punycode of a label is than its bound.
func punycodeExcess(label []rune) int {
	basic, blocks, block := 0, 0, rune(-1)
	for _, c := range label {
		if c < 0x80 {
			basic++
		} else if c>>8 != block {
			block = c >> 8
			blocks++
		}
	}
	if basic == len(label) {
		return math.MinInt // not a U-label
	}
	others := len(label) - basic
	blocks = min(blocks, others)
	return idna.EncodedLen(string(label)) - len(idna.Prefix) - (basic + len("-") + punycodeOther*blocks + punycodeSame*(others-blocks))
}

// TestPunycodeBound holds the bound on the length of Punycode against the length.
func TestPunycodeBound(t *testing.T) {
	r := rand.New(rand.NewPCG(3492, 1))
	for range 200000 {
		var label []rune
		base := rune(0x80 + r.IntN(0x2000))
		switch r.IntN(4) {
		case 0:
			base = rune(0x80 + r.IntN(0xF000))
		case 1:
			base = rune(0x10000 + r.IntN(0xF0000))
		}
		for range 1 + r.IntN(59) {
			c := base + rune(r.IntN(1+r.IntN(300)))
			switch r.IntN(12) {
			case 0:
				c = 'a'
			case 1:
				c = rune(0x80 + r.IntN(0xF000))
			}
			label = append(label, c)
		}
		if most := punycodeExcess(label); most > 0 {
			t.Errorf("%q takes %d characters more than the bound", string(label), most)
		}
	}
	// Labels that take more and more.
	for range 1000 {
		base := rune(1+r.IntN(0x322)) << 8
		letter := func() rune {
			switch r.IntN(6) {
			case 0:
				return 'a'
			case 1:
				return rune(0x80 + r.IntN(0x323B0-0x80)) // as far as there are letters
			case 2:
				return rune(0x80 + r.IntN(0xFF00))
			case 3:
				return base
			case 4:
				return base + 255
			}
			return base + rune(r.IntN(256))
		}
		label := make([]rune, 2+r.IntN(57))
		for i := range label {
			label[i] = letter()
		}
		most := punycodeExcess(label)
		for range 400 {
			i := r.IntN(len(label))
			old := label[i]
			label[i] = letter()
			if now := punycodeExcess(label); now >= most {
				most = now
			} else {
				label[i] = old
			}
		}
		if most > 0 {
			t.Errorf("%q takes %d characters more than the bound", string(label), most)
		}
	}
}
