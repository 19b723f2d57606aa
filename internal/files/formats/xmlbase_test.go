package formats_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/xml"
)

// basesOf returns the texts of a document with their bases, as text@base.
func basesOf(t *testing.T, content string, o input.Options) string {
	t.Helper()
	o.Stdin = strings.NewReader(content)
	f, err := input.Open("-", &o)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for s := input.NewScanner(f, &o); ; {
		b, err := s.Next(nil)
		if err != nil {
			return strings.Join(all, " ")
		}
		for r := range b.Items(&o) {
			switch {
			case r.Err != nil:
				all = append(all, r.Err.Code)
			case r.Role != input.RoleNamespace && r.Prefix == nil:
				all = append(all, fmt.Sprintf("%s@%s", r.Text, r.Base.IRI))
			}
		}
	}
}

// TestXMLBase checks bases that are too long; other rows are in testdata/items.
func TestXMLBase(t *testing.T) {
	long := `<r xml:base="http://a/` + strings.Repeat("b", base.Max)
	for _, content := range []string{
		long + `"><a href="a"/></r>`,
		long[:len(long)-100] + `/"><s xml:base="` + strings.Repeat("c", 200) + `"><a href="a"/></s></r>`,
	} {
		o := input.Options{From: xml.XML, Fields: []string{"a/@href"}, Base: "http://o/x"}
		if got, want := basesOf(t, content, o), "max-line a@"; got != want {
			t.Errorf("%.40s: got %s, want %s", content, got, want)
		}
	}
}
