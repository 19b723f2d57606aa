package export

import (
	"maps"
	"slices"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/study/languages"
)

// eliminate returns a node for a language, made from its minimal automaton by taking out one
// state after the other. It matches each string in one way, as the automaton does, but it may be
// much longer than the rule.
func eliminate(a *languages.Alphabet, l *languages.Lang) (*node, error) {
	if l.Empty() {
		return never, nil
	}
	n := l.States()
	start, end := n, n+1
	edges := make([]map[int]*node, n+2)
	for q := range edges {
		edges[q] = make(map[int]*node)
	}
	edges[start][0] = empty
	for q := range n {
		if l.Accepts(q) {
			edges[q][end] = empty
		}
		spans := make(map[int][]abnf.Interval)
		for c := range a.Classes() - 1 { // without the marker
			if to := l.Step(q, c); to >= 0 {
				lo, hi := a.Range(c)
				spans[to] = append(spans[to], abnf.Interval{Lo: lo, Hi: hi})
			}
		}
		for to, list := range spans {
			edges[q][to] = class(list)
		}
	}
	left := make([]int, n)
	for q := range left {
		left[q] = q
	}
	for len(left) > 0 {
		// First the state whose removal makes the least text.
		cost := func(q int) int {
			in, out, sizes := 0, 0, 0
			for p := range edges {
				if x := edges[p][q]; x != nil && p != q {
					in++
					sizes += x.size()
				}
			}
			for to, x := range edges[q] {
				if to != q {
					out++
					sizes += x.size()
				}
			}
			loop := 0
			if x := edges[q][q]; x != nil {
				loop = x.size()
			}
			return in*out*(1+loop) + max(in, out)*sizes
		}
		best, least := 0, cost(left[0])
		for i, q := range left[1:] {
			if c := cost(q); c < least {
				best, least = i+1, c
			}
		}
		q := left[best]
		left = slices.Delete(left, best, best+1)
		loop := empty
		if x := edges[q][q]; x != nil {
			loop = repeat(x, 0, -1)
		}
		for p := range edges {
			before := edges[p][q]
			if before == nil || p == q {
				continue
			}
			for _, to := range slices.Sorted(maps.Keys(edges[q])) {
				if to == q {
					continue
				}
				n := sequence(before, loop, edges[q][to])
				if old := edges[p][to]; old != nil {
					n = choice(old, n)
				}
				if n.size() > maxPattern {
					return nil, errLong()
				}
				edges[p][to] = n
			}
			delete(edges[p], q)
		}
		edges[q] = nil
	}
	return edges[start][end], nil
}

// size returns about how many characters a pattern of the node has.
func (n *node) size() int {
	total := 2 * len(n.spans)
	for _, s := range n.subs {
		total += 2 + s.size()
	}
	return total
}
