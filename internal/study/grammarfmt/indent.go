package grammarfmt

import (
	"strings"

	"github.com/rfc3987/iri/internal/text/chars"
)

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
