package xml

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/text/quote"
)

// The attributes of RDF/XML.

// foundAttributes is what the attributes of a tag say about its content.
type foundAttributes struct {
	parseType        *string
	object, datatype bool // rdf:resource or rdf:nodeID; rdf:datatype
	others           bool // attributes that are properties
	anyURI           bool // the datatype is xsd:AnyURI
}

// attributes reads the attributes of a tag. Of the RDF namespace it may have those that
// allowed names.
func (x *rdfxmlReader) attributes(p *xmlPiece, allowed []string) (found foundAttributes) {
	subjects, seen := 0, map[string]bool{}
	for _, a := range p.attrs {
		name, ns := x.attributeName(p, a)
		if name == "" {
			continue
		}
		if len(p.attrs) > 1 {
			if seen[name] {
				x.bad(p, a.nameAt, "the element has the attribute %s twice", quote.Cut(name))
			}
			seen[name] = true
		}
		value, ok := x.value(p, a)
		if !ok {
			continue
		}
		local := rdfName(name)
		if slices.Contains(syntaxAttributes, local) && !slices.Contains(allowed, local) {
			instead := ""
			if local == "about" && slices.Contains(allowed, "resource") {
				instead = ": the resource that is the value of a property is written rdf:resource"
			}
			x.bad(p, a.nameAt, "rdf:%s has no meaning here%s", local, instead)
			continue
		}
		ofNode := slices.Contains(allowed, "about")
		if local == "about" || (local == "ID" || local == "nodeID") && ofNode {
			if subjects++; subjects > 1 {
				x.bad(p, a.nameAt, "a resource has one of rdf:about, rdf:ID and rdf:nodeID")
			}
		}
		if !x.syntaxAttribute(p, a, local, value, ofNode, &found) {
			found.others = true
			x.name(p, a.nameAt, a.name, name, ns, input.Predicate)
			x.schemaLocation(p, a, value, name)
		}
	}
	return found
}

// syntaxAttributes are the local names of the attributes of RDF that say how it is written (RDF/XML §7.2.2).
var syntaxAttributes = []string{"about", "resource", "ID", "nodeID", "datatype", "parseType", "annotation",
	"annotationNodeID"}

// rdfTerms are the names of the namespace of RDF that are terms (RDF Schema 1.2, RDF 1.2 Concepts §5, rdf:PlainLiteral §2).
var rdfTerms = []string{"Alt", "Bag", "CompoundLiteral", "HTML", "JSON", "List", "PlainLiteral", "Property", "Seq", "Statement",
	"XMLLiteral", "dirLangString", "direction", "first", "langRange", "langString", "language", "nil", "object", "predicate",
	"reifies", "rest", "subject", "type", "value"}

// isTerm reports whether the local name of a name of RDF is that of a term, or of a member of a container.
func isTerm(local string) bool {
	return slices.Contains(rdfTerms, local) || len(local) > 1 && local[0] == '_' && strings.Trim(local[1:], "0123456789") == ""
}

// unknown warns of a name of n bytes at an offset of the piece, in the namespace of RDF that is not defined there: "Software MAY ... issue a warning"
// (RDF/XML §5.1).
func (x *rdfxmlReader) unknown(at, n int, local string, isAttribute bool) {
	near := ""
	known := rdfTerms
	if isAttribute {
		known = slices.Concat(syntaxAttributes, rdfTerms)
	}
	if name := abnf.Nearest(local, known); name != "" {
		near = ": rdf:" + name + " is the nearest one that is"
	}
	r := x.s.Fault(x.f, x.s.To(at), input.CodeRDFXML, fmt.Sprintf("rdf:%s is not a name of the namespace of RDF%s", local, near))
	r.Err.Warning, r.Err.End = true, min(len(r.LineText), r.Err.Start+n)
	x.found.Add(r)
}

// unprefixed are the attributes that older files have without a prefix.
var unprefixed = []string{"about", "ID", "resource", "nodeID", "datatype", "parseType", "type"}

// attributeName returns the expanded name of an attribute and the declaration of its prefix, nil for none. The name is
// empty for an attribute that says nothing about RDF.
func (x *rdfxmlReader) attributeName(p *xmlPiece, a xmlAttr) (name string, ns *input.Prefix) {
	if len(a.name) >= 3 && bytes.EqualFold(a.name[:3], []byte("xml")) { // XML §2.3 reserves them
		return "", nil
	}
	name, ns = x.expand(p, a.is, a.nameAt, false)
	switch {
	case ns != nil:
	case slices.Contains(unprefixed, name):
		name = rdfNS + name
	default:
		if bytes.IndexByte(a.name, ':') < 0 {
			x.bad(p, a.nameAt, "the attribute %s has no prefix, so it is not an IRI", quote.Cut(a.name))
		}
		return "", nil
	}
	if strings.HasPrefix(name, itsNS) {
		return "", nil
	}
	return name, ns
}

// syntaxAttribute reads an attribute in the namespace of RDF with a local name. ofNode says that the element is a node.
// It returns false for an attribute that is a property.
func (x *rdfxmlReader) syntaxAttribute(p *xmlPiece, a xmlAttr, local, value string, ofNode bool, found *foundAttributes) bool {
	switch local {
	case "about", "annotation":
		x.item(p, a, value, input.Subject, value, true)
	case "resource", "nodeID":
		if found.object && !ofNode {
			x.bad(p, a.nameAt, "a property has one of rdf:resource and rdf:nodeID")
		}
		if found.object = found.object || !ofNode; local == "nodeID" {
			x.ncname(p, a, value)
			break
		}
		x.item(p, a, value, input.Object, value, true)
	case "datatype":
		found.datatype, found.anyURI = true, value == input.AnyURI
		x.item(p, a, value, input.Datatype, value, true)
	case "annotationNodeID":
		x.ncname(p, a, value)
	case "ID":
		x.ncname(p, a, value)
		x.item(p, a, value, input.Subject, "#"+value, true)
		x.unique(p, a, value)
	case "parseType":
		found.parseType = &value
	case "version":
	case "type":
		found.others = true
		x.item(p, a, value, input.Object, value, true)
	case "RDF", "Description", "li", "aboutEach", "aboutEachPrefix", "bagID":
		x.bad(p, a.nameAt, "rdf:%s is not an attribute", local)
	default:
		return false
	}
	return true
}

// ncname reports a value that must be an XML name without a colon and is not.
func (x *rdfxmlReader) ncname(p *xmlPiece, a xmlAttr, value string) {
	if !isXMLName([]byte(value)) {
		x.bad(p, a.start, "%s is an XML name without a colon, which %s is not", quote.Cut(a.name), quote.Quote(value))
	}
}

// unique reports an rdf:ID that the document has twice.
func (x *rdfxmlReader) unique(p *xmlPiece, a xmlAttr, value string) {
	key := rdfID{x.bases.Now, strings.Clone(value)}
	if x.ids[key] {
		x.bad(p, a.start, "the document has the rdf:ID %s twice", quote.Quote(value))
		return
	}
	if x.ids == nil {
		x.ids = map[rdfID]bool{}
	}
	if len(x.ids) < maxIDs {
		x.ids[key] = true
	}
}
