package idna

import (
	"strings"
	"testing"
)

// TestIsPlain compares what is looked at once with the checks of each label, on all names of up to
// six of some bytes, on each byte of ASCII at some places, and on long ones.
func TestIsPlain(t *testing.T) {
	agree := func(name string) {
		c := faultList{name: name}
		c.runLabels()
		if got, want := IsPlain(name), len(c.faults) == 0; got != want {
			t.Errorf("%q: got %v, want %v: %v", name, got, want, c.faults)
		}
	}
	var try func(name string)
	try = func(name string) {
		if name != "" {
			agree(name)
		}
		if len(name) < 6 {
			for _, next := range "aZ0-._" {
				try(name + string(next))
			}
		}
	}
	try("")
	for b := range 0x80 {
		for _, name := range []string{"%s", "a%s", "%sa", "a%sb", "a%s.b", "aa--%s"} {
			agree(strings.Replace(name, "%s", string(rune(b)), 1))
		}
	}
	for _, n := range []int{MaxLabel, MaxLabel + 1} {
		agree(strings.Repeat("a", n))
		agree("b." + strings.Repeat("a", n) + ".")
	}
	label := strings.Repeat("a", MaxLabel) + "."
	for n := 60; n < 64; n++ {
		agree(strings.Repeat(label, 3) + strings.Repeat("a", n))
		agree(strings.Repeat(label, 3) + strings.Repeat("a", n) + ".")
	}
}

// TestIsLDH has labels of RFC 5890 §2.3.1: letters, digits, and hyphens inside.
func TestIsLDH(t *testing.T) {
	for s, want := range map[string]bool{
		"a": true, "a.B-1.9": true, "a--b": true,
		"": false, "a.": false, ".a": false, "-a": false, "a-": false, "a.-": false, "a_b": false, "é": false,
		"a b": false,
	} {
		if IsLDH(s) != want {
			t.Errorf("IsLDH(%q): got %v", s, !want)
		}
	}
}
