package formats_test

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
)

// TestOWLXML holds the limits of OWL/XML.
func TestOWLXML(t *testing.T) {
	const root = "<Ontology xmlns='http://www.w3.org/2002/07/owl#'>\n"
	// A long IRI of a prefix is not repeated, and a name far from where its element starts has a place.
	for _, text := range []string{
		root + "<Prefix name='b' IRI='b:" + strings.Repeat("c", base.Max) +
			"'/><Class abbreviatedIRI='b:c'/></Ontology>",
		root + "<AbbreviatedIRI>b:<!--" + strings.Repeat("c", 300<<10) + "-->c</AbbreviatedIRI></Ontology>",
	} {
		if got := show(t, "a.owx", text, input.Options{}); !strings.Contains(got, "the prefix b: is not declared") {
			t.Errorf("got %.200s, want a prefix that is not declared", got)
		}
	}
}
