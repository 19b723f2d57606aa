package a

import (
	"context"
	"encoding/xml"
	"net/http"
	"net/url"

	"github.com/cayleygraph/quad"
	"github.com/piprate/json-gold/ld"
	"github.com/rfc3987/iri"
	"gonum.org/v1/gonum/graph/formats/rdf"
)

const home = "http://example.org/a b"

var variable = "http://example.org/a b"

func calls(c *http.Client, base *url.URL) {
	iri.MustParse("http://example.org/a b") // want `github.com/rfc3987/iri.MustParse takes an IRI: U\+0020 SPACE is not allowed in a path`
	iri.MustParse("http://example.org:8a/") // want `"a" is not a digit \(RFC 3986 §3.2.3\)`
	iri.MustParse("/relative")              // want `takes an IRI`
	iri.MustParseRef("/relative")
	iri.MustParse("http://例え.テスト/é")
	url.Parse("http://2001:db8::1/") // want `net/url.Parse takes an IRI-reference`
	url.Parse("/a?b=%zz#c")          // want `net/url.Parse takes`
	url.Parse(`/a b`)                // want `net/url.Parse takes`
	url.Parse("\x2fa\u0020b\tc")     // want `U\+0020 SPACE` `U\+0009`
	url.Parse("http://é.example/")
	url.Parse(variable)                                                   // not a constant
	url.Parse(home)                                                       // want `at byte 20 of "http://example.org/a b"`
	url.Parse("http://example.org/" + "a b")                              // want `at byte 20 of`
	url.Parse(("/a b"))                                                   // want `U\+0020 SPACE`
	base.Parse("a b")                                                     // want `\(\*net/url.URL\).Parse takes an IRI-reference`
	http.Get("example.org/")                                              // want `net/http.Get takes an IRI`
	c.Head("http://h/%")                                                  // want `\(\*net/http.Client\).Head takes an IRI`
	http.NewRequest("GET", "/a b", nil)                                   // want `net/http.NewRequest takes`
	http.NewRequestWithContext(context.Background(), "G ET", "/a b", nil) // want `net/http.NewRequestWithContext takes`
	ld.NewIRI("http://example.org/a<3>")                                  // want `json-gold/ld.NewIRI takes an IRI: "<" is not allowed` `">" is not allowed`
	rdf.NewIRITerm("http://example.org/a b")                              // want `formats/rdf.NewIRITerm takes an IRI`
	_ = quad.IRI("http://example.org/a b")                                // want `cayleygraph/quad.IRI takes an IRI`
	_ = quad.IRI(variable)
	println("http://example.org/a b")
	func(s string) {}("a b")
	_ = string("a b")
}

type Feed struct {
	XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
	Title   string   `json:"title" xml:"http://www.w3.org/[2005]/Atom title,attr"` // want `the struct tag xml takes an IRI-reference: "\[" is not allowed` `"\]" is not allowed`
	Link    string   `xml:"link"`
	Name    string   `jsonld:"http://schema.org/na|me,omitempty"` // want `the struct tag jsonld takes an IRI: "\|" is not allowed`
	Local   string   `jsonld:"na me"`
	Other   string   "rdf:\"http://schema.org/na|me\""  // want `"\|" is not allowed`
	Escaped string   `rdf:"http://schema.org/\x7cname"` // want `"\|" is not allowed`
	Bad     string   `rdf`
}
