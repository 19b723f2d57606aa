package automaton

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// A Graph is a nondeterministic automaton over classes of characters.
type Graph struct {
	Links  [][]Link // steps without a character, by state
	Steps  [][]Step // steps with one, by state
	Start  int32
	Accept int32
	memo   [][]int32 // by state, what reach returns
	seen   *stamps
}

// A Link is a step that consumes nothing and passes bounds.
type Link struct {
	To     int32
	Bounds uint8
}

// A Step consumes a character of one of the classes from first to last.
type Step struct{ First, Last, To int32 }

// A state of the subset construction is a set of configurations: a state of the graph and
// the bounds passed on the way to it since the last character.
func config(q int32, bounds uint8) int32          { return q<<8 | int32(bounds) }
func unpack(config int32) (q int32, bounds uint8) { return config >> 8, uint8(config) }

// Subsets makes the subset construction over the columns of d, which has the dead state alone. It asks within, which
// gets the number of states and the work so far, whether to go on: a set can hold very many states though there are few
// sets. sets are those that it has made, by state; ok is false if it has stopped.
func (g *Graph) Subsets(d *Rows, within func(states, work int) bool) (sets [][]int32, ok bool) {
	states, k := len(g.Links), len(d.Next[0])
	g.memo, g.seen = make([][]int32, states), newStamps(states)
	c := &subsets{
		graph: g, rows: d, within: within,
		ids: map[string]uint32{"": 0}, sets: [][]int32{nil}, // the empty set is the dead state
		part: make([]int, k+1), targets: make([][]int32, k), bounds: make([]uint32, k),
		stamps: newStamps(states), sorter: newSorter(states),
	}
	if start := slices.Clone(c.reach(g.Start)); len(start) > 0 {
		c.id(start)
	} else {
		c.sets = append(c.sets, nil) // state 1 is the start, also if it is dead
	}
	for s := 1; s < len(c.sets); s++ {
		row := d.Add(false)
		parts := c.leave(s)
		if !c.link(row, parts) || !within(len(c.sets), c.work) {
			return c.sets, false
		}
	}
	return c.sets, true
}

// subsets are the sets of a subset construction so far, and the work that they were.
type subsets struct {
	graph  *Graph
	rows   *Rows
	within func(states, work int) bool
	work   int
	sets   [][]int32
	ids    map[string]uint32 // the numbers of the sets

	// A part is a run of classes for which all steps of the present set are the same.
	part    []int     // by class
	targets [][]int32 // by part: the states that a character leads to
	bounds  []uint32  // by part: what a step passes before it consumes the character

	stamps *stamps
	sorter *sorter
	to     []int32 // used by union
	key    []byte  // used by id
}

// reach returns the configurations that can be reached from a state without a character.
func (c *subsets) reach(q int32) []int32 {
	if c.graph.memo[q] == nil {
		c.work += reachWeight * c.graph.reach(q)
	}
	return c.graph.memo[q]
}

// id returns the number of a set. It sorts the set.
func (c *subsets) id(set []int32) uint32 {
	c.sorter.sort(set)
	key := c.key[:0]
	for _, q := range set {
		key = binary.LittleEndian.AppendUint32(key, uint32(q))
	}
	c.key = key
	id, ok := c.ids[string(key)]
	if !ok {
		id = uint32(len(c.sets))
		c.ids[string(key)] = id
		c.sets = append(c.sets, slices.Clone(set))
		c.work += keptWeight * len(set)
	}
	return id
}

// leave finds the parts of a set, with their targets and bounds, and returns how many they are. It sets whether the
// state of the set accepts.
func (c *subsets) leave(s int) (parts int) {
	g, k := c.graph, len(c.targets)
	part, targets, bounds := c.part, c.targets, c.bounds
	clear(part)
	for _, conf := range c.sets[s] {
		q, m := unpack(conf)
		if q == g.Accept {
			c.rows.Accept[s] = true
			c.rows.final[s] |= m
		}
		for _, e := range g.Steps[q] {
			part[e.First], part[e.Last+1] = 1, 1 // a part begins here
			c.work += int(e.Last-e.First) + 1
		}
	}
	part[0] = 0 // the first part has number 0, and each mark after it begins the next
	for class := range k {
		part[class+1] += part[class]
	}
	parts = part[k-1] + 1
	for i := range parts {
		targets[i], bounds[i] = targets[i][:0], 0
	}
	for _, conf := range c.sets[s] {
		q, m := unpack(conf)
		for _, e := range g.Steps[q] {
			for i := part[e.First]; i <= part[e.Last]; i++ {
				targets[i] = append(targets[i], e.To)
				bounds[i] |= uint32(m) << 16
			}
		}
	}
	c.work += 2 * k
	return parts
}

