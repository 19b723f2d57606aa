package iri

import (
	"cmp"
	"slices"
)

// Codes returns the entries of all codes that findings about the built-in specs
// and about conversions can have: first those of the grammars, then the others,
// each in the order of their names.
func Codes() []CodeInfo {
	all := make([]CodeInfo, 0, len(grammarCodes())+int(numProse))
	all = append(all, grammarCodes()...)
	all = append(all, proseInfo()[:]...)
	all = append(all, conversionInfo()...)
	slices.SortFunc(all, func(a, b CodeInfo) int {
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
func LookupCode(c Code) (CodeInfo, bool) {
	if id, ok := lookupProse(c); ok {
		return proseInfo()[id], true
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
	return CodeInfo{}, false
}
