package idna

import "sort"

//go:generate go run gen.go

// A Property is the derived property of a code point by RFC 5892: PVALID, CONTEXTJ,
// CONTEXTO, UNASSIGNED, or DISALLOWED with the clause that disallows it.
type Property uint8

// The properties. Those from Disallowed on are all DISALLOWED.
const (
	PValid              Property = iota // RFC 5892 §2.1, §2.5, §2.6
	ContextJ                            // RFC 5892 §2.8: needs the rules of Appendix A.1, A.2
	ContextO                            // RFC 5892 §2.6: needs the rules of Appendix A.3 to A.9
	Unassigned                          // RFC 5892 §2.10
	Disallowed                          // RFC 5892 §3: not in any category that is valid
	DisallowedUnstable                  // RFC 5892 §2.2
	DisallowedIgnorable                 // RFC 5892 §2.3
	DisallowedBlock                     // RFC 5892 §2.4
	DisallowedException                 // RFC 5892 §2.6
	DisallowedJamo                      // RFC 5892 §2.9
)

// PropertyOf returns the derived property of a code point.
func PropertyOf(r rune) Property { return Property(lookup(propertyRuns[:], r)) }

// JoiningType is the Unicode property Joining_Type, with the values that RFC 5892 Appendix
// A.1 distinguishes.
type JoiningType uint8

// The joining types. JoinNone stands for both U and C.
const (
	JoinNone JoiningType = iota
	JoinL
	JoinR
	JoinD
	JoinT
)

// JoiningTypeOf returns the Joining_Type of a code point that is not DISALLOWED.
func JoiningTypeOf(r rune) JoiningType { return JoiningType(lookup(joiningRuns[:], r)) }

// lookup returns the value of the run that contains r. The first run must start at 0.
func lookup(runs []uint32, r rune) uint8 {
	i := sort.Search(len(runs), func(i int) bool { return runs[i]>>8 > uint32(r) })
	return uint8(runs[i-1])
}
