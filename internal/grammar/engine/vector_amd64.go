//go:build amd64 && !purego

package engine

import "golang.org/x/sys/cpu"

//go:generate go run -C asm -tags purego . -out ../vector_amd64.s -pkg engine

// hasVector reports whether [Vector]s can be run here.
func hasVector() bool { return cpu.X86.HasAVX2 && cpu.X86.HasBMI2 }

// vectorMatch reads s from offset i in state q to its end, or to where the Vector of h
// does not suffice, and returns where it stopped and the state there. s has at least
// eight bytes, and a character begins at i.
//
//go:noescape
func vectorMatch(h *Shift, s string, i int, q uint64) (stop int, state uint64)

// vectorSplit is vectorMatch that also sets the end of each state it comes through.
//
//go:noescape
func vectorSplit(h *Shift, s string, i int, q uint64, end *[64]uint32) (stop int, state uint64)
