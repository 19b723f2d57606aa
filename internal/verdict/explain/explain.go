// Package explain has an entry for each code that a finding can have: those of the grammars,
// of the prose rules and of the conversions. In comes a code, out comes its entry. It must not
// know how entries are shown.
package explain

import (
	"cmp"
	"slices"

	"github.com/rfc3987/iri/internal/text/lazy"
	"github.com/rfc3987/iri/internal/verdict/prose"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// Codes returns the entries of all codes that findings about the built-in specs,
// of conversions and of policies can have: first those of the grammars, then the others,
// each in the order of their names.
func Codes() []report.Entry { return slices.Clone(entries()) }

var entryList lazy.Value[[]report.Entry]

func entries() []report.Entry { return entryList.Get(makeEntries) }

func makeEntries() []report.Entry {
	others := append(conversionInfo(), policyInfo()...)
	for _, r := range prose.Rules() {
		others = append(others, r.Entry)
	}
	byCode := func(a, b report.Entry) int { return cmp.Compare(a.Code, b.Code) }
	return append(slices.SortedFunc(slices.Values(grammarCodes()), byCode), slices.SortedFunc(slices.Values(others), byCode)...)
}

// LookupCode returns the entry of a code. Findings by a rule that has no entry,
// as those of a grammar of one's own, have the rule's name for a code.
func LookupCode(c report.Code) (report.Entry, bool) {
	i := slices.IndexFunc(entries(), func(e report.Entry) bool { return e.Code == c })
	if i < 0 {
		return report.Entry{}, false
	}
	return entries()[i], true
}
