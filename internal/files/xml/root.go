package xml

import (
	"bytes"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/files/input"
)

// rootOf returns the namespace and the local name of the root element of a document that begins so; ok is false if it
// does not show there. The namespace of a prefix that is not declared is that which the prefix rdf usually has.
func rootOf(head []byte) (ns, local string, ok bool) {
	head = bytes.ReplaceAll(head, []byte{0}, nil) // in UTF-16, too
	s := newCutter(input.NewWindow(new(input.File), bytes.NewReader(head), new(input.Options)))
	for {
		p, err := s.next()
		switch {
		case err != nil:
			return "", "", false
		case p.kind != xmlStart && p.kind != xmlEmpty:
			continue
		}
		prefix, local, found := strings.Cut(p.is.text, ":")
		if !found {
			prefix, local = "", prefix
		}
		at := slices.IndexFunc(p.attrs, func(a xmlAttr) bool {
			name, declares := a.declares()
			return declares && string(name) == prefix
		})
		if at < 0 {
			if prefix == "rdf" {
				ns = rdfNS
			}
			return ns, local, true
		}
		value, _, _ := s.attrValue(p, &p.attrs[at])
		return string(value), local, true
	}
}

// isRDF reports whether the root element of a document that begins so is rdf:RDF, by any prefix.
func isRDF(head []byte) bool {
	ns, local, ok := rootOf(head)
	return ok && ns == rdfNS && local == "RDF"
}

// isOtherXML reports whether the root element of a document that begins so shows XML that is not RDF/XML, whose root
// can also be a resource (RDF/XML §7.2.1).
func isOtherXML(head []byte) bool {
	ns, local, ok := rootOf(head)
	return ok && (ns == "" || ns == "adobe:ns:meta/" || vocabularyOf(ns, local) != &otherXML)
}
