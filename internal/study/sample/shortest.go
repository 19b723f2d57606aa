package sample

import (
	"fmt"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/study/languages"
)

// Shortest returns a shortest sentence of a rule, of readable characters if there is one. Of a rule that
// refers to itself it is a shortest one in which no rule lies within itself. The error says that the rule
// is too large, or that no such string matches it.
func Shortest(g *abnf.Grammar, rule *abnf.Rule) (sentence string, err error) {
	name := rule.Name
	if g.CyclesOf(g.Closure(rule)).IsRecursive(rule) {
		if g, rule = g.Unroll(rule, 0); g == nil {
			return "", fmt.Errorf("no string matches the rule %s without rules within themselves", name)
		}
	}
	defer languages.Recover(&err)
	alphabet := languages.NewAlphabet(map[*abnf.Grammar][]*abnf.Rule{g: {rule}})
	alphabet.Limit(languages.CompareWork)
	sentence, ok := languages.NewCompiler(alphabet, g).Rule(rule).Shortest()
	if !ok {
		return "", fmt.Errorf("no string matches the rule %s", name)
	}
	return sentence, nil
}
