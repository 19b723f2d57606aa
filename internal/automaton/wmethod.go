package automaton

import "iter"

// Bytes returns one byte of each byte class, as strings: the alphabet over which
// an automaton works.
func (d *DFA) Bytes() []string {
	out := make([]string, d.N)
	for b := 255; b >= 0; b-- {
		out[d.Class[b]] = string([]byte{byte(b)})
	}
	return out
}

// A Suite is a set of strings that tells any faulty implementation with no more
// states from the automaton (Chow 1978, the W-method): every transition followed
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

// Len returns the number of strings of the suite.
func (s *Suite) Len() int { return len(s.Cover) * len(s.Suffixes) }

// Suite returns the W-method suite over an alphabet: [DFA.Alphabet] for
// implementations over characters, [DFA.Bytes] for those over bytes. Only the
// states that strings over the alphabet reach take part.
func (d *DFA) Suite(alphabet []string) *Suite {
	access := map[int]string{1: ""}
	states := []int{1}
	next := make(map[int][]int)
	s := &Suite{Cover: []string{""}}
	for i := 0; i < len(states); i++ {
		q := states[i]
		for _, a := range alphabet {
			t := d.Step(q, a)
			next[q] = append(next[q], t)
			if q != 0 {
				// What follows a dead end is covered by the suffixes.
				s.Cover = append(s.Cover, access[q]+a)
			}
			if _, ok := access[t]; !ok {
				access[t] = access[q] + a
				states = append(states, t)
			}
		}
	}
	s.Suffixes = d.distinguish(states, next, alphabet)
	return s
}

// distinguish returns suffixes such that any two of the states accept different
// ones. It refines the states as Moore did, keeps each step of that, and reads
// the suffix for two states off the first step that tells them apart.
func (d *DFA) distinguish(states []int, next map[int][]int, alphabet []string) []string {
	first := make(map[int]int)
	for _, q := range states {
		if d.Accept[q] {
			first[q] = 1
		}
	}
	steps := []map[int]int{first}
	for blocks := 0; ; {
		last, now := steps[len(steps)-1], make(map[int]int)
		ids := make(map[string]int)
		var key []byte
		for _, q := range states {
			key = append(key[:0], byte(last[q]), byte(last[q]>>8))
			for _, t := range next[q] {
				key = append(key, byte(last[t]), byte(last[t]>>8))
			}
			id, ok := ids[string(key)]
			if !ok {
				id = len(ids)
				ids[string(key)] = id
			}
			now[q] = id
		}
		if len(ids) == blocks {
			break
		}
		blocks = len(ids)
		steps = append(steps, now)
	}
	suffix := func(p, q int) string {
		k := 0
		for k < len(steps) && steps[k][p] == steps[k][q] {
			k++
		}
		w := ""
		for ; k > 0; k-- {
			for i, a := range alphabet {
				if steps[k-1][next[p][i]] != steps[k-1][next[q][i]] {
					w += a
					p, q = next[p][i], next[q][i]
					break
				}
			}
			for k > 1 && steps[k-2][p] != steps[k-2][q] {
				k-- // they differ sooner than they had to
			}
		}
		return w
	}
	var out []string
	group := map[int]int{} // states not told apart so far
	split := func(w string) int {
		ids := make(map[[2]int]int)
		for _, q := range states {
			k := [2]int{group[q], 0}
			if d.Accept[d.Step(q, w)] {
				k[1] = 1
			}
			if _, ok := ids[k]; !ok {
				ids[k] = len(ids)
			}
			group[q] = ids[k]
		}
		out = append(out, w)
		return len(ids)
	}
	for n := split(""); n < len(states); {
		leader := make(map[int]int)
		before := n
		for _, q := range states {
			if p, ok := leader[group[q]]; ok && d.apart(steps, p, q) {
				n = split(suffix(p, q))
				break
			} else if !ok {
				leader[group[q]] = q
			}
		}
		if n == before {
			break // the rest cannot be told apart over this alphabet
		}
	}
	return out
}

func (d *DFA) apart(steps []map[int]int, p, q int) bool {
	last := steps[len(steps)-1]
	return last[p] != last[q]
}
