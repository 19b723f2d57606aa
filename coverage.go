package iri

import "github.com/rfc3987/iri/internal/coverage"

// A Coverage counts how many strings went through each production and each
// alternative of a grammar, so that a corpus of tests can be judged. The zero
// Coverage has counted nothing. It may be used from many goroutines.
type Coverage struct{ coverage coverage.Coverage }

// A RuleCoverage says how many strings went through a production.
type RuleCoverage struct {
	Rule         Rule
	Inputs       int
	Alternatives []AlternativeCoverage
}

// An AlternativeCoverage says how many strings went through an alternative.
type AlternativeCoverage struct {
	ABNF   string // the alternative; an option that is not there is "no " and the option
	Inputs int
}

// Add derives s from the rule and counts what the derivation goes through, each
// production and alternative once. A string that does not match is counted as
// such and as nothing else. Where the grammar is ambiguous, the first alternative
// that matches wins.
func (c *Coverage) Add(r Rule, s string) bool { return c.coverage.Add(r.rule, s) }

// Reset sets all counts to zero. The rules that strings have been added to stay
// known, so that [Coverage.Rules] goes on to list them.
func (c *Coverage) Reset() { c.coverage.Reset() }

// Inputs returns how many strings matched, and how many did not.
func (c *Coverage) Inputs() (matched, refused int) { return c.coverage.Inputs() }

// Rules returns the counts for every rule that the start rules use, in the order
// of the grammar. Rules without any input are among them: they are what a corpus
// lacks.
func (c *Coverage) Rules() []RuleCoverage {
	var out []RuleCoverage
	for _, in := range c.coverage.Rules() {
		r := RuleCoverage{Rule: Rule{in.Rule}, Inputs: in.Inputs}
		for _, a := range in.Alternatives {
			r.Alternatives = append(r.Alternatives, AlternativeCoverage(a))
		}
		out = append(out, r)
	}
	return out
}
