package automaton

import "fmt"

// Difference returns the minimal DFA of what a accepts and b does not, without
// bounds. It fails if the product of the two has more than MaxDFAStates states.
func Difference(a, b *DFA) (*DFA, error) {
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
		out.accept = append(out.accept, a.Accept[p[0]] && !b.Accept[p[1]])
	}
	return out.minimal(), nil
}
