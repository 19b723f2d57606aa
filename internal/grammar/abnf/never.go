package abnf

import "slices"

// neverMatches finds rules that no string matches, because every way through them comes
// back to them: a = "(" a ")". A rule that is not defined and a prose value may match
// something.
func (c *checker) neverMatches() {
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
	for _, r := range c.g.Rules {
		if !ends[r] {
			c.atRule(NeverMatches, true, r,
				"no string matches %s, because each would have to hold another one that matches it", r.Name)
		}
	}
}
