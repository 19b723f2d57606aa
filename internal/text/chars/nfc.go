package chars

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// IsNFC reports whether s is in Normalization Form C. It is for texts of which the quick check
// of UAX #15 §9 says maybe. Package norm gets a copy, or it would move the buffers that callers
// have on their stacks to the heap.
func IsNFC(s string) bool {
	if is, ok := isPairNFC(s); ok {
		return is
	}
	return norm.NFC.IsNormalString(strings.Clone(s))
}

// isPairNFC is [IsNFC] for a starter and one character that may combine with it, but for those of Hangul: mostly
// a letter and its accent. For other texts ok is false.
func isPairNFC(s string) (is, ok bool) {
	first, n := utf8.DecodeRuneInString(s)
	second, m := utf8.DecodeRuneInString(s[n:])
	if m == 0 || n+m < len(s) {
		return false, false
	}
	u, v := Of(first).Properties(), Of(second).Properties()
	i, found := slices.BinarySearch(seconds[:], second)
	if !found || u.Ccc != 0 || (u.Flags|v.Flags)&NotNFC != 0 || 0x1100 <= first && first < 0x1200 || 0xAC00 <= first &&
		first < 0xD7B0 {
		return false, false
	}
	_, changes := slices.BinarySearch(pairs[:], uint32(first)<<8|uint32(i))
	return !changes, true
}
