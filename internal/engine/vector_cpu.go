//go:build amd64 && !plain

package engine

import "golang.org/x/sys/cpu"

//go:generate go run -C ../fast/asm -tags plain . -out ../../engine/vector_amd64.s -stubs ../../engine/vector_amd64.go -pkg engine

// hasVector reports whether [Vector]s can be run here.
func hasVector() bool { return cpu.X86.HasAVX2 && cpu.X86.HasBMI2 }
