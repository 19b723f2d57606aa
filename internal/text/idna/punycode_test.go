package idna

import (
	"strings"
	"testing"
)

// TestEncodedLen holds that no label of more characters than a label has octets fits.
func TestEncodedLen(t *testing.T) {
	for _, n := range []int{MaxLabel, MaxLabel + 1, 1000} { // with its prefix none of these fits
		for _, text := range []string{strings.Repeat("é", n), "é" + strings.Repeat("a", n-1)} {
			if got := EncodedLen(text); got <= MaxLabel {
				t.Errorf("%d characters take %d octets", n, got)
			}
		}
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
		{"\u00E9-bpad", ""},
		{"-ihq", ""}, // a delimiter after nothing
		{"abc-", ""}, // ASCII alone
		{"", ""},
		{"99999999", ""}, // a number that is too large
		{"a-z", ""},      // a number that does not end
	} {
		c := faultList{name: Prefix + tt.in}
		got, ok := c.decode(c.name)
		if ok != (tt.want != "") || ok && got != tt.want || ok && encoded(got) != c.name {
			t.Errorf("%q: got %q, %v, want %q", tt.in, got, ok, tt.want)
		}
	}
}
