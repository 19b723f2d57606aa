package examples

import (
	"fmt"

	"github.com/kaptinlin/jsonschema"

	"github.com/rfc3987/iri"
)

// The formats iri and iri-reference of JSON Schema for kaptinlin/jsonschema.
func Example_jsonSchemaKaptinlin() {
	c := jsonschema.NewCompiler().SetAssertFormat(true)
	for name, ruleName := range map[string]string{"iri": "IRI", "iri-reference": "IRI-reference"} {
		rule, ok := iri.RFC3987.Rule(ruleName)
		if !ok {
			fmt.Println("no rule", ruleName)
			return
		}
		c.RegisterFormat(name, func(v any) bool {
			s, ok := v.(string)
			return !ok || rule.Check(s).Conforms()
		}, "string")
	}
	schema, err := c.Compile([]byte(`{"type": "object", "properties": {"home": {"format": "iri"}}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, home := range []string{"http://例え.テスト/", "http://h:8a/"} {
		result := schema.Validate(map[string]any{"home": home})
		fmt.Printf("%s: %v\n", home, result.IsValid())
	}
	// Output:
	// http://例え.テスト/: true
	// http://h:8a/: false
}
