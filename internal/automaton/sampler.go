package automaton

import "math/rand/v2"

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
