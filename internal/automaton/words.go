package automaton

import (
	"cmp"
	"container/heap"
)

// Access returns the canonical string that leads from the start to the state:
// of the shortest ones, in characters, one of letters and digits before one of
// other printable characters before one of controls, then the first in order.
// A state within a character has a string that ends within one. The string for
// the dead state is empty, as that for the start is.
func (d *DFA) Access(state int) string {
	d.words.once.Do(func() {
		d.words.access = d.shortest(1, d.alphabet())
		d.within(d.words.access)
	})
	return d.words.access[state]
}

// Witness returns the shortest string that the automaton accepts, chosen as
// [DFA.Access] chooses; ok is false if there is none.
func (d *DFA) Witness() (s string, ok bool) {
	best := -1
	for q, a := range d.Accept {
		if a && (best < 0 || lessWord(d.Access(q), d.Access(best))) {
			best = q
		}
	}
	if best < 0 {
		return "", false
	}
	return d.Access(best), true
}

// Completion returns the shortest string that leads from the state to one that
// accepts, chosen as [DFA.Access] chooses; from a state within a character it
// begins with the rest of that. ok is false for the dead state.
func (d *DFA) Completion(state int) (s string, ok bool) {
	if state == 0 {
		return "", false
	}
	if tails := d.tails(state); tails != nil {
		for q, tail := range tails {
			end, _ := d.Completion(q)
			if !ok || lessWord(tail+end, s) {
				s, ok = tail+end, true
			}
		}
		return s, ok
	}
	words := d.shortest(state, d.alphabet())
	best := -1
	for q, a := range d.Accept {
		if a && (words[q] != "" || q == state) && (best < 0 || lessWord(words[q], words[best])) {
			best = q
		}
	}
	return words[best], true
}

// tails returns the states in which the character that the state lies in can
// end, each with bytes that lead there; nil if the state lies in no character.
func (d *DFA) tails(state int) map[int]string {
	var out map[int]string
	for b := 0xBF; b >= 0x80; b-- {
		q := d.Step(state, string([]byte{byte(b)}))
		if q == 0 {
			continue
		}
		if out == nil {
			out = make(map[int]string)
		}
		if more := d.tails(q); more != nil {
			for p, tail := range more {
				out[p] = string([]byte{byte(b)}) + tail
			}
		} else {
			out[q] = string([]byte{byte(b)})
		}
	}
	return out
}

// item is a state on the way of a search for shortest words.
type item struct {
	state int
	cost  uint64 // characters, then the sum of their ranks
	word  string
}

type queue []item

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	if c := cmp.Compare(q[i].cost, q[j].cost); c != 0 {
		return c < 0
	}
	if q[i].word != q[j].word {
		return q[i].word < q[j].word
	}
	return q[i].state < q[j].state
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(item)) }
func (q *queue) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}

// shortest returns a shortest word that leads from one state to each other state
// between characters (Dijkstra 1959); "" where none does.
func (d *DFA) shortest(from int, symbols []symbol) []string {
	words := make([]string, d.States())
	done := make([]bool, d.States())
	q := queue{{from, 0, ""}}
	for q.Len() > 0 {
		it := heap.Pop(&q).(item)
		if done[it.state] {
			continue
		}
		done[it.state] = true
		words[it.state] = it.word
		for _, sym := range symbols {
			if state := d.Step(it.state, sym.text); state != 0 && !done[state] {
				heap.Push(&q, item{state, it.cost + 1<<32 + uint64(sym.cost), it.word + sym.text})
			}
		}
	}
	return words
}

// within completes the words that lead to the states by those to states within a
// character: a word to the state before it, and the bytes that it begins with.
func (d *DFA) within(words []string) {
	best := make(map[int]item)
	characters := d.characters()
	for q := 1; q < d.States(); q++ {
		if words[q] == "" && q != 1 {
			continue
		}
		cost := wordCost(words[q])
		for _, c := range characters {
			state := q
			for i := range len(c.text) - 1 {
				if state = int(d.Next[state*d.N+int(d.Class[c.text[i]])]); state == 0 {
					break
				}
				it := item{state, cost + 1<<32 + uint64(c.cost), ""}
				b, ok := best[state]
				if ok && b.cost < it.cost {
					continue
				}
				it.word = words[q] + c.text[:i+1]
				if !ok || (queue{it, b}).Less(0, 1) {
					best[state] = it
				}
			}
		}
	}
	for q, it := range best {
		words[q] = it.word
	}
}

// lessWord orders witnesses: fewer characters, better ones, then byte order.
func lessWord(a, b string) bool {
	ca, cb := wordCost(a), wordCost(b)
	if ca != cb {
		return ca < cb
	}
	return a < b
}

func wordCost(s string) uint64 {
	cost := uint64(0)
	for _, r := range s {
		cost += 1<<32 + uint64(rank(r))
	}
	return cost
}
