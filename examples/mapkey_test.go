package examples

import (
	"fmt"

	"github.com/rfc3987/iri"
)

// An IRI is a key of a map: two are equal if their texts are. Key returns the same text for
// all IRIs that are equivalent, here by the rules of their scheme.
func Example_mapKey() {
	visits := []iri.IRI{
		iri.MustParse("http://example.org/~ada"),
		iri.MustParse("HTTP://example.org:80/%7Eada"),
		iri.MustParse("http://example.org/~ada"),
	}
	byText := make(map[iri.IRI]int)
	byKey := make(map[string]int)
	for _, v := range visits {
		byText[v]++
		byKey[v.Key(iri.RungScheme)]++
	}
	fmt.Println(byText)
	fmt.Println(byKey)
	// Output:
	// map[HTTP://example.org:80/%7Eada:1 http://example.org/~ada:2]
	// map[http://example.org/~ada:3]
}
