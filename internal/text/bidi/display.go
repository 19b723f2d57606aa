package bidi

import (
	"slices"

	ucd "golang.org/x/text/unicode/bidi"
)

// Display returns s as it is displayed: its characters in the order in which
// they are seen from left to right, by the Unicode Bidirectional Algorithm, "as if
// it were in a left-to-right embedding" (RFC 3987 §4.1). order[k] is the index, in
// characters of s, of the one that is seen at k. If s has no characters that can change
// the order, the result is s, and order is nil.
//
// Combining marks follow their base, and in right-to-left text brackets are
// exchanged for the one that is seen there. Characters that only control the
// algorithm are not displayed, so they are not in the result. The result is for
// those who read it in a place that does not order text itself; it is not an IRI.
func Display(s string) (visual string, order []int) {
	if !hasRTL(s) {
		return s, nil
	}
	runes := []rune(s)
	levels := Levels(runes, 0)
	order = Order(levels)

	// L3: reordering has put marks before their base. NSM is the class of marks.
	for k := 0; k < len(order); k++ {
		start := k
		for k+1 < len(order) && levels[order[k]]%2 == 1 && order[k+1] == order[k]-1 &&
			classOf(runes[order[k]]) == ucd.NSM {
			k++
		}
		slices.Reverse(order[start : k+1])
	}

	shown := make([]rune, len(order))
	for k, i := range order {
		shown[k] = runes[i]
		if levels[i]%2 == 1 {
			shown[k] = Mirror(runes[i]) // L4
		}
	}
	return string(shown), order
}

// hasRTL reports whether s has characters that can change the order of display.
func hasRTL(s string) bool {
	for i := 0; i < len(s); {
		if s[i] < 0x80 {
			i++
			continue
		}
		prop, w := ucd.LookupString(s[i:])
		switch prop.Class() {
		case ucd.R, ucd.AL, ucd.AN, ucd.RLE, ucd.RLO, ucd.RLI:
			return true
		}
		i += max(w, 1)
	}
	return false
}
