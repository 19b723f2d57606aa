package abnf

import "slices"

// This file says which rules refer to themselves, and how. RFC 5234 allows recursion; what a
// rule with recursion matches need not be regular.

// A Recursion says how a rule refers to itself, directly or through other rules.
type Recursion uint8

const (
	NotRecursive Recursion = iota

	// RightLinear rules refer to themselves only at their end, as list = item [ "," list ].
	// What they match is regular.
	RightLinear

	// LeftLinear rules refer to themselves only at their start, as list = [ list "," ] item.
	// What they match is regular.
	LeftLinear

	// Nested rules refer to themselves in any other way, as list = "(" *list ")".
	Nested
)

// A Cycles says how the rules of a grammar refer to themselves. The zero Cycles is
// that of a grammar without recursion.
type Cycles struct {
	kind    map[*Rule]Recursion
	group   map[*Rule]int
	nesting map[*Rule]bool // see UsesNesting
	reach   map[*Rule]bool // see IsRecursive
}

// Kind returns how a rule refers to itself.
func (r *Cycles) Kind(rule *Rule) Recursion { return r.kind[rule] }

// Group returns the number of the rules that refer to each other to which a rule belongs.
func (r *Cycles) Group(rule *Rule) int { return r.group[rule] }

// UsesNesting reports whether a rule is Nested or uses such a rule, directly or through others. All other rules match
// regular languages.
func (r *Cycles) UsesNesting(rule *Rule) bool { return r.nesting[rule] }

// IsRecursive reports whether a rule refers to itself, or uses a rule that does.
func (r *Cycles) IsRecursive(rule *Rule) bool { return r.reach[rule] }

// CyclesOf finds the recursion among rules of the grammar, which have to include all
// rules that they use; see [Grammar.Closure].
func (g *Grammar) CyclesOf(rules []*Rule) *Cycles {
	uses := make(map[*Rule][]*Rule, len(rules))
	for _, r := range rules {
		uses[r] = g.Uses(r)
	}
	rec := &Cycles{kind: make(map[*Rule]Recursion)}
	rec.group = components(rules, uses)
	members := make(map[int][]*Rule)
	for _, r := range rules {
		for _, u := range uses[r] {
			if rec.group[u] == rec.group[r] {
				members[rec.group[r]] = append(members[rec.group[r]], r)
				break
			}
		}
	}
	for id, group := range members {
		kind := RightLinear
		if !g.linear(group, rec.group, id, false) {
			kind = LeftLinear
			if !g.linear(group, rec.group, id, true) {
				kind = Nested
			}
		}
		for _, r := range group {
			rec.kind[r] = kind
		}
	}
	users := g.users(rules)
	var nested, any []*Rule
	for _, r := range rules {
		if rec.kind[r] == Nested {
			nested = append(nested, r)
		}
		if rec.kind[r] != NotRecursive {
			any = append(any, r)
		}
	}
	rec.nesting, rec.reach = usersOf(nested, users), usersOf(any, users)
	return rec
}

// usersOf returns rules with all that use them, directly or through others.
func usersOf(rules []*Rule, users map[*Rule][]*Rule) map[*Rule]bool {
	all := make(map[*Rule]bool)
	for len(rules) > 0 {
		r := rules[len(rules)-1]
		rules = rules[:len(rules)-1]
		if !all[r] {
			all[r] = true
			rules = append(rules, users[r]...)
		}
	}
	return all
}

// linear reports whether the rules of a group refer to each other only at their ends, or only
// at their starts.
func (g *Grammar) linear(group []*Rule, of map[*Rule]int, id int, left bool) bool {
	var edge func(e Expr, atEdge bool) bool
	edge = func(e Expr, atEdge bool) bool {
		switch e := e.(type) {
		case *Alternation:
			return !slices.ContainsFunc(e.Alts, func(x Expr) bool { return !edge(x, atEdge) })
		case *Concatenation:
			for i, x := range e.Parts {
				if !edge(x, atEdge && (left && i == 0 || !left && i == len(e.Parts)-1)) {
					return false
				}
			}
		case *Repetition:
			return e.Max == 0 || edge(e.X, atEdge && e.Max == 1)
		case *Reference, *Prose:
			t := g.Target(e)
			return t == nil || of[t] != id || atEdge
		}
		return true
	}
	return !slices.ContainsFunc(group, func(r *Rule) bool { return !edge(r.Expr, true) })
}
