package html

import (
	"strings"
	"testing"
)

// TestBaseTag finds a tag at each place of a text, and none in one that looks like it.
func TestBaseTag(t *testing.T) {
	for _, tag := range []string{"<base>", "<BASE href=a>", "<bAsE/", "<base\n"} {
		for before := range 40 {
			for _, text := range []string{"x", "<", "b", "\x80", "<b<base"} {
				text = strings.Repeat(text, before)
				if got := baseTag([]byte(text+tag+text), 0); got != len(text) {
					t.Errorf("%q: got %d, want %d", text+tag+text, got, len(text))
				}
				if got := baseTag([]byte(text+tag+text), len(text)+1); got != 2*len(text)+len(tag) {
					t.Errorf("%q, after the tag: got %d, want %d", text+tag+text, got, 2*len(text)+len(tag))
				}
			}
		}
	}
	for _, text := range []string{"", "<base", "< base >", "<basefont >", "</base>", "\x1Cbase >", "<\x42\x00se >"} {
		if got := baseTag([]byte(text), 0); got != len(text) {
			t.Errorf("%q: got %d, want %d", text, got, len(text))
		}
	}
}
