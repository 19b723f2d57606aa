// Package languages computes with the languages of grammars. In come the rules of grammars; out
// come the languages of their expressions, what is in one and not in another, and derivations.
// It makes the language of an expression from those of its parts and keeps them, so that after a
// change of one part only what contains it is computed again: [automaton.Compile] takes about 100 ms
// for IRI-reference each time, a change in a rule takes 0.1 ms here, and comparing grammars
// and making test vectors needs hundreds of changes. The package must not know what the rules of a spec mean.
package languages

import (
	"errors"
	"slices"

	"github.com/rfc3987/iri/internal/grammar/automaton"
)

// maxLangStates bounds the automaton of a language before it is made minimal.
const maxLangStates = 1<<16 - 2

// ErrTooLarge is the value that a computation panics with if an automaton has too
// many states. The packages that use this one recover from it with [Recover].
var ErrTooLarge = errors.New("too-large: this takes too much work; lower the counts of the repetitions, split long " +
	"alternations, or name a smaller rule")

// Recover turns a panic with ErrTooLarge into an error. It is to be deferred.
func Recover(err *error) {
	switch r := recover(); r {
	case nil:
	case ErrTooLarge:
		*err = ErrTooLarge
	default:
		panic(r)
	}
}

// A Lang is a regular language: a minimal automaton in which every state leads to
// a sentence. The zero Lang cannot be used; see [Compiler.Lang].
type Lang struct {
	a      *Alphabet
	next   []int32 // by state*classes + class; -1 where no sentence continues
	accept []bool  // by state; state 0 is the start; none if the language is empty
}

// States returns the number of states.
func (l *Lang) States() int { return len(l.accept) }

// Empty reports whether the language has no sentence.
func (l *Lang) Empty() bool { return len(l.accept) == 0 }

// Step returns the state after a class of characters, -1 if no sentence continues.
func (l *Lang) Step(state, class int) int {
	if state < 0 {
		return -1
	}
	return int(l.next[state*len(l.a.Lo)+class])
}

// After returns the state after s, from the given state.
func (l *Lang) After(state int, s []rune) int {
	for _, r := range s {
		if state < 0 {
			return -1
		}
		state = l.Step(state, l.a.Class(r))
	}
	return state
}

// Accepts reports whether a sentence ends in the state.
func (l *Lang) Accepts(state int) bool { return state >= 0 && state < len(l.accept) && l.accept[state] }

// Start returns the state in which sentences begin, -1 if there are none.
func (l *Lang) Start() int {
	if l.Empty() {
		return -1
	}
	return 0
}

// Match reports whether s is a sentence.
func (l *Lang) Match(s []rune) bool { return l.Accepts(l.After(l.Start(), s)) }

// Combine returns the strings for which keep holds, given whether they are in l
// and in m; keep(false, false) must be false.
func (l *Lang) Combine(m *Lang, keep func(inL, inM bool) bool) *Lang {
	return combine(l, m, l.Start(), m.Start(), m.Accepts, keep)
}

// Minus returns the sentences of l that are not in m.
func (l *Lang) Minus(m *Lang) *Lang {
	return l.Combine(m, func(inL, inM bool) bool { return inL && !inM })
}

// And returns the sentences that are in both l and m.
func (l *Lang) And(m *Lang) *Lang {
	return l.Combine(m, func(inL, inM bool) bool { return inL && inM })
}

// Within returns the strings x of l for which u x v is a sentence of m.
func (l *Lang) Within(m *Lang, u, v []rune) *Lang {
	return combine(l, m, l.Start(), m.After(m.Start(), u),
		func(q int) bool { return m.Accepts(m.After(q, v)) },
		func(inL, inM bool) bool { return inL && inM })
}

// Outside returns the strings x of l for which u x v is not a sentence of m.
func (l *Lang) Outside(m *Lang, u, v []rune) *Lang {
	return combine(l, m, l.Start(), m.After(m.Start(), u),
		func(q int) bool { return m.Accepts(m.After(q, v)) },
		func(inL, inM bool) bool { return inL && !inM })
}

// Past returns the sentences of l with which no sentence of m begins.
func (l *Lang) Past(m *Lang) *Lang {
	return combine(l, m, l.Start(), m.Start(), func(q int) bool { return q >= 0 }, func(inL, begins bool) bool { return inL && !begins })
}

// Leaves reports whether every string x for which u x v is a sentence of l is one of m. It makes no automaton.
func (l *Lang) Leaves(m *Lang, u, v []rune) bool {
	type pair struct{ p, q int }
	order := []pair{{l.After(l.Start(), u), m.Start()}}
	seen := map[pair]bool{order[0]: true}
	for i := 0; i < len(order); i++ {
		s := order[i]
		if l.Accepts(l.After(s.p, v)) && !m.Accepts(s.q) {
			return false
		}
		l.a.Spend(l.Classes())
		for c := range l.Classes() {
			if t := (pair{l.Step(s.p, c), m.Step(s.q, c)}); t.p >= 0 && t != order[len(order)-1] && !seen[t] {
				seen[t] = true
				order = append(order, t)
			}
		}
	}
	return true
}

// combine returns the language of the pairs of states from ls and ms on: keep tells which
// of them accept, given whether their states do.
func combine(l, m *Lang, ls, ms int, acceptM func(int) bool, keep func(a, b bool) bool) *Lang {
	k := len(l.a.Lo)
	type pair struct{ p, q int32 }
	ids := map[pair]uint32{{-1, -1}: 0}
	order := []pair{{-1, -1}, {int32(ls), int32(ms)}}
	ids[order[1]] = 1
	d := l.a.newRows()
	needL, needM := keep(true, false), keep(false, true)
	for i := 1; i < len(order); i++ {
		if i > maxLangStates {
			panic(ErrTooLarge)
		}
		s := order[i]
		row := d.Add(keep(l.Accepts(int(s.p)), acceptM(int(s.q))))
		id, of := uint32(0), order[0]
		for c := range k {
			t := pair{int32(l.Step(int(s.p), c)), int32(m.Step(int(s.q), c))}
			if t.p < 0 && !needM || t.q < 0 && !needL {
				continue
			}
			if t != of { // classes side by side mostly lead to the same
				ok := false
				if id, ok = ids[t]; !ok {
					id = uint32(len(order))
					ids[t] = id
					order = append(order, t)
				}
				of = t
			}
			row[c] = id
		}
	}
	return l.a.lang(d)
}

// lang returns the language of a deterministic automaton over the classes.
func (a *Alphabet) lang(d *automaton.Rows) *Lang {
	n, k := len(d.Next), len(a.Lo)
	if n > maxLangStates {
		panic(ErrTooLarge)
	}
	a.Spend(n * k)
	l := &Lang{a: a}
	m, class := d.Reduced()
	a.spare = d.Space()
	if m.IsEmpty() {
		return l
	}
	l.accept = m.Accept[1:]
	l.next = make([]int32, 0, len(l.accept)*k)
	for _, row := range m.Next[1:] {
		for _, c := range class {
			l.next = append(l.next, int32(row[c])-1)
		}
	}
	return l
}

// Equal reports whether both languages have the same sentences.
func (l *Lang) Equal(m *Lang) bool {
	// both are minimal and numbered in the same order
	return slices.Equal(l.next, m.next) && slices.Equal(l.accept, m.accept)
}

// Classes returns the number of classes of characters that the language is over.
func (l *Lang) Classes() int { return len(l.a.Lo) }
