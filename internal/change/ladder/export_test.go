package ladder

import "github.com/rfc3987/iri/internal/ref/component"

// SurelyNormal reports whether a reference is normal on a rung, without making its normal
// form.
func SurelyNormal(r component.Ref, to Rung) bool {
	n := newNormalizer(to, nil)
	return n.isNormal(&r)
}
