//go:build !amd64 || plain

package octets

// hasVector reports whether the assembly can be run here.
const hasVector = false

func vectorDecode(*byte, string) int { panic("octets: no vectors here") }
func vectorEncode(*byte, string) int { panic("octets: no vectors here") }
