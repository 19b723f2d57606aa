//go:build (!amd64 && !arm64) || purego

package engine

// hasVector reports whether [Vector]s can be run here.
func hasVector() bool { return false }

func vectorMatch(*Shift, string, int, uint64) (int, uint64) {
	panic("engine: no vectors here")
}

func vectorSplit(*Shift, string, int, uint64, *[64]uint32) (int, uint64) {
	panic("engine: no vectors here")
}
