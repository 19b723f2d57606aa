package idna

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Lower returns a name with the capitals beyond ASCII in lower case, as RFC 5895 §2 maps them, if the lower case is
// allowed in domain names. ASCII and other capitals do not change: domain names use the capitals of Cherokee. It does
// not allocate if nothing changes.
func Lower(name string) string {
	at := strings.IndexFunc(name, isCapital)
	if at < 0 {
		return name
	}
	var b strings.Builder
	b.WriteString(name[:at])
	for _, r := range name[at:] {
		switch {
		case !isCapital(r):
			b.WriteRune(r)
		case r == dottedI:
			b.WriteString("i\u0307")
		default:
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// HasCapital reports whether [Lower] changes a name.
func HasCapital(name string) bool { return strings.ContainsFunc(name, isCapital) }

// dottedI is the only character whose lower case is two characters (SpecialCasing.txt of Unicode).
const dottedI = 0x0130

// isCapital reports whether Lower changes a character.
func isCapital(r rune) bool {
	if r < utf8.RuneSelf || isCaseless(r) {
		return false
	}
	to := unicode.ToLower(r)
	return to != r && PropertyOf(to) == PValid
}

// isCaseless reports whether a character is in a range without lower-case mappings: from Hebrew to Myanmar, or from
// the radicals of Han to Yi and Lisu (Unicode 17.0.0).
func isCaseless(r rune) bool { return 0x0590 <= r && r < 0x10A0 || 0x2E80 <= r && r < 0xA640 }
