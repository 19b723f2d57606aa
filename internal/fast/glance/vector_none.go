//go:build !amd64 || plain

package glance

// hasVector256 and hasVector512 report whether [look256] and [look512] can be run here.
const hasVector256, hasVector512 = false, false

func look256(string, int, *cache) int { panic("glance: no vectors here") }
func look512(string, int, *cache) int { panic("glance: no vectors here") }

func vectorMarks(*uint64, *byte, int, byte, byte) { panic("glance: no vectors for marks here") }
