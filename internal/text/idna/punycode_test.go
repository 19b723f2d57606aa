package idna

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// decoded returns the label of a Punycode by [Decode].
func decoded(s string) (label string, ok bool) {
	var text Text
	n, ok := Decode(&text, s)
	return string(text[:n]), ok
}

// TestPunycode holds that a label is encoded as package idna of golang.org/x/net encodes it, and that Punycode is
// decoded as that does, or not at all; and that the Punycode of every label that is short enough is.
func TestPunycode(t *testing.T) {
	r := rand.New(rand.NewPCG(3492, 2))
	good := 0
	for range 200000 {
		base := rune(0xE0 + r.IntN(0x3000))
		if r.IntN(4) == 0 {
			base = rune(0x10000 + r.IntN(0x10000))
		}
		most := 12
		if r.IntN(4) == 0 {
			most = MaxLabel - 1
		}
		label := []rune{base}
		for range r.IntN(most) {
			switch r.IntN(4) {
			case 0:
				label = append(label, rune("abz09-A"[r.IntN(7)]))
			case 1:
				label = append(label, rune(r.IntN(utf8.MaxRune+1)))
			default:
				label = append(label, base+rune(r.IntN(60)))
			}
		}
		for i, ch := range label {
			// which golang.org/x/net refuses from Go 1.27 on
			if !utf8.ValidRune(ch) || ch == '.' || ch == utf8.RuneError {
				label[i] = base
			}
		}
		text := string(label)
		want, err := idna.Punycode.ToASCII(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := Prefix + string(AppendEncoded(nil, text)); got != want || EncodedLen(text) != len(want) {
			t.Errorf("%q: got %q of %d octets, want %q", text, got, EncodedLen(text), want)
		}
		changed := false
		if b := []byte(want); r.IntN(2) == 0 { // most of these are the Punycode of nothing
			b[len(Prefix)+r.IntN(len(b)-len(Prefix))] = "abz09-AZ"[r.IntN(8)]
			changed = want != string(b)
			want = string(b)
		}
		got, ok := decoded(want[len(Prefix):])
		if !ok {
			if !changed && len(want) <= MaxLabel && strings.ToLower(want) == want {
				t.Errorf("%q is not decoded", want)
			}
			continue
		}
		good++
		if again, err := idna.Punycode.ToUnicode(want); err != nil || got != again {
			t.Errorf("%q: got %q, want %q, %v", want, got, again, err)
		}
		if again := Prefix + string(AppendEncoded(nil, got)); again != want {
			t.Errorf("%q: got %q, whose Punycode is %q", want, got, again)
		}
	}
	for _, n := range []int{MaxLabel, MaxLabel + 1, 1000} { // with its prefix none of these fits
		for _, text := range []string{strings.Repeat("é", n), "é" + strings.Repeat("a", n-1)} {
			if got := EncodedLen(text); got <= MaxLabel {
				t.Errorf("%d characters take %d octets", n, got)
			}
		}
	}
	if good < 50000 {
		t.Errorf("%d labels are decoded, want 50000: the test says nothing", good)
	}
}

// TestDecode has the examples of RFC 3492 §7.1 and RFC 3987, as corrected, and what is not the Punycode of a label
// or has more than one form.
func TestDecode(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"rsum-bpad", "r\u00E9sum\u00E9"},
		{"bcher-kva", "b\u00FCcher"},
		{"ihqwcrb4cv8a8dqg056pqjye", "\u4ED6\u4EEC\u4E3A\u4EC0\u4E48\u4E0D\u8BF4\u4E2D\u6587"},
		{"b1abfaaepdrnnbgefbadotcwatmq2g4l", "почемужеонинеговорятпорусски"},
		{"-with-super-monkeys-pc58ag80a8qai00g7n9n", "安室奈美恵-with-super-monkeys"},
		{"RSUM-bpad", ""}, // it is looked up in lower case
		{"rsum-bpaD", ""},
		{"\u00E9-bpad", ""},
		{"-ihq", ""}, // a delimiter after nothing
		{"abc-", ""}, // ASCII alone
		{"", ""},
		{"99999999", ""}, // a number that is too large
		{"a-z", ""},      // a number that does not end
	} {
		if got, ok := decoded(tt.in); ok != (tt.want != "") || ok && got != tt.want {
			t.Errorf("%q: got %q, %v, want %q", tt.in, got, ok, tt.want)
		}
	}
}
