package finding

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/quote"
)

// CharValues returns the values of {char} and {byte} for the first character of s, which is not empty. One
// of them is empty.
func CharValues(s string) (char, octet string) {
	if r, w := utf8.DecodeRuneInString(s); r == utf8.RuneError && w == 1 {
		return "", quote.Describe(s)
	}
	return quote.Describe(s), ""
}

// TextOfChar is [Reason.Text] for a template that begins with a character, the first one of s.
func (r Reason) TextOfChar(s string, values ...string) Text {
	char, octet := CharValues(s)
	return Text{reason: r, values: append([]string{char, octet}, values...)}
}

// TextOfRun is [Reason.Text] for a template that names a run of characters after the other values.
func (r Reason) TextOfRun(run string, values ...string) Text {
	char, octet := CharValues(run)
	n := utf8.RuneCountInString(run)
	same, others := "", ""
	switch {
	case n == 1:
	case strings.Count(run, run[:quote.CharLen(run)]) == n:
		same = strconv.Itoa(n)
	default:
		others = strconv.Itoa(n)
	}
	return Text{reason: r, values: append(values, char, octet, same, others)}
}
