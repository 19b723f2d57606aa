package clean

import (
	"math"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
)

// words are the texts that rules ask for after the authority. A state is the number of the longest beginning of one of
// them with which the text so far ends (Aho and Corasick 1975); 0 is the empty one.
type words struct {
	next    [][utf8.RuneSelf]uint8
	letter  [utf8.RuneSelf]uint8 // the characters that stand in words; 0 for all others
	anchors []anchor
	eight   [maxAnchors]uint64 // eight times the character of each anchor
}

// An anchor is a character that few strings have, and the words that have it, with its place in each.
type anchor struct {
	char   byte
	before [256]bool // what stands before it in one of the words
	words  []string
	at     []int
}

const maxAnchors = 3

// found is the state after a word.
const found = 255

// rareLetters are characters that are rare in IRIs, the rarest first.
const rareLetters = "&jqxzkvwuybgf"

// newWords returns the words; there must be fewer than 255 beginnings of them, and no more than maxAnchors rare letters.
func newWords(all []string) *words {
	w := new(words)
	number := map[string]uint8{"": 0}
	prefixes := []string{""}
	for _, word := range all {
		w.addAnchor(word)
		for i := range len(word) {
			w.letter[word[i]] = word[i]
			if _, ok := number[word[:i]]; !ok {
				number[word[:i]] = uint8(len(prefixes))
				prefixes = append(prefixes, word[:i])
			}
		}
	}
	if len(prefixes) >= found || len(w.anchors) > maxAnchors {
		panic("clean: too many words")
	}
	for i := range w.eight {
		w.eight[i] = math.MaxUint64 // no character
		if i < len(w.anchors) {
			w.eight[i] = uint64(w.anchors[i].char) * 0x0101010101010101
		}
	}
	for _, word := range all {
		number[word] = found
	}
	w.next = make([][utf8.RuneSelf]uint8, len(prefixes))
	for from, prefix := range prefixes {
		for b := range w.letter {
			text := prefix + string(rune(b))
			for ; text != ""; text = text[1:] {
				if to, ok := number[text]; ok {
					w.next[from][b] = to
					break
				}
			}
		}
	}
	return w
}

// addAnchor adds a word to the anchor of its rarest character.
func (w *words) addAnchor(word string) {
	at := 0
	for i := range len(rareLetters) {
		if k := strings.IndexByte(word, rareLetters[i]); k >= 0 {
			at = k
			break
		}
	}
	i := slices.IndexFunc(w.anchors, func(a anchor) bool { return a.char == word[at] })
	if i < 0 {
		i = len(w.anchors)
		w.anchors = append(w.anchors, anchor{char: word[at]})
	}
	a := &w.anchors[i]
	a.words, a.at = append(a.words, word), append(a.at, at)
	for b := range a.before {
		a.before[b] = a.before[b] || at == 0 || b == int(word[at-1])
	}
}

// step returns the state after a character; ok is false if it ends a word.
func (w *words) step(state uint8, r rune) (next uint8, ok bool) {
	if r >= utf8.RuneSelf {
		return 0, true
	}
	next = w.next[state][r]
	return next, next != found
}

// in reports whether one of the words stands in s. It looks for the anchors, eight bytes at a time.
func (w *words) in(s string) bool {
	const low, high = 0x0101010101010101, 0x8080808080808080
	p, q, r := w.eight[0], w.eight[1], w.eight[2]
	for i := 0; i < len(s); i += 8 {
		if i+8 > len(s) {
			if i = len(s) - 8; i < 0 {
				return w.inShort(s)
			}
		}
		eight := chars.Load64(s, i)
		x, y, z := eight^p, eight^q, eight^r
		// High bits are set for the bytes that are 0 in x, y or z, and perhaps for some after them.
		hits := ((x-low)&^x | (y-low)&^y | (z-low)&^z) & high
		for ; hits != 0; hits &= hits - 1 {
			if w.at(s, i+bits.TrailingZeros64(hits)/8) {
				return true
			}
		}
	}
	return false
}

// inShort is in for a text of fewer than eight bytes.
func (w *words) inShort(s string) bool {
	for i := range len(s) {
		if w.at(s, i) {
			return true
		}
	}
	return false
}

// at reports whether one of the words stands in s with its anchor at i.
func (w *words) at(s string, i int) bool {
	for k := range w.anchors {
		if a := &w.anchors[k]; a.char == s[i] && (i == 0 || a.before[s[i-1]]) {
			for j, word := range a.words {
				if from := i - a.at[j]; from >= 0 && strings.HasPrefix(s[from:], word) {
					return true
				}
			}
		}
	}
	return false
}
