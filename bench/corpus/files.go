package corpus

import (
	"fmt"
	"os"
	"strings"
)

// A Format writes files of one format with IRIs in them.
type Format struct {
	Ending     string // of the file's name
	head, tail string
	// records are templates that are used in turn. $iri is the next IRI, $link the next IRI escaped for markup, $k the
	// number of the record, and $next is $k+1; $year and $day depend on $k; $sep is empty in the first record.
	records []string
}

// Formats returns the formats by their names in --from, and three variants: json-document has many lines,
// rdfxml-ontology has few names, html-pages has scripts, styles and pictures.
func Formats() map[string]Format {
	return map[string]Format{
		"lines": {".txt", "", "", []string{"$iri\n"}},
		"null":  {".null", "", "", []string{"$iri\x00"}},
		"text":  {".text", "", "", []string{"Page $k of the list is <$iri>, and was last seen in the year $year.\n"}},
		"csv":   {".csv", "id,name,iri,seen\n", "", []string{"$k,Page $k of the list,\"$iri\",2026-11-$day\n"}},
		"html": {".html", "<!DOCTYPE html>\n<html><head><title>A list</title></head><body>\n", "</body></html>\n",
			[]string{`<div class="item"><p>Page $k of the list is <a class="link" href="$link">here</a>, ` +
				"and has <em>words</em>.</p></div>\n"}},
		"xml": {".xml", "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>A list</title>\n", "</feed>\n",
			[]string{"<entry>\n  <title>Page $k of the list</title>\n  <link rel=\"alternate\" href=\"$link\"/>\n" +
				"  <updated>2026-11-${day}T00:00:00Z</updated>\n</entry>\n"}},
		"sitemap": {".xml", "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n", "</urlset>\n",
			[]string{"<url>\n  <loc>$link</loc>\n  <lastmod>2026-11-$day</lastmod>\n</url>\n"}},
		"rdfxml": {".rdf", "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" " +
			"xmlns:foaf=\"http://xmlns.com/foaf/0.1/\">\n", "</rdf:RDF>\n",
			[]string{"<rdf:Description rdf:about=\"$link\">\n  <foaf:name xml:lang=\"en\">Person $k of the list" +
				"</foaf:name>\n  <foaf:homepage rdf:resource=\"$link\"/>\n</rdf:Description>\n"}},
		"nquads": {".nq", "", "", []string{
			"<$iri> <$iri> <$iri> <$iri> .\n",
			"<$iri> <$iri> \"the label of number $k\"@en <$iri> .\n",
			"<$iri> <$iri> \"$k\"^^<http://www.w3.org/2001/XMLSchema#integer> <$iri> .\n",
			"_:b$k <$iri> _:b$next <$iri> .\n",
		}},
		"ntriples": {".nt", "", "", []string{"<$iri> <$iri> <$iri> .\n", "<$iri> <$iri> \"the label of number $k\"@en .\n"}},
		"turtle":   {".ttl", prefixes, "", []string{turtle}},
		"n3":       {".n3", prefixes, "", []string{turtle}},
		"trig":     {".trig", prefixes, "", []string{"ex:graph$k {\n" + turtle + "}\n"}},
		"sparql": {".ru", strings.ReplaceAll(prefixes, " .\n", "\n"), "",
			[]string{"INSERT DATA { <$iri> foaf:knows <$iri>, ex:item$k ; foaf:name \"Person $k of the list\"@en . } ;\n"}},
		"json": {".jsonl", "", "", []string{"{\"id\":$k,\"iri\":\"$iri\",\"seen\":\"2026-11-$day\"}\n"}},
		"json-document": {".json", "{\n  \"items\": [", "\n  ]\n}\n", []string{"$sep\n    {\n      \"id\": $k,\n" +
			"      \"title\": \"Page $k of the list\",\n      \"url\": \"$iri\",\n      \"tags\": [\"a\", \"b\"],\n" +
			"      \"image\": {\"url\": \"$iri\", \"width\": 640}\n    }"}},
		"jsonld": {".jsonld", "{\n  \"@context\": {\"foaf\": \"http://xmlns.com/foaf/0.1/\"},\n  \"@graph\": [\n", "\n  ]\n}\n",
			[]string{"$sep{\"@id\": \"$iri\", \"foaf:name\": \"Person $k\", \"foaf:homepage\": {\"@id\": \"$iri\"}}\n"}},
		"tsv": {".tsv", "id\tname\tiri\tseen\n", "", []string{"$k\tPage $k of the list\t$iri\t2026-11-$day\n"}},
		"yaml": {".yaml", "items:\n", "",
			[]string{"  - id: $k\n    title: Page $k of the list\n    url: \"$iri\"\n    seen: 2026-11-$day\n"}},
		"markdown": {".md", "# A list\n\n", "", []string{
			"Page $k of the list is [here](<$iri>), and has *words* and `code`.\n\n", "- <$iri> is one of $year.\n\n"}},
		"rdfxml-ontology": {".owl", "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" " +
			"xmlns:rdfs=\"http://www.w3.org/2000/01/rdf-schema#\" xmlns:owl=\"http://www.w3.org/2002/07/owl#\">\n", "</rdf:RDF>\n",
			[]string{"<!-- number $k -->\n<owl:Class rdf:about=\"http://example.org/onto/C_$k\">\n" +
				"  <rdfs:subClassOf rdf:resource=\"http://example.org/onto/C_$day\"/>\n" +
				"  <rdfs:label rdf:datatype=\"http://www.w3.org/2001/XMLSchema#string\">the label of number $k</rdfs:label>\n" +
				"  <rdfs:seeAlso rdf:resource=\"$link\"/>\n</owl:Class>\n"}},
		"html-pages": {".html", "<!DOCTYPE html>\n<html><head><title>Pages</title></head><body>\n", "</body></html>\n",
			[]string{"<section class=\"s$k\" id=\"s$k\" style=\"background: url($link)\">\n<h2>Page $k</h2>\n" +
				"<script>var page = {id: $k, name: \"Page\"};</script>\n<img src=\"$link\" alt=\"\" srcset=\"/a/$k.png 1x, /b/$k.png 2x\">\n" +
				"<p>It has <em>words</em> &amp; <a href=\"/pages/$k?a=1&amp;b=2\">links</a>.</p>\n</section>\n"}},
	}
}

const prefixes = "@prefix ex: <http://example.org/ns/> .\n@prefix foaf: <http://xmlns.com/foaf/0.1/> .\n"

const turtle = "<$iri> a foaf:Person ;\n  foaf:name \"Person $k of the list\"@en ;\n  foaf:knows ex:item$next, <$iri> .\n"

// Text returns a file of the format: records with IRIs from pick until it has size bytes, and then the end of the file.
func (f Format) Text(size int, pick func() string) []byte {
	markup := strings.NewReplacer("&", "&amp;", "'", "&#39;")
	text := []byte(f.head)
	for k := 0; len(text) < size; k++ {
		text = append(text, os.Expand(f.records[k%len(f.records)], func(name string) string {
			switch name {
			case "iri":
				return pick()
			case "link":
				return markup.Replace(pick())
			case "year":
				return fmt.Sprint(2000 + k%25)
			case "day":
				return fmt.Sprintf("%02d", 1+k%28)
			case "next":
				return fmt.Sprint(k + 1)
			case "sep":
				return ","[:min(k, 1)]
			}
			return fmt.Sprint(k)
		})...)
	}
	return append(text, f.tail...)
}
