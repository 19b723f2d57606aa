package abnf

import (
	"strconv"
	"strings"

	"github.com/rfc3987/iri/internal/text/chars"
)

// unrolledMark stands between the name of a rule and how deep a copy lies to which an
// expression refers. No rule of a file has it in its name.
const unrolledMark = "~"

// WithoutMarks returns a text about a grammar that [Grammar.Unroll] has made, with the names
// of the copies as the file has them.
func (g *Grammar) WithoutMarks(text string) string {
	if !strings.Contains(text, unrolledMark) {
		return text
	}
	var pairs []string
	for name, r := range g.index {
		if strings.Contains(name, unrolledMark) {
			pairs = append(pairs, r.Name+name[strings.Index(name, unrolledMark):], r.Name)
		}
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// Unroll returns a grammar without recursion, and in it the rule that matches what the given
// rule matches in which no rule lies within itself more than depth times. Other rules are
// shared. It returns nil if there is no such string.
//
// The copies of a rule that refers to itself have its name. References to them have a number
// after it; see [Grammar.WithoutMarks].
func (g *Grammar) Unroll(rule *Rule, depth int) (*Grammar, *Rule) {
	closure := g.Closure(rule)
	u := &unroller{g: g, cycles: g.CyclesOf(closure), depth: depth, order: make(map[*Rule]int),
		made: make(map[unrolled]*Rule)}
	for i, r := range closure {
		u.order[r] = i
	}
	start := u.rule(rule, 0)
	if start == nil {
		return nil, nil
	}
	out := *g
	out.Rules = nil
	out.index = make(map[string]*Rule)
	add := func(r *Rule, level int) {
		out.Rules = append(out.Rules, r)
		out.index[chars.Lower(unrolledName(r.Name, level))] = r
	}
	for _, r := range g.Rules {
		if !u.cycles.IsRecursive(r) {
			add(r, 0)
			continue
		}
		for level := 0; level <= depth; level++ {
			if c := u.made[unrolled{r, level}]; c != nil {
				add(c, level)
			}
		}
	}
	return &out, start
}

// unrolledName returns the name by which expressions refer to a copy.
func unrolledName(name string, level int) string {
	if level == 0 {
		return name
	}
	return name + unrolledMark + strconv.Itoa(level)
}

// An unroller makes the copies. The level of a copy is how many times the way to it has gone around a cycle of rules:
// it goes up by one where a rule refers to itself, or back to one before it in the order of the closure.
type unroller struct {
	g      *Grammar
	cycles *Cycles
	depth  int                // the last level
	order  map[*Rule]int      // the place of each rule in the closure
	made   map[unrolled]*Rule // nil for a copy that matches nothing
}

// An unrolled is a copy of a rule.
type unrolled struct {
	rule  *Rule
	level int
}

// rule returns the copy of a rule at a level, nil if it matches nothing.
func (u *unroller) rule(r *Rule, level int) *Rule {
	if !u.cycles.IsRecursive(r) {
		return r
	}
	k := unrolled{r, level}
	if c, known := u.made[k]; known {
		return c
	}
	c := *r
	if c.Expr = u.expr(r.Expr, r, level); c.Expr == nil {
		u.made[k] = nil
		return nil
	}
	u.made[k] = &c
	return &c
}

// expr returns the copy of an expression in the copy of a rule at a level, nil if it matches nothing.
func (u *unroller) expr(e Expr, in *Rule, level int) Expr {
	t := u.g.Target(e)
	if t == nil {
		return WithParts(e, func(x Expr) Expr { return u.expr(x, in, level) })
	}
	if !u.cycles.IsRecursive(t) {
		return e
	}
	to := 0
	if u.cycles.Kind(t) != NotRecursive && u.cycles.Kind(in) != NotRecursive &&
		u.cycles.Group(t) == u.cycles.Group(in) {
		to = level
		if u.order[t] <= u.order[in] {
			to++ // once around
		}
	}
	if to > u.depth || u.rule(t, to) == nil {
		return nil
	}
	switch e := e.(type) {
	case *Reference:
		r := *e
		r.Name = unrolledName(t.Name, to)
		return &r
	case *Prose:
		p := *e
		p.Text = unrolledName(t.Name, to)
		return &p
	}
	return e
}
