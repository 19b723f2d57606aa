package earley

import (
	"fmt"
	"math"

	"github.com/rfc3987/iri/internal/grammar/automaton"
)

// The budget of one string. Rules of everyday grammars take some ten steps a character; a rule
// that is ambiguous in each part of it takes the square or the cube of the length.
const (
	maxSteps     = 64_000_000 // about a second
	stepsPerByte = 64         // and these for each byte
	maxMemory    = 768 << 20  // bytes
)

// A BudgetError says that a string takes more steps or more memory than are given to it.
type BudgetError struct {
	At     int // the offset up to which the string was read
	Memory bool
}

func (e *BudgetError) Error() string {
	if e.Memory {
		return fmt.Sprintf("at byte %d the ways to read the string take more than the limit of %d MiB", e.At, maxMemory>>20)
	}
	return fmt.Sprintf("at byte %d the ways to read the string have taken more than the limit of %d million steps",
		e.At, maxSteps/1_000_000)
}

// A run matches one string after the other. It makes the states of the automata as strings
// lead to them.
type run struct {
	p      *Machines
	sets   *automaton.Sets // the states of the deterministic automata of the machines
	states []state         // by number of the set; without the first one
	sites  []site
	starts []int32 // by machine: the state in which it begins; 0 if it is not known

	// Of the present string:
	nodes     []node // that of the rule itself is the first one
	edges     []edge // without the first one, so that 0 means none
	at        []machineNode
	items     []item
	next      []item
	seen      itemSet
	pos       int32
	steps     int
	most      int // of steps
	recording bool
	spans     []Part
}

// A state is a state of the deterministic automaton of a machine.
type state struct {
	machine int32
	accepts bool
	sites   []int32 // the rules that can come next
}

// A site is a state and a rule that can come next there.
type site struct {
	from   int32 // the state
	callee int32 // the machine of the rule
	ret    int32 // the state after the rule; 0 if it is not known
	to     []int32
	within []*automaton.Occurrence // the occurrences of rules in which it can stand
}

// A node of the stack is a rule that is open, and where it begins.
type node struct {
	machine int32
	begin   int32
	edges   int32 // what has opened it, the last one first
	done    int32 // where it has ended last; -1 if it has not
}

// An edge says that a node was opened at a site, by the rule of another node.
type edge struct{ site, caller, next int32 }

// A machineNode is the node that a machine has at the present position.
type machineNode struct{ pos, node int32 }

// An item is a state in which the string can be, within the rule of a node.
type item struct{ state, node int32 }

// take returns a run that no other goroutine uses. Runs are kept for reuse, because they know the
// states that strings lead to.
func (s *Machines) take() *run {
	s.learnt.Do(s.learn)
	r, _ := s.runs.Get().(*run)
	if r == nil || r.sets.Full() {
		r = &run{p: s, sets: automaton.NewSets(len(s.chars.Lo)), states: make([]state, 1),
			at: make([]machineNode, len(s.machines))}
		r.starts = make([]int32, len(s.machines))
	}
	return r
}

// give puts a run back. If a long string has made its lists large, it drops them.
func (s *Machines) give(r *run) {
	if cap(r.nodes) > 1<<16 || cap(r.edges) > 1<<16 || cap(r.seen.slots) > 1<<16 {
		r.nodes, r.edges, r.items, r.next, r.seen = nil, nil, nil, nil, itemSet{}
	}
	r.spans, r.recording = nil, false
	s.runs.Put(r)
}

// begin returns the state in which a machine begins.
func (r *run) begin(machine int32) int32 {
	if r.starts[machine] == 0 {
		r.starts[machine] = r.id(machine, r.p.machines[machine].nfa.Start())
	}
	return r.starts[machine]
}

// id returns the state of a machine with a set of states of its automaton.
func (r *run) id(machine int32, set automaton.Set) int32 {
	id := r.sets.Number(machine, set)
	r.know(id)
	return id
}