// link fills the row of a set: each class leads to the set that the targets of its part reach. It reports whether to go
// on.
func (c *subsets) link(row []uint32, parts int) bool {
	class, id := 0, uint32(0)
	for i, list := range c.targets[:parts] {
		if i == 0 || !slices.Equal(list, c.targets[i-1]) { // else the part before has the same id
			set, ok := c.union(list)
			if !ok {
				return false
			}
			id = c.id(set)
		}
		for ; class < len(row) && c.part[class] == i; class++ {
			if id != 0 {
				row[class] = id | c.bounds[i]
			}
		}
	}
	return true
}

// union returns the configurations that can be reached from any of some states without a character; ok is false if it
// has stopped. The set is valid until the next call.
func (c *subsets) union(states []int32) (set []int32, ok bool) {
	to, stamps := c.to[:0], c.stamps
	stamps.next()
	for _, q := range states {
		reached := c.reach(q)
		c.work += len(reached)
		for _, conf := range reached {
			if stamps.isNew(conf) {
				to = append(to, conf)
			}
		}
		if !c.within(len(c.sets), c.work) {
			return nil, false
		}
	}
	c.to = to
	return to, true
}

// reach finds the configurations that can be reached from a state without a character and
// that consume or accept. It returns how many steps that took.
func (g *Graph) reach(q int32) (steps int) {
	out := []int32{}
	g.seen.next()
	todo := []int32{config(q, 0)}
	for len(todo) > 0 {
		conf := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		steps++
		if !g.seen.isNew(conf) {
			continue
		}
		p, bounds := unpack(conf)
		if len(g.Steps[p]) > 0 || p == g.Accept {
			out = append(out, conf)
		}
		for _, l := range g.Links[p] {
			todo = append(todo, config(l.To, bounds|l.Bounds))
		}
	}
	g.memo[q] = out
	return steps
}

// stamps tell which configurations have been seen since the last call of next.
type stamps struct {
	now  uint32
	last []uint32           // by state, for configurations without bounds
	more map[int32]struct{} // the others
}

func newStamps(states int) *stamps {
	return &stamps{last: make([]uint32, states), more: make(map[int32]struct{})}
}

func (s *stamps) next() {
	s.now++
	if s.now == 0 {
		clear(s.last)
		s.now = 1
	}
	clear(s.more)
}

// isNew reports whether a configuration has not been seen, and notes it.
func (s *stamps) isNew(conf int32) bool {
	q, bounds := unpack(conf)
	if bounds == 0 {
		if s.last[q] == s.now {
			return false
		}
		s.last[q] = s.now
		return true
	}
	_, seen := s.more[conf]
	s.more[conf] = struct{}{}
	return !seen
}

// A sorter sorts sets of configurations: a set often holds hundreds of the states, and then marking them and reading
// the marks in order is faster than comparing.
type sorter struct {
	marks []uint64 // by state
	words []uint64 // by word of marks: it has some
}

func newSorter(states int) *sorter {
	n := states/64 + 1
	return &sorter{make([]uint64, n), make([]uint64, n/64+1)}
}

// sort sorts a set that has each configuration once.
func (s *sorter) sort(set []int32) {
	const few = 16
	bounded := func(conf int32) bool { return uint8(conf) != 0 }
	if len(set) < few || slices.ContainsFunc(set, bounded) {
		slices.Sort(set)
		return
	}
	for _, conf := range set {
		q, _ := unpack(conf)
		s.marks[q>>6] |= 1 << (q & 63)
		s.words[q>>12] |= 1 << (q >> 6 & 63)
	}
	n := 0
	for i, words := range s.words {
		for ; words != 0; words &= words - 1 {
			w := i<<6 | bits.TrailingZeros64(words)
			for marks := s.marks[w]; marks != 0; marks &= marks - 1 {
				set[n] = config(int32(w<<6|bits.TrailingZeros64(marks)), 0)
				n++
			}
			s.marks[w] = 0
		}
		s.words[i] = 0
	}
}
