package examples

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/rfc3987/iri"
)

// A field of a JSON object that must be an IRI, and one that may be left out.
func Example_json() {
	type book struct {
		Title string  `json:"title"`
		ID    iri.IRI `json:"id"`
		Cover iri.IRI `json:"cover,omitzero"`
	}
	var b book
	err := json.Unmarshal([]byte(`{"title":"Tschick","id":"urn:isbn:9783871347108"}`), &b)
	fmt.Println(b.ID.Scheme(), err)

	text, err := json.Marshal(b)
	fmt.Println(string(text), err)

	err = json.Unmarshal([]byte(`{"title":"Tschick","id":"http://h:8a/"}`), &b)
	fmt.Println(errors.Is(err, iri.Code("port")))
	var finding iri.Finding
	if errors.As(err, &finding) {
		fmt.Println(finding.Start, finding.Message)
	}
	// Output:
	// urn <nil>
	// {"title":"Tschick","id":"urn:isbn:9783871347108"} <nil>
	// true
	// 10 "a" is not a digit
}
