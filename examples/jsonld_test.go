package examples

import (
	"encoding/json"
	"fmt"

	"github.com/piprate/json-gold/ld"

	"github.com/rfc3987/iri"
)

// The IRIs of a JSON-LD document, after json-gold has resolved and expanded them.
func Example_jsonLD() {
	const document = `{
		"@context": {"@base": "http://example.org/", "name": "http://schema.org/name", "knows": {"@id": "http://schema.org/knows", "@type": "@id"}},
		"@id": "people/1",
		"name": "Ada",
		"knows": ["people/2", "http://h/?person=3%"]
	}`
	var parsed any
	if err := json.Unmarshal([]byte(document), &parsed); err != nil {
		fmt.Println(err)
		return
	}
	result, err := ld.NewJsonLdProcessor().ToRDF(parsed, ld.NewJsonLdOptions(""))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, quad := range result.(*ld.RDFDataset).GetQuads("@default") {
		for _, node := range []ld.Node{quad.Subject, quad.Predicate, quad.Object} {
			if !ld.IsIRI(node) {
				continue
			}
			report := iri.Check(node.GetValue())
			fmt.Println(node.GetValue(), report.Conforms())
		}
	}
	// Output:
	// http://example.org/people/1 true
	// http://schema.org/knows true
	// http://example.org/people/2 true
	// http://example.org/people/1 true
	// http://schema.org/knows true
	// http://h/?person=3% false
	// http://example.org/people/1 true
	// http://schema.org/name true
}
