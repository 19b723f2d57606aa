package abnf

import (
	"fmt"
	"slices"
)

// neverMatches finds rules that no string matches, because every way through them comes
// back to them: a = "(" a ")". A rule that is not defined and a prose value may match
// something. Those that use each other are one finding.
func (c *inspection) neverMatches() {
	ends := make(map[*Rule]bool) // rules that some string matches
	var matches func(Expr) bool
	matches = func(e Expr) bool {
		switch e := e.(type) {
		case *Alternation:
			return slices.ContainsFunc(e.Alts, matches)
		case *Concatenation:
			return !slices.ContainsFunc(e.Parts, func(x Expr) bool { return !matches(x) })
		case *Repetition:
			return e.Min == 0 || matches(e.X)
		}
		t := c.g.Target(e)
		return t == nil || ends[t]
	}
	users := c.g.users(c.g.Rules)
	for queue := slices.Clone(c.g.Rules); len(queue) > 0; queue = queue[1:] {
		if r := queue[0]; !ends[r] && matches(r.Expr) {
			ends[r] = true
			queue = append(queue, users[r]...)
		}
	}
	first := make(map[*Rule]*Rule) // by rule that no string matches: the first one of those that are connected
	var connect func(r, to *Rule)
	connect = func(r, to *Rule) {
		if ends[r] || first[r] != nil {
			return
		}
		first[r] = to
		for _, o := range slices.Concat(c.g.Uses(r), users[r]) {
			connect(o, to)
		}
	}
	for _, r := range c.g.Rules {
		if connect(r, r); !ends[r] {
			c.addNamed(NeverMatches, true, r, first[r].Name, r.Pos, r.line, "", fmt.Sprintf(
				"no string matches %s, because each would have to hold another one that matches it", r.Name))
		}
	}
}
