package normalize

import "github.com/rfc3987/iri/internal/ref/component"

// Compared returns the form of a reference that is compared on a rung, and not shown.
func Compared(r component.Ref, to Rung) component.Ref {
	var n normalizer
	n.set(to, nil)
	n.comparing = true
	return n.normalized(r)
}
