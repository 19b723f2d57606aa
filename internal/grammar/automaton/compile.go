package automaton

import (
	"encoding/binary"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/abnf"
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
	c, err := n.determinize()
	if err != nil {
		return nil, fmt.Errorf("rule %s: %w", n.Rule.Name, err)
	}
	return c.dfa(n)
}

// charDFA is a deterministic automaton over characters.
type charDFA struct {
	CharClasses
	*Rows
	graph *Graph    // that it was made of
	sets  [][]int32 // by state, the configurations of the graph
}

// determinize makes the subset construction over the classes of characters that no edge
// tells apart, and the rules that are called, in their order.
func (n *NFA) determinize() (*charDFA, error) {
	d := &charDFA{CharClasses: NewCharClasses(n.kind, n.Bounds())}
	d.graph = &Graph{Links: n.eps, Steps: make([][]Step, len(n.edges)), Start: int32(n.start), Accept: int32(n.accept)}
	columns := make(map[*abnf.Rule]int32) // after those of characters: of the rules that are called
	for q, edges := range n.edges {
		for _, e := range edges {
			first, last := d.Span(e.Lo, e.Hi)
			d.graph.Steps[q] = append(d.graph.Steps[q], Step{first, last, int32(e.To)})
		}
		for _, c := range n.CallsOf(q) {
			column, known := columns[c.Rule]
			if !known {
				column = int32(len(d.Lo) + len(columns))
				columns[c.Rule] = column
			}
			d.graph.Steps[q] = append(d.graph.Steps[q], Step{column, column, int32(c.To)})
		}
	}
	var ok bool
	d.Rows = NewRows(len(d.Lo)+len(columns), nil)
	d.sets, ok = d.graph.Subsets(d.Rows, func(states, work int) bool {
		n.work = work
		return states <= MaxDFAStates && work <= maxWork
	})
	if !ok {
		return nil, n.tooLarge(d.sets)
	}
	return d, nil
}

// dfa returns the minimal DFA over bytes.
func (d *charDFA) dfa(n *NFA) (*DFA, error) {
	b, err := d.bytes(n)
	if err != nil {
		return nil, fmt.Errorf("rule %s: %w", n.Rule.Name, err)
	}
	if n.work += rowWeight * len(b.Next); n.work > maxWork {
		return nil, fmt.Errorf("rule %s: %w", n.Rule.Name, n.tooLarge(d.sets))
	}
	out := b.dfa()
	out.Terminals = n.kind
	return out, nil
}

// bytes replaces every step over a character by steps over its UTF-8 bytes
// (RFC 3629 §4: no overlong forms, no surrogates, nothing beyond U+10FFFF). Octets are bytes.
func (d *charDFA) bytes(n *NFA) (*Rows, error) {
	b := NewRows(256, nil)
	for q := 1; q < len(d.Next); q++ {
		b.Add(d.Accept[q])
		b.final[q] = d.final[q]
	}
	if n.kind == abnf.Octets {
		for q := 1; q < len(d.Next); q++ {
			for c := range rune(256) {
				b.Next[q][c] = d.Next[q][d.Class(c)]
			}
		}
		return b, nil
	}
	nodes := make(map[[64]uint16]uint16) // states within a character, by their steps over 0x80 to 0xBF
	// steps over the first bytes of characters beyond ASCII, by those over their classes
	leads := make(map[string][]uint32)
	var key []byte
	var err error
	for q := 1; q < len(d.Next); q++ {
		next := d.Next[q]
		// node returns the state before k more bytes of a character that lies
		// from lo up; characters below least would be overlong there.
		var node func(k int, lo, least rune) uint16
		node = func(k int, lo, least rune) uint16 {
			size := rune(1) << (6 * k)
			if k == 0 && utf8.ValidRune(lo) {
				return uint16(next[d.Class(lo)])
			}
			if k == 0 || lo > utf8.MaxRune || lo+size <= least {
				return 0
			}
			if lo >= least && !slices.ContainsFunc(next[d.Class(lo):d.Class(lo+size-1)+1], func(t uint32) bool { return t != 0 }) {
				return 0
			}
			var row [64]uint16
			live := false
			c, last := d.Class(lo), d.Class(lo+size-1)
			if lo >= least && c == last && (lo >= 0xE000 || lo+size <= 0xD800) {
				// One class without surrogates: all bytes lead to the same.
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
				if len(b.Next) >= 2*MaxDFAStates-1 {
					err = n.tooLarge(d.sets)
					return 0
				}
				id = uint16(len(b.Next))
				nodes[row] = id
				full := b.Add(false)
				for i, t := range row {
					full[0x80+i] = uint32(t)
				}
			}
			return id
		}
		// bounds returns what the characters from lo to hi pass, which the first
		// byte has to tell.
		bounds := func(lo, hi rune) uint32 {
			m, found := uint32(0), false
			for c := d.Class(lo); c <= d.Class(hi); c++ {
				if next[c] == 0 {
					continue
				}
				if found && next[c]>>16 != m {
					err = fmt.Errorf("the first byte of %U to %U does not tell which component it is in", lo, hi)
				}
				m, found = next[c]>>16, true
			}
			return m << 16
		}
		row := b.Next[q]
		for c := range rune(0x80) {
			row[c] = next[d.Class(c)]
		}
		key = key[:0]
		for _, step := range next[d.Class(0x80):] {
			key = binary.LittleEndian.AppendUint32(key, step)
		}
		// States that go on alike beyond ASCII have the same steps over the bytes from 0x80 on.
		if same, ok := leads[string(key)]; ok {
			copy(row[0x80:], same)
			continue
		}
		leads[string(key)] = row[0x80:]
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
				row[c] = uint32(t) | bounds(max(lo, least), min(lo+size, utf8.MaxRune+1)-1)
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return b, nil
}
