package grammarfmt

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
)

// RFC 5234 allows only ASCII in comments, and other readers stop at anything else. What is
// written as ABNF is ASCII, therefore: "RFC 3986 Section 3.2" where messages say
// "RFC 3986 §3.2". The reader takes both for the same.

// typographic replaces the signs of typography.
func typographic() *strings.Replacer {
	return strings.NewReplacer(
		"\u00A0", " ", "\u2010", "-", "\u2011", "-", "\u2013", "-", "\u2014", "-", "\u2212", "-",
		"\u2018", "'", "\u2019", "'", "\u201C", `"`, "\u201D", `"`, "\u2026", "...", "\u2192", "->", "\u2022", "*", "§",
		"Section",
	)
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
		if number := strings.TrimPrefix(after, " "); number != "" && (chars.IsLetter(number[0]) ||
			chars.IsDigit(number[0])) {
			b.WriteString("Section ")
			after = number
		} else {
			b.WriteString("§")
		}
		s = after
	}
}

// ASCII returns a text without characters that the comments of ABNF cannot have. A sign
// that is not known as typography is written as U+00E9.
func ASCII(s string) string {
	if chars.IsASCII(s) {
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

// defines reports whether a line without white space before it begins with the name of a rule and "=".
func defines(line string) bool {
	name := strings.TrimRight(line[:max(0, strings.IndexByte(line, '='))], " \t")
	for i := range len(name) {
		if c := name[i]; !chars.IsLDH(c) || i == 0 && !chars.IsLetter(c) {
			return false
		}
	}
	return name != ""
}

// Indented returns the text of a grammar with the lines indented by which a rule goes on: a copy of an RFC or of a page
// often has all lines in the first column. Lines that are indented deeper than rules, comments and blank lines stay.
func Indented(text string) string {
	lines := strings.SplitAfter(text, "\n")
	rules := -1 // the indentation of rules
	for i, line := range lines {
		start := strings.TrimLeft(line, " \t\r\n")
		switch {
		case start == "", strings.HasPrefix(start, ";"):
		case defines(start):
			if rules < 0 {
				rules = Indentation(line)
			}
		case rules >= 0 && Indentation(line) <= rules:
			lines[i] = strings.Repeat(" ", rules+4) + start
		}
	}
	return strings.Join(lines, "")
}
