package automaton

import (
	"iter"
	"slices"
	"strings"
)

// Bytes returns one byte of each byte class, as strings: the alphabet over which
// an automaton works.
func (d *DFA) Bytes() []string {
	out := make([]string, d.N)
	for b := 255; b >= 0; b-- {
		out[d.Class[b]] = string([]byte{byte(b)})
	}
	return out
}

// A Suite is a set of strings that detects every faulty implementation with no more
// states than the automaton (the W-method of Chow 1978): every transition followed
// by suffixes that tell all states apart.
type Suite struct {
	Cover    []string // a string to each state, and from each over every symbol
	Suffixes []string // for any two states, one that only one of them accepts
}

// Strings yields every string of the suite; some may come more than once.
func (s *Suite) Strings() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, c := range s.Cover {
			for _, w := range s.Suffixes {
				if !yield(c + w) {
					return
				}
			}
		}
	}
}

// Suite returns the W-method suite over an alphabet: [DFA.Alphabet] for
// implementations over characters, [DFA.Bytes] for those over bytes. Only the
// states that strings over the alphabet reach take part.
func (d *DFA) Suite(alphabet []string) *Suite {
	s := &Suite{Cover: []string{""}}
	number := map[int]int{1: 0} // of each state that is reached
	states, access := []int{1}, []string{""}
	var next [][]int
	var accept []bool
	for i := 0; i < len(states); i++ {
		row := make([]int, len(alphabet))
		for k, a := range alphabet {
			to := d.Step(states[i], a)
			if states[i] != 0 { // what follows the dead state is covered by the suffixes
				s.Cover = append(s.Cover, access[i]+a)
			}
			if _, ok := number[to]; !ok {
				number[to] = len(states)
				states, access = append(states, to), append(access, access[i]+a)
			}
			row[k] = number[to]
		}
		next, accept = append(next, row), append(accept, d.Accept[states[i]])
	}
	for _, word := range Distinguish(next, accept) {
		var suffix strings.Builder
		for _, a := range word {
			suffix.WriteString(alphabet[a])
		}
		s.Suffixes = append(s.Suffixes, suffix.String())
	}
	return s
}

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
