package examples

import (
	"errors"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/rfc3987/iri"
)

// format makes a format of a rule. JSON Schema leaves what is not a string to the keyword
// type.
func format(name string, rule iri.Rule) *jsonschema.Format {
	return &jsonschema.Format{Name: name, Validate: func(v any) error {
		if s, ok := v.(string); ok {
			return rule.Check(s).Err()
		}
		return nil
	}}
}

// printFindings prints where an IRI is wrong and which rule it breaks.
func printFindings(err error) {
	if faulty, ok := errors.AsType[*iri.ParseError](err); ok {
		for _, f := range faulty.Findings() {
			fmt.Printf("  %s at %d (%s)\n", f.Code, f.Start, f.Section)
		}
	}
}

// The formats iri and iri-reference of JSON Schema (2020-12, section 7.3.5) for
// santhosh-tekuri/jsonschema.
func Example_jsonSchemaSanthosh() {
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	c.RegisterFormat(format("iri", iri.RFC3987.Top()))
	if reference, ok := iri.RFC3987.Rule("IRI-reference"); ok {
		c.RegisterFormat(format("iri-reference", reference))
	}
	schema, err := jsonschema.UnmarshalJSON(strings.NewReader(`{"type": "string", "format": "iri"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := c.AddResource("schema.json", schema); err != nil {
		fmt.Println(err)
		return
	}
	compiled, err := c.Compile("schema.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range []string{"http://例え.テスト/", "http://h:8a/", "/relative"} {
		err := compiled.Validate(s)
		fmt.Printf("%s: %v\n", s, err == nil)
		// The error holds what Validate of the format has returned.
		if invalid, ok := errors.AsType[*jsonschema.ValidationError](err); ok {
			for _, cause := range invalid.Causes {
				if format, ok := cause.ErrorKind.(*kind.Format); ok {
					printFindings(format.Err)
				}
			}
		}
	}
	// Output:
	// http://例え.テスト/: true
	// http://h:8a/: false
	//   port at 10 (RFC 3986 §3.2.3)
	// /relative: false
	//   scheme at 0 (RFC 3986 §3.1)
}
