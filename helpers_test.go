package iri_test

import "github.com/rfc3987/iri"

// mustRule returns a rule of a spec that is there.
func mustRule(s *iri.Spec, name string) iri.Rule {
	r, ok := s.Rule(name)
	if !ok {
		panic(s.Name() + " has no rule " + name)
	}
	return r
}
