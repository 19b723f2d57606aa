package textparts

import (
	"strings"

	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
)

// IsOrderly reports whether the text of components, as it is shown, has no faults and is in
// Normalization Form C. It is not for hosts.
func IsOrderly(s string) bool { return isOrderly(s, 0) }

// MayStand reports whether a text is orderly, and [chars.MayKeepEncoded] says no of it outside of the authority:
// whether conversions are sure to leave all of it unencoded. It reads the text once.
func MayStand(s string) bool { return isOrderly(s, chars.MayBeKept) }

// isOrderly is [IsOrderly] for text without characters that have some flags.
func isOrderly(s string, without uint16) bool {
	first := chars.NonASCII(s)
	if first == len(s) {
		return true
	}
	t, faults := Text{S: s}, 0
	seen := t.Read(first, func(Disorder) { faults++ })
	return faults == 0 && seen&without == 0 && (seen&chars.NotNFC == 0 || chars.IsNFC(s))
}

// KeepEncoded is for what conversions decode: b[start:] is a userinfo, a path, a query or
// a fragment, and each component of it that is not orderly is percent-encoded again. "Please
// note that the whole component has to be mapped" (RFC 3987 §4.2): in a path that is the segment.
func KeepEncoded(b []byte, start int, path bool) []byte {
	if IsOrderly(chars.View(b[start:])) {
		return b
	}
	text := string(b[start:])
	if !path {
		return percent.AppendNonASCII(b[:start], text)
	}
	b = b[:start]
	for segment := range strings.SplitAfterSeq(text, "/") {
		if IsOrderly(segment) {
			b = append(b, segment...)
		} else {
			b = percent.AppendNonASCII(b, segment)
		}
	}
	return b
}
