// Package explain has an entry for each code that a finding can have: those of the grammars,
// of the prose rules and of the conversions. In comes a code, out comes its entry. It must not
// know how entries are shown.
package explain

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/text/lazy"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/verdict/rules"
)

// Codes returns the entries of all codes that findings about the built-in specs,
// of conversions and of policies can have: first those of the grammars, then the others,
// each in the order of their names.
func Codes() []finding.Entry {
	var all []finding.Entry
	for _, e := range entries() {
		all = append(all, e.get())
	}
	return all
}

// An entry is that of a code. One of a production is held against the grammar when it is first asked for.
type entry struct {
	grammarEntry
	made lazy.Value[finding.Entry]
}

func (e *entry) get() finding.Entry {
	if !e.Grammar {
		return e.Entry
	}
	return e.made.Get(e.trueOf)
}

var entryList lazy.Value[[]*entry]

func entries() []*entry { return entryList.Get(makeEntries) }

func makeEntries() []*entry {
	var grammar, others []*entry
	for _, e := range grammarCodes() {
		grammar = append(grammar, &entry{grammarEntry: e})
	}
	add := func(e finding.Entry) { others = append(others, &entry{grammarEntry: grammarEntry{Entry: e}}) }
	for _, e := range append(conversionInfo(), policyInfo()...) {
		add(e)
	}
	for _, r := range rules.Rules() {
		add(r.Entry)
	}
	byCode := func(a, b *entry) int { return cmp.Compare(a.Code, b.Code) }
	slices.SortFunc(grammar, byCode)
	slices.SortFunc(others, byCode)
	return append(grammar, others...)
}

// ParseCode returns the code of that name, without regard to case, or the names of all codes if there is none.
func ParseCode(name string) (code finding.Code, names []string) {
	for _, e := range entries() {
		if strings.EqualFold(string(e.Code), name) {
			return e.Code, nil
		}
	}
	for _, e := range entries() {
		names = append(names, string(e.Code))
	}
	return "", names
}

// LookupCode returns the entry of a code. Findings by a rule that has no entry,
// as those of a grammar of one's own, have the rule's name for a code.
func LookupCode(c finding.Code) (finding.Entry, bool) {
	i := slices.IndexFunc(entries(), func(e *entry) bool { return e.Code == c })
	if i < 0 {
		return finding.Entry{}, false
	}
	return entries()[i].get(), true
}
