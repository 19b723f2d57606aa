package chars

import (
	"bytes"
	"slices"
	"strings"
	"sync"
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
	if len(s) > shortText {
		return norm.NFC.IsNormalString(strings.Clone(s))
	}
	c := composers.Get().(*composer)
	defer composers.Put(c)
	c.iter = norm.Iter{} // Init does not empty all of it
	rest := c.text[:copy(c.text[:], s)]
	for c.iter.Init(norm.NFC, rest); !c.iter.Done(); {
		n := len(rest)
		if rest = bytes.TrimPrefix(rest, c.iter.Next()); len(rest) == n {
			return false
		}
	}
	return len(rest) == 0
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
	if !found || u.Ccc != 0 || (u.Flags|v.Flags)&NotNFC != 0 || 0x1100 <= first && first < 0x1200 || 0xAC00 <= first && first < 0xD7B0 {
		return false, false
	}
	_, changes := slices.BinarySearch(pairs[:], uint32(first)<<8|uint32(i))
	return !changes, true
}

// shortText is the length of texts whose memory is used again. Decomposed, so short a text has less than thirty
// marks, after which package norm would insert another one (UAX #15 §13).
const shortText = 28

// A composer composes short texts.
type composer struct {
	iter norm.Iter
	text [shortText]byte
}

var composers = sync.Pool{New: func() any { return new(composer) }}
