package automaton

import "math/rand/v2"

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
	// States are numbered from the start on, so most lead to later ones: backwards, few rounds are enough.
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

// Sentence draws a sentence: n bytes, each of a class drawn from those
// that can still lead to a sentence, all equally likely, and then a shortest
// completion. It is shorter than n if nothing can follow.
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
			// Once there are n bytes, only what comes nearer to an end counts.
			if t == 0 || len(out) >= n && s.completion[t] >= s.completion[state] {
				continue
			}
			if count++; r.IntN(count) == 0 { // so all that there are have the same chance in the end
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
