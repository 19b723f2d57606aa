package idna

import (
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// encoded returns the A-label of a label that is not ASCII (RFC 5890 §2.3.2.1).
func encoded(label string) string {
	ascii, _ := idna.Punycode.ToASCII(label) // which needs no U-label for it
	return ascii
}

// EncodedLen returns how many octets the A-label of a label has, which is not ASCII. Punycode has at least one letter
// for each character: for a label of more than 63 characters it is any number above 63, because to encode it would only
// take time.
func EncodedLen(label string) int {
	if utf8.RuneCountInString(label) > MaxLabel {
		return len(Prefix) + len(label)
	}
	return len(encoded(label))
}
