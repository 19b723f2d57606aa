package automaton

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/rfc3987/iri/internal/abnf"
)

// Compile returns the minimal DFA over UTF-8 bytes of what the rule matches. It
// fails where [CompileNFA] does, and if the DFA has more than MaxDFAStates
// states before it is made minimal.
func Compile(g *abnf.Grammar, rule string) (*DFA, error) {
	n, err := CompileNFA(g, rule)
	if err != nil {
		return nil, err
	}
	return n.DFA()
}

// DFA returns the minimal DFA over UTF-8 bytes of what the NFA accepts.
func (n *NFA) DFA() (*DFA, error) {
	r, err := n.determinize()
	if err != nil {
		return nil, fmt.Errorf("rule %s: %w", n.Rule.Name, err)
	}
	b, err := r.bytes()
	if err != nil {
		return nil, fmt.Errorf("rule %s: %w", n.Rule.Name, err)
	}
	return b.minimal(), nil
}

// runeDFA is a DFA over classes of characters. Class i holds the characters
// from bounds[i] up to bounds[i+1]. State 0 is dead, state 1 the start.
type runeDFA struct {
	bounds []rune
	next   [][]int32
	accept []bool
}

// classes returns the sorted bounds of the character classes: characters that no
// edge tells apart are in one. Surrogates, which are no characters, and what
// lies beyond Unicode get classes of their own.
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

// determinize makes the subset construction over classes of characters.
func (n *NFA) determinize() (*runeDFA, error) {
	d := &runeDFA{bounds: n.classes()}
	k := len(d.bounds)
	// What counts of a state is what it reaches that consumes or accepts.
	reach := make([][]int32, len(n.eps))
	reachOf := func(q int32) []int32 {
		if reach[q] == nil {
			reach[q] = []int32{}
			for _, p := range n.close([]int32{q}) {
				if len(n.edges[p]) > 0 || int(p) == n.accept {
					reach[q] = append(reach[q], p)
				}
			}
		}
		return reach[q]
	}
	ids := map[string]int32{"": 0}
	sets := [][]int32{nil}
	work := 0
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
			work += len(set)
		}
		return id
	}
	d.next = append(d.next, make([]int32, k))
	d.accept = append(d.accept, false)
	add(slices.Clone(reachOf(int32(n.start))))
	to := make([][]int32, k)
	for s := 1; s < len(sets); s++ {
		if len(sets) > MaxDFAStates || work > maxWork {
			return nil, tooLarge
		}
		for c := range to {
			to[c] = to[c][:0]
		}
		accept := false
		for _, q := range sets[s] {
			accept = accept || int(q) == n.accept
			for _, e := range n.edges[q] {
				c, _ := slices.BinarySearch(d.bounds, e.Lo)
				for ; c < k && d.bounds[c] <= e.Hi; c++ {
					if lo := d.bounds[c]; lo != 0xD800 && (lo < 0xD800 || lo >= 0xE000) && lo < 0x110000 {
						to[c] = append(to[c], reachOf(int32(e.To))...)
					}
				}
			}
		}
		row := make([]int32, k)
		for c := range to {
			row[c] = add(to[c])
		}
		d.next = append(d.next, row)
		d.accept = append(d.accept, accept)
	}
	return d, nil
}

var tooLarge = fmt.Errorf("its automaton has more than %d states; lower the counts of its repetitions", MaxDFAStates)

// byteDFA is a DFA over bytes, not minimal. State 0 is dead, state 1 the start.
type byteDFA struct {
	rows   []*[256]uint16
	accept []bool
}

// bytes replaces every step over a character by steps over its UTF-8 bytes
// (RFC 3629 §4: no overlong forms, no surrogates, nothing beyond U+10FFFF).
func (d *runeDFA) bytes() (*byteDFA, error) {
	b := &byteDFA{accept: slices.Clone(d.accept)}
	for range d.next {
		b.rows = append(b.rows, new([256]uint16))
	}
	nodes := make(map[[256]uint16]uint16) // states within a character, shared
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
			var row [256]uint16
			live := false
			c, last := class(lo), class(lo+size-1)
			if lo >= least && c == last {
				// One class: all bytes lead to the same.
				t := node(k-1, lo, least)
				for i := range 64 {
					row[0x80+i] = t
				}
				live = t != 0
			} else {
				for i := range rune(64) {
					t := node(k-1, lo+i<<(6*(k-1)), least)
					row[0x80+i] = t
					live = live || t != 0
				}
			}
			if !live {
				return 0
			}
			id, ok := nodes[row]
			if !ok {
				if len(b.rows) >= 2*MaxDFAStates-1 {
					err = tooLarge
					return 0
				}
				id = uint16(len(b.rows))
				nodes[row] = id
				b.rows = append(b.rows, &row)
				b.accept = append(b.accept, false)
			}
			return id
		}
		row := b.rows[q]
		for c := range rune(0x80) {
			row[c] = uint16(next[class(c)])
		}
		for c := rune(0xC2); c <= 0xDF; c++ {
			row[c] = node(1, (c&0x1F)<<6, 0x80)
		}
		for c := rune(0xE0); c <= 0xEF; c++ {
			row[c] = node(2, (c&0x0F)<<12, 0x800)
		}
		for c := rune(0xF0); c <= 0xF4; c++ {
			row[c] = node(3, (c&0x07)<<18, 0x10000)
		}
		if err != nil {
			return nil, err
		}
	}
	return b, nil
}
