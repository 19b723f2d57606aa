package formats_test

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/rfc3987/iri/internal/files/html"
	"github.com/rfc3987/iri/internal/files/input"
	filesjson "github.com/rfc3987/iri/internal/files/json"
	"github.com/rfc3987/iri/internal/files/jsonld"
	"github.com/rfc3987/iri/internal/files/markdown"
	"github.com/rfc3987/iri/internal/files/rdf"
	"github.com/rfc3987/iri/internal/files/table"
	"github.com/rfc3987/iri/internal/files/text"
	"github.com/rfc3987/iri/internal/files/xml"
	"github.com/rfc3987/iri/internal/files/yaml"
	"github.com/rfc3987/iri/internal/testkit/runtest"
)

// truncated are files in each format, and when their start is a file in the format, too.
var truncated = []struct {
	name  string
	o     input.Options
	text  string
	whole func(start string) bool
}{
	{"lines", input.Options{From: input.Lines}, "http://e/é\r\na:b\n", anyEnd},
	{"null", input.Options{From: input.Null}, "http://e/é\x00a:b\x00", anyEnd},
	{"text", input.Options{From: text.Format}, "See [this](http://e/é) and <a:b>.\nURL: http://e/\n", anyEnd},
	{"Markdown", input.Options{From: markdown.Format}, "# [é](<http://e/é>)\n\n[a]: a:b 'c'\n> <http://e/> `x`\n",
		anyEnd},
	{"YAML", input.Options{From: yaml.Format}, "url: http://e/é\n# é\nb:\n- http://e/\n", func(start string) bool {
		return utf8.ValidString(start) && start != "url: http:" && !strings.HasSuffix(start, "\nb")
	}},
	{"JSON", input.Options{From: filesjson.Format}, `{"iri":"http://e/\u00e9","x":[1.5e3,true,null]}` + "\n" +
		`["a:b",{"iri":"é"}]` + "\n", func(start string) bool {
		for line := range strings.Lines(start) {
			if line = strings.TrimSpace(line); line != "" && line != "[" && !json.Valid([]byte(line)) {
				return false
			}
		}
		return true
	}},
	{"JSON on several lines", input.Options{From: filesjson.Format},
		"{\"iri\":\n \"a:b\"}\n[\n{\n\"iri\":\"é\"},\n\"a:c\"\n]\n", func(start string) bool {
			start = strings.Replace(strings.TrimSpace(start), "}\n[", "}", 1)
			start = strings.Replace(strings.TrimSuffix(start, "\n]"), "\n{\n", " {\n", 1)
			for value := range strings.SplitSeq(strings.TrimSuffix(start, ","), "}") {
				if value = strings.TrimLeft(value, ", \n"); value != "" && value[0] == '{' {
					value += "}"
				}
				if value != "" && !json.Valid([]byte(value)) || strings.Count(start, "{") != strings.Count(start, "}") {
					return false
				}
			}
			return true
		}},
	{"JSON-LD", input.Options{From: jsonld.Format}, "{\"@context\": {\"e\":\n \"http://e/é#\"},\"@id\":\"e:x\"}\n",
		func(start string) bool { return strings.TrimSpace(start) == "" || json.Valid([]byte(start)) }},
	{"N-Triples", input.Options{From: rdf.NTriples},
		"<a:s> <a:p> <<( _:b <a:q> \"\\u00e9\"@en--ltr )>> . # é .\n_:c <a:p> \"x\"^^<a:d> .\n", endsStatement},
	{"N-Quads", input.Options{From: rdf.NQuads}, "<a:s> <a:p> \"é\" <a:g> . # é\nVERSION \"1.2\"\n",
		func(start string) bool {
			return endsStatement(start) || strings.HasSuffix(strings.TrimSpace(start), `"1.2"`)
		}},
	{"CSV", input.Options{From: table.CSV, Formats: columns("url").Formats}, "id,url\n1,\"a:\"\"é\"\n2,a:b\n",
		func(start string) bool {
			rows := strings.Split(strings.TrimSuffix(start, "\n"), "\n")
			return start == "" || strings.HasPrefix(start, "id,url") && strings.Count(start, `"`)%2 == 0 &&
				strings.Contains(rows[len(rows)-1], ",")
		}},
	{"TSV", input.Options{From: table.TSV, Formats: columns("2").Formats}, "1\ta:é\n2\ta:b\n", func(start string) bool {
		rows := strings.Split(strings.TrimSuffix(start, "\n"), "\n")
		return start == "" || strings.Contains(rows[len(rows)-1], "\t")
	}},
	{"Turtle", input.Options{From: rdf.Turtle}, "@prefix e: <http://e/> .\n@base <a:> .\ne:s a e:C ; e:p '''long " +
		"\\\" x''' , \"é\"@en , 15 , ( e:a [ e:q <<( e:a e:b _:c )>> ] ) .\n# é .\n<s> <p> <o> ~ _:r {| <p> true |} " +
		".\n", endsStatement},
	{"TriG", input.Options{From: rdf.TriG},
		"PREFIX e: <http://e/>\ne:g { e:s e:p \"é\"^^e:d } # é .\nGRAPH <a:g> { <a:s> <a:p> <a:o> . }\n",
		func(start string) bool {
			start = strings.TrimSpace(start)
			last := start[strings.LastIndexByte(start, '\n')+1:]
			return start == "" || start == "PREFIX e: <http://e/>" || strings.HasSuffix(start, "}") ||
				strings.Contains(last, "#")
		}},
	{"SPARQL", input.Options{From: rdf.SPARQL}, "PREFIX e: <http://e/>\nASK { e:s ?p 'é' }\n", func(start string) bool {
		return start == "" || len(start) >= len("PREFIX e: <http://e/>") &&
			strings.Count(start, "'") != 1
	}},
	{"XML", input.Options{From: xml.XML}, "<?xml version=\"1.0\"?>\n<urlset><!-- é " +
		"--><url><loc>http://e/é&amp;x</loc><a href='a:b'/><![CDATA[x]]></url></urlset>\n", endsRoot("</urlset>")},
	{"RDF/XML", input.Options{From: xml.RDF}, "<!DOCTYPE r [<!ENTITY e \"http://e/\">]>\n" + rdfHead +
		"<e:C rdf:about='&e;é'><e:p>text &lt;</e:p></e:C></rdf:RDF>\n", endsRoot("</rdf:RDF>")},
	{"HTML", input.Options{From: html.Format}, "<!DOCTYPE html>\n<base href='a:'><p>text<a href=\"http://e/é&amp;x\" " +
		"ping='a:b a:c'>x</a><!-- y --><script>z</script></p>\n", func(start string) bool {
		tag := start[strings.LastIndexByte(start, '<')+1:]
		return strings.Contains(tag, ">") || tag == "" || tag == "/" || tag[0] == '!' ||
			strings.Contains(start, "<script>") && !strings.Contains(start, "</script>")
	}},
}

