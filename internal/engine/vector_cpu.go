//go:build amd64 && !purego

package engine

import "golang.org/x/sys/cpu"

//go:generate go run -C asm -tags purego . -out ../vector_amd64.s -stubs ../vector_amd64.go -pkg engine

// hasMarks reports whether vectorMarks can be run here.
func hasMarks() bool { return cpu.X86.HasAVX2 }

// hasVector reports whether [Vector]s can be run here.
func hasVector() bool { return cpu.X86.HasAVX2 && cpu.X86.HasBMI2 }
