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

// MayHaveDots reports whether a "." may follow a "/" in s: whether [KindsOf] has [chars.Dot].
func MayHaveDots(s string) bool {
	if hasLeap && s != "" {
		return vectorDots(s)
	}
	return strings.IndexByte(s, '.') >= 0
}
