package formats_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/xml"
	"github.com/rfc3987/iri/internal/testkit/runtest"
)

const rdfHead = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e/">` + "\n"

// showRDF shows the items of an RDF/XML document that stand after rdfHead.
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
	for r := range runtest.Items(&o, nil, nil) {
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

// FuzzRDFXML checks that a document is read to its end or to a fault, whatever it holds.
func FuzzRDFXML(f *testing.F) {
	f.Add(rdfHead + `<e:C rdf:ID="a"><e:p rdf:parseType="Literal">&lt;<![CDATA[x]]></e:p></e:C></rdf:RDF>`)
	f.Add(`<!DOCTYPE r [<!ENTITY a "&a;"><!-- > -->]><r xmlns="x:" a='&a;'/>`)
	f.Add("\xff\xfe<\x00?\x00x\x00")
	f.Fuzz(func(t *testing.T, content string) {
		o := input.Options{From: xml.RDF, Stdin: strings.NewReader(content)}
		for r := range runtest.Items(&o, nil, func(err error) {}) {
			at := r.Locator()
			for off := range r.Text[:min(len(r.Text), 1000)] {
				at.Position(off)
			}
		}
	})
}
