// Package codes is what iri explain says of codes and rules, for people and as JSON, and the checks of grammars that some
// codes are of.
package codes

import (
	"strings"

	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/work/config"
)

// About returns the codes that begin with a text, or else those whose code or title
// has it as a word: bidi, host, password.
func About(text string) []report.Entry {
	text = strings.ToLower(text)
	if len(text) < 2 {
		return nil
	}
	var prefix, words []report.Entry
	for _, info := range config.Codes() {
		if strings.HasPrefix(string(info.Code), text) {
			prefix = append(prefix, info)
		}
		title := strings.FieldsFunc(strings.ToLower(info.Title+" "+string(info.Code)), func(r rune) bool {
			return strings.ContainsRune(" -,;:()\"/", r)
		})
		for _, w := range title {
			if w == text || w == text+"s" {
				words = append(words, info)
				break
			}
		}
	}
	if len(prefix) > 0 {
		return prefix
	}
	return words
}
