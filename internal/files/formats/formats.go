// Package formats has the list of all formats. A program that imports it can read them. A new format is a package
// with an entry, and its name here.
package formats

import (
	"github.com/rfc3987/iri/internal/files/html"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/json"
	"github.com/rfc3987/iri/internal/files/jsonld"
	"github.com/rfc3987/iri/internal/files/markdown"
	"github.com/rfc3987/iri/internal/files/rdf"
	"github.com/rfc3987/iri/internal/files/table"
	"github.com/rfc3987/iri/internal/files/text"
	"github.com/rfc3987/iri/internal/files/xml"
	"github.com/rfc3987/iri/internal/files/yaml"
)

func init() {
	input.Formats = []*input.Format{input.Lines, input.Null, json.Format, jsonld.Format, rdf.NTriples, rdf.NQuads,
		table.CSV, table.TSV, html.Format, xml.XML, rdf.Turtle, rdf.TriG, rdf.N3, rdf.SPARQL, rdf.OWL, text.Format,
		markdown.Format, yaml.Format, xml.RDF}
}
