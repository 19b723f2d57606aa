package engine

import "strings"

// The messages about a grammar are those of the command, which reads a file and has flags. inEditor writes them for the page: it
// names lines of the editor, and what can be done there.
func inEditor(message string) string {
	message = inPage.Replace(message)
	var b strings.Builder
	for {
		before, after, found := strings.Cut(message, grammarFile+":")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		line, rest := digits(after)
		if line == "" {
			b.WriteString(grammarFile + ":")
			message = after
			continue
		}
		b.WriteString("line " + line)
		if col, more := digits(strings.TrimPrefix(rest, ":")); col != "" {
			rest = more
		}
		message = rest
	}
}

// inPage replaces advice that is only for the command.
var inPage = strings.NewReplacer(
	", or --severity duplicate=warning takes the first definition", "",
	`"iri grammar fmt --write" moves them there`, "remove the blanks before them",
)

// digits splits a text after the digits at its start.
func digits(text string) (number, rest string) {
	rest = strings.TrimLeft(text, "0123456789")
	return text[:len(text)-len(rest)], rest
}
