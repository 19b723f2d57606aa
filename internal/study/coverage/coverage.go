// Package coverage counts which parts of a grammar a corpus of strings uses. What comes
// in are strings and the rules that they conform to. What goes out is, for each
// production and each alternative, the number of strings that went through it. The
// package must not know what the strings are for.
package coverage

import (
	"slices"
	"sync"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/parsetree"
	"github.com/rfc3987/iri/internal/ref/spec"
)

// A Coverage counts how many strings went through each production and each
// alternative of a grammar, to show what a corpus of tests lacks. The zero
// Coverage has counted nothing. It may be used from many goroutines.
type Coverage struct {
	mu          sync.Mutex
	starts      []spec.Rule // the start rules, in the order in which they came
	programs    map[spec.Rule]*parsetree.Program
	inputs      map[spec.Rule]int // how many strings conform, by start rule
	rules       map[*abnf.Rule]int
	choices     map[choice]int
	refused     int             // how many strings do not conform
	seenChoices map[choice]bool // those that the present string went through
	seenRules   map[*abnf.Rule]bool
}

// A choice is an alternative of an alternation by its index, or an option that is there
// (index 0) or not (index 1).
type choice struct {
	expr  abnf.Expr
	index int
}

// A RuleCoverage says how many strings went through a production.
type RuleCoverage struct {
	Rule         spec.Rule
	Inputs       int
	Alternatives []AlternativeCoverage
}

// An AlternativeCoverage says how many strings went through an alternative.
type AlternativeCoverage struct {
	ABNF   string `json:"abnf"` // the alternative; an option that is not there is "no " and the option
	Inputs int    `json:"inputs"`
}

// Add derives s from the rule and counts what the derivation goes through, each
// production and alternative once. It returns false for a string that does not conform;
// such a string adds only to the number of those. Where the grammar is ambiguous, the
// first alternative that matches counts.
func (c *Coverage) Add(r spec.Rule, s string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.programs == nil {
		c.programs, c.inputs = make(map[spec.Rule]*parsetree.Program), make(map[spec.Rule]int)
		c.rules, c.choices = make(map[*abnf.Rule]int), make(map[choice]int)
		c.seenChoices, c.seenRules = make(map[choice]bool), make(map[*abnf.Rule]bool)
	}
	p := c.programs[r]
	if p == nil && !r.IsZero() {
		var err error
		if p, err = r.Program(); err != nil {
			c.refused++
			return false
		}
		c.programs[r] = p
		c.starts = append(c.starts, r)
	}
	if p == nil || !r.Terminals().Valid(s) {
		c.refused++
		return false
	}
	clear(c.seenChoices)
	clear(c.seenRules)
	rules := r.Spec().Grammar().Rules
	ok, err := p.Walk(s,
		func(m parsetree.Match) { c.seenRules[rules[m.Rule]] = true },
		func(e abnf.Expr, i int) { c.seenChoices[choice{e, i}] = true })
	if !ok || err != nil {
		c.refused++
		return false
	}
	c.inputs[r]++
	for k := range c.seenRules {
		c.rules[k]++
	}
	for k := range c.seenChoices {
		c.choices[k]++
	}
	return true
}

// Reset sets all counts to zero. The rules that strings have been added to stay
// known, so that [Coverage.Rules] goes on to list them.
func (c *Coverage) Reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.inputs)
	clear(c.rules)
	clear(c.choices)
	c.refused = 0
}

// Inputs returns how many strings matched, and how many did not.
func (c *Coverage) Inputs() (matched, refused int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, n := range c.inputs {
		matched += n
	}
	return matched, c.refused
}

// Rules returns the counts for every rule that the start rules use, in the order
// of the grammar. Rules without any input are among them.
func (c *Coverage) Rules() []RuleCoverage {
	c.mu.Lock()
	defer c.mu.Unlock()
	used := make(map[*abnf.Rule]bool)
	var specs []*spec.Spec
	for _, r := range c.starts {
		g := r.Spec().Grammar()
		for _, u := range g.Closure(r.Definition()) {
			used[u] = true
		}
		if !slices.Contains(specs, r.Spec()) {
			specs = append(specs, r.Spec())
		}
	}
	var out []RuleCoverage
	for _, s := range specs {
		for r := range s.Rules() {
			if d := r.Definition(); used[d] {
				out = append(out, RuleCoverage{r, c.rules[d], c.alternatives(d)})
			}
		}
	}
	return out
}

// alternatives returns the counts for the alternatives and options of a rule.
func (c *Coverage) alternatives(r *abnf.Rule) []AlternativeCoverage {
	var out []AlternativeCoverage
	abnf.Walk(r.Expr, func(e abnf.Expr) bool {
		switch e := e.(type) {
		case *abnf.Alternation:
			for i, alt := range e.Alts {
				out = append(out, AlternativeCoverage{alt.String(), c.choices[choice{e, i}]})
			}
		case *abnf.Repetition:
			if e.Min == 0 && e.Max == 1 {
				out = append(out,
					AlternativeCoverage{e.String(), c.choices[choice{e, 0}]},
					AlternativeCoverage{"no " + e.String(), c.choices[choice{e, 1}]})
			}
		}
		return true
	})
	return out
}
