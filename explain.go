package iri

import (
	"cmp"
	"slices"
)

// Codes returns the entries of all codes that findings about the built-in specs
// can have: first those of the grammars, then those in prose, each in the order of
// their names.
func Codes() []CodeInfo {
	all := make([]CodeInfo, 0, len(grammarInfo)+len(proseInfo))
	for _, info := range grammarInfo {
		info.Grammar, info.Severity = true, Error
		all = append(all, info)
	}
	for code, info := range proseInfo {
		info.Code = code
		all = append(all, info)
	}
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
	if info, ok := proseInfo[c]; ok {
		info.Code = c
		return info, true
	}
	for _, info := range grammarInfo {
		if info.Code == c {
			info.Grammar, info.Severity = true, Error
			return info, true
		}
	}
	return CodeInfo{}, false
}

// grammarInfo holds the entries of the codes that findings of the built-in
// grammars can have.
var grammarInfo = []CodeInfo{
	{
		Code:    "port",
		Title:   "a port is digits only",
		Section: "RFC 3986 §3.2.3",
		Text:    "The port is a decimal number behind the last colon of the authority. It may be empty, but it holds nothing but the digits 0 to 9.",
		Mend:    "write the number of the port, or leave it out together with its colon; a colon that belongs to a password stands before an @",
		Good:    []string{"http://example.org:8080/", "http://example.org:/"},
		Bad:     []string{"http://h:8a/", "http://h:80:80/"},
	},
}
