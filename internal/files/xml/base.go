package xml

import (
	"bytes"
	"slices"
	"strings"

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
	if value, ok := x.s.defaultBase(p); ok {
		x.bases.Enter(x.depth(p), value)
	}
}

// defaultBase returns the default of xml:base for a tag that has no such attribute.
func (s *xmlCutter) defaultBase(p *xmlPiece) (value string, ok bool) {
	value, ok = s.bases[string(p.name)]
	return value, ok && !slices.ContainsFunc(p.attrs, func(a xmlAttr) bool { return a.declaresBase() })
}

// xhtmlNS is the namespace of XHTML, and pageDepth the depth of the root of a page, whose base <base href> is.
const (
	xhtmlNS   = "http://www.w3.org/1999/xhtml"
	pageDepth = 1
)

// pageBase reads the base that <base href> declares for all of a page in XHTML: the first one counts (HTML §4.2.3).
func (x *xmlReader) pageBase(p *xmlPiece) {
	if x.pageHref = nil; x.pageBased || p.is.local() != "base" {
		return
	}
	prefix, _, _ := bytes.Cut(p.name, []byte("base"))
	if d := x.namespaces.Of(strings.TrimSuffix(string(prefix), ":")); d == nil || d.IRI != xhtmlNS {
		return
	}
	for i := range p.attrs {
		a := &p.attrs[i]
		if string(a.name) != "href" {
			continue
		}
		if value, _, err := x.s.attrValue(p, a); err == nil {
			x.pageBased, x.pageHref = true, a
			if !x.bases.Enter(pageDepth, string(chars.TrimSpace(value))) {
				x.fault(input.CodeMaxLine, x.s.To(a.start), base.TooLong("a base", "relative references"))
			}
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
