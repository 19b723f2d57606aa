package normalize

import "github.com/rfc3987/iri/internal/ref/component"

// Mended returns what is left of a reference when its deviations are mended.
func Mended(r component.Ref) component.Ref {
	f := newForm(RungScheme, nil)
	f.mending = true
	return f.of(r)
}
