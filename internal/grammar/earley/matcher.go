package earley

import (
	"math/big"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
)

// Matcher returns a function that reports whether a string matches a rule. It uses the automaton of the rule, if the
// rule is regular and the automaton is not too large, and else a [Program]. A string that takes more than its budget
// does not match. Matcher fails if the program is too large, too.
func Matcher(g *abnf.Grammar, rule *abnf.Rule) (func(string) bool, error) {
	general := g.CyclesOf(g.Closure(rule)).UsesNesting
	if !general(rule) {
		d, err := automaton.Compile(g, rule.Name)
		if err == nil {
			return d.Match, nil
		}
	}
	p, err := first(g, rule, general, Compile)
	if err != nil {
		return nil, err
	}
	return func(s string) bool {
		ok, err := p.Match(s)
		return ok && err == nil
	}, nil
}

// A Joined is one automaton over characters for a rule and for all rules that it calls. Start is the state in which the
// rule begins. Follow has, for each state in which a rule begins, the classes of characters that can come after that
// rule, as bits; the bit of the end of the string is the number of classes.
type Joined struct {
	*automaton.CharDFA
	Start  int
	Follow map[int]*big.Int
}

// Join returns the automaton of a rule.
func Join(g *abnf.Grammar, rule *abnf.Rule) (*Joined, error) {
	return first(g, rule, g.CyclesOf(g.Closure(rule)).UsesNesting,
		func(g *abnf.Grammar, rule *abnf.Rule, called func(*abnf.Rule) bool) (*Joined, error) {
			p, err := Compile(g, rule, called)
			if err != nil {
				return nil, err
			}
			p.learnt.Do(p.learn)
			var nfas []*automaton.NFA
			for _, m := range p.machines { // that of the rule is the first one
				nfas = append(nfas, m.nfa)
			}
			d, err := automaton.CompileJoined(nfas)
			if err != nil {
				return nil, err
			}
			j := &Joined{d, d.Starts[0], make(map[int]*big.Int)}
			for i, m := range p.machines {
				follow := j.Follow[d.Starts[i]] // of another rule, if both are the same
				if follow == nil {
					follow = new(big.Int)
					j.Follow[d.Starts[i]] = follow
				}
				for c, lo := range p.chars.Lo {
					if !m.follow.has(int32(c)) {
						continue
					}
					bit := d.N
					if int32(c) != p.end() {
						bit = int(d.ClassOf(lo))
					}
					follow.SetBit(follow, bit, 1)
				}
			}
			return j, nil
		})
}

// first returns what build makes with as few automata as possible. If one is too large, it builds without copies of the
// rules that others use.
func first[T any](g *abnf.Grammar, rule *abnf.Rule, general func(*abnf.Rule) bool,
	build func(*abnf.Grammar, *abnf.Rule, func(*abnf.Rule) bool) (T, error)) (T, error) {
	if general(rule) {
		if out, err := build(g, rule, general); err == nil {
			return out, nil
		}
	}
	return build(g, rule, func(r *abnf.Rule) bool { return general(r) || len(g.Uses(r)) > 0 })
}
