package chars

import (
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// IsNFC reports whether s is in Normalization Form C. It is for texts of which the quick check
// of UAX #15 §9 says maybe. Package norm gets a copy, or it would move the buffers that callers
// have on their stacks to the heap.
func IsNFC(s string) bool {
	first, n := utf8.DecodeRuneInString(s)
	second, m := utf8.DecodeRuneInString(s[n:])
	if n+m < len(s) || first == utf8.RuneError || second == utf8.RuneError {
		return norm.NFC.IsNormalString(strings.Clone(s))
	}
	// Most texts that are asked for are two characters: a letter and a mark. The same ones come again and again.
	const known, is = 1 << 63, 1 << 62
	pair := known | uint64(first)<<32 | uint64(second)
	slot := &pairs[(uint32(first)*31+uint32(second))%uint32(len(pairs))]
	got := slot.Load()
	if got&^is != pair {
		if got = pair; norm.NFC.IsNormalString(strings.Clone(s)) {
			got |= is
		}
		slot.Store(got)
	}
	return got&is != 0
}

// pairs are the last pairs of characters that [IsNFC] was asked for, each at a place that it alone decides.
var pairs [1 << 10]atomic.Uint64
