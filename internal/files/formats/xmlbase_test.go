package formats_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/xml"
)

// basesOf returns the texts of a document with their bases, as text@base.
func basesOf(t *testing.T, content string, o input.Options) string {
	t.Helper()
	o.Stdin = strings.NewReader(content)
	f, err := input.Open("-", &o)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for s := input.NewScanner(f, &o); ; {
		b, err := s.Next(nil)
		if err != nil {
			return strings.Join(all, " ")
		}
		for r := range b.Records(&o) {
			switch {
			case r.Err != nil:
				all = append(all, r.Err.Code)
			case r.Role != input.RoleNamespace && r.Prefix == nil:
				all = append(all, fmt.Sprintf("%s@%s", r.Text, r.Base))
			}
		}
	}
}

// TestXMLBase checks that xml:base is the base of what is in its element, in every format of XML.
func TestXMLBase(t *testing.T) {
	const nested = "d/@http://o/x " + "a@http://o/d/ " + "../e/@http://o/d/ b@http://o/e/ c@http://o/e/ " +
		"d@http://o/d/"
	rdf := func(body string) string {
		return `<rdf:RDF xmlns:rdf="` + rdfSyntaxNS + `" xmlns:e="http://e/" xml:base="d/">` + body + `</rdf:RDF>`
	}
	tests := []struct {
		name, content string
		o             input.Options
		want          string
	}{
		{"Atom", `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="d/"><icon>a</icon><entry ` +
			`xml:base="../e/"><link href="b"/><uri>c</uri></entry><logo>d</logo></feed>`,
			input.Options{From: xml.XML}, nested},
		{"RSS", `<rss xml:base="d/"><url>a</url><channel xml:base="../e/"><link>b</link><source ` +
			`url="c"/></channel><docs>d</docs></rss>`, input.Options{From: xml.XML}, nested},
		{"SVG", `<svg xmlns="http://www.w3.org/2000/svg" xml:base="d/"><a href="a"/><g xml:base="../e/"><image ` +
			`href="b"/><a ping="c"/></g><a href="d"/></svg>`, input.Options{From: xml.XML}, nested},
		{"TEI", `<TEI xmlns="http://www.tei-c.org/ns/1.0" xml:base="d/"><ptr target="a"/><p xml:base="../e/"><ptr ` +
			`target="b c"/></p><ptr target="d"/></TEI>`, input.Options{From: xml.XML}, nested},
		{"XSD", `<schema xmlns="http://www.w3.org/2001/XMLSchema" xml:base="d/"><include ` +
			`schemaLocation="a"/><annotation xml:base="../e/"><appinfo source="b"/><documentation ` +
			`source="c"/></annotation><include schemaLocation="d"/></schema>`,
			input.Options{From: xml.XML}, nested},
		{"DocBook", `<book xml:base="d/"><a href="a"/><chapter xml:base="../e/"><i fileref="b"/><i ` +
			`url="c"/></chapter><a href="d"/></book>`, input.Options{From: xml.XML}, nested},
		{"other XML", `<r xml:base="d/"><a href="a"/><b xml:base="../e/"><url>b</url><c src="c"/></b><a ` +
			`href="d"/></r>`, input.Options{From: xml.XML}, nested},
		{"RDF/XML", rdf(`<e:p rdf:about="a"/><e:p xml:base="../e/" rdf:about="b"><e:q rdf:resource="c"/></e:p><e:p ` +
			`rdf:about="d"/>`), input.Options{From: xml.RDF}, nested},
		{"a sitemap, which has no path to it", `<urlset xml:base="http://o/e/"><url><loc>a</loc></url></urlset>`,
			input.Options{From: xml.XML}, "a@http://o/e/"},
		{"MARCXML, likewise", `<collection xmlns="http://www.loc.gov/MARC21/slim" xml:base="http://o/e/"><datafield ` +
			`tag="856"><subfield code="u">a</subfield></datafield></collection>`,
			input.Options{From: xml.XML}, "a@http://o/e/"},
		{"a path of --field", `<r xml:base="d/"><a b="a"/><a xml:base="e/" b="b"/></r>`,
			input.Options{From: xml.XML, Fields: []string{"a/@b"}}, "a@http://o/d/ b@http://o/d/e/"},
		{"the element itself, before and after", `<r><a href="a" xml:base="d/" src="b"/><a href="c"/></r>`,
			input.Options{From: xml.XML}, "a@http://o/d/ d/@http://o/x b@http://o/d/ c@http://o/x"},
		{"text in the element itself", `<r><url xml:base="d/">a</url><url>b</url></r>`,
			input.Options{From: xml.XML}, "d/@http://o/x a@http://o/d/ b@http://o/x"},
		{"text of an element with others in it", `<r><url>a<x xml:base="d/"/></url><url>b</url></r>`,
			input.Options{From: xml.XML}, "d/@http://o/x b@http://o/x"},
		{"references and white space in it",
			`<!DOCTYPE r [<!ENTITY e "d">]><r xml:base=" &e;&#x2F; "><a href="a"/></r>`, input.Options{From: xml.XML},
			"d/@http://o/x a@http://o/d/"},
		{"an empty one", `<r xml:base=""><a href="a"/></r>`, input.Options{From: xml.XML}, "@http://o/x a@http://o/x"},
		{"one that does not conform", `<r xml:base="d e/"><a href="a"/></r>`, input.Options{From: xml.XML},
			"d e/@http://o/x a@d e/"},
		{"one that is too long", `<r xml:base="http://a/` + strings.Repeat("b", base.Max) + `"><a href="a"/></r>`,
			input.Options{From: xml.XML, Fields: []string{"a/@href"}}, "max-line a@"},
		{"one that is too long after the base around it", `<r xml:base="http://a/` + strings.Repeat("b", base.Max-100) +
			`/"><s xml:base="` + strings.Repeat("c", 200) + `"><a href="a"/></s></r>`,
			input.Options{From: xml.XML, Fields: []string{"a/@href"}}, "max-line a@"},
		{"another name", `<r xmlns:y="http://y/" y:base="d/" base="e/"><a href="a"/></r>`, input.Options{From: xml.XML},
			"a@http://o/x"},
		{"a system identifier", `<!DOCTYPE r SYSTEM "s"><r xml:base="d/"><a href="a"/></r>`,
			input.Options{From: xml.XML}, "s@ d/@http://o/x a@http://o/d/"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.o.Base = "http://o/x"
			if got := basesOf(t, tt.content, tt.o); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
	if got, want := basesOf(t, `<r xml:base="d/"><a href="a"/><b xml:base="http://b/"><a href="b" `+
		`xml:base="c/"/></b></r>`, input.Options{From: xml.XML}),
		"d/@ a@ http://b/@ b@http://b/c/ c/@http://b/"; got != want {
		t.Errorf("without a base outside: got %s, want %s", got, want)
	}
}
