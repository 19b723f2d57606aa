package chars

import (
	"bytes"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"
)

// IsNFC reports whether s is in Normalization Form C. It is for texts of which the quick check
// of UAX #15 §9 says maybe. Package norm gets a copy, or it would move the buffers that callers
// have on their stacks to the heap.
func IsNFC(s string) bool {
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

// shortText is the length of texts whose memory is used again. Decomposed, so short a text has less than thirty
// marks, after which package norm would insert another one (UAX #15 §13).
const shortText = 28

// A composer composes short texts.
type composer struct {
	iter norm.Iter
	text [shortText]byte
}

var composers = sync.Pool{New: func() any { return new(composer) }}
