package automaton

import (
	"encoding/binary"
	"slices"
)

// Rows is a deterministic automaton that need not be minimal. State 0 is dead, state 1 the
// start. An element of a row is the next state, and from bit 16 up what the step passes.
type Rows struct {
	Next   [][]uint32
	Accept []bool
	final  []uint8  // by state: what is passed where a sentence ends
	slab   []uint32 // for the rows of states to come, and those that were added last
	spare  []uint32 // the former
}

// NewRows returns an automaton that has only the dead state. It uses the memory of another one first, its
// [Rows.Space], which then must not be used any more; nil for none.
func NewRows(columns int, space []uint32) *Rows {
	return &Rows{Next: [][]uint32{make([]uint32, columns)}, Accept: []bool{false}, final: []uint8{0}, slab: space,
		spare: space}
}

// Space returns the memory of the rows that were added last.
func (d *Rows) Space() []uint32 { return d.slab }

// Add adds a state and returns its row, in which all steps are dead.
func (d *Rows) Add(accept bool) []uint32 {
	k := len(d.Next[0])
	if len(d.spare) < k { // as many again as there are
		d.slab = make([]uint32, len(d.Next)*k)
		d.spare = d.slab
	}
	row := d.spare[:k:k]
	d.spare = d.spare[k:]
	clear(row)
	d.Next, d.Accept, d.final = append(d.Next, row), append(d.Accept, accept), append(d.final, 0)
	return row
}

// IsEmpty reports whether a minimal automaton accepts nothing.
func (d *Rows) IsEmpty() bool { return len(d.Next) == 2 && !d.Accept[1] }

// someRows is how many rows merged looks at in one step.
const someRows = 64

// merged returns the automaton with one column for those that no state tells apart, the
// new column of each column, and the first of the columns that each new one stands for.
func (d *Rows) merged() (m *Rows, class, reps []int) {
	k := len(d.Next[0])
	// Columns have the same number in id as long as the rows so far do not tell them apart. Each round looks at some
	// more rows, and gives columns that differ there different numbers.
	id, n := make([]int, k), 1
	split := make(map[string]int, k)
	key := make([]byte, 0, 4*(1+someRows))
	for some := range slices.Chunk(d.Next, someRows) {
		clear(split)
		for c := range id {
			key = binary.LittleEndian.AppendUint32(key[:0], uint32(id[c]))
			for _, row := range some {
				key = binary.LittleEndian.AppendUint32(key, row[c])
			}
			i, ok := split[string(key)]
			if !ok {
				i = len(split)
				split[string(key)] = i
			}
			id[c] = i
		}
		if n = len(split); n == k {
			break
		}
	}
	// The numbers are those of the first columns, in their order.
	for c, i := range id {
		if i == len(reps) {
			reps = append(reps, c)
		}
	}
	m = &Rows{Next: make([][]uint32, len(d.Next)), Accept: d.Accept, final: d.final}
	all := make([]uint32, len(d.Next)*len(reps))
	for q, row := range d.Next {
		m.Next[q], all = all[:len(reps):len(reps)], all[len(reps):]
		for c, rep := range reps {
			m.Next[q][c] = row[rep]
		}
	}
	return m, id, reps
}

// minimal returns the canonical minimal automaton: states that cannot be reached or that
// lead nowhere are dropped, equivalent ones merged (Hopcroft 1971), the rest numbered
// breadth first in the order of the columns. The start is state 1, also if it is dead.
func (d *Rows) minimal() *Rows {
	m, class := d.Reduced()
	out := &Rows{Accept: m.Accept, final: m.final}
	for _, row := range m.Next {
		all := make([]uint32, len(class))
		for c, to := range class {
			all[c] = row[to]
		}
		out.Next = append(out.Next, all)
	}
	return out
}

