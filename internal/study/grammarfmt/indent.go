package grammarfmt

import (
	"regexp"
	"strings"
)

// definition matches the start of a line with a definition.
var definition = regexp.MustCompile(`^[ \t]*[A-Za-z][A-Za-z0-9-]*[ \t]*=`)

// Indented returns the text of a grammar with the lines indented by which a rule goes on: a copy of an RFC or of a page often has
// all lines in the first column. Lines that are indented deeper than rules, comments and blank lines stay.
func Indented(text string) string {
	lines := strings.SplitAfter(text, "\n")
	rules := -1 // the indentation of rules
	for i, line := range lines {
		start := strings.TrimLeft(line, " \t\r\n")
		switch {
		case start == "", strings.HasPrefix(start, ";"):
		case definition.MatchString(line):
			if rules < 0 {
				rules = Indentation(line)
			}
		case rules >= 0 && Indentation(line) <= rules:
			lines[i] = strings.Repeat(" ", rules+4) + start
		}
	}
	return strings.Join(lines, "")
}
