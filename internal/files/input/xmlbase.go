package input

import "strings"

// xml:base (XML Base): the base of the references in an element and in its attributes. It may be relative to the base
// around the element, which is also the base of the attribute xml:base itself (§4.3).

// declaresBase reports whether the attribute is xml:base.
func (a *xmlAttr) declaresBase() bool { return string(a.name) == "xml:base" }

// baseWithin returns the base that xml:base declares, for an outer base, which is empty if it is not known. A base that
// cannot be resolved changes nothing. ok is false for one that is too long, after which no base is known.
func baseWithin(outer, value string) (base string, ok bool) {
	if len(value) > maxBase {
		return "", false
	}
	if target := resolve(outer, value); hasScheme(target) && len(target) <= maxBase {
		return strings.Clone(target), true
	}
	return outer, true
}

// xmlBases are the bases of the open elements.
type xmlBases struct {
	now   string // the base in force; empty if it is not known
	outer []outerBase
}

// An outerBase is the base around an element that declares another one.
type outerBase struct {
	depth int // of the element
	base  string
}

// enter declares a base at an element. It returns false if the base is too long.
func (b *xmlBases) enter(depth int, value string) (ok bool) {
	b.outer = append(b.outer, outerBase{depth, b.now})
	b.now, ok = baseWithin(b.now, value)
	return ok
}

// leave leaves an element.
func (b *xmlBases) leave(depth int) {
	if n := len(b.outer) - 1; n >= 0 && b.outer[n].depth == depth {
		b.now, b.outer = b.outer[n].base, b.outer[:n]
	}
}

// around returns the base around an element.
func (b *xmlBases) around(depth int) string {
	if n := len(b.outer) - 1; n >= 0 && b.outer[n].depth == depth {
		return b.outer[n].base
	}
	return b.now
}

// declareBase reads the base that a tag declares.
func (x *xmlReader) declareBase(p *xmlPiece) {
	for i := range p.attrs {
		a := &p.attrs[i]
		if !a.declaresBase() {
			continue
		}
		value, _, err := x.s.expanded(p.raw[a.start:a.end])
		if err != nil {
			return // it is reported with the other attributes
		}
		if !x.bases.enter(x.depth(p), string(trimSpace(value))) {
			at := pieceCursor{s: &x.s.window}
			x.fault(CodeMaxLine, at.to(p.raw, a.start), longBase("a base", "relative references"))
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
