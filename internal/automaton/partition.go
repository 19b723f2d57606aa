package automaton

// Partition returns, for each state of a deterministic automaton, the number of
// its block of equivalent states (Hopcroft 1971). next holds a row of equal length
// for each state; there are fewer than 1<<16 states.
func Partition(next [][]uint32, accept []bool) []int {
	k := 0
	if len(next) > 0 {
		k = len(next[0])
	}
	t := &table{reps: make([]byte, k), next: next, accept: accept, final: make([]uint8, len(next))}
	return t.partition()
}
