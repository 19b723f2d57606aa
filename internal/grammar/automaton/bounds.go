package automaton

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// A Bound is a place in a string that a DFA finds while it reads the string: the
// start or the end of an occurrence of one of the rules.
type Bound struct {
	End   bool
	Rules []string
}

// CompileBounds is like [Compile] for a DFA that also tells where up to eight
// bounds lie. The code that runs it keeps an offset for each bound, at first 0.
// Before a byte is consumed, the offsets of the bounds in Bounds are set to that of
// the byte; at the end of the string, those in Final are set to its length.
//
// Only the last place of each bound is kept, even if a derivation that fails later
// passed it. CompileBounds proves that the last place is the right one for every
// sentence. It fails, and the error shows such a sentence, if the last place is not
// the right one, or if a sentence has two derivations that differ in a bound.
func CompileBounds(g *abnf.Grammar, rule string, bounds []Bound) (*DFA, error) {
	n, d, err := characterBounds(g, rule, bounds)
	if err != nil {
		return nil, err
	}
	return d.dfa(n)
}

// characterBounds returns the automaton over characters with bounds, and proves them.
func characterBounds(g *abnf.Grammar, rule string, bounds []Bound) (*NFA, *charDFA, error) {
	if len(bounds) > 8 {
		return nil, nil, fmt.Errorf("rule %s: %d bounds are more than 8", rule, len(bounds))
	}
	n, err := compileNFA(g, rule, bounds, nil)
	if err != nil {
		return nil, nil, err
	}
	d, err := n.determinize()
	if err != nil {
		return nil, nil, fmt.Errorf("rule %s: %w", n.Rule.Name, err)
	}
	if bound, s, ok := n.stale(d); ok {
		return nil, nil, fmt.Errorf("rule %s: in %q, the last possible %v is not the actual one", n.Rule.Name, s, bounds[bound])
	}
	return n, d, nil
}

// String returns "start of X" or "end of X".
func (b Bound) String() string {
	if b.End {
		return fmt.Sprintf("end of %v", b.Rules)
	}
	return fmt.Sprintf("start of %v", b.Rules)
}

// stale looks for a sentence with a derivation that passes a bound at another offset
// than the DFA keeps. It follows each derivation together with the DFA, and the set of
// the bounds whose offsets differ so far.
func (n *NFA) stale(d *charDFA) (bound int, sentence string, found bool) {
	type node struct {
		state int32 // of the DFA
		conf  int32 // of the NFA
		stale uint8
	}
	type item struct {
		node
		from int // index of the item before it
		r    rune
	}
	var todo []item
	seen := make(map[node]bool)
	push := func(nd node, from int, r rune) {
		if !seen[nd] {
			seen[nd] = true
			todo = append(todo, item{nd, from, r})
		}
	}
	for _, conf := range d.graph.memo[n.start] {
		push(node{1, conf, 0}, -1, 0)
	}
	for i := 0; i < len(todo); i++ {
		it := todo[i]
		q, own := unpack(it.conf)
		// Here the DFA sets some offsets, in final or in the step, and the derivation passes the bounds in own. If the
		// derivation passes a bound here, its offset is right, whatever it was; if only the DFA sets it, it is stale.
		if int(q) == n.accept {
			if stale := (it.stale | d.final[it.state]) &^ own; stale != 0 {
				for j := i; todo[j].from >= 0; j = todo[j].from {
					sentence = string(todo[j].r) + sentence
				}
				return bits.TrailingZeros8(stale), sentence, true
			}
		}
		for _, e := range d.graph.Steps[q] {
			for c := e.First; c <= e.Last; c++ {
				step := d.Next[it.state][c]
				stale := (it.stale | uint8(step>>16)) &^ own
				for _, conf := range d.graph.memo[e.To] {
					push(node{int32(uint16(step)), conf, stale}, i, d.Lo[c])
				}
			}
		}
	}
	return 0, "", false
}

// recorded are the places that a table records, in the order of the offsets of component.Parts.
var recorded = [...]struct {
	end   bool
	roles []string
}{
	{true, []string{"scheme"}},
	{false, []string{"host"}},
	{true, []string{"host"}},
	{false, []string{"path-abempty", "path-absolute", "path-rootless", "path-noscheme", "path-empty"}},
	{true, []string{"path-abempty", "path-absolute", "path-rootless", "path-noscheme", "path-empty"}},
	{true, []string{"query"}},
}

// BoundsOf returns the places where a table divides the sentences of a rule; nil if it does not divide them,
// because the header of the grammar does not say so or does not name a component.
func BoundsOf(g *abnf.Grammar, rule string) []Bound {
	if !slices.ContainsFunc(g.Record, func(name string) bool { return strings.EqualFold(name, rule) }) {
		return nil
	}
	var list []Bound
	for _, b := range recorded {
		var rules []string
		named := false
		for _, c := range g.Components {
			if !slices.Contains(b.roles, c.Name) {
				continue
			}
			if named = true; c.Rule != "" { // else no reference passes the place
				rules = append(rules, c.Rule)
			}
		}
		if !named {
			return nil
		}
		list = append(list, Bound{End: b.end, Rules: rules})
	}
	return list
}
