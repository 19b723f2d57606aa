package engine

import "github.com/rfc3987/iri/internal/grammar/automaton"

// stayLimit is how many bytes have to leave a state unchanged for them to be passed over. Fewer of them rarely follow
// each other.
const stayLimit = 8

// stays returns 1 for a state that so many bytes leave unchanged, if none of them records an offset; else 0.
func stays(d *automaton.DFA, q int) uint16 {
	f, all := pathFinder{d}, 0
	for c := range 256 {
		if f.next(q, c) == q {
			all++
		}
	}
	if _, size := f.step(q, q); q == Dead || size < stayLimit || size < all {
		return 0
	}
	return 1
}

// A pathFinder finds paths of an automaton.
type pathFinder struct{ d *automaton.DFA }

type byteSet [256]bool

// A path leads from a state to another one: a set of bytes for each step.
type path []byteSet

func (f pathFinder) next(q, c int) int { return int(f.d.Next[q*f.d.N+int(f.d.Class[c])]) }

// records reports whether the automaton records an offset at the step.
func (f pathFinder) records(q, c int) bool {
	return f.d.Bounds != nil && f.d.Bounds[q*f.d.N+int(f.d.Class[c])] != 0
}

// step returns the bytes that lead from p to q without recording an offset.
func (f pathFinder) step(p, q int) (set byteSet, size int) {
	for c := range 256 {
		if f.next(p, c) == q && !f.records(p, c) {
			set[c] = true
			size++
		}
	}
	return set, size
}

// shortest returns the shortest path from p to q that takes up to n bytes, nil if there
// is none. Of several paths it is the one with the most bytes in its first step.
func (f pathFinder) shortest(p, q, n int) path {
	if set, size := f.step(p, q); size > 0 {
		return path{set}
	}
	if n == 1 {
		return nil
	}
	var best path
	most := 0
	seen := make(map[int]bool)
	for c := range 256 {
		r := f.next(p, c)
		if r == Dead || r == p || seen[r] {
			continue
		}
		seen[r] = true
		set, size := f.step(p, r)
		rest := f.shortest(r, q, n-1)
		if rest == nil || size == 0 {
			continue
		}
		if best == nil || len(rest)+1 < len(best) || len(rest)+1 == len(best) && size > most {
			best, most = append(path{set}, rest...), size
		}
	}
	return best
}
