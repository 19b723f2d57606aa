package examples

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/rfc3987/iri"
)

// An error of package json does not say which element it is about: read strings, and check them.
func Example_jsonElements() {
	read := func(body string) error {
		var in struct{ Links []string }
		if err := json.Unmarshal([]byte(body), &in); err != nil {
			return err
		}
		for n, s := range in.Links {
			if err := iri.Check(s).Err(); err != nil {
				return fmt.Errorf("links[%d]: %w", n, err)
			}
		}
		return nil
	}
	fmt.Println(read(`{"links":["http://example.org/","http://"]}`))
	// Output: links[1]: iri: "http://" does not conform: the host is empty, and http needs one at byte 7 (RFC 9110 §4.2, scheme-http); write the host after "//"
}

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

	fmt.Println(b.ID.Check().Conforms()) // package json asked for the grammar alone

	text, err := json.Marshal(b)
	fmt.Println(string(text), err)

	err = json.Unmarshal([]byte(`{"title":"Tschick","id":"http://h:8a/"}`), &b)
	fmt.Println(errors.Is(err, iri.Code("port")))
	var finding iri.Finding
	if errors.As(err, &finding) {
		fmt.Println(finding.Start, finding.Section)
	}
	// Output:
	// urn <nil>
	// true
	// {"title":"Tschick","id":"urn:isbn:9783871347108"} <nil>
	// true
	// 10 RFC 3986 §3.2.3
}
