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
	k := len(d.Next[0])
	g.memo, g.seen = make([][]int32, len(g.Links)), newStamps(len(g.Links))
	work := 0
	reach := func(q int32) []int32 {
		if g.memo[q] == nil {
			work += reachWeight * g.reach(q)
		}
		return g.memo[q]
	}
	ids := map[string]uint32{"": 0} // the empty set is the dead state
	sets = [][]int32{nil}
	var key []byte
	order := newSorter(len(g.Links))
	add := func(set []int32) uint32 {
		order.sort(set)
		key = key[:0]
		for _, q := range set {
			key = binary.LittleEndian.AppendUint32(key, uint32(q))
		}
		id, ok := ids[string(key)]
		if !ok {
			id = uint32(len(sets))
			ids[string(key)] = id
			sets = append(sets, slices.Clone(set))
			work += keptWeight * len(set)
		}
		return id
	}
	if start := slices.Clone(reach(g.Start)); len(start) > 0 {
		add(start)
	} else {
		sets = append(sets, nil) // state 1 is the start, also if it is dead
	}
	// A part is a run of classes for which all steps of a state are the same.
	part := make([]int, k+1)      // by class
	targets := make([][]int32, k) // by part: the states that a character leads to
	bounds := make([]uint32, k)   // by part: what a step passes before it consumes the character
	stamps := newStamps(len(g.Links))
	var to []int32
	for s := 1; s < len(sets); s++ {
		row := d.Add(false)
		clear(part)
		for _, conf := range sets[s] {
			q, m := unpack(conf)
			if q == g.Accept {
				d.Accept[s] = true
				d.final[s] |= m
			}
			for _, e := range g.Steps[q] {
				part[e.First], part[e.Last+1] = 1, 1 // a part begins here
				work += int(e.Last-e.First) + 1
			}
		}
		part[0] = 0 // the first part has number 0, and each mark after it begins the next
		for c := range k {
			part[c+1] += part[c]
		}
		parts := part[k-1] + 1
		for i := range parts {
			targets[i], bounds[i] = targets[i][:0], 0
		}
		for _, conf := range sets[s] {
			q, m := unpack(conf)
			for _, e := range g.Steps[q] {
				for i := part[e.First]; i <= part[e.Last]; i++ {
					targets[i] = append(targets[i], e.To)
					bounds[i] |= uint32(m) << 16
				}
			}
		}
		work += 2 * k
		at, id := 0, uint32(0)
		for i, list := range targets[:parts] {
			if i == 0 || !slices.Equal(list, targets[i-1]) { // else id is that of the part before
				to = to[:0]
				stamps.next()
				for _, q := range list {
					reached := reach(q)
					work += len(reached)
					for _, conf := range reached {
						if stamps.isNew(conf) {
							to = append(to, conf)
						}
					}
					if !within(len(sets), work) {
						return sets, false
					}
				}
				id = add(to)
			}
			for ; at < k && part[at] == i; at++ {
				if id != 0 {
					row[at] = id | bounds[i]
				}
			}
		}
		if !within(len(sets), work) {
			return sets, false
		}
	}
	return sets, true
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
