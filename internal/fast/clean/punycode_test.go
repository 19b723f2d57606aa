package clean

import (
	"math"
	"math/rand/v2"
	"testing"

	"golang.org/x/net/idna"
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
	return punycodeLen(string(label)) - (basic + len("-") + punycodeOther*blocks + punycodeSame*(others-blocks))
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
	// RFC 3492 §7.1 and the examples of RFC 3987, as corrected.
	for _, tt := range []struct {
		label string
		want  string
	}{
		{"résumé", "rsum-bpad"},
		{"bücher", "bcher-kva"},
		{"他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"},
		{"почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l"},
		{"安室奈美恵-with-super-monkeys", "-with-super-monkeys-pc58ag80a8qai00g7n9n"},
	} {
		if got := punycodeLen(tt.label); got != len(tt.want) {
			t.Errorf("%q: got %d, want %d, as %q has", tt.label, got, len(tt.want), tt.want)
		}
	}
}

// TestAppendULabels holds that a host is decoded as package idna decodes it, or not at all, and that most U-labels are.
func TestAppendULabels(t *testing.T) {
	r := rand.New(rand.NewPCG(3492, 2))
	decoded := 0
	for range 100000 {
		base := rune(0xE0 + r.IntN(0x3000))
		if r.IntN(4) == 0 {
			base = rune(0x10000 + r.IntN(0x10000))
		}
		var label []rune
		for range 1 + r.IntN(12) {
			switch r.IntN(4) {
			case 0:
				label = append(label, rune("abz09-"[r.IntN(6)]))
			default:
				label = append(label, base+rune(r.IntN(60)))
			}
		}
		host, err := idna.Punycode.ToASCII("www." + string(label) + ".example")
		if err != nil {
			continue
		}
		if b := []byte(host); r.IntN(2) == 0 { // most of these are the Punycode of nothing
			b[r.IntN(len(b))] = "abz09-AZ."[r.IntN(9)]
			host = string(b)
		}
		got, ok := appendULabels(nil, host)
		if !ok {
			continue
		}
		decoded++
		want, err := idna.Punycode.ToUnicode(host)
		if err != nil || string(got) != want {
			t.Errorf("%q: got %q, want %q, %v", host, got, want, err)
		}
		if again, err := idna.Punycode.ToASCII(string(got)); err != nil || again != host {
			t.Errorf("%q: got %q, whose Punycode is %q, %v", host, got, again, err)
		}
	}
	if decoded < 50000 {
		t.Errorf("%d hosts are decoded, want 50000: the test says nothing", decoded)
	}
	// RFC 3492 §6.2, and what has more than one form.
	for _, tt := range []struct {
		host, want string
		ok         bool
	}{
		{"xn--rsum-bpad.example", "r\u00E9sum\u00E9.example", true},
		{"a.xn--ihqwcrb4cv8a8dqg056pqjye", "a.\u4ED6\u4EEC\u4E3A\u4EC0\u4E48\u4E0D\u8BF4\u4E2D\u6587", true},
		{"example.org.", "example.org.", true},
		{"xn--RSUM-bpad", "", false}, // the check decodes upper case
		{"xn--rsum-bpaD", "", false},
		{"xn--\u00E9-bpad", "", false},
		{"xn---ihq", "", false}, // a delimiter after nothing
		{"xn--abc-", "", false}, // ASCII alone
		{"xn--", "", false},
		{"xn--99999999", "", false}, // a number that is too large
		{"xn--a-z", "", false},      // a number that does not end
	} {
		got, ok := appendULabels(nil, tt.host)
		if string(got) != tt.want || ok != tt.ok {
			t.Errorf("%q: got %q, %v, want %q, %v", tt.host, got, ok, tt.want, tt.ok)
		}
	}
}
