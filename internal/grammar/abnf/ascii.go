package abnf

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// RFC 5234 allows only ASCII in comments, and other readers stop at anything else. What is
// written as ABNF is ASCII, therefore: "RFC 3986 Section 3.2" where messages say
// "RFC 3986 §3.2". The reader takes both for the same.

var (
	asciiSection = pattern{text: `\b[Ss]ection ([0-9])`}
	signSection  = pattern{text: `§ ?([0-9A-Za-z])`}
	typographic  = strings.NewReplacer(
		"\u00A0", " ", "\u2010", "-", "\u2011", "-", "\u2013", "-", "\u2014", "-", "\u2212", "-",
		"\u2018", "'", "\u2019", "'", "\u201C", `"`, "\u201D", `"`, "\u2026", "...", "\u2192", "->", "\u2022", "*", "§", "Section",
	)
)

// ASCII returns a text without characters that the comments of ABNF cannot have. A sign
// that is not known as typography is written as U+00E9.
func ASCII(s string) string {
	if isASCII(s) {
		return s
	}
	s = typographic.Replace(signSection.get().ReplaceAllString(s, "Section $1"))
	var b strings.Builder
	for _, r := range s {
		if r < utf8.RuneSelf {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "U+%04X", r)
		}
	}
	return b.String()
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
