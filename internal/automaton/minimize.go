package automaton

import (
	"encoding/binary"
	"slices"
)

// table is a DFA whose columns are byte classes.
type table struct {
	class  [256]uint8
	reps   []byte     // the first byte of each class
	next   [][]uint32 // as in byteDFA
	accept []bool
	final  []uint8
}

// columnRows is how many rows columns looks at in one step.
const columnRows = 64

// columns merges the bytes that no state tells apart. Classes are numbered by
// their first bytes.
func columns(rows []*[256]uint32) (class [256]uint8, reps []byte) {
	var id [256]int // refined by some rows at a time
	n := 1
	split := make(map[string]int, 256)
	key := make([]byte, 0, 4*(1+columnRows))
	for some := range slices.Chunk(rows, columnRows) {
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
		if n = len(split); n == 256 {
			break
		}
	}
	seen := make(map[int]uint8, n)
	for c := range 256 {
		k, ok := seen[id[c]]
		if !ok {
			k = uint8(len(reps))
			seen[id[c]] = k
			reps = append(reps, byte(c))
		}
		class[c] = k
	}
	return class, reps
}

// minimal returns the canonical minimal DFA: states that cannot be reached or
// that lead nowhere are dropped, equivalent ones merged (Hopcroft 1971), the
// rest numbered breadth first in the order of the byte classes.
func (b *byteDFA) minimal() *DFA {
	class, reps := columns(b.rows)
	t := &table{class: class, reps: reps, accept: b.accept, final: b.final}
	for _, row := range b.rows {
		r := make([]uint32, len(reps))
		for c, rep := range reps {
			r[c] = row[rep]
		}
		t.next = append(t.next, r)
	}
	part := t.partition()
	// A block for each class of states; that of the dead state is dead.
	id := make(map[int]uint16)
	id[part[0]] = 0
	order := []int{0}
	if part[1] == part[0] {
		// The language is empty. The start is still state 1.
		return &DFA{N: 1, Next: []uint16{0, 0}, Accept: []bool{false, false}}
	}
	id[part[1]] = 1
	order = append(order, 1)
	for i := 1; i < len(order); i++ {
		for _, step := range t.next[order[i]] {
			to := uint16(step)
			if _, ok := id[part[to]]; !ok {
				id[part[to]] = uint16(len(order))
				order = append(order, int(to))
			}
		}
	}
	// Merging states may have merged columns.
	rows := make([]*[256]uint32, len(order))
	for i, q := range order {
		rows[i] = new([256]uint32)
		merged := make([]uint32, len(reps)) // by class
		for c, step := range t.next[q] {
			if to := id[part[uint16(step)]]; to != 0 {
				merged[c] = step&^0xFFFF | uint32(to)
			}
		}
		for c := range 256 {
			rows[i][c] = merged[class[c]]
		}
	}
	d := &DFA{Accept: make([]bool, len(order))}
	d.Class, reps = columns(rows)
	d.N = len(reps)
	d.Next = make([]uint16, 0, len(order)*d.N)
	d.Mark, d.Final = make([]uint8, 0, len(order)*d.N), make([]uint8, len(order))
	for i, q := range order {
		d.Accept[i], d.Final[i] = t.accept[q], t.final[q]
		for _, rep := range reps {
			d.Next = append(d.Next, uint16(rows[i][rep]))
			d.Mark = append(d.Mark, uint8(rows[i][rep]>>16))
		}
	}
	if !slices.ContainsFunc(d.Mark, nonzero) && !slices.ContainsFunc(d.Final, nonzero) {
		d.Mark, d.Final = nil, nil
	}
	return d
}

// Minimal returns the canonical minimal DFA of the same language, without bounds.
func (d *DFA) Minimal() *DFA {
	b := &byteDFA{accept: d.Accept, final: make([]uint8, len(d.Accept))}
	for q := range d.Accept {
		row := new([256]uint32)
		for c := range row {
			row[c] = uint32(d.Next[q*d.N+int(d.Class[c])])
		}
		b.rows = append(b.rows, row)
	}
	return b.minimal()
}

func nonzero(m uint8) bool { return m != 0 }

// partition returns the number of the block of equivalent states for each state.
func (t *table) partition() []int {
	n, k := len(t.next), len(t.reps)
	// The inverse: the states that lead to a state by a class, as lists in one array.
	start := make([]int32, n*k+1)
	for _, row := range t.next {
		for c, to := range row {
			start[int(uint16(to))*k+c+1]++
		}
	}
	for i := 1; i < len(start); i++ {
		start[i] += start[i-1]
	}
	from := make([]int32, n*k)
	fill := slices.Clone(start[:n*k])
	for q, row := range t.next {
		for c, to := range row {
			i := int(uint16(to))*k + c
			from[fill[i]] = int32(q)
			fill[i]++
		}
	}
	// Blocks are runs of one permutation of the states, at first one for each
	// output: whether a state accepts, and what it and its steps pass.
	perm, where, block := make([]int32, 0, n), make([]int32, n), make([]int, n)
	outputs := make(map[string][]int32)
	var keys []string
	for q := range n {
		key := []byte{0, t.final[q]}
		if t.accept[q] {
			key[0] = 1
		}
		for _, step := range t.next[q] {
			key = append(key, byte(step>>16))
		}
		if _, ok := outputs[string(key)]; !ok {
			keys = append(keys, string(key))
		}
		outputs[string(key)] = append(outputs[string(key)], int32(q))
	}
	var lo, hi []int
	for _, key := range keys {
		lo = append(lo, len(perm))
		for _, q := range outputs[key] {
			where[q], block[q] = int32(len(perm)), len(lo)-1
			perm = append(perm, q)
		}
		hi = append(hi, len(perm))
	}
	type splitter struct{ block, class int }
	var todo []splitter
	waiting := make(map[splitter]bool)
	push := func(s splitter) { todo, waiting[s] = append(todo, s), true }
	for bl := range lo {
		for c := range k {
			push(splitter{bl, c})
		}
	}
	marked := make([]int, n+len(lo)) // by block, how many of its states are marked
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		delete(waiting, s)
		var touched []int
		members := slices.Clone(perm[lo[s.block]:hi[s.block]])
		for _, to := range members {
			i := int(to)*k + s.class
			for _, q := range from[start[i]:start[i+1]] {
				bl := block[q]
				edge := lo[bl] + marked[bl]
				if int(where[q]) < edge {
					continue
				}
				if marked[bl] == 0 {
					touched = append(touched, bl)
				}
				// Move q to the marked part at the front of its block.
				p := perm[edge]
				perm[edge], perm[where[q]] = q, p
				where[p], where[q] = where[q], int32(edge)
				marked[bl]++
			}
		}
		for _, bl := range touched {
			m := marked[bl]
			marked[bl] = 0
			if m == hi[bl]-lo[bl] {
				continue
			}
			// The marked part becomes a block of its own.
			nb := len(lo)
			lo, hi = append(lo, lo[bl]), append(hi, lo[bl]+m)
			lo[bl] += m
			for _, q := range perm[lo[nb]:hi[nb]] {
				block[q] = nb
			}
			for c := range k {
				switch {
				case waiting[splitter{bl, c}], m <= hi[bl]-lo[bl]:
					push(splitter{nb, c})
				default:
					push(splitter{bl, c})
				}
			}
		}
	}
	return block
}
