package regular

import (
	"slices"

	"github.com/rfc3987/iri/internal/automaton"
)

// rawDFA is a deterministic automaton that is not minimal. State 0 is the start.
type rawDFA struct {
	k      int
	next   []int32
	accept []bool
}

// equivalent returns the block of equivalent states of each live state, and how
// many blocks there are. Classes of characters that no state tells apart, which
// are most of them in a small part of a grammar, are merged first.
func (d *rawDFA) equivalent(live []bool) (block []int, blocks int) {
	n, k := len(d.accept), d.k
	same, columns := make([]int, k), 1
	first := make([]int, 1, k) // the first class of each column
	for q := range n {
		row := d.next[q*k : (q+1)*k]
		differs := false
		for c, t := range row {
			if t != row[first[same[c]]] {
				differs = true
				break
			}
		}
		if !differs {
			continue // as most rows
		}
		first = first[:0]
		ids := make(map[[2]int32]int, columns)
		for c, t := range row {
			key := [2]int32{int32(same[c]), t}
			id, ok := ids[key]
			if !ok {
				id = len(ids)
				ids[key] = id
				first = append(first, c)
			}
			same[c] = id
		}
		columns = len(ids)
	}
	// State n is the dead one.
	next := make([][]uint32, n+1)
	for q := range next {
		next[q] = make([]uint32, columns)
		for c, id := range same {
			next[q][id] = uint32(n)
			if q < n {
				if t := d.next[q*k+c]; t >= 0 && live[t] {
					next[q][id] = uint32(t)
				}
			}
		}
	}
	block = automaton.Partition(next, append(slices.Clone(d.accept), false))
	return block, slices.Max(block) + 1
}

// minimal drops states that lead to no sentence or cannot be reached, merges
// equivalent ones, and numbers the rest breadth first.
func (d *rawDFA) minimal(a *Alphabet) *Lang {
	n, k := len(d.accept), d.k
	if n >= maxStates {
		panic(ErrTooLarge)
	}
	a.Spend(n * k)
	// Live states, backwards from those that accept.
	from := make([][]int32, n)
	for q := range n {
		last := int32(-1)
		for _, t := range d.next[q*k : (q+1)*k] {
			if t >= 0 && t != last {
				from[t] = append(from[t], int32(q))
				last = t
			}
		}
	}
	live := make([]bool, n)
	var todo []int32
	for q, acc := range d.accept {
		if acc {
			live[q] = true
			todo = append(todo, int32(q))
		}
	}
	for len(todo) > 0 {
		q := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, p := range from[q] {
			if !live[p] {
				live[p] = true
				todo = append(todo, p)
			}
		}
	}
	if n == 0 || !live[0] {
		return &Lang{a: a}
	}
	block, blocks := d.equivalent(live)
	l := &Lang{a: a}
	number := make([]int32, blocks)
	for i := range number {
		number[i] = -1
	}
	order := []int{0}
	number[block[0]] = 0
	for i := 0; i < len(order); i++ {
		q := order[i]
		l.accept = append(l.accept, d.accept[q])
		for _, t := range d.next[q*k : (q+1)*k] {
			to := int32(-1)
			if t >= 0 && live[t] {
				if number[block[t]] < 0 {
					number[block[t]] = int32(len(order))
					order = append(order, int(t))
				}
				to = number[block[t]]
			}
			l.next = append(l.next, to)
		}
	}
	return l
}
