package formats_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/xml"
)

// TestWellFormed has documents that a processor of XML, of namespaces or of RDF/XML refuses, with
// the clause; want is the place and the code of what is found.
func TestWellFormed(t *testing.T) {
	rdf := func(attrs, content string) string {
		return `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e/"` + attrs + ">\n" +
			content + "</rdf:RDF>"
	}
	tests := []struct {
		clause string
		from   *input.Format
		text   string
		want   []string
	}{
		{`Namespaces in XML §6.2: "The default namespace can be set to the empty string. This has the same effect, ` +
			`within the scope of the declaration, of there being no default namespace."`,
			xml.RDF, rdf("", "<q xmlns=''/>"), []string{"2:2 rdfxml-syntax"}},
		{`Namespaces in XML §6.2, in an element of a default namespace`,
			xml.RDF, rdf(" xmlns='http://e/'", "<a><q xmlns=''/><q/></a>"), []string{"2:5 rdfxml-syntax"}},
		{`Namespaces in XML §2.2, NSC: No Prefix Undeclaring`, xml.RDF, rdf("", "<e:a xmlns:b=''/>"),
			[]string{"2:6 rdfxml-syntax"}},
		{`Namespaces in XML §3, NSC: Reserved Prefixes and Namespace Names`, xml.RDF,
			rdf("", "<e:a xmlns:xml='http://e/'/>"), []string{"2:6 rdfxml-syntax"}},
		{`XML §2.5: "For compatibility, the string "--" (double-hyphen) MUST NOT occur within comments."`, xml.RDF,
			rdf("", "<!-- a -- b --><e:a/>"), []string{"2:8 xml-syntax"}},
		{`XML §2.5: "the grammar does not allow a comment ending in --->"`, xml.XML, "<r>\n<!-- a ---></r>",
			[]string{"2:8 xml-syntax"}},
		{`XML §2.6: "The target names "XML", "xml", and so on are reserved"`, xml.RDF,
			rdf("", "<?xml version='1.0'?><e:a/>"), []string{"2:1 xml-syntax"}},
		{`XML §2.8: document ::= prolog element Misc*; prolog ::= XMLDecl? …`, xml.XML, "\n<?xml version='1.0'?><r/>",
			[]string{"2:1 xml-syntax"}},
		{`XML §2.8, after a mark`, xml.XML, "\ufeff<?xml version='1.0'?><?xml-stylesheet href='a'?><r/>", nil},
		{`XML §2.4: "The right angle bracket … MUST … be escaped … when it appears in the string "]]>" in content"`,
			xml.XML, "<r>\n]]></r>", []string{"2:1 xml-syntax"}},
		{`RDF/XML §7.2.9: RDF has attributes == set()`, xml.RDF, rdf(" e:q='a'", ""), []string{"1:1 rdfxml-syntax"}},
		{`RDF/XML §7.2.9, of RDF 1.2`, xml.RDF, rdf(" rdf:version='1.2' xml:lang='en' xml:base='http://e/'", ""), nil},
		{`RDF/XML §7.2.16: literalPropertyElt has attributes == set(idAttr?, datatypeAttr?)`,
			xml.RDF, rdf("", "<e:C><e:p rdf:datatype='http://e/' e:q='v'>text</e:p></e:C>"),
			[]string{"2:44 rdfxml-syntax"}},
		{`RDF/XML §7.2.21: emptyPropertyElt has propertyAttr* and no text`, xml.RDF,
			rdf("", "<e:C><e:p e:q='v'>text</e:p></e:C>"), []string{"2:19 rdfxml-syntax"}},
		{`XML §2.8: Misc* after the root`, xml.XML, "<r/>\nx", []string{"2:1 xml-syntax"}},
		{`XML §3.1, WFC: Unique Att Spec`, xml.XML, "<r a='' \na=''/>", []string{"2:1 xml-syntax"}},
		{`Namespaces in XML §6.3: Attributes Unique`, xml.XML,
			"<r xmlns:a='http://e/' xmlns:b='http://e/' a:x=''\nb:x=''/>", []string{"2:1 xml-syntax"}},
		{`Namespaces in XML §6.3: the default namespace is not that of attributes`, xml.XML,
			"<r xmlns='http://e/' xmlns:b='http://e/' x='' b:x=''/>", nil},
		{`Namespaces in XML §5, NSC: Prefix Declared`, xml.XML, "<r>\n<a:loc>http://e/</a:loc><a:loc/></r>",
			[]string{"2:2 prefix-undeclared"}},
		{`Namespaces in XML §5, of an attribute`, xml.XML, "<r\na:x=''/>", []string{"2:1 prefix-undeclared"}},
		{`Namespaces in XML §6.1, after the scope`, xml.XML, "<r><b xmlns:a='http://e/'><a:c/></b>\n<a:c/></r>",
			[]string{"2:2 prefix-undeclared"}},
		{`Namespaces in XML §3: "The prefix xml … MAY, but need not, be declared"`, xml.XML,
			"<r xml:lang='en' xmlns:xml='http://www.w3.org/XML/1998/namespace'/>", nil},
		{`Namespaces in XML §3: "The prefix xmlns … MUST NOT be declared"`, xml.XML, "<r\nxmlns:xmlns='http://e/'/>",
			[]string{"2:1 xml-syntax"}},
		{`Namespaces in XML §4: QName ::= PrefixedName | UnprefixedName`, xml.XML, "<r><\na/></r>",
			[]string{"1:4 xml-syntax"}},
		{`Namespaces in XML §4: a prefix and a local part are NCNames`, xml.XML, "<r>\n<a:b:c/></r>",
			[]string{"2:2 xml-syntax"}},
		{`XML §4.1, WFC: Legal Character`, xml.XML, "<r><loc>http://e/\n&#xD800;</loc></r>",
			[]string{"2:1 xml-syntax"}},
		{`XML §4.1, WFC: Legal Character, in what is not an IRI`, xml.XML, "<r>\n&#1;</r>", []string{"2:1 xml-syntax"}},
		{`XML §4.1, WFC: Entity Declared, in an attribute`, xml.XML, "<r a='\n&no;'/>", []string{"2:1 xml-syntax"}},
		{`XML §4.1, of RDF/XML`, xml.RDF, rdf("", "<e:C><e:p>&#xD800;</e:p></e:C>"), []string{"2:11 rdfxml-syntax"}},
	}
	for _, tt := range tests {
		o := &input.Options{From: tt.from}
		f, err := input.NewFile("f", strings.NewReader(tt.text), o)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for s := input.NewScanner(f, o); ; {
			b, err := s.Next(nil)
			if err != nil {
				break
			}
			for r := range b.Items(o) {
				if r.Err != nil {
					got = append(got, fmt.Sprintf("%d:%d %s", r.Err.Line, r.Err.Col, r.Err.Code))
				}
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q: got %q, want %q", tt.clause, tt.text, got, tt.want)
		}
	}
}
