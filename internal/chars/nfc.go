package chars

import (
	"golang.org/x/text/unicode/norm"
)

// IsNFC reports whether s is in Normalization Form C. It is for short texts, one starter and
// what stands on it, of which the quick check of UAX #15 §9 says maybe.
func IsNFC(s string) bool { return norm.NFC.IsNormalString(s) }
