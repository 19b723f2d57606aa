package explain

import (
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/engine"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// A grammarEntry is the entry of a code that findings of a grammar can have, as it was written for the rule, and what it claims of it.
type grammarEntry struct {
	claims spec.Claim
	report.Entry
}

// grammarCodes returns the entries of the codes that findings of the built-in
// grammars can have: those of RFC 3987 and LEIRI, and their namesakes in RFC 3986.
// Sections come from the grammars.
func grammarCodes() []grammarEntry {
	return grammarEntries(func(s *spec.Spec, name string) (string, bool) {
		rule, ok := s.Rule(name)
		return rule.Section(), ok
	})
}

// GrammarCodes returns the entries of codes of grammars that have other rules than the built-in specs: sectionOf returns the
// section of a rule, and whether the grammar of that spec has it.
func GrammarCodes(sectionOf func(s *spec.Spec, rule string) (string, bool)) (all []report.Entry) {
	for _, e := range grammarEntries(sectionOf) {
		all = append(all, e.Entry)
	}
	return all
}

// grammarEntries returns the entries of the table with the sections of grammars, and their namesakes.
func grammarEntries(sectionOf func(s *spec.Spec, rule string) (string, bool)) (all []grammarEntry) {
	for _, info := range grammarTable {
		info.Grammar, info.Severity = true, report.Error
		if info.Spec == nil {
			info.Spec = spec.RFC3987
		}
		if section, ok := sectionOf(info.Spec, string(info.Code)); ok {
			info.Section = section
		}
		all = append(all, info)
		if uri, ok := namesake(info.Entry, sectionOf); ok {
			all = append(all, grammarEntry{info.claims, uri})
		}
	}
	return all
}

// trueOf returns the entry as it is true of the rule: with the examples that the grammar accepts and refuses, and with neutral words if
// what it claims does not hold, or if the grammar accepts all that should be bad.
func (e grammarEntry) trueOf() report.Entry {
	info, start := e.Entry, e.Spec.Top()
	if info.Rule != "" {
		start, _ = e.Spec.Rule(info.Rule)
	}
	info.Good = slices.DeleteFunc(slices.Clone(info.Good), func(s string) bool { return !start.Valid(s) })
	info.Bad = slices.DeleteFunc(slices.Clone(info.Bad), func(s string) bool { return start.Valid(s) })
	rule, ok := e.Spec.Rule(string(e.Code))
	if !ok {
		return info
	}
	if len(info.Bad) == 0 || !rule.Holds(e.claims, engine.Start, "") {
		info.Title = "what stands there matches the rule " + rule.Name()
		info.Text = "The definition is " + rule.ABNF() + "."
		var by []string
		for _, r := range rule.UsedBy() {
			by = append(by, r.Name())
		}
		if by != nil {
			info.Text += " It is used by " + strings.Join(by, ", ") + "."
		}
		info.Mend = "write what the rule matches"
	}
	if len(info.Good) == 0 || len(info.Bad) == 0 {
		info.Rule = rule.Name()
		info.Good, info.Bad = rule.Examples(4)
	}
	return info
}

// namesake returns the entry of the rule of RFC 3986 that stands for one of RFC
// 3987: ipath-abempty is path-abempty there, absolute-IRI is absolute-URI. Of the
// good examples it has those that are URIs.
func namesake(info report.Entry, sectionOf func(s *spec.Spec, rule string) (string, bool)) (report.Entry, bool) {
	if info.Spec != spec.RFC3987 {
		return report.Entry{}, false
	}
	rename := func(name string) string {
		if _, ok := sectionOf(spec.RFC3986, name); ok || name == "" {
			return name
		}
		name = strings.TrimPrefix(name, "i")
		return strings.Replace(name, "IRI", "URI", 1)
	}
	name := rename(string(info.Code))
	section, ok := sectionOf(spec.RFC3986, name)
	if !ok || name == string(info.Code) {
		return report.Entry{}, false
	}
	uri := info
	uri.Code, uri.Spec, uri.Section = report.Code(name), spec.RFC3986, section
	uri.Rule = rename(info.Rule)
	start := spec.RFC3986.Top()
	if uri.Rule != "" {
		start, _ = spec.RFC3986.Rule(uri.Rule)
	}
	uri.Good = slices.DeleteFunc(slices.Clone(info.Good), func(s string) bool { return !start.Valid(s) })
	say := strings.NewReplacer(string(info.Code), name, "an IRI", "a URI", "whole IRIs", "whole URIs", "absolute IRI", "absolute URI")
	uri.Title, uri.Text, uri.Mend = say.Replace(info.Title), say.Replace(info.Text), say.Replace(info.Mend)
	return uri, true
}
