package spec

import (
	"slices"
	"sync"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/grammar/earley"
)

// This file says how a string that does not conform can have been read up to the
// fault: which productions are open there in every reading. The minimal automaton does
// not know that, because it has one state for all prefixes that can go on in the same
// way; so the NFA is followed, and the sets of its states are kept.

// readings follows prefixes of one rule. It may be used from many goroutines.
type readings struct {
	mu    sync.Mutex
	nfa   *automaton.NFA
	chars automaton.CharClasses
	sets  *automaton.Sets
	start int32 // the number of the set in which the rule begins
	known map[int32]opened
}

// An opened is what holds in a set of states of the NFA.
type opened struct{ open, expected []string }

// open returns the productions that are open after the prefix s in every way in which
// it can be read and go on, from the rule itself down to the innermost one, and what can
// come next there, with "end" if a sentence can end. Productions that only name
// characters, such as DIGIT, are expected rather than open (docs/blame.md, rule 7). s must
// be the beginning of a sentence.
func (r Rule) open(s string) (open, expected []string) {
	rd := &r.d.readings
	rd.mu.Lock()
	defer rd.mu.Unlock()
	if rd.nfa == nil {
		rd.nfa = r.d.expectations.nfa()
		rd.chars = automaton.NewCharClasses(r.d.kind, rd.nfa.Bounds())
		rd.reset()
	}
	at := rd.start
	for len(s) > 0 {
		if rd.sets.Full() {
			set := rd.sets.Set(at)
			rd.reset()
			at = rd.sets.Number(0, set)
		}
		ch, w, _ := r.d.kind.Decode(s)
		s = s[w:]
		at = rd.sets.Step(at, rd.chars.Class(ch), func(_ int32, set automaton.Set, class int) automaton.Set {
			return rd.nfa.StepRune(set, rd.chars.Lo[class])
		})
	}
	found, ok := rd.known[at]
	if !ok {
		g, set := r.d.spec.Grammar(), rd.sets.Set(at)
		found.open = withoutCharacters(g, nil, openIn(rd.nfa, set, false))
		found.expected = nextNames(g, len(found.open), true, earley.Reading{NFA: rd.nfa, Set: set})
		if rd.nfa.Accepts(set) {
			found.expected = append(found.expected, endOfInput)
		}
		// Findings share these slices: see expectation.
		found = opened{slices.Clip(found.open), slices.Clip(found.expected)}
		rd.known[at] = found
	}
	return found.open, found.expected
}

// reset forgets everything but the set in which the rule begins.
func (rd *readings) reset() {
	rd.sets, rd.known = automaton.NewSets(len(rd.chars.Lo)), make(map[int32]opened)
	rd.start = rd.sets.Number(0, rd.nfa.Start())
}

// openIn returns the productions of a rule that are open in a set of states in every reading, from the rule itself down
// to the innermost one: each step that can come next is a reading. That the string could also end there is not one: 8a
// breaks port, though a sentence could have ended after the 8. With begun, what begins and ends there is left out: the
// productions that are open are those in which the last character was read and that can go on, if there are any.
func openIn(nfa *automaton.NFA, set automaton.Set, begun bool) []string {
	type chain struct {
		names []string // of a step that can come next
		begun int      // how many of them have begun before; 0 if that does not matter
	}
	var chains []chain
	for _, edge := range nfa.Edges(set) {
		var c chain
		for f := edge.Occurrence; f != nil; f = f.Parent {
			c.names = append(c.names, f.Rule.Name)
			if c.begun++; !begun || set.Has(f.Start) {
				c.begun = 0
			}
		}
		slices.Reverse(c.names)
		chains = append(chains, c)
	}
	var open []string
	for _, c := range chains {
		closes := slices.ContainsFunc(chains, func(other chain) bool { // another step goes on in what this one ends
			return other.begun > c.begun && slices.Equal(other.names[:c.begun], c.names[:c.begun])
		})
		switch {
		case closes:
		case open == nil:
			open = c.names
		default:
			open = commonPrefix(open, c.names)
		}
	}
	if len(open) == 0 { // nothing can come next
		return []string{nfa.Rule.Name}
	}
	return open
}

// withoutCharacters returns a chain without the rules at its end that only name characters, and, with a profile,
// without those of which [Profile.Inner] is true.
func withoutCharacters(g *abnf.Grammar, p *Profile, open []string) []string {
	for len(open) > 1 {
		last := open[len(open)-1]
		if !namesCharacters(g, g.Rule(last)) && (p == nil || !p.Inner(last)) {
			break
		}
		open = open[:len(open)-1]
	}
	return open
}

// namesCharacters reports whether a rule only names characters, with or without their
// percent-encoding: DIGIT, unreserved, pchar. pct-encoded itself does not: it has parts.
func namesCharacters(g *abnf.Grammar, r *abnf.Rule) bool {
	shortest, longest := g.Lengths(r.Expr)
	return shortest == 1 && (longest == 1 || longest == 3 && oneCharacter(g, r.Expr))
}

// oneCharacter reports whether an expression matches one character in every
// alternative, or "%" with two characters after it.
func oneCharacter(g *abnf.Grammar, e abnf.Expr) bool {
	if shortest, longest := g.Lengths(e); shortest == longest {
		if shortest != 3 {
			return shortest == 1
		}
		percent := true
		g.First(e, func(*abnf.Rule) bool { return false }, func(first string) { percent = percent && first == `"%"` })
		return percent
	}
	switch e := e.(type) {
	case *abnf.Alternation:
		return !slices.ContainsFunc(e.Alts, func(x abnf.Expr) bool { return !oneCharacter(g, x) })
	case *abnf.Reference, *abnf.Prose:
		r := g.Target(e)
		return r != nil && oneCharacter(g, r.Expr)
	}
	return false
}
