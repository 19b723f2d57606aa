package idna

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxQuoted is how many characters of a label a message quotes.
const maxQuoted = 40

// quote quotes text for a message: bounded, and with all that does not print or
// changes the direction of text escaped.
func quote(s string) string {
	if i := nth(s, maxQuoted); i < len(s) {
		s = s[:i] + "…"
	}
	return strconv.Quote(s)
}

// quoteASCII is like quote but escapes all that is not ASCII, so that a text can
// be told from one that looks the same.
func quoteASCII(s string) string {
	if i := nth(s, maxQuoted); i < len(s) {
		return quote(s)
	}
	if q := strconv.QuoteToASCII(s); q != strconv.Quote(s) {
		return strconv.Quote(s) + " (" + q + ")"
	}
	return strconv.Quote(s)
}

// name names a character for a message: U+00DF "ß", or U+200E alone if it does
// not show by itself.
func name(r rune) string {
	switch {
	case r == utf8.RuneError || !unicode.IsPrint(r):
		return fmt.Sprintf("%U", r)
	case unicode.Is(unicode.M, r):
		return fmt.Sprintf("%U %q", r, "\u25cc"+string(r)) // a mark needs something to stand on
	}
	return fmt.Sprintf("%U %q", r, string(r))
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// hasPrefix reports whether s begins with the ACE prefix, in any case.
func hasPrefix(s string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// lower returns s with its ASCII letters in lower case.
func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r | 0x20
		}
		return r
	}, s)
}

func sortFaults(f []Fault) {
	slices.SortStableFunc(f, func(a, b Fault) int {
		if a.LabelStart != b.LabelStart {
			return a.LabelStart - b.LabelStart
		}
		return a.Start - b.Start
	})
}
