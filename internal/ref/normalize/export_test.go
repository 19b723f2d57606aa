package normalize

import "github.com/rfc3987/iri/internal/ref/component"

// Mended returns what is left of a reference when its deviations are mended.
func Mended(r component.Ref) component.Ref {
	var n normalizer
	n.set(RungScheme, nil)
	n.mending = true
	return n.normalized(r)
}
