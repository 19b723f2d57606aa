package automaton

import "github.com/rfc3987/iri/internal/grammar/abnf"

// A CharDFA is a minimal deterministic automaton over characters, for programs whose strings
// are not UTF-8. Its states are numbered as those of a [DFA]: 0 is dead, 1 the start. It
// accepts no surrogates. In a grammar of octets a character stands for the octet with its number.
type CharDFA struct {
	First  []rune   // the first character of each run of characters, ascending from 0
	Class  []uint16 // the class of each run
	N      int      // the number of classes
	Next   []uint16 // the state after a character of class c in state s, at s*N+c
	Accept []bool   // by state

	// As those of a [DFA].
	Bounds []uint8
	Final  []uint8
}

// CompileCharacters is [CompileBounds] for an automaton over characters.
func CompileCharacters(g *abnf.Grammar, rule string, bounds []Bound) (*CharDFA, error) {
	_, d, err := characterBounds(g, rule, bounds)
	if err != nil {
		return nil, err
	}
	m, class, reps := d.minimal().merged()
	out := &CharDFA{N: len(reps), Accept: m.Accept, Final: m.final}
	run := func(first rune, column int) {
		c := uint16(class[column])
		if n := len(out.Class); n == 0 || out.Class[n-1] != c {
			out.First, out.Class = append(out.First, first), append(out.Class, c)
		}
	}
	last := len(d.Lo) - 1 // that of the marker, which is dead in every state
	for c, lo := range d.Lo[:last] {
		run(lo, c)
		if d.Hi[c] == 0xD7FF {
			run(0xD800, last)
		}
	}
	if g.Terminals == abnf.Octets {
		run(abnf.Octets.Last()+1, last)
	}
	for _, row := range m.Next {
		for _, step := range row {
			out.Next = append(out.Next, uint16(step))
			out.Bounds = append(out.Bounds, uint8(step>>16))
		}
	}
	return out, nil
}

// ClassOf returns the class of a character.
func (d *CharDFA) ClassOf(r rune) uint16 {
	i := len(d.First) - 1
	for d.First[i] > r {
		i--
	}
	return d.Class[i]
}
