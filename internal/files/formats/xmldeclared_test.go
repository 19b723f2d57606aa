package formats_test

import (
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/xml"
)

// TestXMLDeclared has the references of XML that are not those of a vocabulary: system identifiers, schemas and style
// sheets.
// Records are written as by [show]: LINE:COLUMN@BYTE, the text, and what else the record has.
func TestXMLDeclared(t *testing.T) {
	const xsi = ` xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`
	const ns = ` xmlns:i="http://www.w3.org/2001/XMLSchema-instance"`
	for _, tt := range []struct {
		name, text string
		o          input.Options
		want       string
	}{
		{"an external entity", "<!DOCTYPE a [\n<!ENTITY b SYSTEM \"c d.xml\">]><a/>", input.Options{},
			"2:20@33 \"c d.xml\" role=\"SYSTEM\"\n"},
		{"a parameter entity", "<!DOCTYPE a [<!ENTITY % b SYSTEM 'c'>]><a/>", input.Options{},
			"1:35@34 \"c\" role=\"SYSTEM\"\n"},
		{"with a public identifier", `<!DOCTYPE a PUBLIC "c" "c" [<!ENTITY b PUBLIC "c" "c" NDATA d><!ENTITY % b ` +
			`PUBLIC "c" "c">]><a/>`, input.Options{},
			"1:25@24 \"c\" role=\"SYSTEM\"\n1:52@51 \"c\" role=\"SYSTEM\"\n1:88@87 \"c\" role=\"SYSTEM\"\n"},
		{"notations", `<!DOCTYPE a [<!NOTATION b SYSTEM "c"><!NOTATION b PUBLIC "c" "d"><!NOTATION e PUBLIC "f">]><a/>`,
			input.Options{},
			"1:35@34 \"c\" role=\"SYSTEM\"\n1:63@62 \"d\" role=\"SYSTEM\"\n"},
		{"comments, instructions and the text of entities", `<!DOCTYPE a [<!-- <!ENTITY b SYSTEM "c"> --><?d ` +
			`<!ENTITY b SYSTEM "c">?><!ENTITY % e "<!ENTITY b SYSTEM 'c'>"><!ELEMENT a ANY>]><a/>`, input.Options{},
			""},
		{"xsi:schemaLocation", "<a" + xsi +
			" xml:base='b/' xsi:schemaLocation='http://e/n\n  c&amp;d.xsd http://e/m e.xsd'/>",
			input.Options{Base: "http://o/"},
			"1:68@67 \"b/\" role=\"@base\" base=\"http://o/\"\n1:92@91 \"http://e/n\" role=\"@schemaLocation\" " +
				"base=\"http://o/b/\"\n2:3@104 \"c&d.xsd\" raw=\"c&amp;d.xsd\" role=\"@schemaLocation\" " +
				"base=\"http://o/b/\"\n" +
				"2:15@116 \"http://e/m\" role=\"@schemaLocation\" base=\"http://o/b/\"\n2:26@127 \"e.xsd\" " +
				"role=\"@schemaLocation\" base=\"http://o/b/\"\n"},
		{"xsi:noNamespaceSchemaLocation, in a feed", "<feed xmlns='http://www.w3.org/2005/Atom'" + ns +
			" i:noNamespaceSchemaLocation='b'/>", input.Options{},
			"1:124@123 \"b\" role=\"@noNamespaceSchemaLocation\"\n"},
		{"attributes of these names in another namespace",
			"<a xmlns:xsi='b:' xsi:schemaLocation='c' schemaLocation='d'/>", input.Options{}, ""},
		{"a style sheet", "<?xml version='1.0'?>\n<?xml-stylesheet type=\"text/xsl\" href=\"b?c&amp;d\"?><a/>",
			input.Options{}, "2:40@61 \"b?c&d\" raw=\"b?c&amp;d\" role=\"@href\"\n"},
		{"other instructions", "<?xml-stylesheets href='a'?><?x href='b'?><a><?xml-stylesheet href='c'?></a>",
			input.Options{}, ""},
		{"a style sheet that is not written as one", "<?xml-stylesheet href='a' type=b?><a href='c'/>", input.Options{},
			"1:32@31 xml-syntax 1:32 [31,31) the value of an attribute stands in quotes\n1:24@23 \"a\" " +
				"role=\"@href\"\n1:44@43 \"c\" role=\"@href\"\n"},
		{"a style sheet without white space", "<?xml-stylesheet?><?xml-stylesheet href='a'b='c'?><a/>", input.Options{},
			"1:44@43 xml-syntax 1:44 [43,43) white space separates attributes\n1:42@41 \"a\" role=\"@href\"\n"},
		{"with --field", "<!DOCTYPE a [<!NOTATION b SYSTEM 'c'>]><?xml-stylesheet href='d'?><a" + xsi +
			" xsi:noNamespaceSchemaLocation='e'><b>f:</b></a>", input.Options{Fields: []string{"b"}},
			"1:161@160 \"f:\" role=\"b\"\n"},
	} {
		tt.o.From = xml.XML
		if got := show(t, "a.xml", tt.text, tt.o); got != tt.want {
			t.Errorf("%s: got\n%swant\n%s", tt.name, got, tt.want)
		}
	}
}
