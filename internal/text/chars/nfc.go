package chars

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// IsSurelyNFC reports whether s, which is UTF-8, is in Normalization Form C by the quick check of UAX #15 §9. If
// it returns false, s may still be.
func IsSurelyNFC(s string) bool {
	last := uint8(0)
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			last = 0
			i++
			continue
		}
		u, w := Decode(s, i)
		p := u.Properties()
		if p.Flags&(NotNFC|Second) != 0 || p.Ccc != 0 && p.Ccc < last {
			return false
		}
		last = p.Ccc
		i += w
	}
	return true
}

// IsNFC reports whether s is in Normalization Form C. It is for texts of which the quick check
// of UAX #15 §9 says maybe. Package norm gets a copy, or it would move the buffers that callers
// have on their stacks to the heap.
func IsNFC(s string) bool { return norm.NFC.IsNormalString(strings.Clone(s)) }
