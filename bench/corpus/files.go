package corpus

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// A Format writes IRIs as files of a format have them: record k of a file takes them from pick.
type Format struct {
	Ending     string // of the file's name
	head, tail string
	record     func(k int, pick func() string) string
}

// Formats returns formats by name: lines, null, text, csv, html, xml, sitemap, rdfxml and nquads.
func Formats() map[string]Format {
	markup := strings.NewReplacer("&", "&amp;", "'", "&#39;").Replace
	return map[string]Format{
		"lines": {".txt", "", "", func(_ int, pick func() string) string { return pick() + "\n" }},
		"null":  {".null", "", "", func(_ int, pick func() string) string { return pick() + "\x00" }},
		"text": {".text", "", "", func(k int, pick func() string) string {
			return fmt.Sprintf("Page %d of the list is <%s>, and was last seen in the year %d.\n", k, pick(), 2000+k%25)
		}},
		"csv": {".csv", "id,name,iri,seen\n", "", func(k int, pick func() string) string {
			return fmt.Sprintf("%d,Page %[1]d of the list,\"%s\",2026-11-%02d\n", k, pick(), 1+k%28)
		}},
		"html": {".html", "<!DOCTYPE html>\n<html><head><title>A list</title></head><body>\n", "</body></html>\n",
			func(k int, pick func() string) string {
				return fmt.Sprintf("<div class=\"item\"><p>Page %d of the list is <a class=\"link\" "+
					"href=\"%s\">here</a>, and has <em>words</em>.</p></div>\n", k, markup(pick()))
			}},
		"xml": {".xml", "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>A list</title>\n", "</feed>\n",
			func(k int, pick func() string) string {
				return fmt.Sprintf("<entry>\n  <title>Page %d of the list</title>\n  <link rel=\"alternate\" "+
					"href=\"%s\"/>\n  <updated>2026-11-%02dT00:00:00Z</updated>\n</entry>\n", k, markup(pick()), 1+k%28)
			}},
		"sitemap": {".xml", "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n", "</urlset>\n",
			func(k int, pick func() string) string {
				return fmt.Sprintf("<url>\n  <loc>%s</loc>\n  <lastmod>2026-11-%02d</lastmod>\n</url>\n",
					markup(pick()),
					1+k%28)
			}},
		"rdfxml": {".rdf", "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" " +
			"xmlns:foaf=\"http://xmlns.com/foaf/0.1/\">\n", "</rdf:RDF>\n", func(k int, pick func() string) string {
			return fmt.Sprintf("<rdf:Description rdf:about=\"%s\">\n  <foaf:name xml:lang=\"en\">Person %d of the "+
				"list</foaf:name>\n  <foaf:homepage rdf:resource=\"%s\"/>\n</rdf:Description>\n", markup(pick()), k,
				markup(pick()))
		}},
		"nquads": {".nq", "", "", quad},
	}
}

// Write writes records of a file of the format until they have size bytes. It returns how many bytes the file has.
func (f Format) Write(w io.Writer, size int, pick func() string) (int, error) {
	out := bufio.NewWriter(w)
	written, _ := out.WriteString(f.head)
	for k := 0; written < size; k++ {
		n, _ := out.WriteString(f.record(k, pick))
		written += n
	}
	n, _ := out.WriteString(f.tail)
	return written + n, out.Flush()
}

// quad returns a statement of N-Quads.
func quad(i int, pick func() string) string {
	switch i % 4 {
	case 0:
		return fmt.Sprintf("<%s> <%s> <%s> <%s> .\n", pick(), pick(), pick(), pick())
	case 1:
		return fmt.Sprintf("<%s> <%s> \"the label of number %d\"@en <%s> .\n", pick(), pick(), i, pick())
	case 2:
		return fmt.Sprintf("<%s> <%s> \"%d\"^^<http://www.w3.org/2001/XMLSchema#integer> <%s> .\n", pick(), pick(), i,
			pick())
	}
	return fmt.Sprintf("_:b%d <%s> _:b%d <%s> .\n", i, pick(), i+1, pick())
}
