// Package codes has the codes of findings that the library does not have, because it gets strings:
// those of records that could not be read, checked or converted, and those of grammars. With the
// library's own they are all that explain knows; it says what they mean, for people and as JSON.
package codes

import (
	"fmt"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/explain"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// All returns the entries of all codes: those of the library, then those of the command.
func All() []report.Entry { return append(OfFindings(), OfGrammars()...) }

// OfFindings returns the entries of the codes of findings in inputs.
func OfFindings() []report.Entry { return append(explain.Codes(), explain.Entries("records")...) }

// Lookup returns the entry of a code of the library or the command.
func Lookup(c report.Code) (report.Entry, bool) {
	if info, ok := explain.LookupCode(c); ok {
		return info, true
	}
	for _, info := range append(explain.Entries("records"), OfGrammars()...) {
		if info.Code == c {
			return info, true
		}
	}
	return report.Entry{}, false
}

// IsOfGrammars reports whether a name is that of a check of grammars.
func IsOfGrammars(name string) bool {
	c, ok := Lookup(report.Code(name))
	return ok && isCheck(c)
}

// NotSettable returns why the severity of a code that the library does not have cannot be set for what is found
// in inputs; nil for [abnf.Duplicate], and for another name: [job.Options.Target] says what is wrong with that.
func NotSettable(name string) error {
	c, ok := Lookup(report.Code(name))
	if _, own := explain.LookupCode(report.Code(name)); !ok || own || name == abnf.Duplicate {
		return nil
	}
	if isCheck(c) {
		return fmt.Errorf("%s is a check of grammars: iri grammar check --severity sets it", name)
	}
	return fmt.Errorf("%s is a fault of the input, which is always %s; iri check --baseline FILE leaves out what is "+
		"known", name, quote.WithArticle(c.Severity.String()))
}

// About returns the codes that begin with a text, or else those whose code or title
// has it as a word: bidi, host, password.
func About(text string) []report.Entry {
	text = strings.ToLower(text)
	if len(text) < 2 {
		return nil
	}
	var prefix, words []report.Entry
	for _, info := range All() {
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
