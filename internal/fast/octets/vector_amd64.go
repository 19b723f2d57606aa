//go:build amd64 && !plain

package octets

import "golang.org/x/sys/cpu"

//go:generate go run -C ../asm -tags plain ./octets -out ../octets/vector_amd64.s -pkg octets

// hasVector reports whether the assembly can be run here.
var hasVector = cpu.X86.HasBMI1 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT && cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW &&
	cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512VBMI2

// vectorDecode writes s to dst with the octets of its percent-encodings, but for those of ASCII that is not unreserved, and
// returns how many bytes these are. s is not empty, and dst has room for as many bytes.
//
//go:noescape
func vectorDecode(dst *byte, s string) (n int)

// vectorEncode writes s to dst with what is not ASCII percent-encoded, and returns how many bytes these are. s is not empty, and dst has
// room for the bytes.
//
//go:noescape
func vectorEncode(dst *byte, s string) (n int)
