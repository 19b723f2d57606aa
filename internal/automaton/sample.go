package automaton

import (
	"iter"
	"math/rand/v2"
)

// Alphabet returns one character for each class of characters that the automaton
// tells apart, those that it never accepts included, the most readable first.
func (d *DFA) Alphabet() []string {
	var out []string
	for _, s := range d.alphabet() {
		out = append(out, s.text)
	}
	return out
}

// Sentences yields all strings of up to n characters of the alphabet that the
// automaton accepts, the shorter ones first. Each element of the alphabet is one
// character; [DFA.Alphabet] gives one for each class. The number of sentences
// may grow exponentially with n, the time to find each does not: no branch that
// leads to none is entered.
func (d *DFA) Sentences(n int, alphabet []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		// need[k][q] reports whether exactly k characters lead from q to a sentence.
		need := [][]bool{d.Accept}
		for k := 1; k <= n; k++ {
			row := make([]bool, d.States())
			for q := range row {
				for _, s := range alphabet {
					if need[k-1][d.Step(q, s)] {
						row[q] = true
						break
					}
				}
			}
			need = append(need, row)
		}
		var walk func(state, left int, prefix []byte) bool
		walk = func(state, left int, prefix []byte) bool {
			if left == 0 {
				return yield(string(prefix))
			}
			for _, s := range alphabet {
				if q := d.Step(state, s); need[left-1][q] {
					if !walk(q, left-1, append(prefix, s...)) {
						return false
					}
				}
			}
			return true
		}
		for k := 0; k <= n; k++ {
			if need[k][1] && !walk(1, k, make([]byte, 0, 4*n)) {
				return
			}
		}
	}
}

// A Sampler draws sentences of an automaton at random.
type Sampler struct {
	d       *DFA
	members [][]byte // the bytes of each class
	left    []int    // by state, the bytes of the shortest way to a sentence
}

// Sampler returns a sampler; it is nil if the automaton accepts nothing.
func (d *DFA) Sampler() *Sampler {
	if d.Empty() {
		return nil
	}
	s := &Sampler{d: d, members: make([][]byte, d.N), left: make([]int, d.States())}
	for b := range 256 {
		c := d.Class[b]
		s.members[c] = append(s.members[c], byte(b))
	}
	const never = 1 << 30
	for q := range s.left {
		if s.left[q] = never; d.Accept[q] {
			s.left[q] = 0
		}
	}
	for changed := true; changed; {
		changed = false
		for q := len(s.left) - 1; q > 0; q-- {
			for _, t := range d.Next[q*d.N : (q+1)*d.N] {
				if l := s.left[t] + 1; l < s.left[q] {
					s.left[q], changed = l, true
				}
			}
		}
	}
	return s
}

// Sentence draws a sentence: a walk over n bytes whose every step is as likely
// as any other that can still lead to a sentence, counted by classes, and from
// there the shortest way to the end of one. It is shorter than n if nothing can
// follow.
func (s *Sampler) Sentence(r *rand.Rand, n int) string {
	var out []byte
	state := 1
	for {
		if s.left[state] == 0 && len(out) >= n {
			return string(out)
		}
		row := s.d.Next[state*s.d.N : (state+1)*s.d.N]
		chosen, count := -1, 0
		for c, t := range row {
			if t == 0 || len(out) >= n && s.left[t] >= s.left[state] {
				continue
			}
			if count++; r.IntN(count) == 0 {
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