// Reduced is minimal with the columns of [Rows.merged], and returns the new column of each column.
func (d *Rows) Reduced() (m *Rows, class []int) {
	t, class, _ := d.merged()
	part := t.partition()
	out := NewRows(len(t.Next[0]), nil)
	dead := part[0]
	if part[1] == dead {
		out.Add(false)
		return out, class
	}
	blocks := slices.Max(part) + 1
	out.spare = make([]uint32, blocks*len(t.Next[0]))
	id := make([]uint32, blocks) // 0 for those that have not been met
	id[part[1]] = 1
	order := []int{0, 1} // by new state: the first state of its block that was met
	for i := 1; i < len(order); i++ {
		q := order[i]
		row := out.Add(t.Accept[q])
		out.final[i] = t.final[q]
		for c, step := range t.Next[q] {
			to := int(uint16(step))
			block := part[to]
			if block == dead {
				continue
			}
			if id[block] == 0 {
				id[block] = uint32(len(order))
				order = append(order, to)
			}
			row[c] = step&^0xFFFF | id[block]
		}
	}
	return out, class
}

// dfa returns the canonical minimal DFA of an automaton over bytes.
func (d *Rows) dfa() *DFA {
	m, class, reps := d.minimal().merged() // merging states may have merged columns
	n := len(m.Next)
	out := &DFA{N: len(reps), Accept: m.Accept, Final: m.final}
	for b, c := range class {
		out.Class[b] = uint8(c)
	}
	out.Next, out.Bounds = make([]uint16, 0, n*out.N), make([]uint8, 0, n*out.N)
	for _, row := range m.Next {
		for _, step := range row {
			out.Next = append(out.Next, uint16(step))
			out.Bounds = append(out.Bounds, uint8(step>>16))
		}
	}
	if !slices.ContainsFunc(out.Bounds, nonzero) && !slices.ContainsFunc(out.Final, nonzero) {
		out.Bounds, out.Final = nil, nil
	}
	return out
}

// Minimal returns the canonical minimal DFA of the same language, without bounds.
func (d *DFA) Minimal() *DFA {
	column := make([]int, d.N) // of each class, in the order of their first bytes
	var reps []uint8
	for b := range d.Class {
		if c := d.Class[b]; !slices.Contains(reps, c) {
			column[c] = len(reps)
			reps = append(reps, c)
		}
	}
	b := &Rows{Accept: d.Accept, final: make([]uint8, len(d.Accept))}
	for q := range d.Accept {
		row := make([]uint32, len(reps))
		for i, c := range reps {
			row[i] = uint32(d.Next[q*d.N+int(c)])
		}
		b.Next = append(b.Next, row)
	}
	out := b.dfa()
	columns := out.Class // dfa takes the columns for bytes: so far these are the classes of columns
	for b, c := range d.Class {
		out.Class[b] = columns[column[c]]
	}
	return out
}

func nonzero(m uint8) bool { return m != 0 }

// partition returns the number of the block of equivalent states for each state.
func (d *Rows) partition() []int {
	p := newPartition(d)
	for len(p.todo) > 0 {
		s := p.todo[len(p.todo)-1]
		p.todo = p.todo[:len(p.todo)-1]
		p.waiting[s.block*p.classes+s.class] = false
		for _, block := range p.mark(s) {
			p.split(block)
		}
	}
	return p.block
}

// A partition of the states into blocks, which Hopcroft's algorithm makes finer until the states of each block are
// equivalent. Blocks are runs of one permutation of the states.
type partition struct {
	classes int
	before  predecessors
	perm    []int32 // the states, block by block
	where   []int32 // by state, where it is in perm
	block   []int   // by state, the number of its block
	lo, hi  []int   // by block, its run in perm
	marked  []int   // by block, how many of its states are marked: those at the front of the run

	todo    []splitter
	waiting []bool // by block and class: the splitter is in todo

	touched []int   // used by mark
	members []int32 // used by mark
}

// A splitter is a block and a class. Each block is split into the states that the class leads into the splitter's
// block and the others: they are not equivalent.
type splitter struct{ block, class int }

