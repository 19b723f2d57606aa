package automaton

import "github.com/rfc3987/iri/internal/grammar/abnf"

// Access returns the canonical string that leads from the start to the state: one
// with the fewest characters, of those one with the best characters (see rank), of
// those the first in byte order. For a state within a character, it ends within
// one. For the dead state it is empty, as for the start.
func (d *DFA) Access(state int) string {
	d.words.once.Do(func() {
		d.words.access = d.shortest(1, d.Alphabet())
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
	words := d.shortest(state, d.Alphabet())
	best := -1
	for q, a := range d.Accept {
		if a && (words[q] != "" || q == state) && (best < 0 || lessWord(words[q], words[best])) {
			best = q
		}
	}
	return words[best], true
}

// tails is for a state within a character: it returns the states after that
// character, each with bytes that lead there. It returns nil for other states.
func (d *DFA) tails(state int) map[int]string {
	var out map[int]string
	if d.Terminals == abnf.Octets {
		return nil
	}
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

// shortest returns a shortest word that leads from one state to each other state
// between characters; "" where none does.
func (d *DFA) shortest(from int, symbols []Symbol) []string {
	words := make([]string, d.States())
	Search(d.States(), from, symbols, func(state, symbol int) int {
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
			for i := range len(c.Text) - 1 {
				if state = int(d.Next[state*d.N+int(d.Class[c.Text[i]])]); state == 0 {
					break
				}
				it := item{state, cost + c.Cost, ""}
				b, ok := best[state]
				if ok && b.cost < it.cost {
					continue
				}
				it.word = words[q] + c.Text[:i+1]
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
		cost += charCost(r)
	}
	return cost
}
