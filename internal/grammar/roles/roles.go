// Package roles says which rules of a grammar stand for what RFC 3986 calls a reference and its components.
// In comes what the header of the grammar says; out come the rules by their roles, and the places where a
// table divides a reference. Code asks for a role and never for the name of a rule, so that a rule can be
// renamed in its file alone. The package must not know generated code: the generators use it.
package roles

import (
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
)

// The roles of rules that name whole references. Those of components have the names of RFC 3986.
const (
	WithScheme = "whole"     // with a scheme: URI, IRI
	Reference  = "reference" // with or without one: URI-reference
	Absolute   = "absolute"  // with one, and without a fragment: absolute-URI
	Relative   = "relative"  // without one: relative-ref
)

// A Role is a rule with what it stands for.
type Role struct{ Name, Rule string }

// Of returns the roles of rules that a grammar has, the whole references first.
func Of(o *abnf.Outline) []Role {
	var list []Role
	add := func(name, rule string) {
		if rule != "" {
			list = append(list, Role{name, rule})
		}
	}
	add(WithScheme, referenceRule(o))
	add(Reference, o.Reference)
	add(Absolute, o.Absolute)
	add(Relative, o.Relative)
	for _, c := range o.Components {
		add(c[0], c[1])
	}
	return list
}

// referenceRule returns the rule for references with a scheme: of those whose sentences have components, the one that
// the header gives no other name.
func referenceRule(o *abnf.Outline) string {
	for _, name := range o.Record {
		if !slices.ContainsFunc([]string{o.Reference, o.Absolute, o.Relative},
			func(other string) bool { return strings.EqualFold(name, other) }) {
			return name
		}
	}
	return ""
}

// Missing returns the fields of the header that a grammar lacks for its references to be taken apart.
func Missing(o *abnf.Outline) (fields []string) {
	for _, name := range abnf.ComponentNames[:abnf.NeededComponents] {
		if !slices.ContainsFunc(o.Components, func(c [2]string) bool { return c[0] == name }) {
			fields = append(fields, "component: "+name)
		}
	}
	if referenceRule(o) == "" {
		fields = append(fields, "record:")
	}
	if o.Reference == "" {
		fields = append(fields, "reference:")
	}
	return fields
}

// bounds are the places that a table records, in the order of the offsets of component.Parts.
var bounds = [...]struct {
	end   bool
	roles []string
}{
	{true, []string{"scheme"}},
	{false, []string{"host"}},
	{true, []string{"host"}},
	{false, []string{"path-abempty", "path-absolute", "path-rootless", "path-noscheme", "path-empty"}},
	{true, []string{"path-abempty", "path-absolute", "path-rootless", "path-noscheme", "path-empty"}},
	{true, []string{"query"}},
}

// Bounds returns the places where a table divides the sentences of a rule; nil if it does not divide them,
// because the header of the grammar does not say so or does not name a component.
func Bounds(g *abnf.Grammar, rule string) []automaton.Bound {
	if !slices.ContainsFunc(g.Record, func(name string) bool { return strings.EqualFold(name, rule) }) {
		return nil
	}
	var list []automaton.Bound
	for _, b := range bounds {
		var rules []string
		named := false
		for _, c := range g.Components {
			if !slices.Contains(b.roles, c.Name) {
				continue
			}
			if named = true; c.Rule != "" { // else the place is passed by no reference
				rules = append(rules, c.Rule)
			}
		}
		if !named {
			return nil
		}
		list = append(list, automaton.Bound{End: b.end, Rules: rules})
	}
	return list
}

// NamesFirst reports whether the rule for hosts tries names before IPv4 addresses. Then no host is an address to the
// parse tree: an address is a name, too, and the first alternative that matches is taken (RFC 3986 §3.2.2).
func NamesFirst(g *abnf.Grammar) bool {
	rule := func(role string) *abnf.Rule {
		for _, c := range g.Components {
			if c.Name == role {
				return g.Rule(c.Rule)
			}
		}
		return nil
	}
	host, name, address := rule("host"), rule("reg-name"), rule("IPv4address")
	if host == nil || name == nil || address == nil {
		return false
	}
	uses := g.Uses(host)
	i, j := slices.Index(uses, name), slices.Index(uses, address)
	return i >= 0 && i < j
}
