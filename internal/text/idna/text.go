package idna

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxQuoted is how many characters of a label a message quotes.
const maxQuoted = 40

// quote returns text in quotes, for a message. It cuts long text, and escapes characters
// that do not print or that change the direction of text.
func quote(s string) string {
	if i := nth(s, maxQuoted); i < len(s) {
		s = s[:i] + "…"
	}
	return strconv.Quote(s)
}

// quoteASCII is like quote, and adds the text with all characters beyond ASCII escaped, so that readers can
// distinguish texts that look the same.
func quoteASCII(s string) string {
	if i := nth(s, maxQuoted); i < len(s) {
		return quote(s)
	}
	if q := strconv.QuoteToASCII(s); q != strconv.Quote(s) {
		return strconv.Quote(s) + " (" + q + ")"
	}
	return strconv.Quote(s)
}

// name returns the name of a character for a message: U+00DF "ß", or only U+200E if the
// character does not print.
func name(r rune) string {
	char := string(r)
	if r == utf8.RuneError || !unicode.IsPrint(r) {
		return fmt.Sprintf("%U", r)
	}
	if unicode.Is(unicode.M, r) {
		char = "\u25cc" + char // a mark would be drawn on the quote
	}
	return fmt.Sprintf("%U %q", r, char)
}

// hasPrefix reports whether s begins with the ACE prefix, in any case.
func hasPrefix(s string) bool {
	return len(s) >= len(Prefix) && strings.EqualFold(s[:len(Prefix)], Prefix)
}

// sortFaults sorts faults by label, and then by offset.
func sortFaults(f []Fault) {
	slices.SortStableFunc(f, func(a, b Fault) int {
		return cmp.Or(a.LabelStart-b.LabelStart, a.Start-b.Start)
	})
}
