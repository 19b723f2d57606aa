package formats_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/rdf"
	"github.com/rfc3987/iri/internal/files/table"
	"github.com/rfc3987/iri/internal/files/text"
	"github.com/rfc3987/iri/internal/files/xml"
)

// rdfXML is the beginning of a document.
const rdfXML = "<?xml version='1.0'?>\n<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"

// TestOtherFormats checks that files in formats that are not read are refused, by their
// names and by their content, with what to do.
func TestOtherFormats(t *testing.T) {
	packed := func(s string) string {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		w.Write([]byte(s))
		w.Close()
		return b.String()
	}
	tests := []struct {
		name, file, content string
		o                   input.Options
		want                string // in the error; empty if the file is read
	}{
		{"JSON-LD by content", "a.json", "{\n \"@context\": {}}", input.Options{}, ""},
		{"JSON-LD in lines", "a", "{\"@context\": {}}", input.Options{},
			"it has an @context, so it is JSON-LD: use --from jsonld"},
		{"JSON-LD with a field", "a.json", "{\"@context\": {}, \"@id\":\"a:b\"}",
			input.Options{Fields: []string{"@id"}}, ""},
		{"WARC by packed name", "a.warc.gz", packed("WARC/1.0"), input.Options{},
			"its name says that it is a WARC archive: extract the pages"},
		{"WARC by packed content", "a.gz", packed("WARC/1.0\r\n"), input.Options{},
			"its first bytes are those of a WARC archive"},
		{"Parquet", "a.parquet", "", input.Options{}, "export the column"},
		{"Parquet by content", "a.txt", "PAR1\x15", input.Options{}, "a Parquet file"},
		{"PDF", "a", "%PDF-1.7", input.Options{}, "a PDF document: extract its text"},
		{"zip", "a", "PK\x03\x04", input.Options{}, "a zip archive: unpack it first"},
		{"zip with the name of CSV", "a.csv", "PK\x03\x04", input.Options{}, "a zip archive"},
		{"Markdown", "README.md", "x", input.Options{}, ""},
		{"MDX", "a.mdx", "x", input.Options{}, "use --from text"},
		{"UTF-16 without a mark as Markdown", "a.md", "h\x00t\x00", input.Options{}, "use --charset utf-16le"},
		{"Markdown as text", "README.md", "x", input.Options{From: text.Format}, ""},
		{"YAML", "a.yaml", "a: b", input.Options{}, ""},
		{"GPX, packed", "a.gpx.gz", packed("<gpx/>"), input.Options{}, "an XML document: use --from xml"},
		{"SVG", "a.svg", "<svg/>", input.Options{}, ""},
		{"GeoJSON", "a.GeoJSON", "{}", input.Options{}, "a JSON document: write one value on each line"},
		{"Arrow by content", "a", "ARROW1\x00\x00", input.Options{}, "an Arrow file: export the column"},
		{"an old office document by content", "a.txt", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", input.Options{},
			"an old office document"},
		{"UTF-16 without a mark as text", "a.txt", "h\x00t\x00", input.Options{From: text.Format},
			"use --charset utf-16le"},
		{"another name of JSON Lines", "a.ldjson", "\"a:b\"", input.Options{}, ""},
		{"SPARQL", "a.rq", "ASK {}", input.Options{}, ""},
		{"OWL functional syntax", "a.ofn", "", input.Options{}, ""},
		{"OWL functional syntax, with the name of RDF/XML", "a.owl", "Prefix(:=<http://e/>)", input.Options{}, ""},
		{"OWL Manchester syntax", "a.omn", "", input.Options{}, ""},
		{"Turtle without its name", "a", "\n@prefix a: <b:> .", input.Options{}, "use --from turtle"},
		{"HTML without its name", "a.txt", "<!DOCTYPE HTML><p>", input.Options{}, "use --from html"},
		{"RDF/XML without its name", "a.txt", rdfXML, input.Options{}, "use --from rdfxml"},
		{"XML without its name", "a.txt", "<?xml version='1.0'?>", input.Options{}, "use --from xml"},
		{"UTF-16", "a.ttl", "\xff\xfe<\x00", input.Options{From: rdf.Turtle}, "iconv -f utf-16"},
		{"UTF-16 in lines", "a.txt", "\xff\xfea\x00", input.Options{}, "iconv -f utf-16"},
		{"UTF-16 as text", "a.txt", "\xff\xfea\x00", input.Options{From: text.Format}, "use --charset utf-16"},
		{"UTF-32 in lines", "a.txt", "\xff\xfe\x00\x00a\x00\x00\x00", input.Options{}, "use --charset utf-32"},
		{"UTF-32 as text", "a.txt", "\x00\x00\xfe\xff\x00\x00\x00a", input.Options{From: text.Format},
			"iconv -f utf-32"},
		{"UTF-32 as a table", "a.csv", "\xff\xfe\x00\x00a\x00\x00\x00", input.Options{From: table.CSV}, ""},
		{"CR at the end of lines", "a.txt", "a:b\ra:c\r", input.Options{},
			"its lines end with CR alone, as old Macs wrote them: write CR LF or LF"},
		{"CR at the end of records", "a.csv", "id,url\r1,a:b\r", input.Options{From: table.CSV},
			"its lines end with CR alone"},
		{"a program with CR in it", "a", "\x7fELF\x02\x00\x00\r\x00\r", input.Options{},
			"those of a program: leave it out"},
		{"a program with the name of a table", "a.csv", "\x7fELF\x00\r\r", input.Options{}, "those of a program"},
		{"a program as text", "a", "\x7fELF\x00\x00", input.Options{From: text.Format}, "those of a program"},
		{"a program of Windows", "a", "MZ\x90\x00\x03\x00\r\r", input.Options{}, "those of a program"},
		{"a program of Java", "a", "\xca\xfe\xba\xbe\x00\x00\r\r", input.Options{}, "those of a program"},
		{"a program of macOS", "a", "\xcf\xfa\xed\xfe\x07\x00\r\r", input.Options{}, "those of a program"},
		{"WebAssembly by name", "a.wasm", "", input.Options{}, "a program: leave it out"},
		{"an image in RIFF", "a", "RIFF\x00\x00\r\rWEBP", input.Options{}, "sound or an image: leave it out"},
		{"NUL bytes and CR", "a", "\x01\x00\x00\r\r", input.Options{}, "it has NUL bytes"},
		{"one CR in a line", "a.txt", "a:b\ra:c", input.Options{}, ""},
		{"CR in lines when asked", "a.txt", "a:b\ra:c\r", input.Options{From: input.Lines}, ""},
		{"CR at the end of lines of JSON", "a.jsonl", "1\r2\r", input.Options{}, ""},
		{"NUL bytes", "a", "\x01\x00\x00\nab\n", input.Options{},
			"it has NUL bytes, so it is not lines of text: use --from null"},
		{"strings with NUL after each", "a.txt", "a:b\x00", input.Options{}, "use --from null"},
		{"strings with NUL after each, when asked", "a.txt", "a:b\x00c:d\x00", input.Options{From: input.Null}, ""},
		{"one NUL in lines", "a.txt", "a:b\x00\na:c\n", input.Options{}, ""},
		{"NUL bytes in N-Triples", "a.nt", "\x00\x00", input.Options{}, ""},
		{"lines when asked", "a.pdf", "%PDF-1.7", input.Options{From: input.Lines}, ""},
		{"lines", "a.txt", "http://example.org/\n", input.Options{}, ""},
		{"an empty file", "a", "", input.Options{}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), tt.file)
			if err := os.WriteFile(name, []byte(tt.content), 0o666); err != nil {
				t.Fatal(err)
			}
			f, err := input.Open(name, &tt.o)
			if err == nil {
				f.Close()
				if tt.want != "" {
					t.Errorf("it is read, want %q", tt.want)
				}
				return
			}
			if tt.want == "" || !strings.Contains(err.Error(), tt.want) ||
				!strings.HasPrefix(err.Error(), name+": it is not read") {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
	// What is refused in a file is refused from a pipe, too: as it is, packed, and in UTF-16 where that is decoded.
	for _, tt := range []struct{ name, content, want string }{
		{"CR at the end of records", "id,url\r1,a:b\r", "its lines end with CR alone"},
		{"records", "id,url\n1,a:b\n", ""},
		{"one record", "é", ""},
		{"nothing", "", ""},
	} {
		var utf16 strings.Builder
		utf16.WriteString("\xff\xfe")
		for _, c := range tt.content {
			utf16.WriteString(string([]byte{byte(c), byte(c >> 8)}))
		}
		for form, content := range map[string]string{"as it is": tt.content, "packed": packed(tt.content),
			"in UTF-16": utf16.String(), "in UTF-16, packed": packed(utf16.String())} {
			for kind, r := range map[string]io.Reader{"at once": strings.NewReader(content),
				"byte by byte": iotest.OneByteReader(strings.NewReader(content))} {
				if kind == "byte by byte" && form == "as it is" {
					continue // the bytes after the first ones are not waited for
				}
				f, err := input.NewFile(input.Stdin, r, &input.Options{From: table.CSV})
				if err == nil {
					f.Close()
				}
				if refused := err != nil && strings.Contains(err.Error(), tt.want); refused != (tt.want != "") &&
					!(kind == "byte by byte" && err == nil) {
					t.Errorf("%s from a pipe %s, %s: %v, want %q", tt.name, form, kind, err, tt.want)
				}
			}
		}
	}
	f, err := input.NewFile(input.Stdin, strings.NewReader("PK\x03\x04"), &input.Options{})
	if err == nil {
		f.Close()
		t.Error("a zip archive on standard input is read")
	}
	name := filepath.Join(t.TempDir(), "a.xml")
	if err := os.WriteFile(name, []byte(rdfXML), 0o666); err != nil {
		t.Fatal(err)
	}
	if f, err = input.Open(name, &input.Options{}); err != nil || f.Format != xml.RDF {
		t.Errorf("got %v, %v, want RDF/XML", f.Format, err)
	}
	f.Close()
}
