package formats_test

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/xml"
)

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
	for r := range b.Items(&o) {
		if from, _ := r.RawSpan(40, 41); !strings.HasPrefix(r.Text, "http://e/") || len(r.Text) > 60 && from != 40+
			len("<?x?>") {
			t.Errorf("%q: its text from 40 on is from %d on", r.Raw, from)
		}
	}
}
