package explain

import (
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/engine"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// A grammarEntry is the entry of a code that findings of a grammar can have, as it was written for the rule, and what
// it claims of it.
type grammarEntry struct {
	claims spec.Claim
	finding.Entry
}

// A lookup returns the name of the rule that a grammar has for one of the table, and its section; false if it has none.
type lookup = func(s *spec.Spec, rule string) (name, section string, ok bool)

// grammarCodes returns the entries of the codes that findings of the built-in
// grammars can have: those of RFC 3987 and LEIRI, and their counterparts in RFC 3986.
// Sections come from the grammars. A rule for a component, and one for references, may have another name there.
func grammarCodes() []grammarEntry {
	return grammarEntries(func(s *spec.Spec, name string) (string, string, bool) {
		rule, ok := s.Rule(name)
		if ok {
			return rule.Name(), rule.Section(), true
		}
		g := s.Grammar()
		for _, c := range g.Components {
			if c.Name == strings.TrimPrefix(name, "i") {
				rule, ok = s.Rule(c.Rule)
			}
		}
		switch {
		case strings.HasSuffix(name, "RI-reference"):
			rule, ok = s.Rule(g.Reference)
		case strings.HasPrefix(name, "absolute-"):
			rule, ok = s.Rule(g.Absolute)
		case strings.HasSuffix(name, "relative-ref"):
			rule, ok = s.Rule(g.Relative)
		}
		return rule.Name(), rule.Section(), ok
	})
}

// GrammarCodes returns the entries of codes of grammars that have other rules than the built-in specs.
func GrammarCodes(find lookup) (all []finding.Entry) {
	for _, e := range grammarEntries(find) {
		all = append(all, e.Entry)
	}
	return all
}

// grammarEntries returns the entries of the table for the rules that grammars have, and their counterparts.
func grammarEntries(find lookup) (all []grammarEntry) {
	for _, info := range grammarTable() {
		info.Grammar, info.Severity = true, finding.Error
		if info.Spec == nil {
			info.Spec = spec.RFC3987
		}
		name, section, ok := find(info.Spec, string(info.Code))
		switch own := info; {
		case ok:
			own.Section = section
			own.named(string(info.Code), name)
			if start, _, ok := find(info.Spec, info.Rule); ok {
				own.Rule = start
			}
			all = append(all, own)
		case info.Section != "": // it is of no rule
			all = append(all, info)
		}
		if uri, ok := counterpart(info.Entry, name, find); ok {
			all = append(all, grammarEntry{info.claims, uri})
		}
	}
	return all
}

// named makes the entry of a rule that of one with another name. A word of English, as scheme, stays in its sentences.
func (e *grammarEntry) named(old, name string) {
	e.Code = finding.Code(name)
	if !slices.Contains(abnf.ComponentNames, old) {
		say := strings.NewReplacer(old, name)
		e.Title, e.Text, e.Mend = say.Replace(e.Title), say.Replace(e.Text), say.Replace(e.Mend)
	}
}

// trueOf returns the entry as it is true of the rule: with the examples that the grammar accepts and refuses, and with
// neutral words if what it claims does not hold, or if the grammar accepts all that should be bad.
func (e grammarEntry) trueOf() finding.Entry {
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
	if len(info.Bad) == 0 || !rule.ClaimApplies(e.claims, engine.Start, "") {
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

// counterpart returns the entry of the rule of RFC 3986 that stands for one of RFC 3987: ipath-abempty is path-abempty
// there, absolute-IRI is absolute-URI. Of the good examples it has those that are URIs. There is none if the rule has
// the name that own is, that of the rule of RFC 3987.
func counterpart(info finding.Entry, own string, find lookup) (finding.Entry, bool) {
	if info.Spec != spec.RFC3987 {
		return finding.Entry{}, false
	}
	rename := func(name string) string {
		if name == "" {
			return ""
		}
		if name, _, ok := find(spec.RFC3986, name); ok {
			return name
		}
		name = strings.TrimPrefix(name, "i")
		return strings.Replace(name, "IRI", "URI", 1)
	}
	name, section, ok := find(spec.RFC3986, rename(string(info.Code)))
	if !ok || name == own {
		return finding.Entry{}, false
	}
	uri := info
	uri.Code, uri.Spec, uri.Section = finding.Code(name), spec.RFC3986, section
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
