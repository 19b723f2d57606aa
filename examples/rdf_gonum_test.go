package examples

import (
	"fmt"
	"io"
	"strings"

	"gonum.org/v1/gonum/graph/formats/rdf"

	"github.com/rfc3987/iri"
)

// The IRIs of a file of N-Quads. gonum parses them with net/url, which takes
// more than RFC 3987 allows.
func Example_rdf() {
	const quads = `<http://example.org/a> <http://schema.org/name> "a" .
<http://example.org/b> <http://schema.org/name> "b"^^<http://example.org/?type=%zz> .
<http://example.org/#c#d> <http://schema.org/name> "c" .
`
	decoder := rdf.NewDecoder(strings.NewReader(quads))
	for {
		s, err := decoder.Unmarshal()
		if err == io.EOF {
			break
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, term := range []rdf.Term{s.Subject, s.Predicate, s.Object, s.Label} {
			text, qualifier, kind, err := term.Parts()
			if err != nil {
				continue // there is no label
			}
			if kind == rdf.Literal {
				text = qualifier // the datatype, or a language such as @en
			}
			if text == "" || kind == rdf.Blank || strings.HasPrefix(text, "@") {
				continue
			}
			for _, f := range iri.Check(text).Findings() {
				fmt.Printf("%s: %s at %d\n", text, f.Code, f.Start)
			}
		}
	}
	// Output:
	// http://example.org/?type=%zz: pct-encoded at 25
	// http://example.org/#c#d: ifragment at 21
}
