package chars

import (
	"cmp"
	"slices"
	"strings"
)

// A latinTwin is a letter of another script than Latin, with its prototype (UTS #39 §4): the ASCII letters that it
// looks like.
type latinTwin struct {
	r    rune
	twin string
}

// HasLatinTwin reports whether a character is a letter of another script than Latin that looks like ASCII letters, as
// U+0430 looks like "a". It returns false for letters that case folding changes: domain names do not have them.
func HasLatinTwin(r rune) bool {
	block := uint32(r) >> 6
	return block < uint32(len(twinIndex)) && twinBlocks[twinIndex[block]]>>(uint32(r)&63)&1 != 0
}

// LatinTwin replaces each character for which [HasLatinTwin] is true by the ASCII letters that it looks like.
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
