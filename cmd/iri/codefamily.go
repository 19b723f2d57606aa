package main

import (
	"fmt"
	"strings"

	"github.com/rfc3987/iri"
)

// codesAbout returns the codes that begin with a text, or else those whose code or title
// has it as a word: bidi, host, password.
func codesAbout(text string) []iri.CodeInfo {
	text = strings.ToLower(text)
	if len(text) < 2 {
		return nil
	}
	var prefix, words []iri.CodeInfo
	for _, info := range allCodes() {
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

// printFamily prints the codes that a text finds: in JSON what each of them means, in text
// a line for each.
func (e *explainer) printFamily(family []iri.CodeInfo) {
	for _, info := range family {
		if e.json {
			x, err := explain(string(info.Code), iri.RFC3987, false)
			if err == nil {
				_, _ = e.w.Write(append(x.appendJSON(nil), '\n'))
			}
			continue
		}
		fmt.Fprintf(e.w, "%-24s %s\n", info.Code, info.Title)
	}
}
