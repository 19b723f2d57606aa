package chars

import (
	"cmp"
	"slices"
	"strings"
)

// A latinTwin is a letter of another script than Latin, and the letters of ASCII that it looks like:
// its prototype (UTS #39 §4).
type latinTwin struct {
	r    rune
	twin string
}

// HasLatinTwin reports whether a character is a letter of another script than Latin that looks
// like letters of ASCII, as U+0430 looks like "a". Letters that case folding
// changes do not count, for they do not stand in domain names.
func HasLatinTwin(r rune) bool {
	block := uint32(r) >> 6
	return block < uint32(len(twinIndex)) && twinBlocks[twinIndex[block]]>>(uint32(r)&63)&1 != 0
}

// LatinTwin returns the ASCII that a text looks like, whose other characters than ASCII are those
// of [HasLatinTwin]. Characters that are not stay as they are.
func LatinTwin(s string) string {
	var b strings.Builder
	for _, r := range s {
		if i, ok := slices.BinarySearchFunc(latinTwins[:], r,
			func(t latinTwin, r rune) int { return cmp.Compare(t.r, r) }); ok {
			b.WriteString(latinTwins[i].twin)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
