package chars

import (
	"slices"
	"unicode/utf8"
)

// IsNameEnd reports whether r, one of PN_CHARS, cannot start a name because it is not one of PN_CHARS_U or a digit.
func IsNameEnd(r rune) bool {
	return r == '-' || r == 0xB7 || r >= 0x300 && r <= 0x36F || r == 0x203F || r == 0x2040
}

// IsNameChar reports whether r is one of PN_CHARS, or ":", which RDF 1.1 also allows.
func IsNameChar(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return r|0x20 >= 'a' && r|0x20 <= 'z' || r >= '0' && r <= '9' || r == '_' || r == '-' || r == ':'
	case r < 0x370:
		return r == 0xB7 || r >= 0xC0 && r != 0xD7 && r != 0xF7
	}
	return r <= 0x1FFF && r != 0x37E || r >= 0x200C && r <= 0x200D || r >= 0x203F && r <= 0x2040 ||
		r >= 0x2070 && r <= 0x218F || r >= 0x2C00 && r <= 0x2FEF || r >= 0x3001 && r <= 0xD7FF ||
		r >= 0xF900 && r <= 0xFDCF || r >= 0xFDF0 && r <= 0xFFFD || r >= 0x10000 && r <= 0xEFFFF
}

// IsLocalName reports whether a text is the local part of a name of OWL 2: PN_LOCAL of SPARQL 1.0 (OWL 2 Structural
// Specification §2.4), which does not allow "%", "\" or ":".
func IsLocalName(s string) bool {
	for i, r := range s {
		isName := IsNameChar(r) && r != ':' && !(i == 0 && IsNameEnd(r))
		isInner := r == '.' && i > 0 && i+1 < len(s)
		if !isName && !isInner || r == utf8.RuneError {
			return false
		}
	}
	return s != ""
}

// SameLetters reports whether two words are permutations of the same bytes.
func SameLetters(a, b string) bool {
	x, y := []byte(a), []byte(b)
	slices.Sort(x)
	slices.Sort(y)
	return string(x) == string(y)
}
