package spec

import (
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// sharedRules returns the rules of a grammar that a built-in spec has as well: the definition is the
// same, and so are those of all rules that it uses. The rule that was read takes what is generated for
// the rule of the spec. In order each rule comes after those that it uses, unless they refer to each
// other, which no built-in rule does.
func sharedRules(g *abnf.Grammar, order []*abnf.Rule) map[*abnf.Rule]*ruleData {
	shared := make(map[*abnf.Rule]*ruleData)
	for _, s := range specs() {
		b := s.load()
		if b.grammar().Terminals != g.Terminals {
			continue
		}
		same := make(map[*abnf.Rule]bool)
		for _, r := range order {
			other := b.byName[strings.ToLower(r.Name)]
			if other == nil || other.rule().Expr.String() != r.Expr.String() {
				continue
			}
			same[r] = slices.EqualFunc(g.Uses(r), b.grammar().Uses(other.rule()), func(used, want *abnf.Rule) bool {
				return same[used] && strings.EqualFold(used.Name, want.Name)
			})
			if same[r] && shared[r] == nil {
				shared[r] = other
			}
		}
	}
	return shared
}
