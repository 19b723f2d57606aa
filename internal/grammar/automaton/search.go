package automaton

import (
	"cmp"
	"container/heap"
)

// A Symbol is a step of a [Search]: the text that it adds to a word, and its cost.
type Symbol struct {
	Text string
	Cost uint64
}

// Search visits the states of a deterministic automaton that can be reached from a state, each with its best word, in
// the order of the words (Dijkstra 1959): by the sum of costs, then by bytes. step returns the state after a symbol,
// or a negative number if there is none. The search ends when visit returns false.
func Search(from int, symbols []Symbol, step func(state, symbol int) int, visit func(state int, word string) bool) {
	var done []bool
	isDone := func(state int) bool { return state < len(done) && done[state] }
	q := queue{{state: from}}
	for q.Len() > 0 {
		it := heap.Pop(&q).(item)
		if isDone(it.state) {
			continue
		}
		if n := it.state + 1 - len(done); n > 0 {
			done = append(done, make([]bool, n)...)
		}
		done[it.state] = true
		if !visit(it.state, it.word) {
			return
		}
		last, best := -1, -1 // the state that the last few symbols lead to, and the best of these symbols
		push := func() {
			if last >= 0 && !isDone(last) {
				heap.Push(&q, item{last, it.cost + symbols[best].Cost, it.word + symbols[best].Text})
			}
		}
		for i, s := range symbols {
			switch to := step(it.state, i); {
			case to != last:
				push()
				last, best = to, i
			case best < 0 || cmp.Or(cmp.Compare(s.Cost, symbols[best].Cost), cmp.Compare(s.Text, symbols[best].Text)) < 0:
				best = i
			}
		}
		push()
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
