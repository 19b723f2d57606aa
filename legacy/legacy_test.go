package legacy_test

import (
	"fmt"

	"github.com/rfc3987/iri/legacy"
)

func ExampleFromLEIRI() {
	r, err := legacy.FromLEIRI("http://example.org/a b/<c>?d\\e")
	fmt.Println(r, err)
	// Output: http://example.org/a%20b/%3Cc%3E?d%5Ce <nil>
}

func ExampleEscapeLEIRI() {
	fmt.Println(legacy.EscapeLEIRI("http://example.org/a b#c#d")) // not a LEIRI: it has two "#"
	// Output: http://example.org/a%20b#c#d
}

func ExampleEncode() {
	s, err := legacy.Encode("http://example.org/a b/ä#[%c3%a4]")
	fmt.Println(s, err)
	// Output: http://example.org/a%20b/%C3%A4#[%C3%A4] <nil>
}

func ExampleDecode() {
	s, err := legacy.Decode("http://example.org/100%25/%C3%A4%20b")
	fmt.Println(s, err)
	// Output: http://example.org/100%25/ä b <nil>
}
