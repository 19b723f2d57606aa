// Package earley matches rules that refer to themselves. In come a grammar, one of its rules
// and a string; out comes whether the rule matches, and if it does not, up to where and what
// is open there. Any rule can be matched: ambiguous ones, those that refer to themselves at
// their start, and those of which the empty string is a part.
//
// A rule that refers to itself, or uses a rule that does, has an automaton of its own, and a
// reference to it is a step over what it matches. Other rules are expanded in the automata
// that use them. All ways of reading the string are followed at once, from left to right
// (Earley 1970), with one stack for all of them (Tomita 1985): a rule that several others
// open at the same place is on the stack once.
package earley

import (
	"fmt"
	"slices"
	"sync"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
)

// A Program matches one rule. It may be used from many goroutines.
type Program struct {
	*Machines
	start int32
}

// Machines are the automata of rules that use each other, for the programs of all of them.
type Machines struct {
	machines []machine
	index    map[*abnf.Rule]int32 // by rule: its machine
	kind     abnf.Terminals
	runs     sync.Pool
	copies   int       // how many rules are too large with copies of the rules that they use
	learnt   sync.Once // sets the fields below, and the sets of the machines: see learn

	chars automaton.CharClasses // the last class, which is that of no character, is the end of the string
	work  int                   // how many states firsts and follows have looked at
}

// maxCopies is for how many rules of a set is tried in vain whether they fit with copies of the rules that they use: each
// try takes a tenth of a second. The rules after them are not tried, and have no copies.
const maxCopies = 4

// maxWork is how many states are looked at to find what rules begin with and what follows
// them. If a set takes more, any character counts as possible there.
const maxWork = 20_000_000

// A machine is the automaton of one rule.
type machine struct {
	rule   *abnf.Rule
	nfa    *automaton.NFA
	first  classSet
	follow classSet
	empty  bool  // the rule matches the empty string
	err    error // the automaton is too large, or one that it leads to; then nfa is nil
}

// A classSet is a set of classes of characters.
type classSet []uint64

func (s classSet) has(c int32) bool { return s[c>>6]>>(c&63)&1 != 0 }
func (s classSet) add(c int32)      { s[c>>6] |= 1 << (c & 63) }

// addAll adds the members of t and reports whether any of them is new.
func (s classSet) addAll(t classSet) (more bool) {
	for i, w := range t {
		more = more || w&^s[i] != 0
		s[i] |= w
	}
	return more
}

// NewSet makes the automata of rules, and of all rules that they use for which named is
// true. named has to be true for all rules that refer to themselves and are not linear. Rules of which copies would be
// large get automata of their own, too. A rule whose automaton is too large only because of copies of the rules that it
// uses gets one without copies.
func NewSet(g *abnf.Grammar, rules []*abnf.Rule, named func(*abnf.Rule) bool) *Machines {
	return newSet(g, rules, named, true)
}

// A Fit says of which rules the automata are too large.
type Fit struct{ set *Machines }

// Try is [NewSet] which keeps no automaton.
func Try(g *abnf.Grammar, rules []*abnf.Rule, named func(*abnf.Rule) bool) Fit {
	return Fit{newSet(g, rules, named, false)}
}

// Err returns the error of [Machines.Program] for a rule of the set.
func (f Fit) Err(rule *abnf.Rule) error { return f.set.machines[f.set.index[rule]].err }

// Copies reports whether an automaton is too large only because of copies of the rules that it uses.
func (f Fit) Copies() bool { return f.set.copies > 0 }

// newSet is [NewSet]. With keep false it drops each automaton when its calls are known.
func newSet(g *abnf.Grammar, rules []*abnf.Rule, named func(*abnf.Rule) bool, keep bool) *Machines {
	s := &Machines{kind: g.Terminals, index: make(map[*abnf.Rule]int32)}
	sizes := NewSizes(g, named)
	called := func(r *abnf.Rule) bool { return named(r) || sizes.rule(r).states > maxCopy }
	wider := func(r *abnf.Rule) bool { return called(r) || len(g.Uses(r)) > 0 }
	order := slices.Clone(rules)
	for i, r := range order {
		s.index[r] = int32(i)
	}
	users := make(map[int32][]int32)
	var bad []int32
	for i := 0; i < len(order); i++ {
		m := machine{rule: order[i]}
		if s.copies < maxCopies {
			m.nfa, m.err = automaton.CompileCalls(g, order[i], called)
		}
		if m.nfa == nil && slices.ContainsFunc(g.Uses(order[i]), func(r *abnf.Rule) bool { return wider(r) && !called(r) }) {
			s.copies++
			m.nfa, m.err = automaton.CompileCalls(g, order[i], wider)
		} else if m.nfa == nil && m.err == nil {
			m.nfa, m.err = automaton.CompileCalls(g, order[i], called)
		}
		if m.err != nil {
			bad = append(bad, int32(i))
		} else {
			for q := range m.nfa.States() {
				for _, c := range m.nfa.CallsOf(q) {
					k, known := s.index[c.Rule]
					if !known {
						k = int32(len(order))
						s.index[c.Rule] = k
						order = append(order, c.Rule)
					}
					users[k] = append(users[k], int32(i))
				}
			}
			if !keep {
				m.nfa = nil
			}
		}
		s.machines = append(s.machines, m)
	}
	for ; len(bad) > 0; bad = bad[1:] {
		s.machines[bad[0]].nfa = nil
		for _, u := range users[bad[0]] {
			if s.machines[u].err == nil {
				s.machines[u].err = s.machines[bad[0]].err
				bad = append(bad, u)
			}
		}
	}
	return s
}

