package input

import (
	"strings"
	"testing"
)

// TestXMLEntities has entities in the text and the attributes of XML that is not RDF.
func TestXMLEntities(t *testing.T) {
	const doctype = `<!DOCTYPE a [<!ENTITY e "http://e/"><!ENTITY x "&y;"><!ENTITY y "&x;">]>`
	for _, tt := range []struct{ name, text, want string }{
		{"declared", "<a><loc>&e;b</loc><b href='&e;?c&amp;d'/></a>", "1:81@80 \"http://e/b\" raw=\"&e;b\" role=\"loc\"\n1:100@99 \"http://e/?c&d\" raw=\"&e;?c&amp;d\" role=\"@href\"\n"},
		{"of HTML", "<a><loc>&e;&eacute;</loc></a>", "1:81@80 \"http://e/é\" raw=\"&e;&eacute;\" role=\"loc\"\n"},
		{"not declared", "<a><loc>&e;&no;</loc><loc>a:b</loc></a>", "1:84@83 xml-syntax 1:84 [0,0) the entity &no; is not declared: write &amp; for \"&\"\n1:99@98 \"a:b\" role=\"loc\"\n"},
		{"without end", "<a><p>&x;</p><loc>a:b</loc><p>&no;</p></a>", "1:79@78 xml-entities 1:79 [0,0) the entity &x; is nested more than 16 deep: entities that refer to each other have no end\n1:91@90 \"a:b\" role=\"loc\"\n1:103@102 xml-syntax 1:103 [0,0) the entity &no; is not declared: write &amp; for \"&\"\n"},
	} {
		if got := show(t, "a.xml", doctype+tt.text, Options{}); got != tt.want {
			t.Errorf("%s: got\n%swant\n%s", tt.name, got, tt.want)
		}
	}
}

// TestMixedTextStays holds that how the text of an element with markup in it is written does not depend on the text of
// the next element, which is read into the same memory.
func TestMixedTextStays(t *testing.T) {
	text := "<r><loc>http:<?x?>//e/" + strings.Repeat("a", 60) + "</loc><loc>http://e/aaaaaaaa" + strings.Repeat("&amp;", 8) + "</loc></r>"
	o := Options{From: XML}
	f, err := NewFile("f", strings.NewReader(text), &o)
	if err != nil {
		t.Fatal(err)
	}
	b, err := NewScanner(f, &o).Next(nil)
	if err != nil {
		t.Fatal(err)
	}
	for r := range b.Records(&o) {
		if from, _ := r.RawSpan(40, 41); !strings.HasPrefix(r.Text, "http://e/") || len(r.Text) > 60 && from != 40+len("<?x?>") {
			t.Errorf("%q: its text from 40 on is from %d on", r.Raw, from)
		}
	}
}
