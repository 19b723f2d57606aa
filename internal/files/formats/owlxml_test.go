package formats_test

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
)

// TestOWLXML has what is read in OWL/XML, also in files with the name of RDF/XML.
// Records are written as by [show]: LINE:COLUMN@BYTE, the text, and what else the record has.
func TestOWLXML(t *testing.T) {
	const root = "<Ontology xmlns='http://www.w3.org/2002/07/owl#'>\n"
	for _, tt := range []struct{ name, text, want string }{
		{"attributes", "<Ontology xmlns='http://www.w3.org/2002/07/owl#' xml:base='http://b/' ontologyIRI='a' " +
			"versionIRI='b'>\n<Class IRI='#c'/><Literal datatypeIRI='d:'>e:f</Literal><FacetRestriction " +
			"facet='g:'/></Ontology>",
			"1:60@59 \"http://b/\" role=\"@base\"\n1:84@83 \"a\" role=\"@ontologyIRI\" base=\"http://b/\"\n1:99@98 " +
				"\"b\" role=\"@versionIRI\" base=\"http://b/\"\n" +
				"2:13@114 \"#c\" role=\"@IRI\" base=\"http://b/\"\n2:40@141 \"d:\" role=\"@datatypeIRI\" " +
				"base=\"http://b/\"\n2:82@183 \"g:\" role=\"@facet\" base=\"http://b/\"\n"},
		{"elements", root + "<Import>a:b</Import><IRI>#c&amp;d</IRI></Ontology>",
			"2:9@58 \"a:b\" role=\"Import\"\n2:26@75 \"#c&d\" raw=\"#c&amp;d\" role=\"IRI\"\n"},
		{"abbreviated IRIs", root + "<Prefix name='' IRI='a:'/><Prefix IRI='b:' name='b'/><Class " +
			"abbreviatedIRI=':c'/><AbbreviatedIRI> b:d </AbbreviatedIRI><Class abbreviatedIRI='xsd:e'/></Ontology>",
			"2:22@71 \"a:\" role=\"@IRI\"\n2:40@89 \"b:\" role=\"@IRI\"\n2:77@126 \"a:c\" raw=\":c\" " +
				"role=\"@abbreviatedIRI\"\n" +
				"2:99@148 \"b:d\" role=\"AbbreviatedIRI\"\n2:143@192 \"http://www.w3.org/2001/XMLSchema#e\" " +
				"raw=\"xsd:e\" role=\"@abbreviatedIRI\"\n"},
		{"a prefix that is not declared",
			root + "<Class abbreviatedIRI='foaf:c'/><AbbreviatedIRI>b:d</AbbreviatedIRI><IRI>e:</IRI></Ontology>",
			"2:24@73 prefix-undeclared 2:24 [23,23) the prefix foaf: is not declared: write <Prefix name=\"foaf\" " +
				"IRI=\"http://xmlns.com/foaf/0.1/\"/> in the ontology\n" +
				"2:49@98 prefix-undeclared 2:49 [48,48) the prefix b: is not declared: write <Prefix name=\"b\" " +
				"IRI=\"…\"/> in the ontology\n2:74@123 \"e:\" role=\"IRI\"\n"},
		{"not a name with a prefix", root + "<Class abbreviatedIRI='c'/></Ontology>",
			"2:24@73 xml-syntax 2:24 [23,23) \"c\" is not an abbreviated IRI, which is a name with a prefix and a " +
				"colon\n"},
	} {
		for _, file := range []string{"a.owx", "a.owl", "a.xml"} {
			if got := show(t, file, tt.text, input.Options{}); got != tt.want {
				t.Errorf("%s in %s: got\n%swant\n%s", tt.name, file, got, tt.want)
			}
		}
	}
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
