package rewrite

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit/runtest"
	"github.com/rfc3987/iri/internal/work/run"
)

// TestAgain converts the IRIs of documents, and holds which are written: where the document would be read in another way,
// the old ones stay. In the new text "$" stands for what follows http://e/. IRIs of the W3C stay.
func TestAgain(t *testing.T) {
	const atom, rdf = "<feed xmlns='http://www.w3.org/2005/Atom'>", "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' "
	const node = "<rdf:Description rdf:about='http://e/2'><a:b rdf:resource='3' xmlns:b='http://e/4'/></rdf:Description>"
	nodeBecomes := strings.NewReplacer("http://e/", "HTTP://f/", "'3'", "'HTTP://f/3'").Replace(node)
	many := strings.Repeat("http://e/_a_ ", 20)
	for _, tt := range []struct {
		name, format, text, to, want string
		left                         int // how many strings have a finding
	}{
		{"as it is", "markdown", "[x](http://e/1) http://e/2\n", "http://f/$", "[x](http://f/1) http://f/2\n", 0},
		{"a line end in a destination", "markdown", "[x](<http://e/1>) y\n", "a\n$", "[x](<http://e/1>) y\n", 1},
		{"a line end in an autolink", "markdown", "<http://e/1> http://e/2\n", "a:\n$", "<http://e/1> http://e/2\n", 2},
		{"an angle bracket in an autolink", "markdown", "<http://e/1>\n", "a:>$", "<http://e/1>\n", 1},
		{"what an IRI in text does not end with", "markdown", "http://e/1 [x](http://e/2)\n", "http://e/$.",
			"http://e/1%2E [x](http://e/2.)\n", 0},
		{"no scheme in text", "markdown", "http://e/1 [x](http://e/2)\n", "$", "http://e/1 [x](2)\n", 1},
		{"emphasis that begins in text", "markdown", "a http://e/1 b [x](http://e/2)\n", "http://e/_$_",
			"a http://e/1 b [x](http://e/_2_)\n", 1},
		{"emphasis that ends in an IRI", "markdown", "*a http://e/1 b\n\nhttp://e/2\n", "http://e/$*x",
			"*a http://e/1 b\n\nhttp://e/2*x\n", 1},
		{"emphasis that was", "markdown", "http://e/_a_é http://e/b\n", "http://f/$", "http://f/_a_é http://f/b\n", 0},
		{"one block of several", "markdown", "# http://e/_a_\n\n> http://e/b\n\n- http://e/_c_\n", "http://f/$d",
			"# http://e/_a_\n\n> http://f/bd\n\n- http://e/_c_\n", 2},
		{"after a byte order mark", "markdown", "\uFEFFhttp://e/_a_ http://e/b\n", "http://f/$d",
			"\uFEFFhttp://e/_a_ http://f/bd\n", 1},
		{"lines that CR ends", "markdown", "http://e/_a_\r\rhttp://e/b\r", "http://f/$d", "http://e/_a_\r\rhttp://f/bd\r", 1},
		{"too many for the rounds", "markdown", many + "http://e/b\n", "http://f/$<", many + "http://e/b\n", 21},
		{"many in one round", "markdown", many + "http://e/b\n", "http://f/$d", many + "http://f/bd\n", 20},
		{"emphasis that would end before", "markdown", "*a http://e/ b*\n\n_a [x](http://e/) b_\n", "http://e/*",
			"*a http://e/ b*\n\n_a [x](http://e/*) b_\n", 1},
		{"a link by reference", "markdown", "*a [x] http://e/b* http://e/c\n\n[x]: http://e/d\n", "http://f/$",
			"*a [x] http://f/b* http://f/c\n\n[x]: http://f/d\n", 0},
		{"what becomes a link", "markdown", "*[x](http://e/a b)* ![y](http://e/c d) <http://e/e f>\n", "http://f/$",
			"*[x](http://f/a%20b)* ![y](http://f/c%20d) <http://f/e%20f>\n", 0},
		{"YAML", "yaml", "a: http://e/1\nb: [http://e/2, 'http://e/3']\n", "http://f/$",
			"a: http://f/1\nb: [http://f/2, 'http://f/3']\n", 0},
		{"YAML, quotes that are needed", "yaml", "a: http://e/1\nb: \"http://e/2\"\n", "http://f/$:",
			"a: 'http://f/1:'\nb: \"http://f/2:\"\n", 0},
		{"YAML, a line end in a block", "yaml", "a: |\n  http://e/1\nb: http://e/2\n", "http://e/x$\ny", "a: |\n  http://e/1\nb: http://e/2\n", 2},
		{"YAML, no scheme", "yaml", "a: http://e/1\nb: http://e/2\n", "$", "a: http://e/1\nb: http://e/2\n", 2},
		{"HTML", "html", "<a href=http://e/1><a href='http://e/2'><p style=\"a:url(http://e/3)\">", "http://f/$&'",
			"<a href=http://f/1&amp;&#39;><a href='http://f/2&amp;&#39;'><p style=\"a:url(http://f/3&amp;\\&#39;)\">", 0},
		{"a base that stands after what is relative to it", "html", "<a href=1><base href=http://e/x/><a href=2>", "http://f/$",
			"<a href=http://f/1><base href=http://f/x/><a href=http://f/2>", 0},
		{"a base of JSON-LD within that of the page", "html", "<script type=application/ld+json>" +
			`{"@context": {"@base": "x/"}, "@id": "1"}</script><base href=http://e/y/>`, "$/z/", "<script type=application/ld+json>" +
			`{"@context": {"@base": "x//z/"}, "@id": "1/z/"}</script><base href=y//z/>`, 0},
		{"the end of a script", "html", `<script type=application/ld+json>{"@id": "http://e/1"}</script>` +
			"<a href=http://e/2>", "http://e/$</script>", `<script type=application/ld+json>{"@id": "http://e/1"}</script>` +
			"<a href=http://e/2&lt;/script&gt;>", 1},
		{"another end tag in a script", "html", `<script type=application/ld+json>{"@id": "http://e/1"}</script>`,
			"http://e/$</b>", `<script type=application/ld+json>{"@id": "http://e/1</b>"}</script>`, 0},
		{"the end of a style sheet", "html", "<style>a{b:url(http://e/1);c:url('http://e/2')}</style>", "http://e/$</style>",
			"<style>a{b:url(http://e/1\\3c /style>);c:url('http://e/2\\3c /style>')}</style>", 0},
		{"commas of a srcset", "html", "<img srcset='http://e/1 1x, http://e/2'><img src=http://e/3>", "http://e/$,",
			"<img srcset='http://e/1 1x, http://e/2'><img src=http://e/3,>", 2},
		{"a space in a list", "html", "<a ping='http://e/1 http://e/2' href=http://e/3>", "http://e/$ x",
			"<a ping='http://e/1 http://e/2' href=http://e/3&#32;x>", 2},
		{"what a refresh ends with", "html", `<meta http-equiv=refresh content="0;url='http://e/1'"><a href=http://e/2>`,
			"http://e/$'", `<meta http-equiv=refresh content="0;url='http://e/1'"><a href=http://e/2&#39;>`, 1},
		{"a name", "html", "<p prefix='x: http://e/x#' about=x:1 typeof='x:2 http://e/3'>", "http://f/$",
			"<p prefix='x: http://f/x#' about=x:1 typeof='x:2 http://f/3'>", 0},
		{"a name in brackets", "html", "<p prefix='x: http://e/' about=x:1 resource=[x:2]>", "http://f/$",
			"<p prefix='x: http://f/' about=x:1 resource=[x:2]>", 0},
		{"a name in brackets that would be an IRI", "html", "<p prefix='x: http://e/x#' about=x:2 resource=[x:1]>", "http://f/$#",
			"<p prefix='x: http://e/x#' about=http://f/x#2# resource=[x:1]>", 2},
		{"a name whose prefix the page does not declare", "html", "<p about=foaf:name resource=[foaf:name]>", "http://f/$",
			"<p about=http://f/http://xmlns.com/foaf/0.1/name resource=[foaf:name]>", 1},
		{"what would be a term", "html", "<p rel=http://e/1 about=http://e/2>", "$", "<p rel=http://e/1 about=2>", 1},
		{"what would be nothing", "html", "<a href=http://e/><link href='http://e/1'>", "$", "<a href=\"\"><link href='1'>", 0},
		{"a template", "html", "<a href='http://e/1{{ x }}'><a href=http://e/2>", "http://f/$",
			"<a href='http://e/1{{ x }}'><a href=http://f/2>", 0},
		{"CSV", "csv", "id,iri\n1,http://e/1\n2,\"http://e/2\"\n3,http://e/3\n", "http://f/$,\"",
			"id,iri\n1,\"http://f/1,\"\"\"\n2,\"http://f/2,\"\"\"\n3,\"http://f/3,\"\"\"\n", 0},
		{"CSV, a line end in a field", "csv", "id,iri\n1,http://e/1\n2,\"http://e/2\"\n", "http://f/$\nx",
			"id,iri\n1,http://e/1\n2,\"http://f/2\nx\"\n", 1},
		{"CSV, white space around a field", "csv", "id,iri\n1,http://e/1\n", " http://f/$", "id,iri\n1, http://f/1\n", 0},
		{"TSV, a tab in a field", "tsv", "id\tiri\n1\thttp://e/1\n2\thttp://e/2\n", "http://f/$\t", "id\tiri\n1\thttp://e/1\n2\thttp://e/2\n", 2},
		{"JSON", "json", "{\"iri\": \"http://e/1\"}\n{\"iri\": \"http://e/\\u0032\"}\n", "http://f/$\"\\",
			"{\"iri\": \"http://f/1\\\"\\\\\"}\n{\"iri\": \"http://f/2\\\"\\\\\"}\n", 0},
		{"JSON, what is no IRI in a document", "json", "{\"a\": \"http://e/1\", \"b\": [\"http://e/2\"]}\n", "x $",
			"{\"a\": \"http://e/1\", \"b\": [\"http://e/2\"]}\n", 2},
		{"JSON, a list that would be longer", "json", "{\"url\": \"http://e/1,http://e/2\"}\n", "http://f/$,http://g/",
			"{\"url\": \"http://e/1,http://e/2\"}\n", 2},
		{"JSON-LD", "jsonld", "{\"@context\": {\"x\": \"http://e/x#\"}, \"@id\": \"x:1\", \"x:2\": {\"@id\": \"http://e/3\"}}\n", "http://f/$",
			"{\"@context\": {\"x\": \"http://f/x#\"}, \"@id\": \"x:1\", \"x:2\": {\"@id\": \"http://f/3\"}}\n", 0},
		{"JSON-LD, a base that becomes another one", "jsonld", "{\"@context\": {\"@base\": \"http://e/x/\"}, \"@id\": \"1\"}\n", "http://f/$",
			"{\"@context\": {\"@base\": \"http://f/x/\"}, \"@id\": \"http://f/1\"}\n", 0},
		{"text", "text", "see http://e/1, (http://e/2) <http://e/3>\n\"http://e/4\"\n", "http://f/$",
			"see http://f/1, (http://f/2) <http://f/3>\n\"http://f/4\"\n", 0},
		{"text, no scheme", "text", "see http://e/1\nhttp://e/2\n", "$", "see http://e/1\nhttp://e/2\n", 2},
		{"text, what ends an IRI", "text", "see http://e/1 http://e/2\n", "http://f/$ x", "see http://e/1 http://e/2\n", 2},
		{"text, lines that CR ends", "text", "http://e/1\rhttp://e/2\r", "http://f/$.", "http://f/1%2E\rhttp://f/2%2E\r", 0},
		{"Turtle", "turtle", "@prefix x: <http://e/> .\nx:a <http://e/p> x:b , <http://e/> .\n", "http://f/$>",
			"@prefix x: <http://f/%3E> .\n<http://f/a%3E> <http://f/p%3E> <http://f/b%3E> , <http://f/%3E> .\n", 0},
		{"Turtle, a base that becomes another one", "turtle", "@base <http://e/x/> .\n<1> <http://e/p> <2> .\n", "http://f/$",
			"@base <http://f/x/> .\n<http://f/1> <http://f/p> <http://f/2> .\n", 0},
		{"Turtle, after a fault", "turtle", "<http://e/1> ] .\n<http://e/2> <http://e/3> \"a\" .\n", "http://f/$>",
			"<http://f/1%3E> ] .\n<http://f/2%3E> <http://f/3%3E> \"a\" .\n", 1},
		{"N3 after a byte order mark", "n3", "\uFEFF<http://e/1> <http://e/2> <http://e/3> .\n", "http://f/$>",
			"\uFEFF<http://f/1%3E> <http://f/2%3E> <http://f/3%3E> .\n", 0},
		{"TriG that ends in a graph", "trig", "\uFEFF{ <http://e/1> <http://e/2> <http://e/3> . ", "http://f/$>",
			"\uFEFF{ <http://f/1%3E> <http://f/2%3E> <http://f/3%3E> . ", 1},
		{"JSON, what is not UTF-8", "json", "{\"iri\": \"http://e/1\"}\n", "http://f/\x80$", "{\"iri\": \"http://e/1\"}\n", 1},
		{"TriG", "trig", "@prefix x: <http://e/> .\nx:g { x:a x:b x:c . # x\n x:d x:e <http://e/1> }\n", "http://f/$",
			"@prefix x: <http://f/> .\nx:g { x:a x:b x:c . # x\n x:d x:e <http://f/1> }\n", 0},
		{"SPARQL after a byte order mark", "sparql", "\uFEFFASK { <http://e/1> <x> <x> }", "http://f/$",
			"\uFEFFASK { <http://f/1> <http://f/x> <http://f/x> }", 0},
		{"SPARQL in a line that CR ends", "sparql", "ASK { <http://e/1> <x> <x> }\r", "http://f/$",
			"ASK { <http://f/1> <http://f/x> <http://f/x> }\r", 0},
		{"Turtle that ends in a statement", "turtle", "<http://e/1> <http://e/2>", "http://f/$>",
			"<http://f/1%3E> <http://f/2%3E>", 1},
		{"SPARQL", "sparql", "PREFIX x: <http://e/>\nSELECT * { x:a ?b <http://e/1> FILTER(?b < 1) }\n", "http://f/$",
			"PREFIX x: <http://f/>\nSELECT * { x:a ?b <http://f/1> FILTER(?b < 1) }\n", 0},
		{"XML", "xml", atom + "<link href='http://e/1'/><icon>http://e/2</icon><logo><![CDATA[http://e/3]]></logo></feed>",
			"http://f/$&'\"<", atom + "<link href='http://f/1&amp;&#39;&quot;&lt;'/><icon>http://f/2&amp;&#39;&quot;&lt;</icon>" +
				"<logo><![CDATA[http://f/3&'\"<]]></logo></feed>", 0},
		{"XML, the end of CDATA", "xml", atom + "<icon>http://e/2</icon><logo><![CDATA[http://e/1]]></logo></feed>", "http://f/$]]>",
			atom + "<icon>http://f/2]]&gt;</icon><logo><![CDATA[http://e/1]]></logo></feed>", 1},
		{"XML, a comment in a text", "xml", atom + "<icon>http://e/<!-- a -->1</icon><logo>http://<!-- b -->e/2<?c?></logo></feed>",
			"http://f/$", atom + "<icon>http://f/<!-- a -->1</icon><logo>http://<!-- b -->f/2<?c?></logo></feed>", 0},
		{"XML, a list that would be longer", "xml", "<r><url>http://e/1</url><url>http://e/2,http://e/3</url></r>", "http://f/$,http://g/",
			"<r><url>http://e/1</url><url>http://e/2,http://e/3</url></r>", 3},
		{"XML, what is no IRI", "xml", "<r><url>http://e/1</url><url>http://e/2</url></r>", "x $",
			"<r><url>http://e/1</url><url>http://e/2</url></r>", 2},
		{"XML, a base that becomes another one", "xml", atom + "<entry xml:base='http://e/x/'><link href='1'/></entry><link href='2'/></feed>",
			"http://f/$", atom + "<entry xml:base='http://f/x/'><link href='http://f/1'/></entry><link href='http://f/2'/></feed>", 0},
		{"XML that has faults", "xml", "<r><a></b><url>http://e/1</url><!-- -- -->", "http://f/$'", "<r><a></b><url>http://f/1&#39;</url><!-- -- -->", 3},
		{"XML, two attributes that become one", "rdfxml", rdf + "xmlns:a='http://e/1' xmlns:b='1'><rdf:Description a:x='1' b:x='2'/></rdf:RDF>",
			"http://f/$", rdf + "xmlns:a='http://f/1' xmlns:b='1'><rdf:Description a:x='1' b:x='2'/></rdf:RDF>", 2},
		{"RDF/XML in several blocks", "rdfxml", rdf + "xmlns:a='http://e/1' xml:base='http://e/x/'>" + strings.Repeat(node, 4000) + "</rdf:RDF>",
			"HTTP://f/$", rdf + "xmlns:a='HTTP://f/1' xml:base='HTTP://f/x/'>" + strings.Repeat(nodeBecomes, 4000) + "</rdf:RDF>", 0},
		{"HTML, too many for the rounds", "html", strings.Repeat("<img srcset=http://e/1>", 20) + "<a href=http://e/2>",
			"http://e/$,", strings.Repeat("<img srcset=http://e/1>", 20) + "<a href=http://e/2,>", 20},
	} {
		from, err := input.ParseFormat(tt.format)
		if err != nil {
			t.Fatal(err)
		}
		o := input.Options{From: from, Rewrite: true}
		c := Rewrite{Target: runtest.Target(), Input: &o, Change: Change{
			Pieces: func(rec *input.Item, _ spec.Rule) []Piece {
				if strings.HasPrefix(rec.Text, "http://www.w3.org/") {
					return []Piece{{End: len(rec.Text), Text: rec.Text}}
				}
				rest := strings.ReplaceAll(strings.TrimPrefix(rec.Text, "http://e/"), " ", "%20")
				return []Piece{{End: len(rec.Text), Text: strings.Replace(tt.to, "$", rest, 1)}}
			},
		}}
		c.Prepare()
		got, left := "", 0
		runtest.Chunks(t, tt.text, &o, func(b *input.Chunk) {
			var r run.Result
			c.Chunk(b, &r)
			if r.Broken != nil {
				t.Errorf("%s: %v", tt.name, r.Broken)
			}
			got, left = got+string(r.Out), left+int(r.Summary.Inputs-r.Summary.Conforming)
		})
		if got != tt.want {
			t.Errorf("%s: got %.2000q, want %.2000q", tt.name, got, tt.want)
		}
		if left != tt.left {
			t.Errorf("%s: %d strings have a finding, want %d", tt.name, left, tt.left)
		}
	}
}
