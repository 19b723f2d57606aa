package formats_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/xml"
)

const rdfHead = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e/">` + "\n"

// showRDF shows the records of an RDF/XML document that stand after rdfHead.
func showRDF(t *testing.T, head, body string, o input.Options) string {
	t.Helper()
	o.From = xml.RDF
	var b strings.Builder
	for line := range strings.Lines(show(t, "a.rdf", head+body, o)) {
		if !strings.HasPrefix(line, "1:") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// TestRDFXML has records as [show] writes them: LINE:COLUMN@BYTE, the text, and what else the record has.
func TestRDFXML(t *testing.T) {
	tests := []struct {
		name, body, want string
	}{
		{"attributes and names", `<e:C rdf:about="http://e/é&amp;x"><e:p rdf:resource="y"/><e:q ` +
			`rdf:datatype="d:d">text</e:q></e:C></rdf:RDF>`,
			`2:2@87 "http://e/C" raw="e:C" role="object"
2:17@102 "http://e/é&x" raw="http://e/é&amp;x" role="subject"
2:36@122 "http://e/p" raw="e:p" role="predicate"
2:54@140 "y" role="object"
2:59@145 "http://e/q" raw="e:q" role="predicate"
2:77@163 "d:d" role="datatype"
`},
		{"bases and IDs", `<rdf:Description xml:base="http://b/x" rdf:ID="a" e:p="v"><e:q><e:C ` +
			`rdf:about=""/></e:q></rdf:Description></rdf:RDF>`,
			`2:28@113 "http://b/x" role="base"
2:48@133 "#a" raw="a" role="subject" base="http://b/x"
2:51@136 "http://e/p" raw="e:p" role="predicate"
2:60@145 "http://e/q" raw="e:q" role="predicate"
2:65@150 "http://e/C" raw="e:C" role="object"
2:80@165 "" role="subject" base="http://b/x"
`},
		{"collections", `<rdf:Description><e:p rdf:parseType="Collection"><e:C/> <rdf:Description ` +
			`rdf:about="a:a"/></e:p><e:q rdf:parseType="Resource"><e:r>x</e:r></e:q></rdf:Description></rdf:RDF>`,
			`2:19@104 "http://e/p" raw="e:p" role="predicate"
2:51@136 "http://e/C" raw="e:C" role="object"
2:85@170 "a:a" role="subject"
2:98@183 "http://e/q" raw="e:q" role="predicate"
2:128@213 "http://e/r" raw="e:r" role="predicate"
`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := showRDF(t, rdfHead, tt.body, input.Options{}); got != tt.want {
				t.Errorf("got\n%swant\n%s", got, tt.want)
			}
		})
	}
}

func TestRDFXMLEntities(t *testing.T) {
	const head = `<?xml version="1.0"?><!DOCTYPE rdf:RDF [ <!ENTITY obo "http://purl.obolibrary.org/obo/"> <!ENTITY ` +
		`two "&obo;x&obo;"> <!ENTITY out SYSTEM "file:///etc/passwd"> ]><rdf:RDF ` +
		`xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:obo="&obo;">` + "\n"
	got := showRDF(t, head, `<obo:GO_1 rdf:about="&obo;GO 2&#x41;"/><rdf:Description `+
		`rdf:about="&out;"/><rdf:Description rdf:about="&none;"/></rdf:RDF>`, input.Options{})
	for _, want := range []string{
		`"http://purl.obolibrary.org/obo/GO_1" raw="obo:GO_1" role="object"`,
		`"http://purl.obolibrary.org/obo/GO 2A" raw="&obo;GO 2&#x41;" role="subject"`,
		"the entity &out; is external: other files are not read", "the entity &none; is not declared",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("got\n%swant %s", got, want)
		}
	}
	// The place of a byte after an entity is found through the entity.
	o := input.Options{From: xml.RDF, Stdin: strings.NewReader(head +
		`<rdf:Description rdf:about="&obo;GO 2"/></rdf:RDF>`)}
	for r := range o.Records(nil, nil) {
		if strings.Contains(r.Text, " ") {
			if line, col := r.Position(strings.IndexByte(r.Text, ' ')); line != 2 || col != 36 {
				t.Errorf("the space is at %d:%d, want 2:36", line, col)
			}
			if line, col := r.Position(5); line != 2 || col != 29 {
				t.Errorf("a byte of the entity is at %d:%d, want 2:29", line, col)
			}
		}
	}
}

