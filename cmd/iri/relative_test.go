package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/testkit"
)

// relativeTo runs a command with the base http://b/ over a file on standard input.
func relativeTo(command, flags, content string) (out, errs string, status int) {
	var stdout, stderr bytes.Buffer
	a := testApp(&stdout, &stderr)
	a.stdin = strings.NewReader(content)
	status = execute(a, append([]string{command, "http://b/"}, strings.Fields(flags)...))
	return stdout.String(), stderr.String(), status
}

// TestRelativize checks what relativize writes into each format. What is written stands for the IRIs that it was
// made of, with the base in force, and doing it again changes nothing.
func TestRelativize(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p")
	const xml, rdf = "--from xml", `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" ` +
		`xmlns:e="http://b/">`
	tests := []struct{ name, flags, content, want string }{
		// An empty result.
		{"HTML", "--from html", `<a href="http://b/"><a href='http://b/'><q cite="http://b/"></q>`,
			`<a href=""><a href=''><q cite=""></q>`},
		{"HTML without quotes", "--from html", `<a href=http://b/ title=x><a href=http://b/><a href=http://b/c>`,
			`<a href="" title=x><a href=""><a href=c>`},
		{"HTML where nothing is not a reference", "--from html",
			`<img src="http://b/"><link href=http://b/><form action="http://b/"><img src="http://b/c">`,
			`<img src="http://b/"><link href=http://b/><form action="http://b/"><img src="c">`},
		{"srcset", "--from html", `<img srcset="http://b/ 1x, http://b/c 2x, http://b/,d 3x">`,
			`<img srcset="http://b/ 1x, c 2x, http://b/,d 3x">`},
		{"ping", "--from html", `<a ping="http://b/ http://b/c">`, `<a ping="http://b/ c">`},
		{"http-equiv=refresh", "--from html", `<meta http-equiv=refresh content="5;url=http://b/"><meta ` +
			`http-equiv=refresh content="5;url=http://b/'c"><meta http-equiv=refresh content="5;url=http://b/c">`,
			`<meta http-equiv=refresh content="5;url=http://b/"><meta http-equiv=refresh ` +
				`content="5;url=http://b/'c"><meta http-equiv=refresh content="5;url=c">`},
		{"CSS", "--from html", `<style>@import "http://b/";a{b:url(http://b/);c:url("http://b/c")}</style><p ` +
			`style="d:url('http://b/') url(http://b/c)">`,
			`<style>@import "http://b/";a{b:url(http://b/);c:url("c")}</style><p style="d:url('http://b/') url(c)">`},
		{"Turtle", "--from turtle", "<http://b/> <http://b/p> <http://b/c#d> .\n", "<> <p> <c#d> .\n"},
		{"TriG", "--from trig", "<http://b/g> { <http://b/> a <http://b/c> }\n", "<g> { <> a <c> }\n"},
		{"N3", "--from n3", "<http://b/> a <http://b/c> .\n", "<> a <c> .\n"},
		{"RDF/XML", "--from rdfxml", rdf +
			`<e:C rdf:about="http://b/"><e:p rdf:resource="http://b/c"/></e:C></rdf:RDF>`, rdf +
			`<e:C rdf:about=""><e:p rdf:resource="c"/></e:C></rdf:RDF>`},
		{"JSON", "--from json", "\"http://b/\"\n{\"iri\":\"http://b/\"}\n\"http://b/c\"\n",
			"\"\"\n{\"iri\":\"\"}\n\"c\"\n"},
		{"JSON-LD", "--from jsonld", `{"@id":"http://b/","http://b/p":{"@id":"http://b/c"}}`,
			`{"@id":"","http://b/p":{"@id":"c"}}`},
		{"YAML", "--from yaml", "url: http://b/\nuri: {\"$ref\": 'http://b/', href: \"http://b/c\"}\nhref: " +
			"http://b/null\n", "url: http://b/\nuri: {\"$ref\": 'http://b/', href: \"c\"}\nhref: 'null'\n"},
		{"YAML, a word that would be a title there", "--from yaml", "link: http://b/null\n", "link: http://b/null\n"},
		{"Markdown", "--from markdown", "[a](http://b/) [a](<http://b/>) ![a](http://b/ 't') [a](http://b/c)\n\n[b]: " +
			"http://b/\n[c]: <http://b/>\n\n<a href=http://b/ x><a href=\"http://b/\">\n",
			"[a](http://b/) [a](<http://b/>) ![a](http://b/ 't') [a](c)\n\n[b]: http://b/\n[c]: <http://b/>\n\n<a " +
				"href=\"\" x><a href=\"\">\n"},
		{"links in text", "--from text", "[a](http://b/) [a](http://b/c)\n", "[a](http://b/) [a](c)\n"},
		{"a sitemap", xml, `<urlset><url><loc>http://b/</loc></url><url><loc><![CDATA[http://b/]]></loc></url>` +
			`</urlset>`, `<urlset><url><loc>http://b/</loc></url><url><loc><![CDATA[http://b/]]></loc></url></urlset>`},
		{"Atom", xml, `<feed xmlns="http://www.w3.org/2005/Atom"><icon>http://b/</icon><logo>http://b/c</logo><link ` +
			`href="http://b/"/></feed>`,
			`<feed xmlns="http://www.w3.org/2005/Atom"><icon>http://b/</icon><logo>c</logo><link href=""/></feed>`},
		{"lists of TEI", xml, `<TEI><p target="http://b/ http://b/c" url="http://b/"/></TEI>`,
			`<TEI><p target="http://b/ c" url=""/></TEI>`},
		{"a path with lists", xml + " --field a/@b --field a --split ,",
			`<r><a b="http://b/,http://b/c">http://b/c,http://b/</a></r>`, `<r><a b="http://b/,c">c,http://b/</a></r>`},
		{"CSV", "--from csv --column 1", "http://b/,x\r\n\"http://b/\",x\r\nhttp://b/c,x\r\n",
			"http://b/,x\r\n\"http://b/\",x\r\nc,x\r\n"},
		{"CSV with lists", "--from csv --column 1 --split |", "http://b/|http://b/c,x\n\"http://b/c|http://b/\",x\n",
			"http://b/|c,x\n\"c|http://b/\",x\n"},
		{"TSV", "--from tsv --column 1", "http://b/\tx\nhttp://b/c\tx\n", "http://b/\tx\nc\tx\n"},
		{"lines", "--from lines", "http://b/\nhttp://b/c\n", "http://b/\nc\n"},
		{"strings with NUL", "--from null", "http://b/\x00http://b/c\x00", "http://b/\x00c\x00"},

		// Declarations, names, and the base in force.
		{"base and prefixes of Turtle", "--from turtle", "@base <http://b/d/> . @prefix p: <http://b/d/p/> .\nPREFIX " +
			"q: <http://b/d/q/> <http://b/d/c> p:x <http://b/d/p/x>, <r> . BASE <http://x/> <http://x/y> q:z " +
			"<http://b/> .\n",
			"@base <http://b/d/> . @prefix p: <http://b/d/p/> .\nPREFIX q: <http://b/d/q/> <c> p:x <p/x>, <r> . BASE " +
				"<http://x/> <y> q:z <//b/> .\n"},
		{"literals", "--from turtle", "<http://b/c> <http://b/p> " +
			"\"http://b/d\"^^<http://www.w3.org/2001/XMLSchema#anyURI> .\n",
			"<c> <p> \"http://b/d\"^^<http://www.w3.org/2001/XMLSchema#anyURI> .\n"},
		{"base and namespaces of RDF/XML", "--from rdfxml", `<rdf:RDF ` +
			`xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://b/d/" xml:base="http://b/d/"><C ` +
			`rdf:ID="i"><p rdf:resource="http://b/d/e"/><p rdf:resource="r"/></C></rdf:RDF>`,
			`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://b/d/" ` +
				`xml:base="http://b/d/"><C rdf:ID="i"><p rdf:resource="e"/><p rdf:resource="r"/></C></rdf:RDF>`},
		{"xml:base of Atom", xml, `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://b/d/"><link ` +
			`href="http://b/d/c"/><entry xml:base="http://b/d/e/"><link href="http://b/d/e/"/></entry><link ` +
			`href="r"/></feed>`,
			`<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://b/d/"><link href="c"/><entry ` +
				`xml:base="http://b/d/e/"><link href=""/></entry><link href="r"/></feed>`},
		{"xml:base and xmlns of a path", xml + " --field //@*",
			`<r xmlns="http://b/n" xmlns:x="http://b/x" xml:base="http://b/d/" a="http://b/d/e"/>`,
			`<r xmlns="http://b/n" xmlns:x="http://b/x" xml:base="http://b/d/" a="e"/>`},
		{"namespaces of XSD", xml, `<schema xmlns="http://www.w3.org/2001/XMLSchema" ` +
			`xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" targetNamespace="http://b/n" ` +
			`xsi:schemaLocation="http://b/n http://b/c"><import namespace="http://b/n" ` +
			`schemaLocation="http://b/c"/></schema>`,
			`<schema xmlns="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ` +
				`targetNamespace="http://b/n" xsi:schemaLocation="http://b/n http://b/c"><import ` +
				`namespace="http://b/n" schemaLocation="c"/></schema>`},
		{"the base of a page", "--from html", `<a href="http://b/d/c"><base href="http://b/d/"><a ` +
			`href="http://b/d/"><a href="r"><p itemtype="http://b/T">`, `<a href="c"><base href="http://b/d/"><a ` +
			`href=""><a href="r"><p itemtype="http://b/T">`},
		{"the base of a page, relative", "--from html", `<base href="d/"><a href="http://b/d/c">`,
			`<base href="d/"><a href="c">`},
		{"contexts of JSON-LD", "--from jsonld", `{"@context":{"@base":"http://b/d/","@vocab":"http://b/v/",` +
			`"id":"@id","t":{"@id":"http://b/t","@type":"@id"},"v":{"@type":"@vocab"}},"id":"http://b/d/c",` +
			`"@type":"http://b/d/T","t":["http://b/d/","http://b/d/id","http://b/d/@x"],"v":"http://b/d/c"}`,
			`{"@context":{"@base":"http://b/d/","@vocab":"http://b/v/","id":"@id","t":{"@id":"http://b/t",` +
				`"@type":"@id"},"v":{"@type":"@vocab"}},"id":"c","@type":"http://b/d/T","t":["","http://b/d/id",` +
				`"http://b/d/@x"],"v":"http://b/d/c"}`},
		{"no base in JSON-LD", "--from jsonld", `{"@context":{"@base":null},"@id":"http://b/c"}`,
			`{"@context":{"@base":null},"@id":"http://b/c"}`},
		{"a script of JSON-LD", "--from html", `<base href="http://b/d/"><script ` +
			`type="application/ld+json">{"@context":"http://schema.org","@type":"Thing","url":"http://b/d/c"}</script>`,
			`<base href="http://b/d/"><script ` +
				`type="application/ld+json">{"@context":"http://schema.org","@type":"Thing","url":"c"}</script>`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, errs, status := relativeTo("relativize", tt.flags, tt.content)
			if got != tt.want || status != 0 {
				t.Fatalf("status %d: got\n%s\nwant\n%s\n%s", status, got, tt.want, errs)
			}
			before, _, _ := relativeTo("resolve", tt.flags+" --list", tt.content)
			after, _, _ := relativeTo("resolve", tt.flags+" --list", got)
			if tt.name != "literals" && before != after { // whose datatype is a relative reference then
				t.Errorf("%s\nstands for\n%s\nwant\n%s", got, after, before)
			}
			if again, errs, status := relativeTo("relativize", tt.flags, got); again != got || status == 2 {
				t.Errorf("again: status %d: got\n%s\nwant\n%s\n%s", status, again, got, errs)
			}
		})
	}
}

