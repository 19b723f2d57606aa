package clean

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/verdict/rules"
)

// TestWords holds the search for words to a plain one: with each word, and what is nearly one, at all places of eight
// bytes, beside texts of anchors and what is not ASCII.
func TestWords(t *testing.T) {
	var all []string
	for _, trigger := range rules.Triggers() {
		all = append(all, trigger.Words...)
	}
	w := newWords(all)
	if len(w.others) > 0 {
		t.Errorf("each check looks for %q one by one: add what few IRIs have to rareTexts", w.others)
	}
	w = newWords(append(all, "/rare", "&", "zz"))
	all = append(all, "/rare", "&", "zz")
	if len(all) < 10 || len(w.others) != 3 {
		t.Fatalf("got %d words, of which %q have no anchor", len(all), w.others)
	}
	texts := append([]string{"", "ef", "nu", "bj", "é", "日nu", "/undefine", "nul", "object", "ä&amp"}, all...)
	found := 0
	for _, word := range texts {
		for _, near := range []string{word, strings.ToUpper(word), word[:len(word)/2] + "é" + word[len(word)/2:]} {
			for before := range 18 {
				for after := range 10 {
					for _, fill := range []string{"a", "n", "e"} {
						s := "/" + strings.Repeat(fill, before) + near + strings.Repeat(fill, after)
						want := slices.ContainsFunc(all, func(word string) bool { return strings.Contains(s, word) })
						ascii := !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
						has, isASCII := w.in(s)
						if has != want || !has && isASCII != ascii {
							t.Fatalf("%q: got %v, ASCII %v, want %v, %v", s, has, isASCII, want, ascii)
						}
						if has {
							found++
						}
					}
				}
			}
		}
	}
	if found < 1000 {
		t.Errorf("%d texts have a word: the test says nothing", found)
	}
}
