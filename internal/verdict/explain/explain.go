// Package explain has an entry for each code that a finding can have: those of the grammars,
// of the prose rules and of the conversions. In comes a code, out comes its entry. It must not
// know how entries are shown.
package explain

import (
	"cmp"
	"slices"

	"github.com/rfc3987/iri/internal/verdict/prose"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// Codes returns the entries of all codes that findings about the built-in specs
// and about conversions can have: first those of the grammars, then the others,
// each in the order of their names.
func Codes() []report.Entry {
	all := make([]report.Entry, 0, len(grammarCodes())+len(prose.Rules))
	all = append(all, grammarCodes()...)
	for _, r := range prose.Rules {
		all = append(all, r.Entry)
	}
	all = append(all, conversionInfo()...)
	slices.SortFunc(all, func(a, b report.Entry) int {
		if a.Grammar != b.Grammar {
			if a.Grammar {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.Code, b.Code)
	})
	return all
}

// LookupCode returns the entry of a code. Findings by a rule that has no entry,
// as those of a grammar of one's own, have the rule's name for a code.
func LookupCode(c report.Code) (report.Entry, bool) {
	if r := prose.Lookup(c); r != nil {
		return r.Entry, true
	}
	for _, info := range grammarCodes() {
		if info.Code == c {
			return info, true
		}
	}
	for _, info := range conversionInfo() {
		if info.Code == c {
			return info, true
		}
	}
	return report.Entry{}, false
}
