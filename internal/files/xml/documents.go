package xml

import (
	"bytes"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/markup"
	"github.com/rfc3987/iri/internal/text/chars"
)

// The vocabularies of catalogues, books, maps, services and formulas.

var documents = []xmlVocabulary{
	{
		name:       "MODS", // 3
		namespaces: []string{"http://www.loc.gov/mods/v3"},
		roots:      []string{"mods", "modsCollection"},
		paths: slices.Concat([]string{"url", `identifier[@type="uri"]`, `identifier[@type="url"]`, "@href", "@valueURI",
			"@authorityURI", "@xlink:role", "@xlink:arcrole"}, dublinCoreURI),
		begins: []string{"identifier", "recordIdentifier", "nameIdentifier", "accessCondition"},
	},
	{
		name: "DataCite", // 2 to 4
		namespaces: []string{"http://datacite.org/schema/kernel-4", "http://datacite.org/schema/kernel-3",
			"http://datacite.org/schema/kernel-2.2"},
		paths: []string{`relatedIdentifier[@relatedIdentifierType="URL"]`, `relatedIdentifier[@relatedIdentifierType="PURL"]`,
			`relatedIdentifier[@relatedIdentifierType="URN"]`, `alternateIdentifier[@alternateIdentifierType="URL"]`,
			`identifier[@identifierType="URL"]`, "@schemeURI", "@rightsURI", "@valueURI", "@awardURI", "@schemaURI"},
		begins: []string{"identifier", "relatedIdentifier", "alternateIdentifier", "nameIdentifier", "funderIdentifier",
			"@classificationCode"},
	},
	{
		name:  "OPML", // 2.0
		roots: []string{"opml"},
		paths: []string{"@xmlUrl", "@htmlUrl", "@url", "ownerId", "docs"},
	},
	{
		name: "KML", // 2.0 to 2.3
		namespaces: []string{"http://www.opengis.net/kml/2.2", "http://www.opengis.net/kml/2.3",
			"http://earth.google.com/kml/2.0", "http://earth.google.com/kml/2.1", "http://earth.google.com/kml/2.2"},
		roots:      []string{"kml"},
		paths:      []string{"@href", "@schemaUrl", "uri"},
		references: []string{"href", "styleUrl", "targetHref", "sourceHref"},
		pages:      []string{"description", "BalloonStyle/text"},
	},
	{
		name:       "WSDL", // 1.1 with SOAP, and 2.0
		namespaces: []string{"http://schemas.xmlsoap.org/wsdl/", "http://www.w3.org/ns/wsdl"},
		paths: []string{"/definitions/@targetNamespace", "/description/@targetNamespace", "schema/@targetNamespace",
			"import/@namespace", "body/@namespace", "@location", "@schemaLocation", "@soapAction", "@transport", "@address",
			"interface/@styleDefault", "operation/@pattern", "@xml:base"},
		declares: []string{"/definitions/@targetNamespace", "/description/@targetNamespace", "schema/@targetNamespace",
			"import/@namespace", "body/@namespace"},
	},
	{
		name:       "OPF", // EPUB 2 and 3
		namespaces: []string{"http://www.idpf.org/2007/opf", "http://openebook.org/namespaces/oeb-package/1.0/"},
		roots:      []string{"package"},
		paths:      slices.Concat([]string{"@href", "@xml:base"}, dublinCoreURI),
		begins:     slices.Concat(dublinCore, []string{"meta"}),
		prose:      markup.DublinCoreProse,
	},
	{
		name:       "NCX", // of EPUB 2
		namespaces: []string{"http://www.daisy.org/z3986/2005/ncx/"},
		roots:      []string{"ncx"},
		paths:      []string{"@src"},
	},
	{
		name:       "MathML", // 3
		namespaces: []string{"http://www.w3.org/1998/Math/MathML"},
		roots:      []string{"math"},
		paths:      []string{"@href", "@src", "@altimg", "@definitionURL", "@cdgroup"},
	},
}

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

// What stands before the root element, in any vocabulary and in RDF/XML.

// doctype adds the system identifiers of a DOCTYPE, and of the entities and notations that it declares (XML §4.2.2,
// §4.7), which like xml:base are IRIs or, with --spec leiri, LEIRIs (LEIRI §1).
func (x *xmlChunks) doctype(p *xmlPiece) {
	words, n := markup.Fields(p.raw[len("<!DOCTYPE"):])
	done := x.systemID(p, 0, words, 0, len("<!DOCTYPE")+n)
	eachDeclaration(p.raw, func(_ string, words [][]byte, from, to int) {
		if len(words) > 0 && string(words[0]) == "%" {
			words = words[1:]
		}
		done = x.systemID(p, done, words, from, to)
	})
}

// systemID adds the system identifier of the declaration p.raw[from:to], which has these words after its keyword,
// unless that stands in the one before, which ends at done. It returns the end of the last one.
func (x *xmlChunks) systemID(p *xmlPiece, done int, words [][]byte, from, to int) int {
	n := 0
	switch {
	case len(words) > 2 && string(words[1]) == "SYSTEM":
		n = 2
	case len(words) > 3 && string(words[1]) == "PUBLIC":
		n = 3
	}
	if n == 0 || len(words[n]) < 3 || words[n][0] != '"' && words[n][0] != '\'' {
		return done
	}
	start := from + bytes.LastIndex(p.raw[from:to], words[n]) + 1
	if start < done {
		return done
	}
	r := input.Item{Text: string(words[n][1 : len(words[n])-1]), Source: x.f.Name, Format: x.f.Format, Role: "SYSTEM",
		Kind: input.Kind{Reference: true}}
	end := start + len(r.Text)
	r.Locate(&x.s.Window, p.raw, start, end)
	r.Text = strings.Trim(r.Text, chars.Space)
	r.Escape = input.Literal
	x.found.Add(r)
	return end
}

// linking are the instructions before the root element that have an address (Associating Style Sheets with XML documents
// §3, Associating Schemas with XML documents §3).
var linking = []string{"<?xml-stylesheet", "<?xml-model"}

// styleSheet calls add for the address of an instruction that has one.
func (x *xmlChunks) styleSheet(p *xmlPiece, add func(tag *xmlPiece, href *xmlAttr)) {
	if x.s.rooted || !slices.ContainsFunc(linking, func(start string) bool {
		return bytes.HasPrefix(p.raw, []byte(start)) && chars.IsSpace(p.raw[len(start)])
	}) {
		return
	}
	tag := xmlPiece{raw: p.raw, off: p.off}
	_, _ = x.s.readTag(&tag, p.raw)
	if tag.fault != nil {
		x.fault(input.CodeXML, tag.fault.at, tag.fault.message)
	}
	for i := range tag.attrs {
		if string(tag.attrs[i].name) == "href" {
			add(&tag, &tag.attrs[i])
		}
	}
}
