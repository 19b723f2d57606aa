package chars

import (
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// IsNFC reports whether s is in Normalization Form C. Call it if the quick check of UAX #15 §9 returns maybe. Package
// norm gets a copy, or it would move the buffers that callers have on their stacks to the heap.
func IsNFC(s string) bool {
	first, n := utf8.DecodeRuneInString(s)
	second, m := utf8.DecodeRuneInString(s[n:])
	if n+m < len(s) || first == utf8.RuneError || second == utf8.RuneError {
		return norm.NFC.IsNormalString(strings.Clone(s))
	}
	// Most of these texts are two characters, a letter and a mark, and the same pairs occur often.
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

// pairs caches the results of [IsNFC] for pairs of characters, each at the index of its hash.
var pairs [1 << 10]atomic.Uint64
