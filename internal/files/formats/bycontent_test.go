package formats_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
)

// TestByContent holds in which format a file is read whose name says none, or whose first bytes are those of another
// one, or why it is refused.
func TestByContent(t *testing.T) {
	const (
		turtle = "# a comment\n@prefix e: <http://e/> .\ne:a e:b e:c .\n"
		rdf    = rdfXML + "</rdf:RDF>\n"
		notIRI = "most of its lines are not IRIs: use --from text, which finds the IRIs in prose, or --from lines"
		json   = "it starts like JSON: use --from json"
		prose  = "A heading\n\n    http://e/a, indented\nnote: see\n"
	)
	for _, tt := range []struct {
		file, content string
		o             input.Options
		want          string // the name of the format, or a part of the error
	}{
		// what is not lines
		{"foo.lock", "name: \"x\"\nurl: \"https://e/\"\n", input.Options{}, notIRI},
		{"CITATION.cff", "cff-version: 1.2.0\nurl: \"https://e/\"\n", input.Options{}, notIRI},
		{"a.tpl", "<a href=\"{{ url }}\">\n", input.Options{}, notIRI},
		{".env", "A=https://e/a b\nB=x\n", input.Options{}, notIRI},
		{"a.env", "A=https://e/a\n", input.Options{}, notIRI},
		{"a.ini", "[x]\nurl = https://e/é b\n", input.Options{}, notIRI},
		{"a.conf", "# https://e/\nServerName e.example\n", input.Options{}, notIRI},
		{"a.properties", "a.url=https\\://e/a\nb = x\n", input.Options{}, notIRI},
		{"a.log", "2024-01-01 GET https://e/ ok\n", input.Options{}, notIRI},
		{"a.pac", "function FindProxyForURL(url, host) {\n", input.Options{}, notIRI},
		{"a.sql", "INSERT INTO x VALUES ('https://e/a b');\n", input.Options{}, notIRI},
		{"a.po", "msgid \"see https://e/\"\nmsgstr \"\"\n", input.Options{}, notIRI},
		{"a.desktop", "[Desktop Entry]\nExec=x %U\nURL=https://e/\n", input.Options{}, notIRI},
		{"a.url", "[InternetShortcut]\r\nURL=https://e/\r\n", input.Options{}, notIRI},
		{"a.wiki", "== A ==\n[https://e/ x] and [[B]]\n", input.Options{}, notIRI},
		{"a.tf", "resource \"x\" \"y\" {\n  url = \"https://e/${x}\"\n}\n", input.Options{}, notIRI},
		{"a.gradle", "maven { url \"https://e/\" }\n", input.Options{}, notIRI},
		{"Dockerfile", "FROM x\nRUN curl https://e/\n", input.Options{}, notIRI},
		{"Makefile", "all:\n\tcurl https://e/\n", input.Options{}, notIRI},
		{"Makefile", "all:\n\tcurl https://e/\n", input.Options{Advice: "advice"}, "not IRIs: advice"},
		{"robots.txt", "User-agent: *\nSitemap: https://e/\n", input.Options{}, "text"},
		{"ROBOTS.TXT", "https://e/\n", input.Options{}, "text"},
		{"a.avsc", "{\"type\":\"record\"}\n", input.Options{}, json},
		{"a.topojson", " {\n \"type\": \"Topology\"\n}\n", input.Options{}, json},
		{"a.unknown", "[\n  {\"a\": 1}\n]\n", input.Options{}, json},
		// what is
		{"a.log", "https://e/a 200 OK\nhttps://e/b\nsee\n", input.Options{}, "lines"},
		{"a.unknown", "\uFEFFhttps://e/a\n\nno\n<urn:x>\n", input.Options{}, "lines"},
		{"a", "x:y\nx:z\n", input.Options{}, "lines"},
		{"a", "x:y z\nx:z y\n", input.Options{}, notIRI},
		{"a", "\n \n", input.Options{}, "lines"},
		{"a", "a/b\n../c\n", input.Options{}, notIRI},
		{"a", "a/b\n../c\n", input.Options{Base: "http://e/"}, "lines"},
		{"a", "a/b\n../c\n", input.Options{References: true}, "lines"},
		{"a", "see below\nand above\n", input.Options{References: true}, notIRI},
		{"a", "see below\n", input.Options{AnyLines: true}, "lines"},
		{"a", "see below\n", input.Options{KeepBlank: true}, "lines"},
		{"a", "see below\n", input.Options{From: input.Lines}, "lines"},
		{"a.iris", "see below\n", input.Options{}, "lines"},
		{"a.txt", "https://e/\nhttps://e/a b\n", input.Options{}, "lines"},
		{"a.list", "see below\n", input.Options{AnyLines: true}, "lines"},
		// prose
		{"a.txt", prose, input.Options{}, "text"},
		{"a.list", prose, input.Options{}, "text"},
		{"A.LST", prose, input.Options{}, "text"},
		{"a.txt", "{\"a\": 1}\n", input.Options{}, "text"},
		{"a.txt", "Ontology: see https://e/\nand below\n", input.Options{}, "text"},
		// a name that is known
		{"README.md", "# A\n\nOntology: see https://e/\n", input.Options{}, "markdown"},
		{"README.md", "ORCA\n====\n", input.Options{}, "markdown"},
		{"README.md", "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", input.Options{}, "a PDF document"},
		{"a.md", "ORC\x03\x00\x00", input.Options{}, "an ORC file"},
		{"a.csv", "ORCID,url\n1,https://e/\n", input.Options{}, "csv"},
		{"a.html", "WARC/1.0 is a format, see <a href=x>", input.Options{}, "html"},
		{"a.yaml", "PAR1: x\n", input.Options{}, "yaml"},
		{"a.ttl", "Ontology(<http://e/>)\n", input.Options{}, "an OWL document in functional or Manchester syntax: use --from owl"},
		{"a.nt", "Prefix: : <http://e/>\n", input.Options{}, "an OWL document in functional or Manchester syntax: use --from owl"},
		// another syntax of RDF
		{"a.nt", rdf, input.Options{}, "it starts like RDF/XML: use --from rdfxml"},
		{"a.nq", rdf, input.Options{}, "it starts like RDF/XML"},
		{"a.ttl", rdf, input.Options{}, "it starts like RDF/XML"},
		{"a.trig", rdf, input.Options{}, "it starts like RDF/XML"},
		{"a.jsonld", rdf, input.Options{}, "it starts like RDF/XML"},
		{"a.nt", rdf, input.Options{From: formatOf("ntriples")}, "ntriples"},
		{"a.nt", turtle, input.Options{}, "it starts like Turtle: use --from turtle or trig"},
		{"a.nq", turtle, input.Options{}, "it starts like Turtle"},
		{"a.trig", turtle, input.Options{}, "trig"},
		{"a.rq", turtle, input.Options{}, "sparql"},
		{"a.owl", turtle, input.Options{}, "turtle"},
		{"a.rdf", turtle, input.Options{}, "turtle"},
		{"a.owl", rdf, input.Options{}, "rdfxml"},
		{"a.owl", "Prefix(:=<http://e/>)\nOntology(<http://e/>)\n", input.Options{}, "owl"},
		{"a.owl", "Prefix: : <http://e/>\n", input.Options{}, "owl"},
		{"a.ttl", "<html> a <x:y> .\n", input.Options{}, "turtle"},
		{"a.ttl", "<!DOCTYPE html>\n<title>404</title>", input.Options{}, "it starts like HTML: use --from html"},
		{"a.csv", "<!doctype html><p>", input.Options{}, "it starts like HTML"},
		{"a.json", "<!doctype html><p>", input.Options{}, "it starts like HTML"},
		{"a.csv", "prefix <x>,url\n", input.Options{}, "csv"},
	} {
		name := filepath.Join(t.TempDir(), tt.file)
		if err := os.WriteFile(name, []byte(tt.content), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := input.Open(name, &tt.o)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = f.Format.Name
			f.Close()
		}
		if got != tt.want && (err == nil || !strings.Contains(got, tt.want)) {
			t.Errorf("%s %.40q: got %q, want %q", tt.file, tt.content, got, tt.want)
		}
	}
	for _, name := range []string{input.Stdin, "-"} { // each line is an IRI
		f, err := input.NewFile(name, strings.NewReader(prose), new(input.Options))
		if name == "-" {
			f, err = input.Open(name, &input.Options{Stdin: strings.NewReader(prose)})
		}
		if err != nil || f.Format != input.Lines {
			t.Errorf("standard input: got %v", err)
		}
	}
}

// formatOf returns the format of a name.
func formatOf(name string) *input.Format {
	f, _ := input.ParseFormat(name)
	return f
}

// TestLookChangesNothing checks that a look at the first bytes of a file leaves those after them as they are.
func TestLookChangesNothing(t *testing.T) {
	for start, file := range map[string]string{"<html> a <x:y> .\n": "a.ttl", "\uFEFF<html> a <x:y> .\n": "a.trig"} {
		content := start + strings.Repeat("#", 2*linecol.LookSize) + "\n"
		f, err := input.NewFile(file, strings.NewReader(content), new(input.Options))
		if err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(f.R); err != nil || string(text) != content {
			t.Errorf("%s: got %q, %v", file, text, err)
		}
	}
}