func TestBillionLaughs(t *testing.T) {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0"?><!DOCTYPE r [ <!ENTITY a0 "ha">`)
	for i := range 15 {
		fmt.Fprintf(&b, `<!ENTITY a%d "%s">`, i+1, strings.Repeat(fmt.Sprintf("&a%d;", i), 10))
	}
	b.WriteString(`<!ENTITY loop "&loop;">]><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` + "\n")
	for entity, want := range map[string]string{"a15": "expand to more than", "loop": "have no end"} {
		got := showRDF(t, b.String(), `<rdf:Description rdf:about="&`+entity+`;"/></rdf:RDF>`, input.Options{})
		if !strings.Contains(got, want) || !strings.Contains(got, input.CodeEntities) {
			t.Errorf("%s: got %s, want %s", entity, got, want)
		}
	}
}

func TestMalformedRDFXML(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"not closed", `<rdf:Description>`, "has no end tag"},
		{"the wrong end", `<rdf:Description></rdf:RDF>`, "<rdf:Description> has no end tag before </rdf:RDF>"},
		{"truncated in a tag", `<rdf:Description rdf:about="x`, "the document ends inside"},
		{"text", `text</rdf:RDF>`, "text stands where the elements"},
		{"an attribute twice", `<e:a e:b="" e:b=""/></rdf:RDF>`, "has the attribute e:b twice"},
		{"<", `<e:a e:b="<"/></rdf:RDF>`, "write &lt;"},
		{"&", `<e:a rdf:about="http://e/?a&b"/></rdf:RDF>`, "write &amp;"},
		{"an undeclared prefix", `<owl:Class/></rdf:RDF>`,
			"the prefix owl: is not declared: write xmlns:owl=\"http://www.w3.org/2002/07/owl#\""},
		{"an ID", `<e:C rdf:ID="1 2"/></rdf:RDF>`, "is an XML name without a colon"},
		{"an ID twice", `<e:C rdf:ID="a"/><e:C rdf:ID="a"/></rdf:RDF>`, "has the rdf:ID \"a\" twice"},
		{"about and ID", `<e:C rdf:ID="a" rdf:about="b"/></rdf:RDF>`, "one of rdf:about, rdf:ID and rdf:nodeID"},
		{"two resources in a property", `<e:C><e:p><e:D/><e:E/></e:p></e:C></rdf:RDF>`,
			"a property holds either text or one resource"},
		{"a second root", `</rdf:RDF><x/>`, "a second root"},
		{"aboutEach", `<e:C rdf:aboutEach="x"/></rdf:RDF>`, "rdf:aboutEach is not an attribute"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := showRDF(t, rdfHead, tt.body, input.Options{}); !strings.Contains(got, tt.want) {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
	if got := show(t, "a.owl", `<Ontology xmlns="http://www.w3.org/2002/07/owl#"/>`,
		input.Options{From: xml.RDF}); !strings.Contains(got, "OWL/XML, which is another format") {
		t.Errorf("got %s", got)
	}
}

// TestRDFXMLEncodings checks that documents in other encodings have the same IRIs.
func TestRDFXMLEncodings(t *testing.T) {
	body := `<rdf:Description rdf:about="http://e/é"/></rdf:RDF>`
	utf16, err := unicode.UTF16(unicode.LittleEndian,
		unicode.UseBOM).NewEncoder().String(`<?xml version="1.0" encoding="UTF-16"?>` + rdfHead + body)
	if err != nil {
		t.Fatal(err)
	}
	latin1 := `<?xml version='1.0' encoding='ISO-8859-1'?>` + strings.ReplaceAll(rdfHead+body, "é", "\xe9")
	for name, doc := range map[string]string{"UTF-16": utf16, "ISO-8859-1": latin1} {
		if got := show(t, "a.rdf", doc, input.Options{}); !strings.Contains(got, `"http://e/é" role="subject"`) {
			t.Errorf("%s: got %s", name, got)
		}
	}
}

// FuzzRDFXML checks that a document is read to its end or to a fault, whatever it holds.
func FuzzRDFXML(f *testing.F) {
	f.Add(rdfHead + `<e:C rdf:ID="a"><e:p rdf:parseType="Literal">&lt;<![CDATA[x]]></e:p></e:C></rdf:RDF>`)
	f.Add(`<!DOCTYPE r [<!ENTITY a "&a;"><!-- > -->]><r xmlns="x:" a='&a;'/>`)
	f.Add("\xff\xfe<\x00?\x00x\x00")
	f.Fuzz(func(t *testing.T, content string) {
		o := input.Options{From: xml.RDF, Stdin: strings.NewReader(content)}
		for r := range o.Records(nil, func(err error) {}) {
			at := r.Locator()
			for off := range r.Text[:min(len(r.Text), 1000)] {
				at.Position(off)
			}
		}
	})
}
