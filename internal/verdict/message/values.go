package message

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/quote"
)

// Char returns the values of {char} and {byte} for the first character of s, which is not empty. One
// of them is empty.
func Char(s string) (char, octet string) {
	if r, w := utf8.DecodeRuneInString(s); r == utf8.RuneError && w == 1 {
		return "", quote.Describe(s)
	}
	return quote.Describe(s), ""
}

// OfChar is [Of] for a template that begins with a character, the first one of s.
func OfChar(id ID, s string, values ...string) Text {
	char, octet := Char(s)
	return Text{id: id, values: append([]string{char, octet}, values...)}
}

// OfRun is [Of] for a template that names a run of characters after the other values.
func OfRun(id ID, run string, values ...string) Text {
	char, octet := Char(run)
	n := utf8.RuneCountInString(run)
	same, others := "", ""
	switch {
	case n == 1:
	case strings.Count(run, run[:quote.CharLen(run)]) == n:
		same = strconv.Itoa(n)
	default:
		others = strconv.Itoa(n)
	}
	return Text{id: id, values: append(values, char, octet, same, others)}
}