// TestRelativizeRefused checks that what only an IRI with a scheme can be stays, and that the error says what to do.
func TestRelativizeRefused(t *testing.T) {
	tests := []struct {
		name, flags, content, want string
		status                     int
	}{
		{"N-Triples", "--from ntriples", "<http://b/c> <http://b/p> <x:y> .\n",
			"iri: <stdin>: ntriples has no relative references, because every IRI in it has a scheme (RDF 1.1 " +
				"N-Triples §2.2): convert the file to Turtle", 2},
		{"N-Quads", "--from nquads", "<http://b/c> <http://b/p> <x:y> <http://b/g> .\n",
			"iri: <stdin>: nquads has no relative references", 2},
		{"N-Triples as a list", "--from ntriples --list", "<http://b/c> <http://b/p> <x:y> .\n",
			"ntriples has no relative references", 2},
		{"an autolink", "--from markdown", "<http://b/c> <http://x/>\n",
			"CommonMark §6.5): write a link, [text](reference), in its place", 1},
		{"an autolink whose reference is empty", "--from markdown", "<http://b/>\n", "", 0},
		{"an IRI in the text of Markdown", "--from markdown", "see http://b/c.\n",
			"in text only an IRI with a scheme is known as one: write a link", 1},
		{"IRIs in text", "--from text", "see <http://b/c>, \"http://b/d\", http://b/e.\n",
			"in text only an IRI with a scheme is known as one: write a link", 1},
		{"an IRI for which there is no shorter reference", "--from text", "see https://b/c.\n", "", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, errs, status := relativeTo("relativize", tt.flags, tt.content)
			if status != tt.status || !strings.Contains(errs, tt.want) || tt.want == "" && errs != "" {
				t.Errorf("got status %d, %q, want %d, %q", status, errs, tt.status, tt.want)
			}
			if status < 2 && got != tt.content {
				t.Errorf("got %q, want %q", got, tt.content)
			}
		})
	}
}
