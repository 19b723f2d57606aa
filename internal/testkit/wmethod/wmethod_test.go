package wmethod

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/testkit/grammartest"
)

// TestSuite checks the promise of the W-method: a faulty automaton with no more
// states differs from the right one on a string of the suite.
func TestSuite(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	mutants := 0
	for i := range 80 {
		d, err := automaton.Compile(grammartest.Read(t, grammartest.Random(r)), "a")
		if err != nil {
			t.Fatal(err)
		}
		suite := New(d, Bytes(d))
		for range 20 {
			m := &automaton.DFA{Class: d.Class, N: d.N, Next: slices.Clone(d.Next), Accept: slices.Clone(d.Accept)}
			if r.IntN(4) == 0 {
				q := 1 + r.IntN(m.States()-1)
				m.Accept[q] = !m.Accept[q]
			} else {
				m.Next[m.N+r.IntN(len(m.Next)-m.N)] = uint16(r.IntN(m.States()))
			}
			// Equivalent mutants are not faults.
			if same(d, m) {
				continue
			}
			mutants++
			caught := false
			for s := range suite.Strings() {
				if d.Match(s) != m.Match(s) {
					caught = true
					break
				}
			}
			if !caught {
				t.Fatalf("grammar %d: a faulty automaton passes the suite", i)
			}
		}
	}
	if mutants < 500 {
		t.Errorf("only %d mutants", mutants)
	}
}

// same reports whether two automata accept the same strings; they need not be
// minimal, as those that [automaton.DFA.Equal] compares.
func same(a, b *automaton.DFA) bool {
	type pair struct{ p, q int }
	todo, seen := []pair{{1, 1}}, map[pair]bool{}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		if a.Accept[at.p] != b.Accept[at.q] {
			return false
		}
		for c := range 256 {
			todo = append(todo, pair{int(a.Next[at.p*a.N+int(a.Class[c])]), int(b.Next[at.q*b.N+int(b.Class[c])])})
		}
	}
	return true
}
