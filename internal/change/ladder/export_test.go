package ladder

import (
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/chars"
)

// SurelyNormal reports whether a reference is normal on a rung, without making its normal
// form.
func SurelyNormal(r component.Ref, to Rung) bool {
	var n normalizer
	n.set(to, nil)
	return n.isNormal(&r, chars.KindsOf(r.Text))
}

// Compared returns the form of a reference that is compared on a rung, and not shown.
func Compared(r component.Ref, to Rung) component.Ref {
	var n normalizer
	n.set(to, nil)
	n.comparing = true
	return n.normalized(r)
}
