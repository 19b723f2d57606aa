package formats_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/html"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/json"
	"github.com/rfc3987/iri/internal/files/jsonld"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/markdown"
	"github.com/rfc3987/iri/internal/files/rdf"
	"github.com/rfc3987/iri/internal/files/table"
	"github.com/rfc3987/iri/internal/files/text"
	"github.com/rfc3987/iri/internal/files/xml"
	"github.com/rfc3987/iri/internal/files/yaml"
	"github.com/rfc3987/iri/internal/testkit/runtest"
)

// lineEndTexts has a text of each format with line ends: what stands before and after the filling of the first line,
// and the other lines.
var lineEndTexts = map[*input.Format]struct{ before, after, rest string }{
	input.Lines:  {"http://h/", "", "http://h/b\n http://h/c \nhttp://h/d\n"},
	text.Format:  {"see ", "", "http://h/a and\n(http://h/b)\n"},
	rdf.NTriples: {"# ", "", "<http://h/a> <http://h/b> <http://h/c> .\n<http://h/a> <http://h/b> http://h/c .\n"},
	rdf.NQuads:   {"# ", "", "<http://h/a> <http://h/b> <http://h/c> <http://h/g> .\n<http://h/a> b .\n"},
	rdf.Turtle:   {"# ", "", "@prefix e: <http://h/> .\ne:a e:b <c> , \"\"\"\nx\"\"\" ,\n e:d . <\n"},
	rdf.TriG:     {"# ", "", "<http://h/g> {\n <a:b> <c:d> <e:f> } }\n"},
	rdf.N3:       {"# ", "", "<a:b> <c:d>\n <e:f> .\n{}"},
	rdf.SPARQL:   {"# ", "", "PREFIX e: <http://h/>\nASK { e:a\n <e:b> 'x' , \"\"\"\n\"\"\" }\nPREFIX \n"},
	table.CSV:    {"id,url,", "", "1,http://h/a,\n2,http://h/b,\"x\ny\"\n3,http://h/c,z\n"},
	table.TSV:    {"id\turl\t", "", "1\thttp://h/a\t\n2\thttp://h/b\tx\n"},
	html.Format:  {"<!doctype html><p>", "", "<a href=\"http://h/a\">x</a>\n<a\n href='http://h/b'>\n"},
	xml.XML: {"<?xml version='1.0'?><!--", "-->",
		"<a xmlns='http://h/a'>\n<b href=\"\nhttp://h/b\"/>\n<c\n src=''/></a>\n"},
	xml.RDF: {"<?xml version='1.0'?><!--", "-->",
		"<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>\n<r:Description\n r:about='http://h/b'/>\n" +
			"</r:RDF>\n"},
	json.Format:     {"{\"iri\":\"http://h/", "\"}", "{\"iri\":\"http://h/a\"}\n{\"iri\":\n\"http://h/b\"}\n"},
	jsonld.Format:   {"{\"a\":\"", "\",", "\"@type\":\n \"http://h/a\",\"@id\":\n\"http://h/b\"}\n"},
	markdown.Format: {"text ", "", "see http://h/a and\n[a](http://h/b)\n"},
	yaml.Format:     {"# ", "", "a: http://h/a\nb:\n - http://h/b\n"},
}

// TestCutCRLF has the CR of the first CR LF as the last byte that is looked at before a file is read, and as the last
// one that a pipe has at first: the places are those of the same text with LF.
func TestCutCRLF(t *testing.T) {
	const looked = 1 << 10 // bytes of a file that are looked at before it is read
	for _, name := range input.FormatNames() {
		format, _ := input.ParseFormat(name)
		if format == input.Null {
			continue // its records do not end with lines
		}
		t.Run(name, func(t *testing.T) {
			tt, ok := lineEndTexts[format]
			for _, f := range runtest.Formats() {
				if f.Name == name && !ok { // a format of lines
					before, after, _ := strings.Cut(f.File("\x00"), "\x00")
					tt.before, tt.after, tt.rest = before+"http://h/", strings.TrimSuffix(after, "\n"),
						f.File("http://h/a")+f.File("http://h/b")
				}
			}
			for _, size := range []int{looked - 2, looked - 1, looked} {
				text := tt.before + strings.Repeat("x", size-len(tt.before)-len(tt.after)) + tt.after + "\n" + tt.rest
				crlf := strings.ReplaceAll(text, "\n", "\r\n")
				if end := linecol.LineEnd([]byte(crlf)); end != '\n' {
					t.Errorf("first line of %d bytes: lines end with %q", size, end)
				}
				for _, o := range []input.Options{{}, {Unbuffered: true}} {
					o.From = format
					want := placesOf(t, strings.NewReader(text), o)
					if strings.Count(want, "\n") < 2 {
						t.Fatalf("few records:\n%s", want)
					}
					for _, piece := range []int{size + 1, len(crlf)} {
						if got := placesOf(t, shortReader{strings.NewReader(crlf), piece}, o); got != want {
							t.Errorf("first line of %d bytes, pieces of %d, unbuffered %v:\n%swant\n%s", size, piece,
								o.Unbuffered, got, want)
						}
					}
				}
			}
		})
	}
}

// placesOf returns the places of the items of a source.
func placesOf(t *testing.T, source io.Reader, o input.Options) string {
	t.Helper()
	o.Stdin = source
	var b strings.Builder
	for r := range runtest.Items(&o, nil, func(err error) { t.Error(err) }) {
		fmt.Fprintf(&b, "%d:%d %s", r.Line, r.Col, r.Role)
		if r.Err != nil {
			fmt.Fprintf(&b, " %d:%d %s", r.Err.Line, r.Err.Col, r.Err.Code)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
