package formats_test

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/xml"
)

// TestXMLEntities has entities in the text and the attributes of XML that is not RDF, names and other bytes.
// Records are written as by [show]: LINE:COLUMN@BYTE, the text, and what else the record has.
func TestXMLEntities(t *testing.T) {
	const doctype = `<!DOCTYPE a [<!ENTITY e "http://e/"><!ENTITY x "&y;"><!ENTITY y "&x;">]>`
	const external = `<!DOCTYPE a SYSTEM "a.dtd">`
	for _, tt := range []struct{ name, text, want string }{
		{"declared", doctype + "<a><loc>&e;b</loc><b href='&e;?c&amp;d'/></a>",
			"1:81@80 \"http://e/b\" raw=\"&e;b\" role=\"loc\"\n1:100@99 \"http://e/?c&d\" raw=\"&e;?c&amp;d\" " +
				"role=\"@href\"\n"},
		{"references in the value of an entity",
			`<!DOCTYPE a [<!ENTITY e "a:?b&#38;amp;c&#38;#38;d&amp;&#233;&#38;#38;&#233;">]><a><loc>&e;</loc>` +
				`<b href="&e;"/></a>`,
			"1:88@87 \"a:?b&c&d&é&é\" raw=\"&e;\" role=\"loc\"\n" +
				"1:106@105 \"a:?b&c&d&é&é\" raw=\"&e;\" role=\"@href\"\n"},
		{"of HTML, perhaps declared in another file", external + "<a><loc>a:&eacute;</loc></a>",
			"1:21@20 \"a.dtd\" role=\"SYSTEM\"\n1:36@35 \"a:é\" raw=\"a:&eacute;\" role=\"loc\"\n"},
		{"of HTML, perhaps declared by a parameter entity",
			"<!DOCTYPE a [<!ENTITY % p SYSTEM 'p'>%p;]><a><loc>a:&eacute;</loc></a>",
			"1:35@34 \"p\" role=\"SYSTEM\"\n1:51@50 \"a:é\" raw=\"a:&eacute;\" role=\"loc\"\n"},
		{"of HTML, not declared", "<a><loc>a:&eacute;</loc></a>", "1:11@10 xml-syntax 1:11 [10,10) the entity " +
			"&eacute; is not declared: write &#xE9;, or &amp; for \"&\"\n"},
		{"of a vocabulary, not declared", "<a><b><loc href='&owl;Thing'/></b></a>",
			"1:18@17 xml-syntax 1:18 [17,17) the entity &owl; is not declared: write <!DOCTYPE a [<!ENTITY owl " +
				"\"http://www.w3.org/2002/07/owl#\">]> before the root element, or &amp; for \"&\"\n"},
		{"in the root", "<a href='&x;'/>", "1:10@9 xml-syntax 1:10 [9,9) the entity &x; is not declared: write " +
			"<!DOCTYPE a [<!ENTITY x \"…\">]> before the root element, or &amp; for \"&\"\n"},
		{"not declared", doctype + "<a><loc>&e;&no;</loc><loc>a:b</loc></a>",
			"1:84@83 xml-syntax 1:84 [83,83) the entity &no; is not declared: write <!DOCTYPE a [<!ENTITY no " +
				"\"…\">]> before the root element, or &amp; for \"&\"\n1:99@98 \"a:b\" role=\"loc\"\n"},
		{"none", "<a>\n<loc>a:b?c&d=1 and e;</loc>&#12;</a>", "2:11@14 xml-syntax 2:11 [10,10) \"&\" starts a " +
			"reference, which is a name and a semicolon: write &amp; for \"&\"\n" +
			"2:28@31 xml-syntax 2:28 [27,27) &#12; is not a character of XML (§2.2, §4.1)\n"},
		{"without end", doctype + "<a><p>&x;</p><loc>a:b</loc><p>&x;</p></a>",
			"1:79@78 xml-entities 1:79 [78,78) the entity &x; is nested more than 16 deep: entities that refer to " +
				"each other have no end\n" +
				"1:91@90 \"a:b\" role=\"loc\"\n1:103@102 xml-entities 1:103 [102,102) the entity &x; is nested more " +
				"than " +
				"16 deep: entities that refer to each other have no end\n"},
		{"a name", "<a°b/>", "1:3@2 xml-syntax 1:3 [2,2) \"°\" cannot stand in the name of an element (XML §2.3)\n"},
		{"the name of an attribute", "<a b°='c'/>", "1:5@4 xml-syntax 1:5 [4,4) " +
			"\"°\" cannot stand in the name of an attribute (XML §2.3)\n"},
		{"no name", "<a>x < 5</a>", "1:6@5 xml-syntax 1:6 [5,5) " +
			"a tag starts with the name of its element: write &lt; for \"<\" in text\n"},
		{"not UTF-8", "<a><loc>a:\xe9</loc>\n<b x='a\xe9'><loc>a:</loc></b><!-- \xe9 --></a>",
			"1:9@8 \"a:\\xe9\" role=\"loc\"\n" +
				"2:8@25 xml-syntax 2:8 [7,7) the bytes here are not UTF-8, which XML is in that declares no other " +
				"encoding: declare it, or convert the file\n" +
				"2:16@33 \"a:\" role=\"loc\"\n" +
				"2:33@50 xml-syntax 2:33 [32,32) the bytes here are not UTF-8, which XML is in that declares no " +
				"other " +
				"encoding: declare it, or convert the file\n"},
	} {
		if got := show(t, "a.xml", tt.text, input.Options{}); got != tt.want {
			t.Errorf("%s: got\n%swant\n%s", tt.name, got, tt.want)
		}
	}
}

// TestMixedTextStays holds that how the text of an element with markup in it is written does not depend on the text of
// the next element, which is read into the same memory.
func TestMixedTextStays(t *testing.T) {
	text := "<r><loc>http:<?x?>//e/" + strings.Repeat("a", 60) + "</loc><loc>http://e/aaaaaaaa" +
		strings.Repeat("&amp;", 8) + "</loc></r>"
	o := input.Options{From: xml.XML}
	f, err := input.NewFile("f", strings.NewReader(text), &o)
	if err != nil {
		t.Fatal(err)
	}
	b, err := input.NewScanner(f, &o).Next(nil)
	if err != nil {
		t.Fatal(err)
	}
	for r := range b.Records(&o) {
		if from, _ := r.RawSpan(40, 41); !strings.HasPrefix(r.Text, "http://e/") || len(r.Text) > 60 && from != 40+
			len("<?x?>") {
			t.Errorf("%q: its text from 40 on is from %d on", r.Raw, from)
		}
	}
}
