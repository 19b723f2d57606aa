// Package published holds the grammars of the built-in specs as the documents print them, with the headers that say
// what their rules stand for. The files of package grammar may be edited, to make programs of another grammar; these
// are not. The constants of codes are made of them, and tests that state what a document says are held against them.
// Programs do not import it.
package published

import (
	"embed"
	"io/fs"
	"regexp"
	"strings"
)

// Files holds the *.abnf files of this folder.
//
//go:embed *.abnf
var Files embed.FS

// field is a line of a field that says something of the rules or is quoted; those that say what rules stand for are no
// part of a document.
var field = regexp.MustCompile(`^; (changes|without|import|cites|terminals|section): `)

// Edited returns the name of a file in a folder that differs from the one here in more than comments; "" if there is
// none.
func Edited(files fs.FS) string {
	all, err := fs.Glob(Files, "*.abnf")
	if err != nil {
		panic(err) // the pattern is right
	}
	for _, name := range all {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return name
		}
		want, err := fs.ReadFile(Files, name)
		if err != nil {
			panic(err) // it is embedded
		}
		if withoutComments(text) != withoutComments(want) {
			return name
		}
	}
	return ""
}

// withoutComments returns the text of a grammar without the lines that are comments and say nothing of the rules.
func withoutComments(text []byte) string {
	var b strings.Builder
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, ";") || field.MatchString(line) {
			b.WriteString(strings.TrimRight(line, "\r\n") + "\n")
		}
	}
	return b.String()
}
