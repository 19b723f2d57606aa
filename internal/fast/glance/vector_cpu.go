//go:build amd64 && !plain

package glance

import "golang.org/x/sys/cpu"

//go:generate go run -C ../asm -tags plain ./glance -out ../glance/vector_amd64.s -stubs ../glance/vector_amd64.go -pkg glance

// hasVector256 and hasVector512 report whether [look256] and [look512] can be run here.
var (
	hasVector256 = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasBMI2 && cpu.X86.HasPOPCNT
	hasVector512 = hasVector256 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI
)
