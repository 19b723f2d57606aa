package xml

import (
	"slices"

	"github.com/rfc3987/iri/internal/files/markup"
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
