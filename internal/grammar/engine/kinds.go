package engine

import "github.com/rfc3987/iri/internal/text/chars"

type kind = chars.Kind // the assembly knows names of this package alone

// KindsOf is [chars.KindsOf] with vectors, where a [Leap] can be run: there a "." counts only after a "/".
func KindsOf(s string) chars.Kind {
	if hasLeap {
		return chars.Kind(vectorKinds(&chars.Kinds, s))
	}
	return chars.KindsOf(s)
}
