package automaton

import (
	"encoding/binary"
	"fmt"
	"iter"
	"slices"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/abnf"
)

// Compile returns the minimal DFA over UTF-8 bytes of what the rule matches. It
// fails where [CompileNFA] does, and if the DFA has more than MaxDFAStates
// states before it is made minimal.
func Compile(g *abnf.Grammar, rule string) (*DFA, error) {
	d, _, err := CompileMeasured(g, rule)
	return d, err
}

// CompileMeasured is [Compile], which also returns how much work it was, also where it
// fails: in steps of which a computer of today makes some hundred million a second.
func CompileMeasured(g *abnf.Grammar, rule string) (d *DFA, work int, err error) {
	n, err := CompileNFA(g, rule)
	if err != nil {
		return nil, stateWeight * MaxNFAStates / 2, err
	}
	d, err = n.DFA()
	return d, n.work + stateWeight*len(n.eps), err
}

// DFA returns the minimal DFA over UTF-8 bytes of what the NFA accepts.
func (n *NFA) DFA() (*DFA, error) {
	r, err := n.determinize()
	if err != nil {
		return nil, fmt.Errorf("rule %s: %w", n.Rule.Name, err)
	}
	b, err := r.bytes(n)
	if err != nil {
		return nil, fmt.Errorf("rule %s: %w", n.Rule.Name, err)
	}
	if n.work += rowWeight * len(b.rows); n.work > maxWork {
		return nil, fmt.Errorf("rule %s: %w", n.Rule.Name, n.tooLarge(r.sets))
	}
	return b.minimal(), nil
}

// runeDFA is a DFA over classes of characters. Class i holds the characters
// from bounds[i] up to bounds[i+1]. State 0 is dead, state 1 the start.
type runeDFA struct {
	bounds []rune
	next   [][]int32
	mark   [][]uint8 // what a step passes before it consumes its character
	accept []bool
	final  []uint8 // what is passed where a sentence ends
	sets   [][]int32
	reach  func(q int32) []int32
}

// classes returns the sorted bounds of the character classes: characters that no
// edge tells apart are in one. Surrogates, which are not characters, and what is
// beyond Unicode get classes of their own.
func (n *NFA) classes() []rune {
	bounds := []rune{0, 0xD800, 0xE000, 0x110000}
	for _, edges := range n.edges {
		for _, e := range edges {
			bounds = append(bounds, min(e.Lo, 0x110000), min(e.Hi+1, 0x110000))
		}
	}
	slices.Sort(bounds)
	return slices.Compact(bounds)
}

// A state of the subset construction is a set of configurations: an NFA state and
// the bounds passed on the way to it since the last character.
func config(q int32, mark uint8) int32          { return q<<8 | int32(mark) }
func unpack(config int32) (q int32, mark uint8) { return config >> 8, uint8(config) }

// determinize makes the subset construction over classes of characters. It stops when
// that takes more than maxWork steps: a set can hold very many states though there are
// few sets.
func (n *NFA) determinize() (*runeDFA, error) {
	d := &runeDFA{bounds: n.classes()}
	k := len(d.bounds)
	// Only the states that consume or accept count.
	reach := make([][]int32, len(n.eps))
	work := 0
	defer func() { n.work = work }()
	visited := newStamps(len(n.eps))
	d.reach = func(q int32) []int32 {
		if reach[q] == nil {
			var steps int
			reach[q], steps = n.reach(q, visited)
			work += reachWeight * steps
		}
		return reach[q]
	}
	ids := map[string]int32{"": 0}
	sets := [][]int32{nil}
	var key []byte
	add := func(set []int32) int32 {
		slices.Sort(set)
		set = slices.Compact(set)
		key = key[:0]
		for _, q := range set {
			key = binary.LittleEndian.AppendUint32(key, uint32(q))
		}
		id, ok := ids[string(key)]
		if !ok {
			id = int32(len(sets))
			ids[string(key)] = id
			sets = append(sets, slices.Clone(set))
			work += keptWeight * len(set)
		}
		return id
	}
	d.next = append(d.next, make([]int32, k))
	d.mark = append(d.mark, make([]uint8, k))
	d.accept = append(d.accept, false)
	d.final = append(d.final, 0)
	add(slices.Clone(d.reach(int32(n.start))))
	targets := make([][]int32, k) // by class: the states that a character leads to
	stamps := newStamps(len(n.eps))
	var to []int32
	for s := 1; s < len(sets); s++ {
		for c := range targets {
			targets[c] = targets[c][:0]
		}
		row, mark := make([]int32, k), make([]uint8, k)
		accept, final := false, uint8(0)
		for _, conf := range sets[s] {
			q, m := unpack(conf)
			if int(q) == n.accept {
				accept = true
				final |= m
			}
			for _, e := range n.edges[q] {
				for c := range d.classesOf(e) {
					targets[c] = append(targets[c], int32(e.To))
					mark[c] |= m
					work++
				}
			}
		}
		work += 2 * k
		for c, list := range targets {
			to = to[:0]
			stamps.next()
			for _, q := range list {
				reached := d.reach(q)
				work += len(reached)
				for _, conf := range reached {
					if stamps.isNew(conf) {
						to = append(to, conf)
					}
				}
				if work > maxWork {
					return nil, n.tooLarge(sets)
				}
			}
			row[c] = add(to)
		}
		if len(sets) > MaxDFAStates || work > maxWork {
			return nil, n.tooLarge(sets)
		}
		d.next = append(d.next, row)
		d.mark = append(d.mark, mark)
		d.accept = append(d.accept, accept)
		d.final = append(d.final, final)
	}
	d.sets = sets
	return d, nil
}

