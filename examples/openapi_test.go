package examples

import (
	"context"
	"errors"
	"fmt"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/rfc3987/iri"
)

const api = `
openapi: 3.0.3
info: {title: Profiles, version: "1"}
paths: {}
components:
  schemas:
    Profile:
      type: object
      properties:
        home: {type: string, format: iri}
`

// The format iri for an OpenAPI document that getkin/kin-openapi reads.
func Example_openAPI() {
	doc, err := openapi3.NewLoader().LoadFromData([]byte(api))
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := doc.Validate(context.Background()); err != nil {
		fmt.Println(err)
		return
	}
	checkIRI := openapi3.NewCallbackValidator(func(s string) error {
		return iri.Check(s).Err()
	})
	profile := doc.Components.Schemas["Profile"].Value
	for _, home := range []string{"http://例え.テスト/", "http://h:8a/"} {
		err := profile.VisitJSON(map[string]any{"home": home},
			openapi3.WithStringFormatValidator("iri", checkIRI),
			openapi3.EnableFormatValidation())
		fmt.Printf("%s: %v\n", home, err == nil)
		if faulty, ok := errors.AsType[*iri.ParseError](err); ok { // what the callback has returned
			for _, f := range faulty.Findings() {
				fmt.Printf("  %s at %d (%s)\n", f.Code, f.Start, f.Section)
			}
		}
	}
	// Output:
	// http://例え.テスト/: true
	// http://h:8a/: false
	//   port at 10 (RFC 3986 §3.2.3)
}
