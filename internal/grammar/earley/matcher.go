package earley

import (
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
)

// Matcher returns what decides whether strings match a rule: its automaton, if the rule is
// regular and that is not too large. A string that takes more than its budget does not match. It fails if what follows
// all ways of reading a string is too large, too.
func Matcher(g *abnf.Grammar, rule *abnf.Rule) (func(string) bool, error) {
	cycles := g.CyclesOf(g.Closure(rule))
	if !cycles.General(rule) {
		d, err := automaton.Compile(g, rule.Name)
		if err == nil {
			return d.Match, nil
		}
	}
	p, err := Compile(g, rule, cycles.General)
	if err != nil || !cycles.General(rule) { // without copies of the rules that it uses it is smaller
		p, err = Compile(g, rule, func(r *abnf.Rule) bool { return cycles.General(r) || len(g.Uses(r)) > 0 })
	}
	if err != nil {
		return nil, err
	}
	return func(s string) bool {
		ok, err := p.Match(s)
		return ok && err == nil
	}, nil
}