// stamps tell which configurations have been seen since the last call of next.
type stamps struct {
	now  uint32
	last []uint32           // by state, for configurations without bounds
	more map[int32]struct{} // the others
}

func newStamps(states int) *stamps {
	return &stamps{last: make([]uint32, states), more: make(map[int32]struct{})}
}

func (s *stamps) next() {
	s.now++
	if s.now == 0 {
		clear(s.last)
		s.now = 1
	}
	clear(s.more)
}

// isNew reports whether a configuration has not been seen, and notes it.
func (s *stamps) isNew(conf int32) bool {
	q, mark := unpack(conf)
	if mark == 0 {
		if s.last[q] == s.now {
			return false
		}
		s.last[q] = s.now
		return true
	}
	_, seen := s.more[conf]
	s.more[conf] = struct{}{}
	return !seen
}

// classesOf yields the classes of the characters of an edge, without surrogates and
// what is beyond Unicode.
func (d *runeDFA) classesOf(e Edge) iter.Seq[int] {
	return func(yield func(int) bool) {
		c, _ := slices.BinarySearch(d.bounds, e.Lo)
		for ; c < len(d.bounds) && d.bounds[c] <= e.Hi; c++ {
			if r := d.bounds[c]; utf8.ValidRune(r) && !yield(c) {
				return
			}
		}
	}
}

// reach returns the configurations that can be reached from a state without a
// character and that consume or accept, and how many steps it took to find them.
func (n *NFA) reach(q int32, seen *stamps) (out []int32, steps int) {
	out = []int32{}
	seen.next()
	todo := []int32{config(q, 0)}
	for len(todo) > 0 {
		conf := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		steps++
		if !seen.isNew(conf) {
			continue
		}
		p, mark := unpack(conf)
		if len(n.edges[p]) > 0 || int(p) == n.accept {
			out = append(out, conf)
		}
		for _, l := range n.eps[p] {
			todo = append(todo, config(l.to, mark|l.mark))
		}
	}
	return out, steps
}

// byteDFA is a DFA over bytes, not minimal. State 0 is dead, state 1 the start.
// An element of a row is the next state, and from bit 16 up what the step passes.
type byteDFA struct {
	rows   []*[256]uint32
	accept []bool
	final  []uint8
}

// bytes replaces every step over a character by steps over its UTF-8 bytes
// (RFC 3629 §4: no overlong forms, no surrogates, nothing beyond U+10FFFF).
func (d *runeDFA) bytes(n *NFA) (*byteDFA, error) {
	b := &byteDFA{accept: slices.Clone(d.accept), final: slices.Clone(d.final)}
	for range d.next {
		b.rows = append(b.rows, new([256]uint32))
	}
	nodes := make(map[[64]uint16]uint16) // states within a character, by their steps over 0x80 to 0xBF
	var err error
	for q := 1; q < len(d.next); q++ {
		next := d.next[q]
		class := func(r rune) int {
			i, ok := slices.BinarySearch(d.bounds, r)
			if !ok {
				i--
			}
			return i
		}
		// node returns the state before k more bytes of a character that lies
		// from lo up; characters below least would be overlong there.
		var node func(k int, lo, least rune) uint16
		node = func(k int, lo, least rune) uint16 {
			size := rune(1) << (6 * k)
			if lo >= 0x110000 || lo+size <= least {
				return 0
			}
			if k == 0 {
				return uint16(next[class(lo)])
			}
			if lo >= least && !slices.ContainsFunc(next[class(lo):class(lo+size-1)+1], func(t int32) bool { return t != 0 }) {
				return 0
			}
			var row [64]uint16
			live := false
			c, last := class(lo), class(lo+size-1)
			if lo >= least && c == last {
				// One class: all bytes lead to the same.
				t := node(k-1, lo, least)
				for i := range row {
					row[i] = t
				}
				live = t != 0
			} else {
				for i := range row {
					row[i] = node(k-1, lo+rune(i)<<(6*(k-1)), least)
					live = live || row[i] != 0
				}
			}
			if !live {
				return 0
			}
			id, ok := nodes[row]
			if !ok {
				if len(b.rows) >= 2*MaxDFAStates-1 {
					err = n.tooLarge(d.sets)
					return 0
				}
				id = uint16(len(b.rows))
				nodes[row] = id
				full := new([256]uint32)
				for i, t := range row {
					full[0x80+i] = uint32(t)
				}
				b.rows = append(b.rows, full)
				b.accept = append(b.accept, false)
				b.final = append(b.final, 0)
			}
			return id
		}
		// mark returns what the characters from lo to hi pass, which the first
		// byte has to tell.
		mark := func(lo, hi rune) uint32 {
			m, found := uint8(0), false
			for c := class(lo); c <= class(hi); c++ {
				if next[c] == 0 {
					continue
				}
				if found && d.mark[q][c] != m {
					err = fmt.Errorf("the first byte of %U to %U does not tell which component it is in", lo, hi)
				}
				m, found = d.mark[q][c], true
			}
			return uint32(m) << 16
		}
		row := b.rows[q]
		for c := range rune(0x80) {
			row[c] = uint32(next[class(c)]) | mark(c, c)
		}
		for c := rune(0xC2); c <= 0xF4; c++ {
			k, bits := 1, c&0x1F
			switch {
			case c >= 0xF0:
				k, bits = 3, c&0x07
			case c >= 0xE0:
				k, bits = 2, c&0x0F
			}
			lo, size := bits<<(6*k), rune(1)<<(6*k)
			least := []rune{0, 0x80, 0x800, 0x10000}[k]
			if t := node(k, lo, least); t != 0 {
				row[c] = uint32(t) | mark(max(lo, least), min(lo+size, utf8.MaxRune+1)-1)
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return b, nil
}
