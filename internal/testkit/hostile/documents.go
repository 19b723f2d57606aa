package hostile

import (
	"fmt"
	"strings"
)

const rdfNS = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

// documents are texts of the formats that are not lines.
var documents = []Text{
	{"ntriples", "a literal with escapes",
		func(n int) string { return `<a:s> <a:p> "` + strings.Repeat(`\u00e9\n\t`, n/10) + "\" .\n" }},
	{"nquads", "a long language tag", func(n int) string {
		return `<a:s> <a:p> "x"@` + strings.Repeat("a", n/2) + "-" + strings.Repeat("1", n/2) + " .\n"
	}},
	{"ntriples", "an IRI with escapes", func(n int) string {
		return `<a:` + strings.Repeat(`\u00e9`, n/6) +
			"> <a:p> <a:o> .\n"
	}},
	{"jsonld", "contexts that are not there", func(n int) string {
		var b strings.Builder
		for b.WriteString(`{"@context": ["http://e/"`); b.Len() < n; {
			fmt.Fprintf(&b, `, "http://e/%d"`, b.Len())
		}
		return b.String() + `], "@id": "http://e/"}`
	}},
	{"ntriples", "nested triple terms",
		func(n int) string { return strings.Repeat("<a b> <a b> <<( ", n/16) + "\n" }},
	{"turtle", "a string with escapes",
		func(n int) string { return `<a:s> <a:p> "` + strings.Repeat(`\u00e9\n`, n/8) + "\" ." }},
	{"turtle", "a long string with quotes",
		func(n int) string { return `<a:s> <a:p> """` + strings.Repeat(`""\"`, n/4) + `""" .` }},
	{"turtle", "open brackets", func(n int) string { return "<a:s> <a:p> " + strings.Repeat("[", n) }},
	{"turtle", "open lists", func(n int) string { return "<a:s> <a:p> " + strings.Repeat("(", n) }},
	{"turtle", "prefixes", func(n int) string { return times(n/26, "@prefix a%d: <http://a/> .\n") }},
	{"turtle", "open quotes", func(n int) string { return strings.Repeat("\"\n", n/2) }},
	{"html", "srcset", func(n int) string {
		return `<img srcset="` + strings.Repeat("http://a/ 1x, ", n/14) +
			`">`
	}},
	{"html", "srcset of parentheses",
		func(n int) string { return `<img srcset="` + strings.Repeat("a (", n/3) + `">` }},
	{"html", "ping", func(n int) string { return `<a ping="` + strings.Repeat("b ", n/2) + `">` }},
	{"html", "archive", func(n int) string {
		return `<object archive="` + strings.Repeat("bc ", n/3) +
			`">`
	}},
	{"html", "attributes", func(n int) string { return `<a ` + strings.Repeat("href=x ", n/7) + `>` }},
	{"html", "open tags", func(n int) string { return strings.Repeat("<", n) }},
	{"xml", "repeated attributes", func(n int) string {
		return "<r " + strings.Repeat(`href="b" `, n/9) +
			"/>"
	}},
	{"xml", "attributes without quotes", func(n int) string {
		return "<r " + strings.Repeat(`href=b `, n/7) +
			"/>"
	}},
	{"xml", "open elements", func(n int) string { return strings.Repeat("<a>", n/3) }},
	{"rdfxml", "attributes", func(n int) string { return "<r" + times(n/10, ` a%d="b"`) + "/>" }},
	{"turtle", "a long prefix", func(n int) string {
		return "@prefix a: <http://" + strings.Repeat("a", n/2) + "> .\n" + strings.Repeat("a:s a:p a:o .\n", n/28)
	}},
	{"turtle", "a long base", func(n int) string {
		return "@base <http://" + strings.Repeat("a", n/2) + "> .\n" + strings.Repeat("<s> <p> <o> .\n", n/28)
	}},
	{"rdfxml", "a long base", func(n int) string {
		return `<rdf:RDF xmlns:rdf="` + rdfNS + `" xml:base="http://` + strings.Repeat("a", n/2) + `">` +
			strings.Repeat(`<rdf:Description rdf:about="b"/>`, n/64) + "</rdf:RDF>"
	}},
	{"rdfxml", "declarations", func(n int) string {
		return `<!DOCTYPE r [<!ENTITY a "` +
			strings.Repeat("<!ENTITY ", n/9) + `">]><r/>`
	}},
	{"text", "IRIs", func(n int) string { return strings.Repeat("http://a/ ", n/10) }},
	{"text", "colons", func(n int) string { return strings.Repeat(":", n) }},
	{"text", "links without an end", func(n int) string { return strings.Repeat("](", n/2) }},
	{"text", "schemes that nothing follows", func(n int) string { return strings.Repeat("mailto:", n/7) }},
	{"csv", "quotes", func(n int) string { return strings.Repeat("\"a\"b\n", n/5) }},
	{"csv", "an open quote on each line", func(n int) string { return strings.Repeat("\"a\n", n/3) }},
	{"csv", "fields", func(n int) string { return strings.Repeat(",", n) }},
	{"json", "open brackets", func(n int) string { return strings.Repeat("[", n) }},
	{"json", "open objects", func(n int) string { return strings.Repeat(`{"a":`, n/5) }},
	{"json", "escapes", func(n int) string { return `"` + strings.Repeat(`\ud83d`, n/6) + `"` }},
	{"rdfxml", "namespaces", func(n int) string {
		return "<rdf:RDF xmlns:rdf='" + rdfNS + "'" +
			times(n/24, ` xmlns:a%d="http://a/"`) + ">" + times(n/24, "<a%d:b/>") + "</rdf:RDF>"
	}},
	{"rdfxml", "namespaces in each other", func(n int) string {
		return "<rdf:RDF xmlns:rdf='" + rdfNS + "'>" +
			times(n/40, "<a:b xmlns:a='http://a/%d'><a:c>")
	}},
	{"rdfxml", "bases in each other", func(n int) string {
		return "<rdf:RDF xmlns:rdf='" + rdfNS + "'>" +
			strings.Repeat("<rdf:Description xml:base='b/'><a:b xmlns:a='x:'>", n/50)
	}},
	{"rdfxml", "entities", func(n int) string {
		return `<!DOCTYPE r [` + times(n/25, `<!ENTITY a%d "x">`) + `]><r a="` + times(n/25, "&a%d;") + `"/>`
	}},
	{"xml", "namespaces", func(n int) string {
		return "<r " + times(n/24, ` xmlns:a%d="http://a/"`) + ">" + times(n/24, "<a%d:b/>") + "</r>"
	}},
	{"xml", "system identifiers", func(n int) string {
		return "<!DOCTYPE r [" + strings.Repeat(`<!ENTITY a SYSTEM "b">`, n/22) + "]><r/>"
	}},
	{"xml", "instructions in a DOCTYPE", func(n int) string {
		return `<!DOCTYPE r [<!ATTLIST r a CDATA "` + strings.Repeat("<?", n/2) + `">]><r/>`
	}},
	{"xml", "a list", func(n int) string {
		return `<TEI xmlns="http://www.tei-c.org/ns/1.0"><ptr target="` + strings.Repeat("a:&amp; ", n/8) + `"/></TEI>`
	}},
	{"xml", "a vocabulary with paths of several steps", func(n int) string {
		return `<collection xmlns="http://www.loc.gov/MARC21/slim">` +
			strings.Repeat(`<datafield tag="856"><subfield code="u">`, n/40)
	}},
	{"xml", "attributes", func(n int) string { return "<r " + times(n/10, ` a%d="b"`) + "/>" }},
	{"xml", "text in pieces", func(n int) string {
		return "<loc>" + strings.Repeat("a<!-- -->", n/9) +
			"</loc>"
	}},
	{"xml", "carriage returns", func(n int) string {
		return "<loc>" + strings.Repeat("a\r", n/2) +
			"&amp;</loc>"
	}},
	{"xml", "carriage returns and references", func(n int) string {
		return `<r href="` + strings.Repeat("\r", n/2) + strings.Repeat("&#65;", n/10) + `"/>`
	}},
	{"xml", "text in brackets", func(n int) string { return "<r>" + strings.Repeat("]<a/>", n/5) + "</r>" }},
	{"html", "carriage returns", func(n int) string {
		return `<a href="` + strings.Repeat("a\r", n/2) +
			`&amp;">`
	}},
	{"xml", "references", func(n int) string { return "<loc>" + strings.Repeat("&#65;", n/5) + "</loc>" }},
	{"turtle", "long language tags",
		func(n int) string { return `<a:s> <a:p> "x"@a` + strings.Repeat("-b", n/2) + " ." }},
	{"turtle", "prefixes that are used", func(n int) string {
		return times(n/40, "@prefix a%d: <http://a/> .\n") + times(n/40, "a%[1]d:b a:c a%[1]d:d .\n")
	}},
	{"turtle", "bases", func(n int) string { return strings.Repeat("@base <b/> .\n", n/13) }},
	{"turtle", "objects", func(n int) string {
		return "<a:s> <a:p> " + strings.Repeat("<a:o>, ", n/7) +
			"<a:o> ."
	}},
	{"html", "meta elements", func(n int) string {
		return strings.Repeat(`<meta http-equiv=refresh `+
			`content="0; url=b">`, n/44)
	}},
	{"html", "a refresh of spaces", func(n int) string {
		return `<meta http-equiv=refresh content="0;` +
			strings.Repeat(" ", n) + `url=b">`
	}},
	{"html", "character references", func(n int) string {
		return `<a href="` + strings.Repeat("&amp;", n/5) +
			`">`
	}},
	{"html", "ampersands", func(n int) string { return `<a href="` + strings.Repeat("&a", n/2) + `">` }},
	{"html", "different attributes", func(n int) string { return "<a" + times(n/10, " a%d=b") + ">" }},
	{"html", "imagesrcset of commas",
		func(n int) string { return `<link imagesrcset="` + strings.Repeat(",", n) + `">` }},
	{"html", "bases", func(n int) string { return strings.Repeat(`<base href="b/"><a href=c>`, n/26) }},
	{"html", "open comments", func(n int) string { return strings.Repeat("<!--", n/4) }},
	{"html", "open scripts", func(n int) string { return strings.Repeat("<script>", n/8) }},
	{"html", "open quotes", func(n int) string { return strings.Repeat(`<a b="`, n/6) }},
	{"json", "members", func(n int) string { return "{" + times(n/10, `"a%d":1,`) + `"iri":"a:b"}` }},
	{"json", "the same member", func(n int) string {
		return "{" + strings.Repeat(`"iri":"a:b",`, n/12) +
			`"iri":"a:b"}`
	}},
	{"json", "elements", func(n int) string { return "[" + strings.Repeat(`"a:b",`, n/6) + `"a:b"]` }},
	{"json", "elements with escapes", func(n int) string {
		return "[" + strings.Repeat(`"a:\n",`, n/7) +
			`"a:b"]`
	}},
	{"json", "elements with a long base", func(n int) string {
		return `{"base":"a:` + strings.Repeat(`\n`, n/4) + `","iri":[` + strings.Repeat(`"b",`, n/8) + `"b"]}`
	}},
	{"json", "numbers", func(n int) string { return "[" + strings.Repeat("1", n) + "]" }},
	{"csv", "columns", func(n int) string {
		return times(n/12, "a%d,") + "\n" + strings.Repeat("b,", n/12) +
			"\n"
	}},
	{"csv", "a long quoted field", func(n int) string { return `"` + strings.Repeat(`""`, n/2) + `"` }},
	{"text", "brackets", func(n int) string {
		return "http://a/" + strings.Repeat("(", n/2) +
			strings.Repeat(")", n/2)
	}},
	{"text", "slashes", func(n int) string { return strings.Repeat("//", n/2) }},
	{"text", "quotes", func(n int) string { return strings.Repeat(`<http://a`, n/9) }},
	{"notebook", "texts", func(n int) string {
		return `{"cells":[` + times(n/70, `{"cell_type":"code","outputs":[{"text":"http://e/%d <a:b>"}]},`) + "7]}"
	}},
	{"notebook", "cells that do not end",
		func(n int) string { return `{"cells":[` + strings.Repeat(`{"cell_type":[`, n/14) }},
	{"notebook", "brackets", func(n int) string { return `{"cells":` + strings.Repeat("[", n) }},
	{"notebook", "one cell of wrong types", func(n int) string {
		return `{"cells":[{"cell_type":"markdown","source":[` + strings.Repeat(`{"a":[1]},`, n/10) + `""]}]}`
	}},
	{"html", "prefixes in elements in each other", func(n int) string {
		return strings.Repeat("<p prefix='a: b:' about='a:c'><b>", n/33)
	}},
	{"notebook", "lines of a text", func(n int) string {
		return `{"cells":[{"cell_type":"markdown","source":[` + strings.Repeat(`"\u0061\n",`, n/11) + `""]}]}`
	}},
	{"markdown", "links without an end", func(n int) string { return strings.Repeat("](", n/2) }},
	{"markdown", "destinations without an end",
		func(n int) string { return strings.Repeat("[a](b", n/5) }},
	{"markdown", "spaces and no end",
		func(n int) string { return strings.Repeat("[a](http://b c", n/14) }},
	{"markdown", "brackets",
		func(n int) string { return strings.Repeat("[", n/2) + strings.Repeat("]", n/2) }},
	{"markdown", "lines of brackets", func(n int) string { return strings.Repeat("[a]\n", n/4) }},
	{"markdown", "definitions", func(n int) string { return times(n/10, "[a%d]: b\n") }},
	{"markdown", "quotations", func(n int) string { return strings.Repeat(">", n) }},
	{"markdown", "quotations and lines",
		func(n int) string { return strings.Repeat(strings.Repeat(">", 200)+"a\n", n/202) }},
	{"markdown", "lists", func(n int) string { return strings.Repeat("- ", n/2) }},
	{"markdown", "lists in lines", func(n int) string {
		var b strings.Builder
		for i := 0; b.Len() < n; i++ {
			b.WriteString(strings.Repeat("  ", min(i, 500)) + "- a\n")
		}
		return b.String()
	}},
	{"markdown", "backticks", func(n int) string {
		var b strings.Builder
		for i := 1; b.Len() < n; i++ {
			b.WriteString(strings.Repeat("`", i) + " ")
		}
		return b.String()
	}},
	{"markdown", "open tags", func(n int) string { return strings.Repeat("<a b='", n/6) }},
	{"markdown", "open comments", func(n int) string { return "x" + strings.Repeat("<!--", n/4) }},
	{"markdown", "tags", func(n int) string { return "x" + strings.Repeat("<a href='b'>", n/12) }},
	{"markdown", "images in images", func(n int) string {
		return strings.Repeat("![", n/8) +
			strings.Repeat("](a)", n/8)
	}},
	{"markdown", "titles without an end", func(n int) string { return strings.Repeat("[a](b \"", n/7) }},
	{"yaml", "brackets", func(n int) string { return strings.Repeat("[", n) }},
	{"yaml", "brackets that close",
		func(n int) string { return strings.Repeat("[", n/2) + strings.Repeat("]", n/2) }},
	{"yaml", "lists in lists", func(n int) string { return strings.Repeat("- ", n/2) }},
	{"yaml", "members in a line", func(n int) string { return "{" + times(n/20, "é%d: http://e/, ") + "}" }},
	{"yaml", "members", func(n int) string { return times(n/20, "a%d: http://e/\n") }},
	{"yaml", "white space", func(n int) string { return "url: a" + strings.Repeat(" ", n) + "b\n" }},
	{"yaml", "lines", func(n int) string { return "url: 'a" + strings.Repeat("\n a", n/3) + "'\n" }},
	{"yaml", "anchors", func(n int) string { return "- &a b\n" + times(n/12, "- &a%d [*a]\n") }},
	{"yaml", "documents", func(n int) string { return strings.Repeat("--- a\n", n/6) }},
	{"yaml", "faults", func(n int) string { return strings.Repeat("--- [\n", n/6) }},
	{"yaml", "blocks", func(n int) string { return "url: |\n" + strings.Repeat("  http://e/\n", n/12) }},
	{"yaml", "tags", func(n int) string { return strings.Repeat("- !a b\n", n/7) }},
	{"ntriples", "comments", func(n int) string { return strings.Repeat("#\n", n/2) }},
	{"json", "values on several lines",
		func(n int) string { return strings.Repeat("{\n\"iri\": \"a:b\"\n}\n", n/16) }},
	{"json", "an array on several lines",
		func(n int) string { return "[\n" + strings.Repeat("{\n\"iri\": \"a:b\"\n},\n", n/17) + "]" }},
	{"jsonld", "terms", func(n int) string {
		return `{"@context": {` + times(n/40, `"a%d": "http://a/",`) + `"b": "c:d"}, ` + times(n/40, `"a%d": 1,`) +
			`"b": 1}`
	}},
	{"jsonld", "terms that need each other",
		func(n int) string { return `{"@context": {` + times(n/20, `"a%[1]d": "a%[1]d1:b",`) + `"b": "c:d"}}` }},
	{"jsonld", "a long prefix", func(n int) string {
		return `{"@context": {"a": "http://` + strings.Repeat("a", n/2) + `/"}, "@id": "b:c", "x:y": [` +
			strings.Repeat(`{"@id": "a:b"},`, n/32) + `1]}`
	}},
	{"jsonld", "contexts in each other", func(n int) string {
		n = min(n/40, 4000) // brackets nest no deeper than 10,000
		return strings.Repeat(`{"@context": {"a": "b:c", "@vocab": "d:"}, "x": `, n) + "1" + strings.Repeat("}", n)
	}},
	{"jsonld", "contexts after each other",
		func(n int) string { return `{"@context": [` + strings.Repeat(`{"a": "b:c"},`, n/13) + `{}]}` }},
	{"jsonld", "contexts that lie in terms", func(n int) string {
		return `{"@context": {"a": {"@id": "b:c", "@context": {"d": "e:f"}}}, "a": [` + strings.Repeat(`{"d": 1},`,
			n/9) + `1]}`
	}},
	{"jsonld", "lines with a context of their own", func(n int) string {
		return strings.Repeat(`{"@context": "https://schema.org/", "@type": "A"}`+"\n", n/50)
	}},
	{"jsonld", "lines without their context",
		func(n int) string { return strings.Repeat(`{"@context": "http://a/", "a": "b"}`+"\n", n/36) }},
	{"jsonld", "types", func(n int) string {
		return `{"@type": [` + strings.Repeat(`"a:b",`, n/6) +
			`"a:b"]}`
	}},
	{"json", "open lines", func(n int) string { return strings.Repeat("{\n", n/2) }},
	{"null", "IRIs", func(n int) string { return strings.Repeat("http://e/ \x00", n/11) }},
	{"null", "one without an end", func(n int) string { return "http://e/" + strings.Repeat("é ", n/3) }},
	{"tsv", "fields", func(n int) string { return strings.Repeat("http://e/ \t", n/11) }},
	{"tsv", "lines", func(n int) string { return strings.Repeat("http://e/ \tx\n", n/13) }},
	{"nquads", "comments that ignore a code", func(n int) string {
		return strings.Repeat("# iri-ignore space: x\n<http://e/ > <a:b> <c:d> .\n", n/50)
	}},
	{"nquads", "comments that ignore a code in the file", func(n int) string {
		return times(n/64, "# iri-ignore-file c%d: x\n<http://e/ > <a:b> <c:d> . # iri-ignore\n")
	}},
	{"html", "comments that ignore a code", func(n int) string {
		return strings.Repeat("<!-- iri-ignore space: x -->\n<a href='http://e/ '>\n", n/52)
	}},
	{"html", "comments that begin", func(n int) string { return strings.Repeat("<!-- iri-ignore space: x\n", n/25) }},
	{"yaml", "comments that ignore a code", func(n int) string {
		return strings.Repeat("# iri-ignore space: x\n- http://e/|\n", n/34)
	}},
	{"yaml", "a comment of words", func(n int) string { return "- a:b # " + strings.Repeat("iri-ignore ", n/11) }},
	{"markdown", "comments that ignore a code", func(n int) string {
		return strings.Repeat("<!-- iri-ignore space: x -->\n[a](<http://e/|>)\n", n/48)
	}},
	{"markdown", "images that begin", func(n int) string { return strings.Repeat("![", n/2) }},
	{"markdown", "blocks", func(n int) string { return strings.Repeat("> - a\n\n", n/7) }},
	{"trig", "broken statements in a graph", func(n int) string { return "{\n" + strings.Repeat("<a b> <c\n", n/9) }},
	{"trig", "graphs", func(n int) string { return strings.Repeat("{ <a b> <c:d> <e:f> }\n", n/22) }},
	{"trig", "open graphs", func(n int) string { return strings.Repeat("{ ", n/2) }},
	{"n3", "reified triples", func(n int) string { return "<a:s> <a:p> " + strings.Repeat("<< ", n/3) }},
	{"n3", "formulas", func(n int) string { return strings.Repeat("{ <a b> ", n/8) }},
	{"sparql", "groups", func(n int) string { return "ASK " + strings.Repeat("{ <a b> ", n/8) }},
	{"sparql", "broken triples", func(n int) string { return "ASK {\n" + strings.Repeat("<a b> <c\n", n/9) }},
	{"sparql", "prefixes", func(n int) string {
		return times(n/24, "PREFIX a%d: <http://a/>\n") + "ASK { <a b> ?p ?o }"
	}},
	{"jsonld", "imports", func(n int) string {
		return `{"@context": [` + strings.Repeat(`{"@import": "http://e/c"},`, n/26) + `{}]}`
	}},
}

// times joins what a format makes of 0 to n-1.
func times(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}
