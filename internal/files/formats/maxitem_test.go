package formats_test

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/html"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/json"
	"github.com/rfc3987/iri/internal/files/rdf"
	"github.com/rfc3987/iri/internal/files/table"
	"github.com/rfc3987/iri/internal/files/text"
	"github.com/rfc3987/iri/internal/files/xml"
)

// TestMaxItem has one IRI that is too long among two that are not, in each format: the long one
// is an error at its place, and reading goes on. Those who check it skip the two that are clean,
// and nobody skips the long one.
func TestMaxItem(t *testing.T) {
	const a, c = "http://example.org/a", "http://example.org/c"
	long := "http://example.org/" + strings.Repeat("x", 60)
	for _, tt := range []struct {
		format    *input.Format
		text      string // with A, B and C in the place of the IRIs; B is the long one
		line, col int
	}{
		{input.Lines, "A\nB\nC\n", 2, 1},
		{input.Null, "A\x00B\x00C\x00", 1, 22},
		{json.Format, "\"A\"\n\"B\"\n{\"iri\":\"C\"}\n", 2, 2},
		{json.Format, "\"A\"\n{\"iri\":\"a:b\",\"base\":\"B\"}\n\"C\"\n", 2, 9},
		{rdf.NTriples, "<A> <A> <A> .\n<A> <B> <C> .\n", 2, 25},
		{rdf.NQuads, "<A> <A> <A> <A> .\n<A> <A> <B> <C> .\n", 2, 48},
		{table.CSV, "A\nB,z\n\"C\"\n", 2, 1},
		{table.TSV, "A\nB\tz\nC\n", 2, 1},
		{html.Format, "<a href=A>\n<a href='B'><a href=C>", 2, 10},
		{xml.XML, "<u><loc>A</loc>\n<loc>B</loc><loc>C</loc></u>", 2, 6},
		{rdf.Turtle, "<A> <A> <A> .\n<A> <B> <C> .\n", 2, 25},
		{rdf.Turtle, "@prefix p: <http://example.org/> .\np:a p:" + strings.Repeat("y", 70) + " p:c .\n", 2, 5},
		{rdf.TriG, "<A> { <A> <A> <B>, <C> }", 1, 73},
		{rdf.N3, "<A> <A> <B>, <C> .", 1, 48},
		{rdf.SPARQL, "ask {\n<A> <B> <C> }", 2, 25},
		{text.Format, "A A\nsee <B> and <C>.\n", 2, 6},
		{xml.RDF, "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>\n<r:Description r:about='B'/></r:RDF>",
			2, 25},
	} {
		text := strings.NewReplacer("A", a, "B", long, "C", c).Replace(tt.text)
		for _, cleaner := range []input.Cleaner{nil, allClean{}} {
			o := input.Options{From: tt.format, MaxItem: 65}
			f, err := input.NewFile("a", strings.NewReader(text), &o)
			if err != nil {
				t.Fatal(err)
			}
			var faults, after int
			for scanner := input.NewScanner(f, &o); ; {
				block, err := scanner.Next(nil)
				if err != nil {
					break
				}
				block.Each(&o, cleaner, func(r *input.Item) bool {
					switch {
					case r.Err == nil && faults > 0:
						after++
					case r.Err != nil && !r.Err.Warning:
						faults++
						if r.Err.Code != input.CodeTooLong || r.Err.Line != tt.line || r.Err.Col != tt.col ||
							r.Text != "" {
							t.Errorf("%s: %s at %d:%d with the text %q, want %s at %d:%d and no text", tt.format,
								r.Err.Code, r.Err.Line, r.Err.Col, r.Text, input.CodeTooLong, tt.line, tt.col)
						}
					}
					return true
				})
			}
			if faults != 1 || cleaner == nil && after == 0 && tt.format != xml.RDF {
				t.Errorf("%s, cleaner %v: %d faults and %d records after them, want 1 and some", tt.format, cleaner != nil, faults, after)
			}
		}
	}
}
