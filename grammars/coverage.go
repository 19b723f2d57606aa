package grammars

import (
	"fmt"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/study/coverage"
)

// A Coverage counts how many strings of a corpus use each production and each
// alternative of a grammar. The zero Coverage has no counts and is ready to use. It may be
// used by several goroutines at once.
type Coverage struct{ coverage coverage.Coverage }

// A RuleCoverage says how many strings use a production.
type RuleCoverage struct {
	Rule         iri.Rule
	Inputs       int
	Alternatives []AlternativeCoverage
}

// An AlternativeCoverage says how many strings use an alternative.
type AlternativeCoverage struct {
	ABNF   string // the alternative; "no " and an option, for the strings without the option
	Inputs int
}

// in returns the internal form of the coverage, an empty one for nil.
func (c *Coverage) in() *coverage.Coverage {
	if c == nil {
		return new(coverage.Coverage)
	}
	return &c.coverage
}

// Add derives s from the rule, and counts once each production and alternative of the
// derivation. It reports whether s matches; a string that does not match is only counted
// by [Coverage.Inputs]. If the grammar is ambiguous, the first alternative that matches
// is taken.
func (c *Coverage) Add(r iri.Rule, s string) bool {
	rule, _ := in(r.Spec()).Rule(r.Name())
	return c.in().Add(rule, s)
}

// Reset sets all counts to zero. [Coverage.Rules] still lists the rules of the strings
// that were added before.
func (c *Coverage) Reset() { c.in().Reset() }

// Inputs returns how many strings matched and how many did not.
func (c *Coverage) Inputs() (matched, refused int) { return c.in().Inputs() }

// String returns how many strings matched and how many did not.
func (c *Coverage) String() string {
	matched, refused := c.Inputs()
	return fmt.Sprintf("%d matched, %d refused", matched, refused)
}

// Rules returns the counts for every rule that the start rules use, in the order of the
// grammar. A rule with zero inputs is one that the corpus does not test.
func (c *Coverage) Rules() []RuleCoverage {
	var out []RuleCoverage
	for _, counted := range c.in().Rules() {
		rule, _ := (*iri.Spec)(counted.Rule.Spec()).Rule(counted.Rule.Name())
		r := RuleCoverage{Rule: rule, Inputs: counted.Inputs}
		for _, a := range counted.Alternatives {
			r.Alternatives = append(r.Alternatives, AlternativeCoverage(a))
		}
		out = append(out, r)
	}
	return out
}
