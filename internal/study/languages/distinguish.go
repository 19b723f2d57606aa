package languages

import "slices"

// Distinguish returns words over the symbols of a deterministic automaton: for
// any two states that some word tells apart, one of the words leads exactly one of
// them to acceptance (the characterization set of Chow 1978). next holds the state
// after each symbol, by state; the words hold indices of symbols. The first word
// is the empty one.
func Distinguish(next [][]int, accept []bool) [][]int {
	var out [][]int
	group := make([]int, len(next)) // states that no word so far tells apart have the same number
	split := func(word []int) {
		out = append(out, word)
		type key struct {
			group  int
			accept bool
		}
		ids := make(map[key]int)
		for q := range group {
			end := q
			for _, a := range word {
				end = next[end][a]
			}
			k := key{group[q], accept[end]}
			if _, ok := ids[k]; !ok {
				ids[k] = len(ids)
			}
			group[q] = ids[k]
		}
	}
	split(nil)
	for again := true; again; {
		again = false
		first := make(map[int]int) // by group
		for q, g := range group {
			p, ok := first[g]
			if !ok {
				first[g] = q
				continue
			}
			if word, ok := apart(next, accept, p, q); ok {
				split(word)
				again = true
				break
			}
		}
	}
	return out
}

// apart returns a shortest word that leads exactly one of two states to
// acceptance; ok is false if there is none.
func apart(next [][]int, accept []bool, p, q int) (word []int, ok bool) {
	type pair struct{ p, q int }
	type step struct {
		pair
		from, symbol int // the step before, -1 for the first one, and the symbol after it
	}
	todo := []step{{pair{p, q}, -1, 0}}
	seen := map[pair]bool{{p, q}: true}
	for i := 0; i < len(todo); i++ {
		at := todo[i]
		if accept[at.p] != accept[at.q] {
			for ; at.from >= 0; at = todo[at.from] {
				word = append(word, at.symbol)
			}
			slices.Reverse(word)
			return word, true
		}
		for a := range next[at.p] {
			to := pair{next[at.p][a], next[at.q][a]}
			if to.p != to.q && !seen[to] {
				seen[to] = true
				todo = append(todo, step{to, i, a})
			}
		}
	}
	return nil, false
}
