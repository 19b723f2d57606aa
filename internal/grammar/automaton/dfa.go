package automaton

import (
	"cmp"
	"container/heap"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// A DFA is a deterministic automaton over bytes. State 0 is dead, state 1 the
// start. Those that this package makes are minimal and their states and classes
// are numbered in a canonical order, so two of them accept the same strings if
// and only if they are equal. Only UTF-8 is accepted, unless the terminals are octets.
type DFA struct {
	Class  [256]uint8 // the class of each byte
	N      int        // the number of classes
	Next   []uint16   // the state after a byte of class c in state s, at s*N+c
	Accept []bool     // by state

	// Terminals says of what the words consist that the methods return: of characters, or of
	// bytes, which need not be UTF-8.
	Terminals abnf.Terminals

	// What [CompileBounds] adds; nil without bounds. Bit i stands for bound i.
	Bounds []uint8 // parallel to Next: the bounds that lie before the byte of the step
	Final  []uint8 // by state: the bounds that lie at the end of a string that ends here

	symbols  sync.Once // for alphabet, which alphabet.go computes on the first call
	alphabet []Symbol
}

// States returns the number of states, the dead one included.
func (d *DFA) States() int { return len(d.Accept) }

// Match reports whether the automaton accepts s. It does not allocate.
func (d *DFA) Match(s string) bool { return d.Accept[d.Step(1, s)] }

// Step returns the state after s, from the given state.
func (d *DFA) Step(state int, s string) int {
	for i := 0; i < len(s) && state != 0; i++ {
		state = int(d.Next[state*d.N+int(d.Class[s[i]])])
	}
	return state
}

// Equal reports whether both accept the same strings and find the same bounds.
func (d *DFA) Equal(e *DFA) bool {
	return d.N == e.N && d.Class == e.Class && slices.Equal(d.Next, e.Next) && slices.Equal(d.Accept, e.Accept) &&
		slices.Equal(d.Bounds, e.Bounds) && slices.Equal(d.Final, e.Final)
}

// Empty reports whether the automaton accepts no string.
func (d *DFA) Empty() bool {
	for _, a := range d.Accept {
		if a {
			return false // every state but the dead one can be reached
		}
	}
	return true
}

// Access returns for each state a shortest string that leads to it from the start; of several, the first in byte
// order. For the dead state it is empty, as for the start.
func (d *DFA) Access() []string {
	access, seen := make([]string, d.States()), make([]bool, d.States())
	seen[0], seen[1] = true, true
	// Breadth first, and the bytes in order: the first string that reaches a state is kept.
	for queue := []int{1}; len(queue) > 0; queue = queue[1:] {
		state := queue[0]
		for b := range 256 {
			if next := int(d.Next[state*d.N+int(d.Class[b])]); !seen[next] {
				seen[next] = true
				access[next] = access[state] + string([]byte{byte(b)})
				queue = append(queue, next)
			}
		}
	}
	return access
}

// Witness returns the shortest string that the automaton accepts: one with the fewest characters, of those one with
// the best characters (see [Rank]), of those the first in byte order. ok is false if there is none.
func (d *DFA) Witness() (s string, ok bool) { return d.best(1) }

// best returns the best word that leads from a state between characters to one that accepts.
func (d *DFA) best(from int) (s string, ok bool) {
	words := d.shortest(from, d.Alphabet())
	for q, a := range d.Accept {
		// "" stands for a state that no word leads to; it is also the word from a state to itself.
		if a && (words[q] != "" || q == from) && (!ok || lessWord(words[q], s)) {
			s, ok = words[q], true
		}
	}
	return s, ok
}

// Completion returns the shortest string that leads from the state to one that
// accepts, chosen as [DFA.Witness] chooses; from a state within a character it
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
	return d.best(state)
}

// tails returns, for a state within a character, the states after that character and
// for each of them bytes that lead there. It returns nil for other states.
func (d *DFA) tails(state int) map[int]string {
	var out map[int]string
	if d.Terminals == abnf.Octets {
		return nil
	}
	for b := 0xBF; b >= 0x80; b-- { // downwards, so that the lowest of the bytes to a state is kept
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

// shortest returns for each state between characters a shortest word that leads to it
// from a state, "" if none does.
func (d *DFA) shortest(from int, symbols []Symbol) []string {
	words := make([]string, d.States())
	Search(from, symbols, func(state, symbol int) int {
		if to := d.Step(state, symbols[symbol].Text); to != 0 {
			return to
		}
		return -1
	}, func(state int, word string) bool {
		words[state] = word
		return true
	})
	return words
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
		cost += charCost(r)
	}
	return cost
}

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
	return cmp.Or(cmp.Compare(q[i].cost, q[j].cost), cmp.Compare(q[i].word, q[j].word), cmp.Compare(q[i].state, q[j].state)) < 0
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(item)) }
func (q *queue) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}

// A Sampler draws sentences of an automaton at random. Unlike package sample, which
// draws from the alternatives of a grammar, it needs no grammar and takes the length
// that a sentence should have.
type Sampler struct {
	d          *DFA
	members    [][]byte // the bytes of each class
	completion []int    // by state, how many bytes the shortest completion has
}

// Sampler returns a sampler; it is nil if the automaton accepts nothing.
func (d *DFA) Sampler() *Sampler {
	if d.Empty() {
		return nil
	}
	s := &Sampler{d: d, members: make([][]byte, d.N), completion: make([]int, d.States())}
	for b := range 256 {
		c := d.Class[b]
		s.members[c] = append(s.members[c], byte(b))
	}
	const never = 1 << 30
	for q := range s.completion {
		if s.completion[q] = never; d.Accept[q] {
			s.completion[q] = 0
		}
	}
	// Most states lead to states with higher numbers, so few rounds are enough if the last state comes first.
	for changed := true; changed; {
		changed = false
		for q := len(s.completion) - 1; q > 0; q-- {
			for _, t := range d.Next[q*d.N : (q+1)*d.N] {
				if l := s.completion[t] + 1; l < s.completion[q] {
					s.completion[q], changed = l, true
				}
			}
		}
	}
	return s
}

// Sentence draws a sentence: n bytes and then a shortest completion. The class of each
// byte is drawn from those that can still lead to a sentence, all equally likely. The
// sentence has fewer than n bytes if nothing can follow.
func (s *Sampler) Sentence(r *rand.Rand, n int) string {
	var out []byte
	state := 1
	for {
		if s.completion[state] == 0 && len(out) >= n {
			return string(out)
		}
		row := s.d.Next[state*s.d.N : (state+1)*s.d.N]
		chosen, count := -1, 0
		for c, t := range row {
			// After n bytes, only classes that come nearer to an end count.
			if t == 0 || len(out) >= n && s.completion[t] >= s.completion[state] {
				continue
			}
			if count++; r.IntN(count) == 0 { // so that all classes have the same chance
				chosen = c
			}
		}
		if chosen < 0 {
			return string(out)
		}
		m := s.members[chosen]
		out = append(out, m[r.IntN(len(m))])
		state = int(row[chosen])
	}
}
