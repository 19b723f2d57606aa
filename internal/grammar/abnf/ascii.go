package abnf

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// RFC 5234 allows only ASCII in comments, and other readers stop at anything else. What is
// written as ABNF is ASCII, therefore: "RFC 3986 Section 3.2" where messages say
// "RFC 3986 §3.2". The reader takes both for the same.

// typographic is called where a text has such a sign: programs that only parse do not build it.
func typographic() *strings.Replacer {
	return strings.NewReplacer(
		"\u00A0", " ", "\u2010", "-", "\u2011", "-", "\u2013", "-", "\u2014", "-", "\u2212", "-",
		"\u2018", "'", "\u2019", "'", "\u201C", `"`, "\u201D", `"`, "\u2026", "...", "\u2192", "->", "\u2022", "*", "§", "Section",
	)
}

// signSection replaces "Section 3" by "§3", as messages have it.
func signSection(s string) string {
	const word = "ection "
	var b strings.Builder
	for {
		i := strings.Index(s, word)
		if i < 0 {
			return b.String() + s
		}
		from, to := i-1, i+len(word)
		if i > 0 && s[from]|0x20 == 's' && (from == 0 || !isWord(s[from-1])) && to < len(s) && isDigit(s[to]) {
			b.WriteString(s[:from] + "§")
		} else {
			b.WriteString(s[:to])
		}
		s = s[to:]
	}
}

// wordSection replaces "§3" and "§ 3" by "Section 3".
func wordSection(s string) string {
	var b strings.Builder
	for {
		before, after, ok := strings.Cut(s, "§")
		if !ok {
			return b.String() + s
		}
		b.WriteString(before)
		if number := strings.TrimPrefix(after, " "); number != "" && isWord(number[0]) && number[0] != '_' {
			b.WriteString("Section ")
			after = number
		} else {
			b.WriteString("§")
		}
		s = after
	}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isWord reports whether a byte is a letter of ASCII, a digit or "_".
func isWord(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' }

// ASCII returns a text without characters that the comments of ABNF cannot have. A sign
// that is not known as typography is written as U+00E9.
func ASCII(s string) string {
	if isASCII(s) {
		return s
	}
	s = typographic().Replace(wordSection(s))
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
