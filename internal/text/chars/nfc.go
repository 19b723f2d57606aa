package chars

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// IsNFC reports whether s is in Normalization Form C. It is for texts of which the quick check
// of UAX #15 §9 says maybe. Package norm gets a copy, or it would move the buffers that callers
// have on their stacks to the heap.
func IsNFC(s string) bool { return norm.NFC.IsNormalString(strings.Clone(s)) }
