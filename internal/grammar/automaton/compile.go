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
	ascii := rune(0x80)
	if n.kind == abnf.Octets {
		ascii = 256
	}
	for q := 1; q < len(d.Next); q++ {
		for c := range ascii {
			b.Next[q][c] = d.Next[q][d.Class(c)]
		}
	}
	if n.kind == abnf.Octets {
		return b, nil
	}
	e := utf8Encoder{charDFA: d, rows: b, nodes: make(map[[64]uint16]uint16)}
	// States that continue in the same way beyond ASCII have the same steps over the bytes from 0x80 on.
	leads := make(map[string][]uint32) // these steps, by the steps over characters beyond ASCII
	var key []byte
	for q := 1; q < len(d.Next); q++ {
		e.next = d.Next[q]
		key = key[:0]
		for _, step := range e.next[d.Class(0x80):] {
			key = binary.LittleEndian.AppendUint32(key, step)
		}
		row := b.Next[q][0x80:]
		if same, ok := leads[string(key)]; ok {
			copy(row, same)
			continue
		}
		leads[string(key)] = row
		if err := e.leadBytes(row); err != nil {
			return nil, err
		}
		if e.full {
			return nil, n.tooLarge(d.sets)
		}
	}
	return b, nil
}

// A utf8Encoder adds to rows over bytes the states between the bytes of characters beyond ASCII.
type utf8Encoder struct {
	*charDFA
	rows  *Rows
	nodes map[[64]uint16]uint16 // the states within a character, by their steps over 0x80 to 0xBF
	next  []uint32              // the steps of the present state over classes of characters
	full  bool                  // there would be too many states
}

// leadBytes sets the steps of the present state over the bytes from 0x80 on.
func (e *utf8Encoder) leadBytes(row []uint32) error {
	for c := rune(0xC2); c <= 0xF4; c++ {
		k, bits := 1, c&0x1F // how many bytes come after this one, and what it has of the character
		switch {
		case c >= 0xF0:
			k, bits = 3, c&0x07
		case c >= 0xE0:
			k, bits = 2, c&0x0F
		}
		lo, size := bits<<(6*k), rune(1)<<(6*k)
		least := []rune{0, 0x80, 0x800, 0x10000}[k]
		t := e.node(k, lo, least)
		if t == 0 {
			continue
		}
		bounds, err := e.bounds(max(lo, least), min(lo+size, utf8.MaxRune+1)-1)
		if err != nil {
			return err
		}
		row[c-0x80] = uint32(t) | bounds
	}
	return nil
}

// node returns the state before the last k bytes of the characters from lo on. Those below least would be
// overlong. It is 0 if none of them is accepted.
func (e *utf8Encoder) node(k int, lo, least rune) uint16 {
	if k == 0 && utf8.ValidRune(lo) {
		return uint16(e.next[e.Class(lo)])
	}
	size := rune(1) << (6 * k)
	if k == 0 || lo > utf8.MaxRune || lo+size <= least {
		return 0
	}
	first, last := e.Class(lo), e.Class(lo+size-1)
	if lo >= least && !slices.ContainsFunc(e.next[first:last+1], func(t uint32) bool { return t != 0 }) {
		return 0
	}
	var row [64]uint16
	if lo >= least && first == last && (lo >= 0xE000 || lo+size <= 0xD800) {
		// One class without surrogates: all bytes lead to the same state.
		t := e.node(k-1, lo, least)
		for i := range row {
			row[i] = t
		}
	} else {
		for i := range row {
			row[i] = e.node(k-1, lo+rune(i)<<(6*(k-1)), least)
		}
	}
	if row == [64]uint16{} {
		return 0
	}
	id, ok := e.nodes[row]
	if ok {
		return id
	}
	if e.full = e.full || len(e.rows.Next) >= 2*MaxDFAStates-1; e.full {
		return 0
	}
	id = uint16(len(e.rows.Next))
	e.nodes[row] = id
	full := e.rows.Add(false)
	for i, t := range row {
		full[0x80+i] = uint32(t)
	}
	return id
}

// bounds returns the bounds that a step over each character from lo to hi passes. It fails if these differ, because
// the first byte has to pass them.
func (e *utf8Encoder) bounds(lo, hi rune) (uint32, error) {
	bounds, found := uint32(0), false
	for _, step := range e.next[e.Class(lo) : e.Class(hi)+1] {
		if step == 0 {
			continue
		}
		if found && step>>16 != bounds {
			return 0, fmt.Errorf("the first byte of %U to %U does not tell which component it is in", lo, hi)
		}
		bounds, found = step>>16, true
	}
	return bounds << 16, nil
}
