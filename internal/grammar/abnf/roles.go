package abnf

import (
	"slices"
	"strings"
)

// This file has which rules of a grammar stand for what RFC 3986 calls a reference and its components. Code asks for a
// role and never for the name of a rule, so that a rule can be renamed in its file alone.

// The roles of rules that name whole references. Those of components have the names of RFC 3986.
const (
	RoleWhole     = "whole"     // with a scheme: URI, IRI
	RoleReference = "reference" // with or without one: URI-reference
	RoleAbsolute  = "absolute"  // with one, and without a fragment: absolute-URI
	RoleRelative  = "relative"  // without one: relative-ref
)

// A Role is a rule with what it stands for.
type Role struct{ Name, Rule string }

// Roles returns the roles of rules that a grammar has, the whole references first.
func (o *Outline) Roles() []Role {
	var list []Role
	add := func(name, rule string) {
		if rule != "" {
			list = append(list, Role{name, rule})
		}
	}
	add(RoleWhole, o.wholeRule())
	add(RoleReference, o.Reference)
	add(RoleAbsolute, o.Absolute)
	add(RoleRelative, o.Relative)
	for _, c := range o.Components {
		add(c[0], c[1])
	}
	return list
}

// wholeRule returns the rule for references with a scheme: of those whose sentences have components, the one that
// the header gives no other name.
func (o *Outline) wholeRule() string {
	for _, name := range o.Record {
		if !slices.ContainsFunc([]string{o.Reference, o.Absolute, o.Relative},
			func(other string) bool { return strings.EqualFold(name, other) }) {
			return name
		}
	}
	return ""
}

// MissingRoles returns the fields of the header that a grammar lacks for its references to be taken apart.
func (o *Outline) MissingRoles() (fields []string) {
	for _, name := range ComponentNames[:NeededComponents] {
		if !slices.ContainsFunc(o.Components, func(c [2]string) bool { return c[0] == name }) {
			fields = append(fields, "component: "+name)
		}
	}
	if o.wholeRule() == "" {
		fields = append(fields, "record:")
	}
	if o.Reference == "" {
		fields = append(fields, "reference:")
	}
	return fields
}

// NamesFirst reports whether the rule for hosts tries names before IPv4 addresses. Then no host is an address to the
// parse tree: an address is a name, too, and the first alternative that matches is taken (RFC 3986 §3.2.2).
func (g *Grammar) NamesFirst() bool {
	rule := func(role string) *Rule {
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
