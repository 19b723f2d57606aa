package engine

import (
	"slices"

	"github.com/rfc3987/iri/internal/grammar/automaton"
)

// A Loop holds the paths from a state back to itself that take up to four bytes and
// where each byte can be checked on its own: a single byte such as a letter, a
// character beyond ASCII, a percent-encoded octet.
type Loop struct {
	// Self is 1 for the bytes that lead from the state to itself.
	Self [256]uint8
	// Cycle describes the path that begins with a byte. Bits 0 to 7 are its length in
	// bytes (2 to 4, or 0 for no path). Bits 8 to 31 hold for each further byte the
	// bit of the set in Table.Follow that the byte has to be in.
	Cycle [256]uint32
}

// loopLimit is how many bytes have to leave a state unchanged for the state to get a
// loop. Fewer of them rarely follow each other, and then the table is as fast.
const loopLimit = 8

// A loopFinder finds the loops of an automaton.
type loopFinder struct {
	d      *automaton.DFA
	follow [256]uint8
	sets   []byteSet
}

type byteSet [256]bool

// A path leads from a state to another one: a set of bytes for each step.
type path []byteSet

func (f *loopFinder) next(q, c int) int { return int(f.d.Next[q*f.d.N+int(f.d.Class[c])]) }

// records reports whether the automaton records an offset at the step.
func (f *loopFinder) records(q, c int) bool {
	return f.d.Bounds != nil && f.d.Bounds[q*f.d.N+int(f.d.Class[c])] != 0
}

// step returns the bytes that lead from p to q without recording an offset.
func (f *loopFinder) step(p, q int) (set byteSet, size int) {
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
func (f *loopFinder) shortest(p, q, n int) path {
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

// cycles returns the paths from q back to q, without their first steps: by the class
// of the first byte.
func (f *loopFinder) cycles(q int) map[uint8]path {
	out := make(map[uint8]path)
	for c := range 256 {
		class := f.d.Class[c]
		if _, ok := out[class]; ok {
			continue
		}
		if p := f.next(q, c); p != Dead && p != q && !f.records(q, c) {
			if back := f.shortest(p, q, 3); back != nil {
				out[class] = back
			}
		}
	}
	return out
}

// hasLoop reports whether a state gets a loop.
func (f *loopFinder) hasLoop(q int) bool {
	_, size := f.step(q, q)
	return q != Dead && size >= loopLimit
}

// chooseSets gives a bit of Table.Follow to the eight sets that the paths of the most
// states and first bytes need.
func (f *loopFinder) chooseSets() {
	uses := make(map[byteSet]int)
	var order []byteSet
	for q := range f.d.Accept {
		if !f.hasLoop(q) {
			continue
		}
		cycles := f.cycles(q)
		for c := range 256 {
			for _, set := range cycles[f.d.Class[c]] {
				if uses[set] == 0 {
					order = append(order, set)
				}
				uses[set]++
			}
		}
	}
	slices.SortStableFunc(order, func(x, y byteSet) int { return uses[y] - uses[x] })
	f.sets = order[:min(len(order), 8)]
	for i, set := range f.sets {
		for c, in := range set {
			if in {
				f.follow[c] |= 1 << i
			}
		}
	}
}

// loop returns the loop of a state, nil if it gets none.
func (f *loopFinder) loop(q int) *Loop {
	if !f.hasLoop(q) {
		return nil
	}
	l := &Loop{}
	self, _ := f.step(q, q)
	for c, in := range self {
		if in {
			l.Self[c] = 1
		}
	}
	cycles := f.cycles(q)
	for c := range 256 {
		back := cycles[f.d.Class[c]]
		if back == nil || l.Self[c] != 0 {
			continue
		}
		word := uint32(len(back) + 1)
		for i, set := range back {
			k := slices.Index(f.sets, set)
			if k < 0 {
				word = 0 // a set without a bit: the table reads this path
				break
			}
			word |= 1 << k << (8 * (i + 1))
		}
		l.Cycle[c] = word
	}
	return l
}