// know finds out what a state is, if it is new.
func (r *run) know(id int32) {
	if int(id) != len(r.states) {
		return
	}
	machine, set := r.sets.NFA(id), r.sets.Set(id)
	n := r.p.machines[machine].nfa
	s := state{machine: machine, accepts: n.Accepts(set)}
	for _, q := range set {
		for _, c := range n.CallsOf(int(q)) {
			callee := r.p.index[c.Rule]
			at := int32(-1)
			for _, k := range s.sites {
				if r.sites[k].callee == callee {
					at = k
				}
			}
			if at < 0 {
				at = int32(len(r.sites))
				r.sites = append(r.sites, site{from: id, callee: callee})
				s.sites = append(s.sites, at)
			}
			k := &r.sites[at]
			k.to, k.within = append(k.to, int32(c.To)), append(k.within, c.Occurrence)
		}
	}
	r.steps += 4 * len(set)
	r.states = append(r.states, s)
}

// ret returns the state after the rule of a site.
func (r *run) ret(at int32) int32 {
	if ret := r.sites[at].ret; ret != 0 {
		return ret
	}
	machine := r.states[r.sites[at].from].machine
	ret := r.id(machine, r.p.machines[machine].nfa.After(r.sites[at].to...))
	r.sites[at].ret = ret
	return ret
}

// step returns the state after a character of a class, [automaton.Dead] if there is none.
func (r *run) step(from int32, class int) int32 {
	to := r.sets.Step(from, class, r.after)
	r.know(to)
	return to
}

// after returns the states of the automaton of a machine after a character of a class.
func (r *run) after(machine int32, set automaton.Set, class int) automaton.Set {
	return r.p.machines[machine].nfa.StepRune(set, r.p.chars.Lo[class])
}

// match reads a string by the rule of a machine up to its end or to the first character at which no sentence can go
// on, and returns where that is. ok says that the string is a sentence.
func (r *run) match(start int32, s string) (at int, ok bool, err error) {
	if len(s) > math.MaxInt32-1 {
		return 0, false, &BudgetError{Memory: true}
	}
	r.nodes = append(r.nodes[:0], node{machine: start, done: -1})
	r.edges = append(r.edges[:0], edge{})
	r.items = append(r.items[:0], item{r.begin(start), 0})
	for i := range r.at {
		r.at[i] = machineNode{-1, 0}
	}
	r.at[start] = machineNode{0, 0}
	r.pos, r.steps, r.most = 0, 0, maxSteps+stepsPerByte*len(s)
	r.seen.reset()
	r.seen.isNew(r.items[0])
	for at < len(s) {
		c, w, valid := r.p.kind.Decode(s[at:])
		if !valid {
			return at, false, r.close(r.p.end(), false)
		}
		class := r.p.chars.Class(c)
		if err := r.close(int32(class), true); err != nil {
			return at, false, err
		}
		r.next = r.next[:0]
		r.seen.reset()
		for _, it := range r.items {
			if to := r.step(it.state, class); to != automaton.Dead {
				if x := (item{to, it.node}); r.seen.isNew(x) {
					r.next = append(r.next, x)
				}
			}
		}
		if len(r.next) == 0 {
			// What the filter has left out could not go on here either, but it says what
			// could have come.
			r.seen.reset()
			for _, it := range r.items {
				r.seen.isNew(it)
			}
			return at, false, r.close(int32(class), false)
		}
		r.items, r.next = r.next, r.items
		at += w
		r.pos = int32(at)
	}
	if err := r.close(r.p.end(), true); err != nil {
		return at, false, err
	}
	if r.nodes[0].done == r.pos {
		return at, true, nil
	}
	return at, false, r.close(r.p.end(), false)
}

