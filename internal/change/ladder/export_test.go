package ladder

import "github.com/rfc3987/iri/internal/ref/component"

// IsNormal reports whether a reference is normal on a rung, without making its normal
// form.
func IsNormal(r component.Ref, to Rung) bool {
	n := newNormalizer(to, nil)
	return n.isNormal(r)
}
