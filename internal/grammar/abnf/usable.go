package abnf

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/text/chars"
)

// This file says which rules of a grammar can be used as start rules though others
// cannot: a rule that names one that is not there matters only to the rules that reach it.

// A Refusal says why a rule cannot be used as a start rule.
type Refusal struct {
	Rule *Rule
	Code string // Undefined, ProseValue, Import, or a code of the caller's
	// The way from Rule to the rule in which the fault lies, both included: one rule if they are the same, and the two
	// ends of a way of more than maxPath rules.
	Path []*Rule
	Why  string // what is wrong with the last rule of Path: "refers to c, which is not defined"
}

// maxPath is the most rules that a Path has. Of a longer way it has the first and the last
// ones, half of them each: a long chain of rules would take its square in memory.
const maxPath = 64

// Reason returns why the rule cannot be used, as the second half of a sentence.
func (r Refusal) Reason() string {
	if len(r.Path) < 2 {
		return "it " + r.Why
	}
	return fmt.Sprintf("it uses %s (%s), which %s", r.Path[len(r.Path)-1].Name, Chain(r.Path), r.Why)
}

// Faulty reports whether the definition of the rule could not be read, or not be read as it is meant.
func (r *Rule) Faulty() bool { return r.fault != nil }

// Names returns the names of rules.
func Names(rules []*Rule) []string {
	names := make([]string, len(rules))
	for i, r := range rules {
		names[i] = r.Name
	}
	return names
}

// Chain writes the names of rules as the way from the first to the last. It leaves
// out the middle of a long one.
func Chain(rules []*Rule) string {
	const most = 12
	names := make([]string, 0, len(rules))
	for i, r := range rules {
		if len(rules) > most && i == most/2 {
			names = append(names, "…")
		}
		if len(rules) <= most || i < most/2 || i >= len(rules)-most/2 {
			names = append(names, r.Name)
		}
	}
	return strings.Join(names, " > ")
}

// ofOneRule reports whether a fault concerns only the rule that it lies in and those
// that reach that rule.
func (e *Error) ofOneRule() bool { return e.Code != Header && e.Code != NoRules }

// Blocking returns the faults for which no rule of the grammar can be used: those of
// the header, and of the grammar as a whole. Faults that only some rules reach are not among
// them; see [Grammar.Refused].
func (l ErrorList) Blocking() ErrorList {
	var out ErrorList
	for _, e := range l {
		if !e.Warning && !e.ofOneRule() {
			out = append(out, e)
		}
	}
	return out
}

// Refused returns the rules that cannot be used as start rules because of the faults
// that check has found, in the order of the grammar.
func (g *Grammar) Refused(faults ErrorList) []Refusal {
	var own []Refusal
	for _, r := range g.Rules {
		if e := r.fault; e != nil {
			why := cmp.Or(e.Short, fmt.Sprintf("has a fault at %s: %s", e.Pos, e.Msg))
			own = append(own, Refusal{Rule: r, Code: e.Code, Path: []*Rule{r}, Why: why})
		}
	}
	for _, e := range faults {
		if e.Warning || !e.ofOneRule() {
			continue
		}
		for _, name := range append([]string{e.Rule}, e.Also...) {
			if r := g.Rule(name); r != nil {
				own = append(own, Refusal{Rule: r, Code: e.Code, Path: []*Rule{r}, Why: cmp.Or(e.Short, e.Msg)})
			}
		}
	}
	return g.Propagate(own)
}

// Propagate adds to the refusals of rules those of all rules that use them, directly or
// by way of others. Of several reasons for a rule it keeps its own, else the nearest
// one. The result is in the order of the grammar.
func (g *Grammar) Propagate(own []Refusal) []Refusal {
	if len(own) == 0 {
		return nil
	}
	users := g.users(g.Rules)
	type step struct {
		cause Refusal
		next  *Rule   // the next rule on the way to the cause; nil at the cause
		count int     // how many rules the way has
		tail  []*Rule // the last of them, at most half of maxPath
	}
	why := make(map[*Rule]step)
	var queue []*Rule
	for _, o := range own {
		if _, known := why[o.Rule]; !known {
			why[o.Rule] = step{cause: o, count: 1, tail: []*Rule{o.Rule}}
			queue = append(queue, o.Rule)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		r := queue[0]
		at := why[r]
		for _, u := range users[r] {
			if _, known := why[u]; !known {
				s := step{at.cause, r, at.count + 1, at.tail}
				if len(s.tail) < maxPath/2 {
					s.tail = append([]*Rule{u}, s.tail...)
				}
				why[u] = s
				queue = append(queue, u)
			}
		}
	}
	var all []Refusal
	for _, r := range g.Rules {
		s, refused := why[r]
		if !refused {
			continue
		}
		out := s.cause
		if s.next != nil {
			out.Rule, out.Path = r, nil
			for n := r; len(out.Path) < min(s.count-len(s.tail), maxPath/2); n = why[n].next {
				out.Path = append(out.Path, n)
			}
			out.Path = append(out.Path, s.tail...)
		}
		all = append(all, out)
	}
	return all
}

// components numbers the strongly connected components of a graph: rules that reach
// each other have one number (Tarjan 1972).
func components(rules []*Rule, uses map[*Rule][]*Rule) map[*Rule]int {
	number := make(map[*Rule]int, len(rules))
	low := make(map[*Rule]int, len(rules))
	group := make(map[*Rule]int, len(rules))
	var stack []*Rule
	groups := 0
	var visit func(*Rule)
	visit = func(r *Rule) {
		number[r] = len(number) + 1
		low[r] = number[r]
		stack = append(stack, r)
		for _, u := range uses[r] {
			if number[u] == 0 {
				visit(u)
				low[r] = min(low[r], low[u])
			} else if group[u] == 0 {
				low[r] = min(low[r], number[u])
			}
		}
		if low[r] != number[r] {
			return
		}
		groups++
		for {
			u := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			group[u] = groups
			if u == r {
				return
			}
		}
	}
	for _, r := range rules {
		if number[r] == 0 {
			visit(r)
		}
	}
	return group
}

// Only returns the grammar with those of its rules that keep accepts. Header fields
// no longer name the others. The grammar itself is not changed.
func (g *Grammar) Only(keep func(*Rule) bool) *Grammar {
	out := *g
	out.Rules = nil
	out.index = make(map[string]*Rule)
	dropped := make(map[string]bool)
	for _, r := range g.Rules {
		if keep(r) {
			out.Rules = append(out.Rules, r)
			out.index[chars.Lower(r.Name)] = r
		} else {
			dropped[chars.Lower(r.Name)] = true
		}
	}
	for _, field := range startFields {
		if name := out.text(field); dropped[chars.Lower(*name)] {
			*name = ""
		}
	}
	out.Record, out.Characters = without(g.Record, dropped), without(g.Characters, dropped)
	out.Components = slices.DeleteFunc(slices.Clone(g.Components), func(c Component) bool { return dropped[chars.Lower(c.Rule)] })
	return &out
}