// close follows all steps without a character: rules begin and end. With filter, a rule begins only
// if it can begin with class, and ends only if class can come after it.
func (r *run) close(class int32, filter bool) error {
	p := r.p
	for k := 0; k < len(r.items); k++ {
		it := r.items[k]
		s := &r.states[it.state]
		machine, accepts, sites := s.machine, s.accepts, s.sites
		r.steps += 1 + len(sites)
		for _, at := range sites {
			callee := r.sites[at].callee
			m := &p.machines[callee]
			if filter && !m.empty && !m.first.has(class) {
				continue
			}
			here := &r.at[callee]
			if here.pos != r.pos {
				*here = machineNode{r.pos, int32(len(r.nodes))}
				r.nodes = append(r.nodes, node{callee, r.pos, 0, -1})
				r.add(item{r.begin(callee), here.node})
			}
			n := &r.nodes[here.node]
			r.edges = append(r.edges, edge{at, it.node, n.edges})
			n.edges = int32(len(r.edges) - 1)
			if n.done == r.pos {
				r.add(item{r.ret(at), it.node})
			}
		}
		if !accepts || filter && !p.machines[machine].follow.has(class) {
			continue
		}
		n := &r.nodes[it.node]
		if n.done == r.pos {
			continue
		}
		n.done = r.pos
		if r.recording {
			r.spans = append(r.spans, Part{machine, n.begin, r.pos})
		}
		for e := n.edges; e != 0; e = r.edges[e].next {
			r.steps++
			r.add(item{r.ret(r.edges[e].site), r.edges[e].caller})
		}
		if err := r.spent(); err != nil {
			return err
		}
	}
	return r.spent()
}

// spent returns an error if the budget is used up.
func (r *run) spent() error {
	switch {
	case r.steps > r.most:
		return &BudgetError{At: int(r.pos)}
	case 16*len(r.nodes)+12*(len(r.edges)+len(r.spans))+8*len(r.items)+96*len(r.sites)+32*len(r.states)+
		r.sets.Bytes() > maxMemory:
		return &BudgetError{At: int(r.pos), Memory: true}
	}
	return nil
}

// add adds an item to those of the present position.
func (r *run) add(it item) {
	if r.seen.isNew(it) {
		r.items = append(r.items, it)
	}
}

// An itemSet is a set of items. Emptying it takes no time.
type itemSet struct {
	slots []slot
	count int
	now   uint32
}

type slot struct {
	now uint32
	it  item
}

func (s *itemSet) reset() {
	s.count = 0
	if s.now++; s.now == 0 {
		clear(s.slots)
		s.now = 1
	}
}

// isNew adds an item and reports whether it was not there.
func (s *itemSet) isNew(it item) bool {
	if 2*s.count >= len(s.slots) {
		old := s.slots
		s.slots = make([]slot, max(64, 2*len(old)))
		s.count = 0
		for _, x := range old {
			if x.now == s.now {
				s.isNew(x.it)
			}
		}
	}
	mask := uint32(len(s.slots) - 1)
	for i := (uint32(it.state)*0x9E3779B1 ^ uint32(it.node)*0x85EBCA6B) >> 7 & mask; ; i = (i + 1) & mask {
		x := &s.slots[i]
		if x.now != s.now {
			*x = slot{s.now, it}
			s.count++
			return true
		}
		if x.it == it {
			return false
		}
	}
}

// A Part says that a rule matches a part of the string, and could be a part of a sentence
// there.
type Part struct{ Machine, Begin, End int32 }

// Match reports whether the rule matches s. Text that is not UTF-8 is not matched, unless the
// terminals of the grammar are octets. The error is a [*BudgetError].
func (p *Program) Match(s string) (bool, error) {
	r := p.take()
	defer p.give(r)
	_, ok, err := r.match(p.start, s)
	return ok, err
}

// Spans is [Program.Match] that also returns which rules match which parts of the string: see [Machines.Rule]; offsets
// are bytes. A span comes after those that it is made of.
func (p *Program) Spans(s string) (spans []Part, ok bool, err error) {
	r := p.take()
	defer p.give(r)
	r.recording = true
	_, ok, err = r.match(p.start, s)
	return r.spans, ok, err
}
