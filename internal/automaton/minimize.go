package automaton

import "slices"

// table is a DFA whose columns are byte classes.
type table struct {
	class  [256]uint8
	reps   []byte // the first byte of each class
	next   [][]uint16
	accept []bool
}

// columns merges the bytes that no state tells apart. Classes are numbered by
// their first bytes.
func columns(rows []*[256]uint16) (class [256]uint8, reps []byte) {
	var id [256]int // refined row by row
	n := 1
	split := make(map[[2]int]int, 256)
	for _, row := range rows {
		clear(split)
		var next [256]int
		for c, t := range row {
			k := [2]int{id[c], int(t)}
			i, ok := split[k]
			if !ok {
				i = len(split)
				split[k] = i
			}
			next[c] = i
		}
		if id, n = next, len(split); n == 256 {
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
	t := &table{class: class, reps: reps, accept: b.accept}
	for _, row := range b.rows {
		r := make([]uint16, len(reps))
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
		for _, to := range t.next[order[i]] {
			if _, ok := id[part[to]]; !ok {
				id[part[to]] = uint16(len(order))
				order = append(order, int(to))
			}
		}
	}
	// Merging states may have merged columns.
	rows := make([]*[256]uint16, len(order))
	for i, q := range order {
		rows[i] = new([256]uint16)
		for c := range 256 {
			rows[i][c] = id[part[t.next[q][class[c]]]]
		}
	}
	d := &DFA{Accept: make([]bool, len(order))}
	d.Class, reps = columns(rows)
	d.N = len(reps)
	d.Next = make([]uint16, 0, len(order)*d.N)
	for i, q := range order {
		d.Accept[i] = t.accept[q]
		for _, rep := range reps {
			d.Next = append(d.Next, rows[i][rep])
		}
	}
	return d
}

// partition returns the number of the block of equivalent states for each state.
func (t *table) partition() []int {
	n, k := len(t.next), len(t.reps)
	// The inverse: who leads to a state by a class, as lists in one array.
	start := make([]int32, n*k+1)
	for _, row := range t.next {
		for c, to := range row {
			start[int(to)*k+c+1]++
		}
	}
	for i := 1; i < len(start); i++ {
		start[i] += start[i-1]
	}
	from := make([]int32, n*k)
	fill := slices.Clone(start[:n*k])
	for q, row := range t.next {
		for c, to := range row {
			i := int(to)*k + c
			from[fill[i]] = int32(q)
			fill[i]++
		}
	}
	// Blocks are runs of one permutation of the states.
	perm, where, block := make([]int32, 0, n), make([]int32, n), make([]int, n)
	for _, want := range []bool{true, false} {
		for q, a := range t.accept {
			if a == want {
				perm = append(perm, int32(q))
			}
		}
	}
	lo, hi := []int{0}, []int{0}
	for i, q := range perm {
		where[q] = int32(i)
		if t.accept[q] {
			hi[0] = i + 1
		}
	}
	if hi[0] == 0 || hi[0] == n {
		hi[0] = n
	} else {
		lo, hi = append(lo, hi[0]), append(hi, n)
		for _, q := range perm[lo[1]:] {
			block[q] = 1
		}
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
	marked := make([]int, n) // by block, how many of its states are marked
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
