// Package wmethod makes test suites of automata. In comes an automaton; out comes a set of strings that
// finds every implementation of the same language that is faulty and has no more states.
package wmethod

import (
	"iter"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/study/languages"
)

// Bytes returns one byte of each byte class, as strings: the alphabet over which
// an automaton works.
func Bytes(d *automaton.DFA) []string {
	out := make([]string, d.N)
	for b := 255; b >= 0; b-- {
		out[d.Class[b]] = string([]byte{byte(b)})
	}
	return out
}

// Characters returns one character for each class of characters that an automaton tells apart.
func Characters(d *automaton.DFA) []string {
	var out []string
	for _, s := range d.Alphabet() {
		out = append(out, s.Text)
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

// New returns the suite of an automaton over an alphabet: [Characters] for
// implementations over characters, [Bytes] for those over bytes. Only the
// states that strings over the alphabet reach take part.
func New(d *automaton.DFA, alphabet []string) *Suite {
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
	for _, word := range languages.Distinguish(next, accept) {
		var suffix strings.Builder
		for _, a := range word {
			suffix.WriteString(alphabet[a])
		}
		s.Suffixes = append(s.Suffixes, suffix.String())
	}
	return s
}
