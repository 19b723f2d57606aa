package formats_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
)

// TestLiterals has literals with the datatype xsd:AnyURI, which are references (XML Schema 1.1 Part 2
// §3.3.17), and others, in each syntax of RDF.
// Records are written as by [show]: LINE:COLUMN@BYTE, the text, and what else the record has.
func TestLiterals(t *testing.T) {
	const (
		triple = `_:a <p:p> `
		turtle = `@prefix x: <http://www.w3.org/2001/XMLSchema#> . @prefix y: <y:> . _:a <p:p> `
		full   = `^^<http://www.w3.org/2001/XMLSchema#anyURI>`
		rdf    = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" ` +
			`xmlns:e="http://e/"><rdf:Description><e:p`
		rdfEnd = `</e:p></rdf:Description></rdf:RDF>`
		uri    = ` rdf:datatype="http://www.w3.org/2001/XMLSchema#anyURI">`
		ld     = `{"@context": {"x": "http://www.w3.org/2001/XMLSchema#", "u": {"@id": "p:p", "@type": "x:anyURI"}, ` +
			`"v": "p:q"}, `
	)
	for _, tt := range []struct {
		name, file, text string
		want             []string
	}{
		{"N-Triples", "a.nt", triple + `"http://e/a b"` + full + ` .`, []string{`1:12@11 "http://e/a b"`}},
		{"a relative one has no base", "a.nq", triple + `"../a"` + full + ` <g:g> .`, []string{`1:12@11 "../a"`}},
		{"escapes", "a.nt", triple + `"s:é\"\u0061\n" ` + full + ` .`,
			[]string{`1:12@11 "s:é\"a\n" raw="s:é\\\"\\u0061\\n"`}},
		{"another datatype", "a.nt", triple + `"http://e/a b"^^<http://www.w3.org/2001/XMLSchema#anyURIs> .`, nil},
		{"no datatype", "a.nt", triple + `"http://e/a b" .`, nil},
		{"Turtle, a name", "a.ttl", turtle + `"s:a b"^^x:anyURI, 's:c'^^x:anyURI.`,
			[]string{`1:79@78 "s:a b"`, `1:98@97 "s:c"`}},
		{"Turtle, in three quotes", "a.ttl", turtle + "\"\"\"s:a\"\n\\\"\"\"\"" + full + ` .`,
			[]string{"1:81@80 \"s:a\\\"\\n\\\"\" raw=\"s:a\\\"\\n\\\\\\\"\""}},
		{"Turtle, a relative one with a base", "a.ttl", "@base <http://e/> . " + triple + `"a"` + full + ` .`,
			[]string{`1:32@31 "a"`}},
		{"Turtle, other names", "a.ttl", turtle +
			`"s:a"^^y:anyURI, "s:b"^^x:anyURIs, "s:c"^^x:anyUR, "s:d"^^x:any\-URI, "s:e"@en, "s:f" .`, nil},
		{"TriG", "a.trig", "<g:g> { " + triple + `"s:a"` + full + ` }`, []string{`1:20@19 "s:a"`}},
		{"RDF/XML", "a.rdf", rdf + uri + "\n http://e/a b&amp;c\n" + rdfEnd,
			[]string{`2:2@164 "http://e/a b&c" raw="http://e/a b&amp;c"`}},
		{"RDF/XML, nothing there", "a.rdf", rdf + uri + " " + rdfEnd, nil},
		{"RDF/XML, a comment inside", "a.rdf", rdf + uri + "s:a<!-- -->b<?c d?>" + rdfEnd,
			[]string{`1:163@162 "s:ab" raw="s:a<!-- -->b"`}},
		{"RDF/XML, CDATA", "a.rdf", rdf + uri + "<![CDATA[ s:a&]]>" + rdfEnd, []string{`1:173@172 "s:a&"`}},
		{"RDF/XML, no datatype", "a.rdf", rdf + ">http://e/a b" + rdfEnd, nil},
		{"JSON-LD, a term", "a.jsonld", ld + `"u": ["s:a b", "c", 1]}`, []string{`1:119@118 "s:a b"`, `1:128@127 "c"`}},
		{"JSON-LD, a value", "a.jsonld", ld + `"v": {"@value": "s:a", "@type": "x:anyURI"}}`,
			[]string{`1:129@128 "s:a"`}},
		{"JSON-LD, other values", "a.jsonld",
			ld + `"v": [{"@value": "s:a", "@type": "x:string"}, {"@value": "s:b"}, "s:c"]}`, nil},
	} {
		var got []string
		for line := range strings.Lines(show(t, tt.file, tt.text+"\n", input.Options{Base: "http://base/"})) {
			if before, _, ok := strings.Cut(line, ` role="literal"`); ok {
				if got = append(got, before); strings.Contains(line, " base=") {
					t.Errorf("%s: has a base: %s", tt.name, line)
				}
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestLiteralCut cuts a file of Turtle after each byte of what follows a string: the literal is found in the
// pieces, too.
func TestLiteralCut(t *testing.T) {
	const text = "@prefix x: <http://www.w3.org/2001/XMLSchema#> .\n_:a <p:p> \"s:a\"^^x:anyURI, " +
		"\"s:b\"^^<http://www.w3.org/2001/XMLSchema#anyURI> .\n"
	for pad := range len(text) {
		in := strings.Repeat(" ", input.BlockSize-pad) + text
		if got := strings.Count(show(t, "a.ttl", in, input.Options{}), `role="literal"`); got != 2 {
			t.Errorf("with %d bytes in the first block: got %d literals, want 2", pad, got)
		}
	}
}
