package xml

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/markup"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/quote"
)

// The abbreviated IRIs of OWL/XML (OWL 2 XML Serialization §2.2): names with a prefix that an element Prefix declares.

// isOntology reports whether a document that begins so may be OWL/XML.
func isOntology(head []byte) bool {
	return bytes.Contains(bytes.ReplaceAll(head, []byte{0}, nil), []byte("Ontology")) // in UTF-16, too
}

// declarePrefix declares the prefix of an element Prefix.
func (x *xmlReader) declarePrefix(p *xmlPiece) {
	x.declared = nil
	d := &input.Prefix{Line: x.s.Place().Line}
	for i := range p.attrs {
		switch a := &p.attrs[i]; a.is.text {
		case "name":
			d.Name = x.value(p, a) + ":"
		case "IRI":
			d.Written = strings.Clone(x.value(p, a))
		}
	}
	if d.IRI = d.Written; len(d.IRI) > base.Max {
		return // names with it are not declared
	}
	d.Relative = !base.HasScheme(d.IRI)
	d.LocalNames = func() ([]string, error) { return x.locals.with(d) }
	x.declared = d
	x.prefixes.Declare(d.Name, d)
	x.prefixes.Keep()
}

// escAbbreviated is that of an abbreviated IRI, which stays a name: no other attribute can be written in its place.
var escAbbreviated = &input.Escaping{
	Unit: markup.UnitLineEnd,
	Name: func(b []byte, s string, whole bool) ([]byte, bool) {
		return append(b, s...), !whole && chars.IsLocalName(s)
	},
	Refusal: "it is a name with a prefix, which has no % (OWL 2 Structural Specification §2.4): write IRI in the place of " +
		"abbreviatedIRI, or of AbbreviatedIRI",
}

// abbreviated makes the IRI of an item of the name that its text is.
func (x *xmlReader) abbreviated(r *input.Item) {
	prefix, local, ok := strings.Cut(r.Text, ":")
	prefix += ":"
	d := x.prefixes.Of(prefix)
	ns := scheme.Namespace(strings.TrimSuffix(prefix, ":"))
	if d == nil && ok && strings.Contains(" owl: rdf: rdfs: xsd: ", " "+prefix+" ") { // OWL 2 Syntax §2.4
		d = &input.Prefix{Name: prefix, IRI: ns, Written: ns}
	}
	code, message := input.CodePrefix, fmt.Sprintf("the prefix %s is not declared: write <Prefix name=\"%s\" "+
		"IRI=\"%s\"/> in the ontology", quote.Cut(prefix), quote.Cut(strings.TrimSuffix(prefix, ":")), cmp.Or(ns, "…"))
	switch {
	case !ok:
		code, message = input.CodeXML, fmt.Sprintf("%s is not an abbreviated IRI, which is a name with a prefix and "+
			"a colon", quote.Quote(r.Text))
	case d != nil:
		r.Text, r.Prefix, r.Reference, r.Escape = d.IRI+local, d, d.Relative, escAbbreviated
		return
	}
	// A long text may have begun before what is still in memory.
	*r = x.s.Fault(x.f, linecol.Cursor{Line: r.Line, Col: r.Col, Off: max(r.Offset, x.s.Off), End: x.f.LineEnd()}, code, message)
}