func anyEnd(string) bool { return true }

// endsStatement reports whether a text in a language of RDF, in which a space stands before each
// full stop that ends a statement, ends with one or with a comment.
func endsStatement(start string) bool {
	start = strings.TrimSpace(start)
	last := start[strings.LastIndexByte(start, '\n')+1:]
	return start == "" || strings.HasSuffix(start, " .") || strings.HasPrefix(last, "#") ||
		strings.Contains(last, ". #")
}

// endsRoot returns a function that reports whether the end tag of the root has been read.
func endsRoot(tag string) func(string) bool {
	return func(start string) bool { return start == "" && tag != "</rdf:RDF>" || strings.Contains(start, tag) }
}

// faultOf reads a text and returns its first fault, nil for none.
func faultOf(o input.Options, r io.Reader) (fault error) {
	o.Stdin = r
	for r := range runtest.Items(&o, nil, func(err error) { fault = err }) {
		if r.Err != nil && !r.Err.Warning && fault == nil {
			fault = r.Err
		}
	}
	return fault
}

// TestTruncated cuts a file in each format after every byte. What is left is a fault, unless
// it is a file in the format.
func TestTruncated(t *testing.T) {
	for _, tt := range truncated {
		t.Run(tt.name, func(t *testing.T) {
			for n := range len(tt.text) + 1 {
				start := tt.text[:n]
				fault := faultOf(tt.o, strings.NewReader(start))
				whole := tt.whole(start)
				switch tt.o.From {
				case rdf.NTriples, rdf.NQuads, rdf.Turtle, rdf.TriG:
					whole = whole && utf8.ValidString(start)
				}
				if whole != (fault == nil) {
					t.Errorf("cut after %q: got %v", start[max(0, n-40):], fault)
				}
			}
		})
	}
}

// TestWrongEncoding reads the files in other encodings than UTF-8. XML and HTML say so in the file, or it is an error;
// so do tables with a byte order mark; in other formats bytes that are not UTF-8 are in the texts, where the check
// reports them, and UTF-16 is an error.
func TestWrongEncoding(t *testing.T) {
	utf16 := func(e unicode.Endianness, p unicode.BOMPolicy) func(string) []byte {
		return func(s string) []byte {
			b, err := unicode.UTF16(e, p).NewEncoder().Bytes([]byte(s))
			if err != nil {
				t.Fatal(err)
			}
			return b
		}
	}
	for _, enc := range []struct {
		name   string
		encode func(string) []byte
	}{
		{"Latin-1", func(s string) []byte {
			b, err := charmap.ISO8859_1.NewEncoder().Bytes([]byte(s))
			if err != nil {
				t.Fatal(err)
			}
			return b
		}},
		{"UTF-16LE with a mark", utf16(unicode.LittleEndian, unicode.UseBOM)},
		{"UTF-16BE with a mark", utf16(unicode.BigEndian, unicode.UseBOM)},
		{"UTF-16LE", utf16(unicode.LittleEndian, unicode.IgnoreBOM)},
		{"UTF-16BE", utf16(unicode.BigEndian, unicode.IgnoreBOM)},
	} {
		for _, tt := range truncated {
			t.Run(enc.name+", "+tt.name, func(t *testing.T) {
				text := enc.encode(tt.text)
				o, bad := tt.o, false
				o.Stdin = bytes.NewReader(text)
				for r := range runtest.Items(&o, nil, func(error) { bad = true }) {
					bad = bad || r.Err != nil || strings.ToValidUTF8(r.Text, "") != r.Text ||
						strings.IndexByte(r.Text, 0) >= 0
				}
				isWide := strings.HasPrefix(enc.name, "UTF-16")
				switch {
				case isWide && (tt.o.From == html.Format || tt.o.From == xml.XML || tt.o.From == xml.RDF),
					strings.HasSuffix(enc.name, "a mark") && (tt.o.From == table.CSV || tt.o.From == table.TSV ||
						tt.o.From == markdown.Format || tt.o.From == yaml.Format):
					if bad {
						t.Error("its first bytes say the encoding, and it is not read")
					}
				case !bad:
					t.Error("nothing is reported")
				}
			})
		}
	}
}
