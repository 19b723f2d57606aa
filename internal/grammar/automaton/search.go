package automaton

import (
	"cmp"
	"container/heap"
)

// A Symbol is a step of a [Search]: what it adds to a word, and what that costs.
type Symbol struct {
	Text string
	Cost uint64
}

// Search visits the states of a deterministic automaton that words over the
// symbols reach from one state, each with its best word, the best words first
// (Dijkstra 1959): the lower sum of costs, then byte order. step returns the state
// after a symbol, a negative number if there is none. The search ends when visit
// returns false.
func Search(states, from int, symbols []Symbol, step func(state, symbol int) int,
	visit func(state int, word string) bool) {
	done := make([]bool, states)
	q := queue{{state: from}}
	for q.Len() > 0 {
		it := heap.Pop(&q).(item)
		if done[it.state] {
			continue
		}
		done[it.state] = true
		if !visit(it.state, it.word) {
			return
		}
		for i, s := range symbols {
			if to := step(it.state, i); to >= 0 && !done[to] {
				heap.Push(&q, item{to, it.cost + s.Cost, it.word + s.Text})
			}
		}
	}
}

// An item is a state that a search has found, with the word that leads there.
type item struct {
	state int
	cost  uint64
	word  string
}

type queue []item

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(q[i].cost, q[j].cost), cmp.Compare(q[i].word, q[j].word),
		cmp.Compare(q[i].state, q[j].state)) < 0
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(item)) }
func (q *queue) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}
