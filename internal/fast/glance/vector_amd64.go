//go:build amd64 && !plain

package glance

import "golang.org/x/sys/cpu"

//go:generate go run -C ../asm -tags plain ./glance -out ../glance/vector_amd64.s -pkg glance

// hasVector256 and hasVector512 report whether [look256] and [look512] can be run here.
var (
	hasVector256 = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT
	hasVector512 = hasVector256 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI
)

// look256 does what Look does or, where from is not 0, returns Clean if IsCleanText is true of s, otherwise
// Unsure. If reps lacks the Repertoire of the first character beyond ASCII, it returns the
// offset of that character.
//
//go:noescape
func look256(s string, from int, reps *cache) int

// look512 does what Look does or, where from is not 0, returns Clean if IsCleanText is true of s, otherwise
// Unsure. If reps lacks the Repertoire of the first character beyond ASCII, it returns the
// offset of that character.
//
//go:noescape
func look512(s string, from int, reps *cache) int

// vectorMarks does what Marks does for the n times 64 bytes from text on.
//
//go:noescape
func vectorMarks(dst *uint64, text *byte, n int, a byte, b byte)
