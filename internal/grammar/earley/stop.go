package earley

import (
	"slices"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
)

// A Stop says how a string can have been read up to the place where no sentence can go on.
type Stop struct {
	At    int  // the offset of the first character at which no sentence can go on
	Match bool // the string is a sentence; nothing below is set
	Ends  bool // a sentence can end there

	// Open has the rules that are open there in every way of reading, from that of the program
	// down to the innermost one. Depth is how many they are; of more than maxOpen, Open has
	// the first and the last ones, half of them each.
	Open     []*abnf.Rule
	Depth    int
	Readings []Reading
}

// maxOpen is how many rules [Stop.Open] has at most.
const maxOpen = 64

// A Reading is a set of states of the automaton of a rule in which the string can be.
type Reading struct {
	NFA   *automaton.NFA
	Set   automaton.Set
	Depth int // how many rules are open around the rule of the automaton
}

// Stop reads a string and says where and how it stops. A byte that is not UTF-8 is a character at which no sentence can
// go on, unless the terminals of the grammar are octets. The error is a [*BudgetError].
func (p *Program) Stop(s string) (Stop, error) {
	r := p.take()
	defer p.give(r)
	at, ok, err := r.match(p.start, s)
	if ok || err != nil {
		return Stop{At: at, Match: ok}, err
	}
	out := Stop{At: at, Ends: r.nodes[0].done == r.pos}
	c := r.chains()
	common := -1
	seen := make(map[readingKey]bool)
	for _, it := range r.items {
		n := r.p.machines[r.nodes[it.node].machine].nfa
		set := r.sets.Set(it.state)
		at := c.of[it.node]
		edges := n.Edges(set)
		for _, e := range edges {
			id := at.id
			if !at.forked {
				id = c.within(id, e.Occurrence)
			}
			if common < 0 {
				common = int(id)
			}
			common = int(c.common(int32(common), id))
		}
		if k := (readingKey{it.state, at.depth}); len(edges) > 0 && !seen[k] {
			seen[k] = true
			out.Readings = append(out.Readings, Reading{n, set, int(at.depth)})
		}
	}
	out.Open, out.Depth = c.rules(int32(max(common, 0)))
	return out, nil
}

// A readingKey identifies a reading.
type readingKey struct{ state, depth int32 }

// chains has the chains of open rules from the rule of the program inwards, as a tree in which chains share their
// beginnings.
type chains struct {
	run  *run
	tree []link
	of   map[int32]chain // by node of the stack
	busy map[int32]bool  // the nodes whose chains are being found
}

type link struct {
	parent, depth int32
	rule          *abnf.Rule
	child, next   int32 // the first child and the next sibling; 0 if there is none
}

// A chain leads from the rule of the program down to a node of the stack. If several ways lead there, it is forked: id
// is their common beginning, and depth the length of the shortest one.
type chain struct {
	id, depth int32
	forked    bool
}

// chains finds the chains of all nodes around the current items.
func (r *run) chains() *chains {
	c := &chains{of: make(map[int32]chain), busy: make(map[int32]bool), run: r}
	c.tree = []link{{parent: -1, rule: r.p.machines[r.nodes[0].machine].rule}}
	c.of[0] = chain{}
	seen := make([]bool, len(r.nodes))
	seen[0] = true
	var todo, all []int32
	visit := func(n int32) {
		if !seen[n] {
			seen[n] = true
			todo = append(todo, n)
			all = append(all, n)
		}
	}
	for _, it := range r.items {
		visit(it.node)
	}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for e := r.nodes[n].edges; e != 0; e = r.edges[e].next {
			visit(r.edges[e].caller)
		}
	}
	slices.Sort(all) // by where they begin: the nodes around a node begin before it, or at the same place
	for _, n := range all {
		c.find(n)
	}
	return c
}

// find returns the chain of a node; the chains of all nodes that begin before it have been found. It ignores ways that
// lead through the node itself, and returns false if there are no others.
func (c *chains) find(n int32) (out chain, ok bool) {
	if out, ok := c.of[n]; ok {
		return out, true
	}
	if c.busy[n] {
		return chain{}, false
	}
	c.busy[n] = true
	defer delete(c.busy, n)
	r := c.run
	var edges []edge
	for e := r.nodes[n].edges; e != 0; e = r.edges[e].next {
		edges = append(edges, r.edges[e])
	}
	slices.Reverse(edges)
	first := true
	for _, e := range edges {
		around, ok := c.find(e.caller)
		if !ok {
			continue
		}
		for _, f := range r.sites[e.site].within {
			to := chain{around.id, around.depth + int32(f.Depth()) + 1, around.forked}
			if !to.forked {
				to.id = c.extend(c.within(to.id, f), r.p.machines[r.nodes[n].machine].rule)
			}
			if first {
				out, first = to, false
				continue
			}
			if id := c.common(out.id, to.id); id != out.id || id != to.id {
				out.id, out.forked = id, true
			}
			out.forked = out.forked || to.forked
			out.depth = min(out.depth, to.depth)
		}
	}
	if !first {
		c.of[n] = out
	}
	return out, !first
}

// extend returns the chain one rule further down.
func (c *chains) extend(id int32, rule *abnf.Rule) int32 {
	for k := c.tree[id].child; k != 0; k = c.tree[k].next {
		if c.tree[k].rule == rule {
			return k
		}
	}
	k := int32(len(c.tree))
	c.tree = append(c.tree, link{id, c.tree[id].depth + 1, rule, 0, c.tree[id].child})
	c.tree[id].child = k
	return k
}

// within returns the chain down to an occurrence of a rule within a machine, whose own rule
// is the last of the chain.
func (c *chains) within(id int32, f *automaton.Occurrence) int32 {
	if f.Parent == nil {
		return id
	}
	return c.extend(c.within(id, f.Parent), f.Rule)
}

// common returns what two chains begin with.
func (c *chains) common(a, b int32) int32 {
	for a != b {
		if c.tree[a].depth >= c.tree[b].depth {
			a = c.tree[a].parent
		} else {
			b = c.tree[b].parent
		}
	}
	return a
}

// rules returns the rules of a chain.
func (c *chains) rules(id int32) (open []*abnf.Rule, depth int) {
	depth = int(c.tree[id].depth) + 1
	for k := depth - 1; id >= 0; k-- {
		if depth <= maxOpen || k < maxOpen/2 || k >= depth-maxOpen/2 {
			open = append(open, c.tree[id].rule)
		}
		id = c.tree[id].parent
	}
	slices.Reverse(open)
	return open, depth
}
