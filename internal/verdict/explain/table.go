package explain

import (
	_ "embed"
	"strings"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

//go:embed codes.txt
var codesText string

// Entries returns the entries of a part of codes.txt: productions, records or grammars.
func Entries(part string) []finding.Entry {
	_, text, _ := strings.Cut(codesText, "%% "+part+"\n")
	text, _, _ = strings.Cut(text, "%% ")
	return finding.ReadEntries(text)
}

// grammarTable returns the entries of grammarCodes, without what follows from the grammar, and what they claim of the rule.
// Examples are for RFC 3987 unless Spec says otherwise.
func grammarTable() (all []grammarEntry) {
	claims := map[finding.Code]spec.Claim{"IPv6address": spec.Literals, "iprivate": spec.Whole, "irelative-ref": 0,
		"iauthority": 0, "absolute-IRI": 0, "utf-8": 0, "absolute-LEIRI": 0}
	for _, e := range Entries("productions") {
		claim, ok := claims[e.Code]
		if !ok {
			claim = spec.Here
		}
		all = append(all, grammarEntry{claim, e})
	}
	return all
}
