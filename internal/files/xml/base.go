package xml

import (
	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/text/chars"
)

// xml:base (XML Base): the base of the references in an element and in its attributes. It may be relative to the base
// around the element, which is also the base of the attribute xml:base itself (§4.3).

// declaresBase reports whether the attribute is xml:base.
func (a *xmlAttr) declaresBase() bool { return string(a.name) == "xml:base" }

// declareBase reads the base that a tag declares.
func (x *xmlReader) declareBase(p *xmlPiece) {
	for i := range p.attrs {
		a := &p.attrs[i]
		if !a.declaresBase() {
			continue
		}
		value, _, err := x.s.attrValue(p, a)
		if err != nil {
			return // it is reported with the other attributes
		}
		if !x.bases.Enter(x.depth(p), string(chars.TrimSpace(value))) {
			x.fault(input.CodeMaxLine, x.s.To(a.start), base.TooLong("a base", "relative references"))
		}
	}
}

// depth returns the depth of the element that a tag starts or ends.
func (x *xmlReader) depth(p *xmlPiece) int {
	if p.kind == xmlStart {
		return len(x.s.open)
	}
	return len(x.s.open) + 1
}
