package automaton

import "fmt"

// Reachable reports, by state, whether a string leads there from the given
// state; the state itself is always reachable.
func (d *DFA) Reachable(from int) []bool {
	seen := make([]bool, d.States())
	seen[from] = true
	for todo := []int{from}; len(todo) > 0; {
		q := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, t := range d.Next[q*d.N : (q+1)*d.N] {
			if !seen[t] {
				seen[t] = true
				todo = append(todo, int(t))
			}
		}
	}
	return seen
}

// Product returns the minimal DFA of the strings for which op holds, given
// whether a and b accept them; op(false, false) must be false. Union is a || b,
// intersection a && b, difference a && !b. It fails if the product has more than
// MaxDFAStates states before it is made minimal.
func Product(a, b *DFA, op func(a, b bool) bool) (*DFA, error) {
	var class [256]uint8
	ids := make(map[[2]uint8]int)
	var pairs [][2]uint8
	for c := range 256 {
		p := [2]uint8{a.Class[c], b.Class[c]}
		if _, ok := ids[p]; !ok {
			ids[p] = len(pairs)
			pairs = append(pairs, p)
		}
		class[c] = uint8(ids[p])
	}
	type pair [2]uint16
	states := map[pair]uint16{{0, 0}: 0, {1, 1}: 1}
	order := []pair{{0, 0}, {1, 1}}
	out := &byteDFA{}
	next := make([]uint16, len(pairs))
	for i := 0; i < len(order); i++ {
		p := order[i]
		for c, k := range pairs {
			to := pair{a.Next[int(p[0])*a.N+int(k[0])], b.Next[int(p[1])*b.N+int(k[1])]}
			id, ok := states[to]
			if !ok {
				if len(order) >= MaxDFAStates {
					return nil, fmt.Errorf("the product has more than %d states", MaxDFAStates)
				}
				id = uint16(len(order))
				states[to] = id
				order = append(order, to)
			}
			next[c] = id
		}
		row := new([256]uint32)
		for c := range row {
			row[c] = uint32(next[class[c]])
		}
		out.rows = append(out.rows, row)
		out.final = append(out.final, 0)
		out.accept = append(out.accept, op(a.Accept[p[0]], b.Accept[p[1]]))
	}
	return out.minimal(), nil
}

// Union returns the DFA of what a or b accepts.
func Union(a, b *DFA) (*DFA, error) {
	return Product(a, b, func(a, b bool) bool { return a || b })
}

// Intersection returns the DFA of what both accept.
func Intersection(a, b *DFA) (*DFA, error) {
	return Product(a, b, func(a, b bool) bool { return a && b })
}

// Difference returns the DFA of what a accepts and b does not.
func Difference(a, b *DFA) (*DFA, error) {
	return Product(a, b, func(a, b bool) bool { return a && !b })
}

// Complement returns the DFA of the UTF-8 strings that d does not accept.
func (d *DFA) Complement() (*DFA, error) { return Difference(text(), d) }

// text returns the DFA of all UTF-8 strings.
func text() *DFA {
	r := &runeDFA{
		bounds: []rune{0, 0xD800, 0xE000, 0x110000},
		next:   [][]int32{{0, 0, 0, 0}, {1, 0, 1, 0}},
		mark:   [][]uint8{make([]uint8, 4), make([]uint8, 4)},
		accept: []bool{false, true},
		final:  []uint8{0, 0},
	}
	b, err := r.bytes()
	if err != nil {
		panic(err) // a handful of states
	}
	return b.minimal()
}
