package engine

import (
	"strings"

	"github.com/rfc3987/iri/internal/text/chars"
)

type kind = chars.Kind // the assembly knows names of this package alone

// KindsOf is [chars.KindsOf] with vectors, where a [Leap] can be run: there a "." counts only after a "/".
func KindsOf(s string) chars.Kind {
	if hasLeap && s != "" { // it may lie nowhere, and to load nothing from there takes 100 ns
		return chars.Kind(vectorKinds(&chars.Kinds, s))
	}
	return chars.KindsOf(s)
}

// DotAfterSlash returns the offset of the first "." of s that follows a "/", or the length of s if there is none.
func DotAfterSlash(s string) int {
	if hasLeap && s != "" {
		return vectorDots(s)
	}
	if i := strings.Index(s, "/."); i >= 0 {
		return i + len("/")
	}
	return len(s)
}
