package bench

import (
	"slices"
	"time"
)

// Times are the shortest times of the parts of a corpus. Each part is measured by itself, so that
// other work of the machine counts only if it is there in every round.
type Times []time.Duration

// Keep keeps the time of part k, if none of that part was shorter.
func (t *Times) Keep(k int, took time.Duration) {
	if k == len(*t) {
		*t = append(*t, took)
	}
	(*t)[k] = min((*t)[k], took)
}

// Sum returns the time of all parts in nanoseconds.
func (t Times) Sum() (ns float64) {
	for _, took := range t {
		ns += float64(took.Nanoseconds())
	}
	return ns
}

// Round runs a check on all items twice, the second time with the clock: what ran before has
// filled the caches with its own data. It returns how many items the check accepts.
func Round[T any](t *Times, list []T, check func(T) bool) (good int) {
	for _, s := range list {
		check(s)
	}
	k := 0
	for part := range slices.Chunk(list, 200) {
		start := time.Now()
		for _, s := range part {
			if check(s) {
				good++
			}
		}
		t.Keep(k, time.Since(start))
		k++
	}
	return good
}
