package automaton

import "github.com/rfc3987/iri/internal/grammar/abnf"

// Access returns for each state a shortest string that leads to it from the start; of several, the first in byte
// order. For the dead state it is empty, as for the start.
func (d *DFA) Access() []string {
	access, seen := make([]string, d.States()), make([]bool, d.States())
	seen[0], seen[1] = true, true
	// Breadth first, and the bytes in order: the first string that reaches a state is the one to keep.
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
		// Where no word leads there is "", which is also the word from a state to itself.
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

// tails is for a state within a character: it returns the states after that
// character, each with bytes that lead there. It returns nil for other states.
func (d *DFA) tails(state int) map[int]string {
	var out map[int]string
	if d.Terminals == abnf.Octets {
		return nil
	}
	for b := 0xBF; b >= 0x80; b-- { // downwards, so that of several bytes to one state the lowest is kept
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

// shortest returns a shortest word that leads from one state to each other state
// between characters; "" where none does.
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
