package export

import (
	"errors"
	"slices"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// What the proof may take: states of the expression, and pairs of them.
const (
	maxStates = 20_000
	maxPairs  = 4_000_000
)

var errProof = errors.New("it is too large to prove that its pattern takes linear time")

// A nest is an expression as an automaton (Thompson's construction): each state has one step with a
// character, or up to some without.
type nest struct {
	links [][]int
	spans [][]abnf.Interval // of the step with a character; nil if there is none
	to    []int             // where that leads
}

func (t *nest) state() int {
	if len(t.links) >= maxStates {
		panic(errProof)
	}
	t.links, t.spans, t.to = append(t.links, nil), append(t.spans, nil), append(t.to, 0)
	return len(t.links) - 1
}

func (t *nest) link(from, to int) { t.links[from] = append(t.links[from], to) }

// add adds a node that begins in a state, and returns the state in which it ends.
func (t *nest) add(n *node, from int) int {
	switch n.op {
	case opClass:
		at, to := t.state(), t.state()
		t.link(from, at)
		t.spans[at], t.to[at] = n.spans, to
		return to
	case opSeq:
		for _, s := range n.subs {
			from = t.add(s, from)
		}
		return from
	case opChoice:
		end := t.state()
		for _, s := range n.subs {
			start := t.state()
			t.link(from, start)
			t.link(t.add(s, start), end)
		}
		return end
	case opRepeat:
		for range n.min {
			from = t.add(n.subs[0], from)
		}
		if n.max < 0 {
			loop, end := t.state(), t.state()
			t.link(from, loop)
			t.link(loop, end)
			t.link(t.add(n.subs[0], loop), loop)
			return end
		}
		end := t.state()
		for range n.max - n.min {
			t.link(from, end)
			start := t.state()
			t.link(from, start)
			from = t.add(n.subs[0], start)
		}
		t.link(from, end)
		return end
	}
	return from
}

// ambiguous reports whether the node matches some string in two ways. Every state of its automaton
// lies on the way of a string that it matches, so if it does not, then no text leads to a
// state in two ways.
func (n *node) ambiguous() (found bool, err error) {
	defer func() {
		if r := recover(); r != nil {
			if r != errProof {
				panic(r)
			}
			err = errProof
		}
	}()
	t := &nest{}
	start := t.state()
	accept := t.add(n, start)

	// closures[q] is where q leads without a character: to states that have a step with one, and to
	// the last. A state that is reached twice leads somewhere, so that is reached twice.
	closures := make(map[int][]int)
	closure := func(q int) (list []int, twice bool) {
		seen := make(map[int]bool)
		var visit func(p int) bool
		visit = func(p int) bool {
			if seen[p] {
				return true
			}
			seen[p] = true
			if t.spans[p] != nil || p == accept {
				list = append(list, p)
			}
			return slices.ContainsFunc(t.links[p], visit)
		}
		twice = visit(q)
		closures[q] = list
		return list, twice
	}
	seen := make(map[[2]int]bool)
	var todo [][2]int
	push := func(p, q int) {
		if p > q {
			p, q = q, p
		}
		if k := [2]int{p, q}; !seen[k] {
			if len(seen) >= maxPairs {
				panic(errProof)
			}
			seen[k] = true
			todo = append(todo, k)
		}
	}
	from := []int{start}
	for q, spans := range t.spans {
		if spans != nil {
			from = append(from, t.to[q])
		}
	}
	for _, q := range from {
		list, twice := closure(q)
		if twice {
			return true, nil
		}
		for i, p := range list {
			for _, r := range list[i+1:] {
				push(p, r)
			}
		}
	}
	// Pairs of states to which the same text leads, in two ways.
	for len(todo) > 0 {
		p, q := todo[len(todo)-1][0], todo[len(todo)-1][1]
		todo = todo[:len(todo)-1]
		if !overlap(t.spans[p], t.spans[q]) {
			continue
		}
		for _, a := range closures[t.to[p]] {
			for _, b := range closures[t.to[q]] {
				if a == b {
					return true, nil
				}
				push(a, b)
			}
		}
	}
	return false, nil
}

// overlap reports whether two classes share a character.
func overlap(a, b []abnf.Interval) bool {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i].Hi < b[j].Lo:
			i++
		case b[j].Hi < a[i].Lo:
			j++
		default:
			return true
		}
	}
	return false
}