// newPartition returns the partition with one block for each output: whether a state accepts, and what it and its
// steps pass.
func newPartition(d *Rows) *partition {
	n, k := len(d.Next), len(d.Next[0])
	p := &partition{classes: k, before: newPredecessors(d), perm: make([]int32, 0, n), where: make([]int32, n),
		block: make([]int, n)}
	outputs := make(map[string][]int32)
	var keys []string
	var key []byte
	for q := range n {
		key = append(key[:0], 0, d.final[q])
		if d.Accept[q] {
			key[0] = 1
		}
		for _, step := range d.Next[q] {
			key = append(key, byte(step>>16))
		}
		if _, ok := outputs[string(key)]; !ok {
			keys = append(keys, string(key))
		}
		outputs[string(key)] = append(outputs[string(key)], int32(q))
	}
	for _, key := range keys {
		p.lo = append(p.lo, len(p.perm))
		for _, q := range outputs[key] {
			p.where[q], p.block[q] = int32(len(p.perm)), len(p.lo)-1
			p.perm = append(p.perm, q)
		}
		p.hi = append(p.hi, len(p.perm))
	}
	p.marked, p.waiting = make([]int, n+len(p.lo)), make([]bool, len(p.lo)*k)
	for block := range p.lo {
		for c := range k {
			p.push(block, c)
		}
	}
	return p
}

func (p *partition) push(block, class int) {
	p.todo, p.waiting[block*p.classes+class] = append(p.todo, splitter{block, class}), true
}

// mark marks the states that the splitter's class leads into its block, and returns the blocks that have some of them.
func (p *partition) mark(s splitter) (touched []int) {
	// The members are copied, because marking moves states within blocks.
	p.touched, p.members = p.touched[:0], append(p.members[:0], p.perm[p.lo[s.block]:p.hi[s.block]]...)
	perm, where := p.perm, p.where
	for _, to := range p.members {
		for _, q := range p.before.of(to, s.class) {
			block := p.block[q]
			edge := p.lo[block] + p.marked[block]
			if int(where[q]) < edge {
				continue // it is marked already
			}
			if p.marked[block] == 0 {
				p.touched = append(p.touched, block)
			}
			// Move q to the marked part at the front of its block.
			other := perm[edge]
			perm[edge], perm[where[q]] = q, other
			where[other], where[q] = where[q], int32(edge)
			p.marked[block]++
		}
	}
	return p.touched
}

// split makes the marked states of a block a block of their own, unless all are marked, and takes the marks away.
func (p *partition) split(block int) {
	m := p.marked[block]
	p.marked[block] = 0
	if m == p.hi[block]-p.lo[block] {
		return
	}
	half := len(p.lo) // the number of the new block
	p.lo, p.hi = append(p.lo, p.lo[block]), append(p.hi, p.lo[block]+m)
	p.lo[block] += m
	for _, q := range p.perm[p.lo[half]:p.hi[half]] {
		p.block[q] = half
	}
	p.waiting = append(p.waiting, make([]bool, p.classes)...)
	// If the whole block still waits to split others, both halves have to. If it has done so, one half splits
	// as finely as both, and the smaller one has less to do: n log n steps in all.
	for c := range p.classes {
		if p.waiting[block*p.classes+c] || m <= p.hi[block]-p.lo[block] {
			p.push(half, c)
		} else {
			p.push(block, c)
		}
	}
}

// predecessors are the states that lead to a state by a class, as lists in one array.
type predecessors struct {
	classes int
	start   []int32 // by state and class
	from    []int32
}

func newPredecessors(d *Rows) predecessors {
	n, k := len(d.Next), len(d.Next[0])
	start := make([]int32, n*k+1)
	for _, row := range d.Next {
		for c, to := range row {
			start[int(uint16(to))*k+c+1]++
		}
	}
	for i := 1; i < len(start); i++ {
		start[i] += start[i-1]
	}
	from := make([]int32, n*k)
	fill := slices.Clone(start[:n*k])
	for q, row := range d.Next {
		for c, to := range row {
			i := int(uint16(to))*k + c
			from[fill[i]] = int32(q)
			fill[i]++
		}
	}
	return predecessors{k, start, from}
}

func (p *predecessors) of(to int32, class int) []int32 {
	i := int(to)*p.classes + class
	return p.from[p.start[i]:p.start[i+1]]
}
