//go:build amd64 && !plain

package engine

import "golang.org/x/sys/cpu"

//go:generate go run -C ../../fast/asm -tags plain . -out ../../grammar/engine/vector_amd64.s -pkg engine

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

// hasLeap reports whether a [Leap] can be run here.
var hasLeap = hasVector() && cpu.X86.HasBMI1 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ &&
	cpu.X86.HasAVX512VL && cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512GFNI

// vectorLeap returns the state of v.Leap at the end of s, 0 if it does not know it, LeapRefused if s is surely
// not in the language. s is not empty.
//
//go:noescape
func vectorLeap(v *Vector, s string) (state uint64)

// vectorLeapSplit is vectorLeap that also sets the offsets to record, if it knows the state; otherwise off stays
// as it is.
//
//go:noescape
func vectorLeapSplit(v *Vector, s string, off *Offsets) (state uint64)
