package automaton

import (
	"fmt"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// This file says which part of a rule makes its automaton too large, and what to write
// instead.

// A scope is a repetition that is expanded.
type scope struct {
	rep   *abnf.Repetition
	rule  *abnf.Rule // in which it stands
	outer *scope     // the repetition around it
	first int        // the number of states before it
}

// counted reports whether the repetition has counts that make copies.
func (s *scope) counted() bool { return s.rep.Max > 1 || s.rep.Min > 1 }

// String returns the repetition and its rule: "16x in r".
func (s *scope) String() string { return shorten(s.rep.String()) + " in " + s.rule.Name }

// shorten limits the length of an expression in a message.
func shorten(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:60]) + " …"
	}
	return s
}

// tooManyStates says what makes the expansion of a rule too large.
func (b *builder) tooManyStates() string {
	for s := b.scope; s != nil; s = s.outer {
		if s.counted() && len(b.nfa.eps)-s.first >= MaxNFAStates/2 {
			return fmt.Sprintf("%s expands to more than %d states, because every copy counts; write smaller counts, "+
				"or * without a count", s, MaxNFAStates)
		}
	}
	if b.wide != nil && len(b.wide.Alts) >= MaxNFAStates/16 {
		return fmt.Sprintf("the %d alternatives %s in %s expand to more than %d states; split the rule, or write "+
			"ranges", len(b.wide.Alts), shorten(b.wide.String()), b.wideIn.Name, MaxNFAStates)
	}
	var most *abnf.Rule
	for r, n := range b.copies {
		if most == nil || n > b.copies[most] || n == b.copies[most] && r.Name < most.Name {
			most = r
		}
	}
	if most == nil || b.copies[most] < 2 {
		return fmt.Sprintf("it expands to more than %d states", MaxNFAStates)
	}
	return fmt.Sprintf("it expands to more than %d states, because the rules that it uses are copied wherever they "+
		"are named: %s is copied %d times; name them less often, or write * for several copies", MaxNFAStates, most.Name, b.copies[most])
}

// tooLarge says what makes the subset construction too large. sets are the sets that it has
// made so far: the repetitions that the largest of them has states of are open together.
func (n *NFA) tooLarge(sets [][]int32) error {
	var largest []int32
	for _, s := range sets {
		if len(s) > len(largest) {
			largest = s
		}
	}
	// Count the states of each repetition, then find the counted and the unlimited repetition that have the most.
	held := make(map[*abnf.Repetition]int) // how many states of the set lie in it
	scopes := make(map[*abnf.Repetition]*scope)
	var counted, loop *scope
	better := func(s, best *scope) bool {
		return best == nil || held[s.rep] > held[best.rep]
	}
	for _, conf := range largest {
		q, _ := unpack(conf)
		for s := n.scopes[q]; s != nil; s = s.outer {
			held[s.rep]++
			if scopes[s.rep] == nil {
				scopes[s.rep] = s
			}
		}
	}
	for _, conf := range largest { // in the order of the states, so that the message is always the same
		q, _ := unpack(conf)
		for s := n.scopes[q]; s != nil; s = s.outer {
			s = scopes[s.rep]
			switch {
			case s.counted() && better(s, counted):
				counted = s
			case s.rep.Max < 0 && better(s, loop):
				loop = s
			}
		}
	}
	what := fmt.Sprintf("more than %d states", MaxDFAStates)
	if len(sets) <= MaxDFAStates {
		what = "too much work"
	}
	inside := func(s, outer *scope) bool {
		for ; s != nil; s = s.outer {
			if s.rep == outer.rep {
				return true
			}
		}
		return false
	}
	switch {
	case counted != nil && loop != nil && !inside(loop, counted):
		return fmt.Errorf("while %s repeats, %s can begin at every character, and its automaton has to follow all of "+
			"them at once (%s); let it begin with a character that %s does not match", loop, counted, what, shorten(loop.rep.String()))
	case counted != nil:
		return fmt.Errorf("%s: its automaton has to follow many of the copies at once (%s); write smaller counts, or "+
			"* without a count", counted, what)
	case loop != nil:
		return fmt.Errorf("while %s repeats, what comes after it can begin at every character, and its automaton has "+
			"to follow all of them at once (%s); let it begin with a character that %s does not match", loop, what,
			shorten(loop.rep.String()))
	}
	return fmt.Errorf("its automaton is too large (%s); split the rule", what)
}