// learn finds the classes of characters, and what each rule can begin with and what can follow it. A program needs them
// when it reads its first string: of a grammar, most rules are never asked for.
func (s *Machines) learn() {
	var bounds []rune
	for i := range s.machines {
		if n := s.machines[i].nfa; n != nil {
			bounds = append(bounds, n.Bounds()...)
		}
	}
	s.chars = automaton.NewCharClasses(s.kind, bounds)
	words := s.end()/64 + 1
	for i := range s.machines {
		m := &s.machines[i]
		m.first, m.follow = make(classSet, words), make(classSet, words)
		m.follow.add(s.end())
	}
	s.firsts()
	s.follows()
	if s.work > maxWork {
		for i := range s.machines {
			for w := range words {
				s.machines[i].first[w], s.machines[i].follow[w] = ^uint64(0), ^uint64(0)
			}
		}
	}
}

// Program returns the program of a rule of the set. The error says that an automaton is too
// large.
func (s *Machines) Program(rule *abnf.Rule) (*Program, error) {
	at, ok := s.index[rule]
	if !ok {
		return nil, fmt.Errorf("rule %s is not in the set", rule.Name)
	}
	return &Program{s, at}, s.machines[at].err
}

// Compile makes the program of one rule; see [NewSet].
func Compile(g *abnf.Grammar, rule *abnf.Rule, called func(*abnf.Rule) bool) (*Program, error) {
	return NewSet(g, []*abnf.Rule{rule}, called).Program(rule)
}

// Rule returns the rule of a machine; see [Part].
func (s *Machines) Rule(machine int32) *abnf.Rule { return s.machines[machine].rule }

// end returns the class of the end of the string.
func (s *Machines) end() int32 { return int32(len(s.chars.Lo) - 1) }

// begin adds to set the characters that can come next in a state of a machine, by what is known
// of the other machines so far. more reports whether any is new, ends whether the rest of the rule can be empty.
func (s *Machines) begin(m *machine, from int, set classSet) (more, ends bool) {
	seen := make(map[int32]bool)
	todo := []int32{int32(from)}
	for len(todo) > 0 && s.work <= maxWork {
		q := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		after := m.nfa.After(q)
		s.work += len(after) + 1
		for _, at := range after {
			if seen[at] {
				continue
			}
			seen[at] = true
			for _, e := range m.nfa.EdgesOf(int(at)) {
				for c, last := s.chars.Span(e.Lo, e.Hi); c <= last; c++ {
					if !set.has(c) {
						set.add(c)
						more = true
					}
				}
			}
			for _, c := range m.nfa.CallsOf(int(at)) {
				k := &s.machines[s.index[c.Rule]]
				if set.addAll(k.first) {
					more = true
				}
				if k.empty {
					todo = append(todo, int32(c.To))
				}
			}
			ends = ends || m.nfa.Ends(at)
		}
	}
	return more, ends
}

// firsts finds what each rule can begin with. It begins with the last rules, because these are used by those before them.
func (s *Machines) firsts() {
	for changed := true; changed; {
		changed = false
		for i := range slices.Backward(s.machines) {
			m := &s.machines[i]
			if m.nfa == nil {
				continue
			}
			more, ends := s.begin(m, m.nfa.First(), m.first)
			changed = changed || more || ends && !m.empty
			m.empty = m.empty || ends
		}
	}
}

// follows finds what can come after each rule, wherever it stands.
func (s *Machines) follows() {
	type use struct{ user, used int32 } // the used rule can stand at the end of the user
	var ends []use
	for i := range s.machines {
		m := &s.machines[i]
		if m.nfa == nil {
			continue
		}
		for q := range m.nfa.States() {
			for _, c := range m.nfa.CallsOf(q) {
				k := s.index[c.Rule]
				if _, end := s.begin(m, c.To, s.machines[k].follow); end {
					ends = append(ends, use{int32(i), k})
				}
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, u := range ends {
			if s.machines[u.used].follow.addAll(s.machines[u.user].follow) {
				changed = true
			}
		}
	}
}
